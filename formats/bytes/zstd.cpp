#include <zstd.h>
#include <zstd_errors.h>
#include <cctype>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <vector>

#include "formats/bytes/bounded.hpp"
#include "formats/bytes/bytes.hpp"
#include "formats/bytes/gzip.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::size_t frame_content = std::size_t{1} << 20;
constexpr int max_window_log = 23;  // 8 MiB: what zstd's levels to 19 ask for

std::size_t checked(std::size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge) {
    throw Error("a zstd frame that takes a window of more than 8 MiB; compress it without --long");
  }
  if (ZSTD_isError(code) != 0) {
    throw Error(std::string("damaged zstd frame: ") + ZSTD_getErrorName(code));
  }
  return code;
}

std::string_view text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_gzip(std::string_view start) { return start.starts_with("\x1f\x8b"); }

bool is_zstd(std::span<const std::byte> start) {
  if (start.size() < 4) return false;
  std::uint32_t magic = 0;
  for (unsigned i = 0; i < 4; ++i) magic |= std::to_integer<std::uint32_t>(start[i]) << (8 * i);
  return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == 0x184D2A50U;
}

/// Bytes that were read to look at the magic, then the rest of the source.
class RawSource final : public ByteSource {
 public:
  RawSource(std::string start, ByteSource& rest) : start_(std::move(start)), rest_(rest) {}
  std::size_t read(std::span<std::byte> into) override {
    if (used_ == start_.size()) return rest_.read(into);
    const std::size_t count = std::min(into.size(), start_.size() - used_);
    std::copy_n(std::as_bytes(std::span(start_)).data() + used_, count, into.data());
    used_ += count;
    return count;
  }

 private:
  std::string start_;
  std::size_t used_ = 0;
  ByteSource& rest_;
};

/// Decompressed content without a byte order mark, refused where it is out of all proportion to its
/// source.
class BoundedSource final : public ByteSource {
 public:
  BoundedSource(ByteSource& source, const bool& on)
      : counted_(source), content_(decompressed(counted_)), on_(on) {}
  std::size_t read(std::span<std::byte> into) override {
    if (!unmarked_) {
      std::string start;
      read_up_to(*content_, start, 3);
      if (start == "\xEF\xBB\xBF") start.clear();
      unmarked_ = rejoined(std::move(start), *content_);
    }
    const std::size_t got = unmarked_->read(into);
    given_ += got;
    if (on_) check_expansion(given_, counted_.taken);
    return got;
  }

 private:
  struct Counted final : ByteSource {
    explicit Counted(ByteSource& from) : source(from) {}
    std::size_t read(std::span<std::byte> into) override {
      const std::size_t got = source.read(into);
      taken += got;
      return got;
    }
    ByteSource& source;
    std::uint64_t taken = 0;
  };
  Counted counted_;
  std::unique_ptr<ByteSource> content_;
  std::unique_ptr<ByteSource> unmarked_;
  const bool& on_;
  std::uint64_t given_ = 0;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> frames)
      : frames_(std::move(frames)), context_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
    checked(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_log));
  }

  std::size_t read(std::span<std::byte> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos == 0 && !into.empty()) {
      if (in_.pos == in_.size && !flushing_) {
        in_ = {buffer_.data(), frames_->read(buffer_), 0};
        if (in_.size == 0) {
          if (in_frame_) throw cut_short(" inside a zstd frame");
          return 0;
        }
      }
      in_frame_ = checked(ZSTD_decompressStream(context_.get(), &out, &in_)) != 0;
      flushing_ = in_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  std::unique_ptr<ByteSource> frames_;
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  std::array<std::byte, std::size_t{1} << 16> buffer_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool in_frame_ = false;
  bool flushing_ = false;  // the decoder may hold content that needs no further input
};

/// What is said of data under a compression that is not read; "" of others.
std::string refused(std::string_view start) {
  if (start.starts_with("BZh") && start.size() > 3 && std::isdigit(start[3]) != 0)
    return "bzip2 data, which are not read: bunzip2 decompresses them";
  if (start == std::string_view("\xFD"
                                "7zXZ\0",
                                6))
    return "xz data, which are not read: unxz decompresses them";
  return "";
}

/// Throws where it is read, as damaged data do, so that the reader names its file.
class RefusedSource final : public ByteSource {
 public:
  explicit RefusedSource(std::string reason) : reason_(std::move(reason)) {}
  std::size_t read(std::span<std::byte>) override { throw Error(reason_); }

 private:
  std::string reason_;
};

}  // namespace

std::unique_ptr<ByteSource> decompressed(ByteSource& source) {
  std::string start;
  read_up_to(source, start, 6);
  if (const auto reason = refused(start); !reason.empty())
    return std::make_unique<RefusedSource>(reason);
  const bool zstd = is_zstd(std::as_bytes(std::span(start)));
  const bool gzip = is_gzip(start);
  std::unique_ptr<ByteSource> raw = std::make_unique<RawSource>(std::move(start), source);
  if (gzip) return gunzipped(std::move(raw));
  if (zstd) return std::make_unique<ZstdSource>(std::move(raw));
  return raw;
}

bool is_compressed(std::string_view start) {
  return is_gzip(start) || is_zstd(std::as_bytes(std::span(start)));
}

std::string_view uncompressed_name(std::string_view file) {
  const bool compressed = file.ends_with(".gz") || file.ends_with(".zst");
  return compressed ? file.substr(0, file.rfind('.')) : file;
}

std::array<std::string, 3> possible_names(const std::string& file) {
  return {file, file + ".gz", file + ".zst"};
}

std::unique_ptr<ByteSource> rejoined(std::string start, ByteSource& rest) {
  return std::make_unique<RawSource>(std::move(start), rest);
}

std::unique_ptr<ByteSource> bounded_content(ByteSource& source) {
  static const bool always = true;
  return bounded_content(source, always);
}

std::unique_ptr<ByteSource> bounded_content(ByteSource& source, const bool& on) {
  return std::make_unique<BoundedSource>(source, on);
}

struct ZstdSink::Impl {
  Impl(ByteSink& sink, int level) : out(sink), context(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
    if (!context) throw std::bad_alloc();
    // The lowest level looks at next to nothing, and stores.
    checked(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel,
                                   level == 0 ? ZSTD_minCLevel() : level));
    checked(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1));
    checked(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0));
  }

  // A frame is compressed from one buffer in one call, so that the sizes of writes leave no trace.
  void end_frame() {
    compressed.resize(ZSTD_compressBound(content.size()));
    const std::size_t size = checked(ZSTD_compress2(
        context.get(), compressed.data(), compressed.size(), content.data(), content.size()));
    out.write(std::span<const std::byte>(compressed).first(size));
    content.clear();
    any = true;
  }

  ByteSink& out;
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context;
  std::string content;
  std::vector<std::byte> compressed;
  bool any = false;
};

ZstdSink::ZstdSink(ByteSink& out, int level) : impl_(std::make_unique<Impl>(out, level)) {}
ZstdSink::~ZstdSink() = default;

void ZstdSink::write(std::span<const std::byte> from) {
  while (!from.empty()) {
    const std::size_t count = std::min(from.size(), frame_content - impl_->content.size());
    impl_->content += text(from.first(count));
    from = from.subspan(count);
    if (impl_->content.size() == frame_content) impl_->end_frame();
  }
}

void ZstdSink::finish() {
  if (!impl_->content.empty() || !impl_->any) impl_->end_frame();
}

}  // namespace graphvq
