#pragma once

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace graphvq {

/// The input or the machine is at fault: the message is one line, `FILE: PLACE: reason`; exit code
/// 1. What throws it knows the reason; what called it adds the place, and what opened the file its
/// name.
class Error : public std::exception {
 public:
  explicit Error(std::string reason) : text_(std::move(reason)) {}

  /// Of this file, unless one is named already: the innermost is meant.
  Error in(const std::string& file) const { return in_file_ ? *this : Error(file, text_); }
  /// At a line and, where it is told, a column of the file; both count from 1.
  Error at(std::uint64_t line, std::uint64_t column = 0) const {
    return within("line " + std::to_string(line) +
                  (column > 0 ? ", column " + std::to_string(column) : ""));
  }
  /// Of a graph of the file, counted from 0.
  Error of_graph(std::uint64_t index) const { return within("graph " + std::to_string(index)); }

  /// Whether it names its file.
  bool in_file() const { return in_file_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  Error(const std::string& file, const std::string& text)
      : text_(file + ": " + text), in_file_(true) {}
  Error within(const std::string& place) const {
    return in_file_ ? *this : Error(place + ": " + text_);
  }

  std::string text_;
  bool in_file_ = false;
};

/// Runs `work`; what it throws is of this file.
template <class Work>
auto with_file(const std::string& file, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw error.in(file);
  }
}

/// Runs `work`; what it throws is of this graph of a file.
template <class Work>
auto with_graph(std::uint64_t index, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw error.of_graph(index);
  }
}

/// The command line is at fault; exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace graphvq
