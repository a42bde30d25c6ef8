#include "cmd/models/train_log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

namespace {

// A log without the lines at its end that are of epochs from `epoch` on, or a part of one.
std::string before_epoch(std::string log, std::uint32_t epoch) {
  while (!log.empty()) {
    const bool whole = log.back() == '\n';
    const auto end = log.size() - (whole ? 1 : 0);
    const auto start = end == 0 ? 0 : log.rfind('\n', end - 1) + 1;
    const auto line = log.substr(start, end - start);
    const auto known = json::parse(line, nullptr, false);
    const auto at = known.is_object() ? known.value("epoch", json()) : json();
    const bool part = !whole && known.is_discarded() && line.starts_with('{');
    if (!part && (!at.is_number_unsigned() || at < epoch)) break;
    log.resize(start);
  }
  if (!log.empty() && log.back() != '\n') log += '\n';
  return log;
}

}  // namespace

TrainLog::TrainLog(const std::string& path, bool resumed) : path_(path), resumed_(resumed) {
  if (path.empty()) return;
  fd_ = open_to_append(path);
  sink_ = std::make_unique<FdSink>(fd_, path);
  struct stat info {};
  old_ = !is_open_already(path) && fstat(fd_, &info) == 0 && S_ISREG(info.st_mode);
}

TrainLog::~TrainLog() {
  if (fd_ >= 0) close(fd_);
}

void TrainLog::write(const EpochReport& epoch) {
  if (std::exchange(old_, false)) cut(epoch.epoch);
  if (!sink_) return;
  json line = {{"epoch", epoch.epoch},
               {"train_loss", epoch.train_loss},
               {"valid_loss", epoch.valid_loss ? json(*epoch.valid_loss) : json()},
               {"seconds", epoch.seconds}};
  if (epoch.codebook) {
    line["dead_codes"] = epoch.codebook->dead;
    line["perplexity"] = epoch.codebook->perplexity;
  }
  sink_->write(line.dump() + "\n");
}

void TrainLog::cut(std::uint32_t epoch) {
  std::string log;  // what a run that is gone on from left
  if (resumed_) {
    std::ifstream file(path_, std::ios::binary);
    log.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto kept = before_epoch(log, epoch);
  if (ftruncate(fd_, static_cast<off_t>(std::min(kept.size(), log.size()))) != 0)
    throw Error(fmt::format("{}: {}", path_, std::strerror(errno)));
  if (kept.size() > log.size()) sink_->write("\n");
}

std::string epoch_line(const EpochReport& epoch, double left) {
  auto line = fmt::format("epoch {}/{}: loss {:.5f}", epoch.epoch, epoch.epochs, epoch.train_loss);
  if (epoch.valid_loss)
    line += fmt::format(", validation {:.5f}{}", *epoch.valid_loss, epoch.best ? " *" : "");
  if (epoch.codebook) line += fmt::format(", {} dead codes", epoch.codebook->dead);
  line += fmt::format(", {:.1f} s", epoch.seconds);
  if (epoch.epoch < epoch.epochs) line += fmt::format(", {:.0f} s left", left);
  return line;
}

}  // namespace graphvq
