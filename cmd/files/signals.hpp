#pragma once

#include <csignal>
#include <string>

namespace graphvq {

/// A place on the list of what a signal unlinks.
struct Temporary;

/// Puts a path on the list, which has room for any number.
Temporary* remember_temporary(const std::string& path);
void forget_temporary(Temporary* temporary);

/// While it lives, signals that end the process wait.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_;
};

/// Signals that end the process, SIGPIPE among them, remove temporary files first. Called by main.
void install_signal_cleanup();

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the process.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  static bool requested();
  /// 128 + the signal's number.
  static int exit_code();
};

/// Gives a standard stream that was closed a descriptor on which it fails: no file that is opened
/// later takes its number, and with it what is meant for the stream. Called by main.
void occupy_standard_streams();

}  // namespace graphvq
