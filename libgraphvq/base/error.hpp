#pragma once

#include <stdexcept>
#include <string>

namespace graphvq {

/// The input or the machine is at fault: the message is one line, `FILE: record: reason`; exit
/// code 1.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command line is at fault; exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace graphvq
