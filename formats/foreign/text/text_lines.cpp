#include "formats/foreign/text/text_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

class OwnedFile final : public ByteSource {
 public:
  OwnedFile(int fd, std::string name) : fd_(fd), source_(fd, std::move(name)) {}
  ~OwnedFile() override { ::close(fd_); }
  OwnedFile(const OwnedFile&) = delete;
  OwnedFile& operator=(const OwnedFile&) = delete;
  std::size_t read(std::span<std::byte> into) override { return source_.read(into); }

 private:
  int fd_;
  FdSource source_;
};

}  // namespace

TextLines::TextLines(ByteSource& source, std::string name) : name_(std::move(name)) {
  content_ = with_file(name_, [&] { return bounded_content(source); });
}

bool TextLines::next() {
  constexpr std::size_t step = std::size_t{1} << 16;
  std::size_t end = buffer_.find('\n', used_);
  while (end == std::string::npos && !ended_) {
    if (buffer_.size() - used_ > max_line) {
      ++line_;
      fail("a line of more than 64 MiB");
    }
    buffer_.erase(0, used_);
    used_ = 0;
    const std::size_t have = buffer_.size();
    std::size_t got = 0;
    try {
      got = read_up_to(*content_, buffer_, step);
    } catch (const Error& error) {
      throw error.at(line_ + 1).in(name_);
    }
    ended_ = got == 0;
    end = buffer_.find('\n', have);
  }
  if (end == std::string::npos && used_ == buffer_.size()) return false;
  const std::size_t stop = std::min(end, buffer_.size());
  text_ = std::string_view(buffer_).substr(used_, stop - used_);
  if (text_.ends_with('\r')) text_.remove_suffix(1);
  used_ = std::min(stop + 1, buffer_.size());
  ++line_;
  return true;
}

void TextLines::fail(const std::string& reason, std::uint64_t column) const {
  throw Error(reason).at(line_, column).in(name_);
}

std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return nullptr;
  if (fd < 0) throw Error(std::string("cannot open: ") + std::strerror(errno)).in(path.string());
  return std::make_unique<OwnedFile>(fd, path.string());
}

}  // namespace graphvq
