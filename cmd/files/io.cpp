#include "cmd/files/io.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "cmd/files/signals.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

using FileId = std::pair<dev_t, ino_t>;

// Regular files that this process reads: no output may be one of them.
std::set<FileId>& inputs() {
  static std::set<FileId> ids;
  return ids;
}

void note(const struct stat& info) {
  if (S_ISREG(info.st_mode)) inputs().insert({info.st_dev, info.st_ino});
}

// How a temporary file is called: one that SIGKILL leaves is no input, as text has no end that
// could be missing.
constexpr std::string_view unfinished = ".unfinished";

bool is_standard(const std::string& path) { return path.empty() || path == "-"; }

std::string reason() { return std::strerror(errno); }

void refuse_input(const struct stat& info, const std::string& name) {
  if (S_ISREG(info.st_mode) && inputs().count({info.st_dev, info.st_ino}) != 0)
    throw UsageError(fmt::format("{}: the output is also an input", name));
}

// The descriptor that a path names: standard output, or one that the shell opened, which may be a
// file to append to.
std::optional<int> named_descriptor(const std::string& path) {
  if (is_standard(path) || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = 0;
    const char* const end = path.data() + path.size();
    const auto [at, error] = std::from_chars(path.data() + folder.size(), end, number);
    if (error == std::errc{} && at == end && number >= 0) return number;
  }
  return std::nullopt;
}

bool quiet_asked = false;

std::string& speaker() {
  static std::string name = "graphvq";
  return name;
}

}  // namespace

bool is_standard_output(const std::string& path) { return named_descriptor(path) == STDOUT_FILENO; }

bool is_open_already(const std::string& path) { return named_descriptor(path).has_value(); }

int open_to_append(const std::string& path) {
  const auto open_already = named_descriptor(path);
  const int fd = open_already ? fcntl(*open_already, F_DUPFD_CLOEXEC, 0)
                              : open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) throw Error(fmt::format("{}: {}", path, reason()));
  return fd;
}

std::string input_name(const std::string& path) {
  return is_standard(path) ? "standard input" : path;
}

void or_standard(std::vector<std::string>& paths) {
  if (paths.empty()) paths = {"-"};
  if (std::ranges::count(paths, "-") > 1) throw UsageError("standard input can be read only once");
}

void note_input(const std::string& path) {
  struct stat info {};
  if (!is_standard(path) && stat(path.c_str(), &info) == 0) note(info);
}

void note_standard_input() {
  struct stat info {};
  if (fstat(STDIN_FILENO, &info) == 0) note(info);
}

void forget_input(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) inputs().erase({info.st_dev, info.st_ino});
}

void refuse_input(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) refuse_input(info, path);
}

Input::Input(const std::string& path) : fd_(STDIN_FILENO), name_(input_name(path)) {
  if (is_standard(path)) {
    static bool taken = false;
    if (taken) throw UsageError("standard input can be read only once");
    if (isatty(STDIN_FILENO) != 0)
      throw UsageError("standard input is a terminal: name a file, or pipe one in");
    taken = true;
  } else {
    if (path.ends_with(unfinished))
      throw Error(
          fmt::format("{}: what a command left that was killed as it wrote; run it again", name_));
    fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) throw Error(reason()).in(name_);
  }
  struct stat info {};
  if (fstat(fd_, &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      if (fd_ != STDIN_FILENO) close(fd_);
      throw Error(fmt::format("{}: is a folder; name a file in it", name_));
    }
    note(info);
    // `graphvq cat a > a` has lost its input already: say so before it reads as damaged.
    struct stat out {};
    if (info.st_size == 0 && fstat(STDOUT_FILENO, &out) == 0) refuse_input(out, name_);
  }
  source_ = std::make_unique<FdSource>(fd_, name_);
}

Input::~Input() {
  if (fd_ != STDIN_FILENO) close(fd_);
}

Output::Output(const std::string& path, bool binary) {
  if (path.ends_with(unfinished))
    throw UsageError(fmt::format("{}: such a name is that of a file a killed command left", path));
  struct stat info {};
  // Through links, so that the file they name is replaced or made, and not the link.
  std::filesystem::path named = path;
  std::error_code ignored;
  constexpr int most_links = 40;
  for (int i = 0; !named_descriptor(named.string()) && is_symlink(named, ignored); ++i) {
    if (i == most_links) throw Error(fmt::format("{}: {}", path, std::strerror(ELOOP)));
    named = named.parent_path() / read_symlink(named, ignored);
  }
  if (const auto open_already = named_descriptor(named.string())) {
    const bool standard = *open_already == STDOUT_FILENO;
    target_ = standard ? "standard output" : path;
    fd_ = standard ? STDOUT_FILENO : fcntl(*open_already, F_DUPFD_CLOEXEC, 0);
    if (fd_ < 0) throw Error(fmt::format("{}: {}", path, reason()));
    if (binary && isatty(fd_) != 0)
      throw UsageError(fmt::format(
          "the output is binary and {} is a terminal: use -o FILE, or pipe it on", target_));
    if (fstat(fd_, &info) == 0) refuse_input(info, target_);
  } else {
    target_ = named.string();
    const bool exists = stat(target_.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
      throw Error(fmt::format("{}: is a folder; name a file in it", path));
    if (exists) refuse_input(info, path);
    if (exists && !S_ISREG(info.st_mode)) {
      fd_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
      if (fd_ < 0) throw Error(fmt::format("{}: {}", path, reason()));
      if (binary && isatty(fd_) != 0) {
        ::close(fd_);
        throw UsageError(fmt::format(
            "{}: the output is binary and this is a terminal: use -o FILE, or pipe it on", path));
      }
    } else {
      if (exists && access(target_.c_str(), W_OK) != 0)
        throw Error(fmt::format("{}: {}", path, reason()));
      open_temporary();
      const mode_t mask = umask(0);
      umask(mask);
      fchmod(fd_, exists ? info.st_mode & 07777 : 0666 & ~mask);
    }
  }
  sink_ = std::make_unique<FdSink>(fd_, target_);
}

void Output::open_temporary() {
  const std::filesystem::path target(target_);
  constexpr std::size_t longest = 200;  // leaves room for the rest of a name of 255 bytes
  temporary_ =
      (target.parent_path() /
       fmt::format(".{}.XXXXXX{}", target.filename().string().substr(0, longest), unfinished))
          .string();
  const HeldSignals held;  // until the file is on the list that a signal unlinks
  fd_ = mkostemps(temporary_.data(), static_cast<int>(unfinished.size()), O_CLOEXEC);
  if (fd_ < 0) {
    const auto why = reason();
    temporary_.clear();
    throw Error(fmt::format("{}: {}", target_, why));
  }
  listed_ = remember_temporary(temporary_);
}

void Output::close() {
  if (fd_ < 0) return;
  // A failing close is where a full disk may speak first; standard output itself stays open.
  const int fd = fd_ == STDOUT_FILENO ? dup(STDOUT_FILENO) : std::exchange(fd_, -1);
  if (fd < 0 || ::close(fd) != 0) throw Error(fmt::format("{}: {}", target_, reason()));
}

void Output::commit() {
  close();
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0)
    throw Error(fmt::format("{}: {}", target_, reason()));
  forget_temporary(listed_);
  temporary_.clear();
}

Output::~Output() {
  if (fd_ >= 0 && fd_ != STDOUT_FILENO) ::close(fd_);
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
    forget_temporary(listed_);
  }
}

OutputFolder::OutputFolder(const std::string& path) {
  std::error_code failure;
  std::filesystem::path above;
  for (const auto& name : std::filesystem::path(path)) {
    above /= name;
    if (std::filesystem::create_directory(above, failure)) made_.push_back(above);
  }
  if (std::filesystem::is_directory(path, failure)) return;
  std::filesystem::create_directories(path, failure);  // says what stands in the way
  remove_made();
  throw Error(fmt::format("{}: {}", path, failure.message()));
}

OutputFolder::~OutputFolder() { remove_made(); }

void OutputFolder::remove_made() {
  std::error_code ignored;
  for (auto each = made_.rbegin(); each != made_.rend(); ++each)
    std::filesystem::remove(*each, ignored);
}

void TextOutput::write(std::string_view text) {
  constexpr std::size_t enough = std::size_t{1} << 16;
  buffer_ += text;
  if (buffer_.size() < enough) return;
  output_.sink().write(buffer_);
  buffer_.clear();
}

void TextOutput::close() {
  output_.sink().write(std::exchange(buffer_, ""));
  output_.close();
}

void TextOutput::commit() {
  if (!buffer_.empty()) close();
  output_.commit();
}

void commit(TextOutput& report, std::optional<TextOutput>& picture) {
  report.close();
  if (picture) picture->close();
  const HeldSignals held;
  report.commit();
  if (picture) picture->commit();
}

void print(std::string_view text) {
  Output output("-", false);
  output.sink().write(text);
  output.commit();
}

void set_quiet(bool quiet) { quiet_asked = quiet; }

bool quiet() { return quiet_asked; }

void remark(std::string_view text) {
  if (!quiet_asked) say(text);
}

void set_speaker(std::string name) { speaker() = std::move(name); }

void say(std::string_view text) {
  // Files may hold what a terminal obeys, and messages quote them.
  std::string line = speaker() + ": ";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7F) {
      line += fmt::format("\\x{:02x}", byte);
    } else {
      line += c;
    }
  }
  line += '\n';
  // One write a line, so that lines of several processes do not mix.
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

}  // namespace graphvq
