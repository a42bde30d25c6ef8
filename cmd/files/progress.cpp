#include "cmd/files/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "cmd/files/io.hpp"

namespace graphvq {

namespace {

constexpr auto terminal_pause = std::chrono::milliseconds(200);
constexpr auto plain_pause = std::chrono::seconds(10);

bool fancy() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && term != nullptr && std::strcmp(term, "dumb") != 0;
}

}  // namespace

Progress::Progress(std::string unit, std::uint64_t total, bool hidden)
    : unit_(std::move(unit)), total_(total), hidden_(hidden || quiet()), terminal_(fancy()) {
  next_ = start_ + (terminal_ ? std::chrono::steady_clock::duration(terminal_pause) : plain_pause);
}

Progress::~Progress() {
  if (shown_ && terminal_) show(true);
}

void Progress::advance(std::uint64_t done) {
  done_ = done;
  if (hidden_ || Clock::now() < next_) return;
  show(false);
  next_ = Clock::now() +
          (terminal_ ? std::chrono::steady_clock::duration(terminal_pause) : plain_pause);
}

void Progress::show(bool last) {
  shown_ = true;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double rate = static_cast<double>(done_) / seconds;
  auto line = fmt::format("{} {}, {:.0f}/s", done_, unit_, rate);
  if (total_ > 0 && rate > 0) {
    const double share = static_cast<double>(done_) / static_cast<double>(total_);
    line = fmt::format("{:3.0f} % of {} {}, {:.0f}/s, {:.0f} s left", 100 * share, total_, unit_,
                       rate, static_cast<double>(total_ - done_) / rate);
    constexpr int width = 24;
    const auto filled = static_cast<std::size_t>(share * width);
    if (terminal_) line = fmt::format("[{:<24}] {}", std::string(filled, '='), line);
  }
  if (!terminal_) {
    say(line);
    return;
  }
  line = "\r\x1b[K" + line + (last ? "\n" : "");
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) hidden_ = true;
}

}  // namespace graphvq
