#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

/// Bytes in, as a stream.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Up to `into.size()` bytes; 0 only at the end. Throws Error where reading fails.
  virtual std::size_t read(std::span<std::byte> into) = 0;
};

/// Bytes out, as a stream.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// All of `from`, or Error.
  virtual void write(std::span<const std::byte> from) = 0;
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
};

/// A file descriptor, not owned. `name` stands in messages.
class FdSource final : public ByteSource {
 public:
  FdSource(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  std::size_t read(std::span<std::byte> into) override;

 private:
  int fd_;
  std::string name_;
};

class FdSink final : public ByteSink {
 public:
  FdSink(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  using ByteSink::write;
  void write(std::span<const std::byte> from) override;

 private:
  int fd_;
  std::string name_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  std::size_t read(std::span<std::byte> into) override;

 private:
  std::string_view rest_;
};

class MemorySink final : public ByteSink {
 public:
  using ByteSink::write;
  void write(std::span<const std::byte> from) override;
  std::string bytes;
};

/// That a file ends `where` it must not.
Error cut_short(const std::string& where = "");

/// Appends up to `count` bytes to `into` and returns how many there were; what it allocates follows
/// the bytes that the source has, whatever `count` claims.
std::size_t read_up_to(ByteSource& source, std::string& into, std::size_t count);

/// The content of `source`: decompressed where it starts with the magic of zstd or gzip, as it is
/// elsewhere. Frames that follow one another are one content; a frame cut short, with a bad
/// checksum or a window over 8 MiB is an Error, and so is what follows a frame and is none.
std::unique_ptr<ByteSource> decompressed(ByteSource& source);

/// The same for readers that hold what they read in memory: an Error where more than 8 MiB are
/// more than 200 times what they were compressed to. UTF-8's byte order mark is left out.
std::unique_ptr<ByteSource> bounded_content(ByteSource& source);

/// Whether `decompressed` would decompress a file that starts so.
bool is_compressed(std::string_view start);

/// The name of a file without the .gz or .zst of a compressed one.
std::string_view uncompressed_name(std::string_view file);

/// A file's name, and what it is called under compression.
std::array<std::string, 3> possible_names(const std::string& file);

/// `start`, which was read to look at it, then the rest of the source.
std::unique_ptr<ByteSource> rejoined(std::string start, ByteSource& rest);

/// zstd frames of about 1 MiB of content each, checksums on. The bytes depend on `level` alone,
/// which is 0 (stored, not compressed) to 19.
class ZstdSink final : public ByteSink {
 public:
  ZstdSink(ByteSink& out, int level);
  ~ZstdSink() override;
  using ByteSink::write;
  void write(std::span<const std::byte> from) override;
  /// Ends the last frame. Nothing is valid before.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphvq
