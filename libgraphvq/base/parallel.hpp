#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace graphvq {

/// Calls task(worker, index) for each index below `count`, on at most `workers` threads, of which
/// the caller's is worker 0. Indices are handed out in order. What a task throws is thrown again
/// here, that of the lowest index first, when all are done.
void parallel(std::size_t count, unsigned workers,
              const std::function<void(unsigned worker, std::size_t index)>& task);

/// Called on the thread of the caller with how much is done so far.
using Advance = std::function<void(std::size_t done)>;

/// Adds up what the workers of parallel() have done, and tells it from worker 0.
class Tally {
 public:
  /// `advance`, which may be empty, must outlive this.
  explicit Tally(const Advance& advance) : advance_(advance) {}
  void add(unsigned worker, std::size_t count) {
    const auto done = done_ += count;
    if (worker == 0 && advance_) advance_(done);
  }
  /// When all workers are done.
  void finish() { add(0, 0); }

 private:
  const Advance& advance_;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace graphvq
