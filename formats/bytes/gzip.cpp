#include "formats/bytes/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> members) : members_(std::move(members)) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<std::byte> into) override {
    constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
    into = into.first(std::min(into.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (stream_.avail_out == into.size() && !into.empty()) {
      if (stream_.avail_in == 0) {
        stream_.avail_in = static_cast<uInt>(members_->read(buffer_));
        stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
        if (stream_.avail_in == 0) {
          if (in_member_) throw cut_short(" inside gzip data");
          return 0;
        }
      }
      if (!in_member_) inflateReset(&stream_);
      in_member_ = true;
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        in_member_ = false;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        throw Error(std::string("damaged gzip data") +
                    (stream_.msg != nullptr ? std::string(": ") + stream_.msg : ""));
      }
    }
    return into.size() - stream_.avail_out;
  }

 private:
  std::unique_ptr<ByteSource> members_;
  std::array<std::byte, std::size_t{1} << 16> buffer_;
  z_stream stream_{};
  bool in_member_ = true;
};

}  // namespace

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> members) {
  return std::make_unique<GzipSource>(std::move(members));
}

std::string gzipped(std::string_view content) {
  z_stream stream{};
  constexpr int memory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, memory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out;
  constexpr std::size_t step = std::size_t{1} << 20;
  int code = Z_OK;
  while (code == Z_OK) {
    const auto part = content.substr(0, step);
    content.remove_prefix(part.size());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    do {
      const std::size_t have = out.size();
      out.resize(have + step);
      stream.next_out = reinterpret_cast<Bytef*>(out.data() + have);
      stream.avail_out = step;
      code = deflate(&stream, content.empty() ? Z_FINISH : Z_NO_FLUSH);
      out.resize(out.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    if (code == Z_BUF_ERROR) code = Z_OK;
  }
  deflateEnd(&stream);
  return out;
}

}  // namespace graphvq
