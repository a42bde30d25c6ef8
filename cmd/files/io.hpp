#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes/bytes.hpp"

namespace graphvq {

struct Temporary;

/// "standard input" for "-" and "", else the path: what messages call an input.
std::string input_name(const std::string& path);

/// Whether an output of that name is standard output.
bool is_standard_output(const std::string& path);

/// Whether an output of that name is open already: standard output, /dev/stderr, /dev/fd/N.
bool is_open_already(const std::string& path);

/// A descriptor to write behind what a file has, which is made where it is missing; of what is open
/// already, a copy. Throws Error where it cannot be opened.
int open_to_append(const std::string& path);

/// Makes of no input the standard one. Throws UsageError where that is named twice.
void or_standard(std::vector<std::string>& paths);

/// Notes a regular file that this process reads: no output may be it, unless the note is taken
/// back.
void note_input(const std::string& path);
/// The same of what the shell opened as standard input.
void note_standard_input();
void forget_input(const std::string& path);
/// Throws UsageError where the path is a noted input.
void refuse_input(const std::string& path);

/// An open input: a file, or standard input for "-" and "" (once a process and no terminal, else a
/// UsageError). Throws Error where it cannot be opened or is what a killed Output left.
class Input {
 public:
  explicit Input(const std::string& path);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  ByteSource& source() { return *source_; }
  const std::string& name() const { return name_; }

 private:
  int fd_;
  std::string name_;
  std::unique_ptr<FdSource> source_;
};

/// An output that appears whole or not at all: a temporary file beside the target, renamed by
/// commit(), removed on error and on signal. "-" and "" are standard output; devices, pipes and
/// what is open already (/dev/stdout, /dev/fd/N) are written directly. Throws UsageError for binary
/// to a terminal and for an output that is an input of this process, Error where the target is a
/// folder or cannot be written.
class Output {
 public:
  Output(const std::string& path, bool binary);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  ByteSink& sink() { return *sink_; }
  /// Closes without renaming: with several outputs, what can fail comes before the first appears.
  void close();
  /// Closes, renames; a failure is an Error and leaves the old file.
  void commit();

 private:
  void open_temporary();

  int fd_ = -1;
  std::string target_;
  std::string temporary_;        // "" where written directly
  Temporary* listed_ = nullptr;  // for the signal handler
  std::unique_ptr<FdSink> sink_;
};

/// The folder of outputs, made with those above it where they are missing. Without keep(), what was
/// made goes again where it is empty. Throws Error where it cannot be made.
class OutputFolder {
 public:
  explicit OutputFolder(const std::string& path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  void keep() { made_.clear(); }

 private:
  void remove_made();

  std::vector<std::filesystem::path> made_;
};

/// A text report as a stream, gathered into large writes.
class TextOutput {
 public:
  explicit TextOutput(const std::string& path) : output_(path, false) {}
  void write(std::string_view text);
  void close();
  void commit();

 private:
  Output output_;
  std::string buffer_;
};

/// A report and, where there is one, its picture: both appear or none.
void commit(TextOutput& report, std::optional<TextOutput>& picture);

/// Text for standard output, written at once; fails as Output does.
void print(std::string_view text);

/// A line on standard error: `graphvq CMD: text`.
void say(std::string_view text);
/// The same of what --quiet leaves out.
void remark(std::string_view text);
/// Whether --quiet is on; set by main.
void set_quiet(bool quiet);
bool quiet();
/// The command that `say` names; set by main.
void set_speaker(std::string name);

}  // namespace graphvq
