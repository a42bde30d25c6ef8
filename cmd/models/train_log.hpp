#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cmd/files/io.hpp"
#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// One JSON object an epoch, in a file that grows by whole lines. What an earlier run left goes
/// with the first line: all of it, or of a run that is gone on the epochs at its end that come
/// again.
class TrainLog {
 public:
  /// Keeps no log where `path` is empty.
  TrainLog(const std::string& path, bool resumed);
  ~TrainLog();
  TrainLog(const TrainLog&) = delete;
  TrainLog& operator=(const TrainLog&) = delete;
  void write(const EpochReport& epoch);

 private:
  void cut(std::uint32_t epoch);

  std::string path_;
  bool resumed_;
  bool old_ = false;  // there may be what an earlier run left
  int fd_ = -1;
  std::unique_ptr<FdSink> sink_;
};

/// What standard error says of an epoch. `left`: seconds that the other epochs will take.
std::string epoch_line(const EpochReport& epoch, double left);

}  // namespace graphvq
