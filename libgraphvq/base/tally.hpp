#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace graphvq {

/// Told how much is done so far, by the thread that called what does it.
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
