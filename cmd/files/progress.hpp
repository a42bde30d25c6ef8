#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "libgraphvq/base/parallel.hpp"

namespace graphvq {

/// Progress of long work on standard error: a bar on a terminal, a plain line now and then
/// elsewhere, nothing under --quiet. Never on standard output.
class Progress {
 public:
  /// `total` 0 where it is not known.
  explicit Progress(std::string unit, std::uint64_t total = 0, bool hidden = false);
  ~Progress();
  void advance(std::uint64_t done);
  /// advance() for what takes a function, which must not outlive this.
  Advance hook() {
    return [this](std::size_t done) { advance(done); };
  }

 private:
  void show(bool last);

  using Clock = std::chrono::steady_clock;
  std::string unit_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  bool hidden_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace graphvq
