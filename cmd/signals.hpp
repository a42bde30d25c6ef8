#pragma once

#include <csignal>
#include <string>

namespace graphvq {

/// Puts a path on the list that a signal unlinks; returns its slot.
int remember_temporary(const std::string& path);
void forget_temporary(int slot);

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

/// Gives a standard stream that was closed a descriptor on which it fails: no file that is opened
/// later takes its number, and with it what is meant for the stream. Called by main.
void occupy_standard_streams();

}  // namespace graphvq
