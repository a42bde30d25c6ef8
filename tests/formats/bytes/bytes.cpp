#include "formats/bytes/bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <thread>

#include "formats/bytes/gzip.hpp"
#include "tests/formats/container/records.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;

namespace {

std::string all_of(ByteSource& source) {
  std::string bytes;
  read_up_to(source, bytes, std::size_t{1} << 40);
  return bytes;
}

std::string decompress(std::string_view bytes) {
  MemorySource source(bytes);
  return all_of(*decompressed(source));
}

/// Incompressible, the same each time.
std::string noise(std::size_t size) {
  Stream stream(1, Purpose::synth);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(stream());
  return bytes;
}

/// Gives one byte a read, as a slow pipe may.
class Dribble final : public ByteSource {
 public:
  explicit Dribble(std::string_view bytes) : source_(bytes) {}
  std::size_t read(std::span<std::byte> into) override {
    return source_.read(into.first(std::min<std::size_t>(1, into.size())));
  }

 private:
  MemorySource source_;
};

/// Sizes and content sizes of the frames of a file.
std::vector<std::size_t> frame_contents(std::string_view bytes) {
  std::vector<std::size_t> sizes;
  while (!bytes.empty()) {
    const auto size = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    REQUIRE(ZSTD_isError(size) == 0);
    sizes.push_back(decompress(bytes.substr(0, size)).size());
    bytes.remove_prefix(size);
  }
  return sizes;
}

}  // namespace

TEST_CASE("compressed content comes back, of any size") {
  for (const std::size_t size : {0, 1, 3, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3000000}) {
    const auto content = noise(size);
    const auto bytes = compress(content);
    CHECK(decompress(bytes) == content);
    Dribble slow(bytes);
    if (size < 10000) CHECK(all_of(*decompressed(slow)) == content);
  }
  CHECK(decompress(compress(std::string(5000000, 'a'))) == std::string(5000000, 'a'));
}

TEST_CASE("raw content passes as it is") {
  for (const auto& content : {std::string(), std::string("ab"), std::string("abcd"), noise(100)}) {
    CHECK(decompress(content) == content);
    Dribble slow(content);
    CHECK(all_of(*decompressed(slow)) == content);
  }
}

TEST_CASE("a frame holds a MiB of content, has a checksum and no pledge") {
  const auto bytes = compress(noise((5 << 20) / 2));
  CHECK(frame_contents(bytes) == std::vector<std::size_t>{1 << 20, 1 << 20, 1 << 19});
  CHECK(ZSTD_getFrameContentSize(bytes.data(), bytes.size()) == ZSTD_CONTENTSIZE_UNKNOWN);
  CHECK((bytes[4] & 0x04) != 0);  // Content_Checksum_flag of RFC 8878, 3.1.1.1.1
}

TEST_CASE("level 0 stores") {
  // RFC 8878: 3 bytes before a block of at most 128 KiB, and 10 around those of a frame.
  const auto content = noise((5 << 20) / 2);
  const auto bytes = compress(content, 0);
  CHECK(frame_contents(bytes) == std::vector<std::size_t>{1 << 20, 1 << 20, 1 << 19});
  CHECK(bytes.size() >= content.size() + 20 * 3 + 3 * 10);
  CHECK(bytes.size() < content.size() + content.size() / 1000);
  CHECK(decompress(bytes) == content);
  // Bytes of four values are 2 bits each when they are compressed.
  std::string quarter = content;
  for (char& c : quarter) c &= 3;
  CHECK(compress(quarter, 0).size() > quarter.size());
  CHECK(compress(quarter, 1).size() < quarter.size() / 3);
}

TEST_CASE("sizes of writes and the thread leave no trace") {
  const auto content = noise(300000) + std::string(1500000, 'x');
  const auto expected = compress(content);
  for (const std::size_t step : {1U, 7U, 65536U, 1048577U}) {
    MemorySink sink;
    std::thread([&] {
      ZstdSink zstd(sink, 3);
      for (std::size_t i = 0; i < content.size(); i += step) {
        zstd.write(std::string_view(content).substr(i, step));
      }
      zstd.finish();
    }).join();
    CHECK(sink.bytes == expected);
  }
}

TEST_CASE("damaged frames are errors") {
  const auto content = noise(2000);
  const auto bytes = compress(content);
  for (std::size_t size = 4; size < bytes.size(); ++size) {
    CHECK_THROWS_WITH(decompress(bytes.substr(0, size)),
                      "cut short inside a zstd frame; copy or make it again");
  }
  auto damaged = bytes;
  damaged.back() ^= 1;
  CHECK_THROWS_WITH(decompress(damaged), Contains("damaged zstd frame: Restored data doesn't"));
  CHECK_THROWS_WITH(decompress(bytes + "abcd"), Contains("damaged zstd frame: Unknown frame"));
  CHECK(decompress(bytes + bytes) == content + content);
  // A skippable frame, as pzstd writes it, before and behind.
  const std::string skippable("\x50\x2A\x4D\x18\x02\x00\x00\x00zz", 10);
  CHECK(decompress(skippable + bytes + skippable) == content);
}

TEST_CASE("a window over 8 MiB is refused") {
  const auto with_window = [](int log) {
    std::string bytes(1000, '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    ZSTD_inBuffer in{"abcd", 4, 0};
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    REQUIRE(ZSTD_compressStream2(context, &out, &in, ZSTD_e_flush) == 0);
    REQUIRE(ZSTD_compressStream2(context, &out, &in, ZSTD_e_end) == 0);
    ZSTD_freeCCtx(context);
    return bytes.substr(0, out.pos);
  };
  CHECK(decompress(with_window(23)) == "abcd");
  CHECK_THROWS_WITH(decompress(with_window(24)), Contains("a window of more than 8 MiB"));
  CHECK_THROWS_WITH(decompress(with_window(31)), Contains("a window of more than 8 MiB"));
}

TEST_CASE("gzip gives what it has, however much is asked for") {
  const auto bytes = gzipped("abc");
  MemorySource source(bytes);
  const auto content = decompressed(source);
  // Which is not touched, and not there.
  const std::size_t size = std::size_t{1} << 32;
  void* const all = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(all != MAP_FAILED);
  const std::span into(static_cast<std::byte*>(all), size);
  CHECK(content->read(into) == 3);
  CHECK(into[2] == std::byte{'c'});
  CHECK(content->read(into) == 0);
  munmap(all, size);
}

TEST_CASE("file descriptors: pipes in pieces, and reasons") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto content = noise(1000000);  // more than a pipe holds
  std::thread writer([&] {
    FdSink(ends[1], "out").write(content);
    close(ends[1]);
  });
  FdSource source(ends[0], "in");
  CHECK(all_of(source) == content);
  writer.join();
  close(ends[0]);

  FdSource closed(ends[0], "in");
  std::string into;
  CHECK_THROWS_WITH(read_up_to(closed, into, 1), "in: cannot read: Bad file descriptor");
  const int full = open("/dev/full", O_WRONLY);
  CHECK_THROWS_WITH(FdSink(full, "out").write("x"), "out: cannot write: No space left on device");
  close(full);
}

TEST_CASE("lengths that lie cost no memory") {
  const auto resident = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;  // KiB
  };
  const std::string varint("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0F", 9);  // 2^60 - 1
  const auto empty = content_of(full_header(Layer::graph), {});
  const auto start = empty.substr(0, empty.size() - 14);
  const auto header = empty.substr(0, 7);
  const auto before = resident();
  CHECK_THAT(reason(start + "R" + varint), Contains("graph 0: record of"));
  CHECK_THAT(reason(start + "T" + varint), Contains("f.gvg: trailer of"));
  CHECK_THAT(reason(start + "R" + std::string("\xFF\xFF\xFF\x7F\x00", 5)), Contains("cut short"));
  CHECK_THAT(reason(start + "R\x0B" + varint + "  "), Contains("number of nodes"));
  CHECK_THAT(reason(header + "\xFF\xFF\xFF\xFF"), Contains("header of 4294967295 bytes"));
  CHECK_THAT(reason(header + std::string("\xFF\xFF\xFF\x00", 4)), Contains("cut short"));
  CHECK(resident() - before < 32 * 1024);
}
