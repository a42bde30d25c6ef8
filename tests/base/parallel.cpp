#include "libgraphvq/base/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

using namespace graphvq;

TEST_CASE("every index is done once, on whatever number of workers") {
  for (unsigned workers : {1U, 2U, 5U, 40U}) {
    std::vector<std::atomic<int>> done(30);
    std::atomic<unsigned> highest = 0;
    parallel(done.size(), workers, [&](unsigned worker, std::size_t index) {
      ++done[index];
      for (unsigned seen = highest; seen < worker && !highest.compare_exchange_weak(seen, worker);)
        continue;
    });
    for (const auto& times : done) CHECK(times == 1);
    CHECK(highest < workers);
  }
  parallel(0, 4, [](unsigned, std::size_t) { FAIL("there is no index"); });
}

TEST_CASE("the failure of the lowest index is thrown when all are done") {
  std::atomic<int> done = 0;
  const auto task = [&](unsigned, std::size_t index) {
    ++done;
    if (index == 3 || index == 11) throw std::runtime_error("task " + std::to_string(index));
  };
  CHECK_THROWS_WITH(parallel(20, 3, task), "task 3");
  CHECK(done == 20);
}
