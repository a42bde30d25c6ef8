#include "libgraphvq/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace graphvq {

void parallel(std::size_t count, unsigned workers,
              const std::function<void(unsigned worker, std::size_t index)>& task) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> failures(count);
  const auto work = [&](unsigned worker) {
    for (std::size_t index; (index = next++) < count;) {
      try {
        task(worker, index);
      } catch (...) {
        failures[index] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned worker = 1; worker < std::min<std::size_t>(workers, count); ++worker)
      threads.emplace_back(work, worker);
    work(0);
  }
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace graphvq
