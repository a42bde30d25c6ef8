// graphvq_damage SEED FILE...: cuts and changes bytes of sound files, and counts what a reader
// makes of that: an error, the same content, or, which fails, other content. Files of up to 16 KiB
// are cut at every length and changed at every byte; larger ones in their header, about the
// boundaries of tensors and frames, and at places that the seed draws. A line a file.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "formats/container/model_file.hpp"
#include "tests/formats/container/records.hpp"

using namespace graphvq;

namespace {

struct Content {
  test::File file;  // of a container
  ModelFile model;  // of a safetensors file

  bool operator==(const Content& other) const {
    return file.header == other.file.header && file.records == other.file.records &&
           model.kind == other.model.kind && model.method == other.model.method &&
           model.config == other.model.config && model.parent == other.model.parent &&
           model.provenance == other.model.provenance && model.tensors == other.model.tensors;
  }
};

constexpr std::size_t prefix = 8;  // of safetensors: the length of the header

bool is_model(std::string_view bytes) { return bytes.size() > prefix && bytes[prefix] == '{'; }

/// As the commands tell a model from a container.
Content read(std::string_view bytes) {
  Content content;
  if (is_model(bytes)) {
    MemorySource source(bytes);
    content.model = read_model(source, "f");
  } else {
    content.file = test::read_file(bytes);
  }
  return content;
}

/// Where the parts of a file meet.
std::set<std::size_t> boundaries(const std::string& bytes) {
  std::set<std::size_t> found = {0, bytes.size()};
  if (is_model(bytes)) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    for (const auto& entry : nlohmann::json::parse(bytes.substr(prefix, length))) {
      if (!entry.contains("data_offsets")) continue;
      found.insert(prefix + length + entry["data_offsets"][0].get<std::size_t>());
    }
  }
  const char* frame = "\x28\xb5\x2f\xfd";
  for (auto at = bytes.find(frame); at != std::string::npos; at = bytes.find(frame, at + 1)) {
    found.insert(at);
  }
  return found;
}

/// The bytes of a file to try.
std::vector<std::size_t> places(const std::string& bytes, Stream& stream) {
  constexpr std::size_t whole = 20'000;
  constexpr std::size_t start = std::size_t{1} << 11;
  constexpr std::size_t near = 16;
  constexpr std::size_t most_read = std::size_t{1} << 27;  // in all, by the draws
  const std::size_t size = bytes.size();
  std::set<std::size_t> chosen;
  for (std::size_t at = 0; at < std::min(size, size <= whole ? whole : start); ++at) {
    chosen.insert(at);
  }
  if (size > whole) {
    for (const std::size_t middle : boundaries(bytes)) {
      for (std::size_t at = middle < near ? 0 : middle - near; at < middle + near; ++at) {
        chosen.insert(std::min(at, size - 1));
      }
    }
    for (std::size_t k = 0; k < std::min<std::size_t>(most_read / size, 2000); ++k) {
      chosen.insert(stream.below(static_cast<std::uint32_t>(size)));
    }
  }
  return {chosen.begin(), chosen.end()};
}

class Trial {
 public:
  Trial(std::string name, std::string bytes)
      : name_(std::move(name)), bytes_(std::move(bytes)), content_(read(bytes_)) {}

  /// False where damage passed as other content.
  bool run(std::uint64_t seed) {
    Stream stream(seed, Purpose::synth);
    std::size_t flips = 0;
    const auto chosen = places(bytes_, stream);
    for (const auto at : chosen) {
      attempt(std::string_view(bytes_).substr(0, at), "cut at", at);
      // Every bit of the byte, and any of them.
      for (const std::uint32_t mask : {255U, 1 + stream.below(254)}) {
        auto changed = bytes_;
        changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(mask));
        attempt(changed, "changed at", at);
        ++flips;
      }
    }
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\n", name_.c_str(), bytes_.size(), chosen.size(),
                flips, refused_, same_, passed_);
    return passed_ == 0;
  }

 private:
  void attempt(std::string_view damaged, const char* how, std::size_t at) {
    try {
      if (read(damaged) == content_) {
        ++same_;
        return;
      }
      ++passed_;
      std::fprintf(stderr, "%s: %s %zu: read as other content\n", name_.c_str(), how, at);
    } catch (const Error&) {
      ++refused_;
    }
  }

  std::string name_;
  std::string bytes_;
  Content content_;
  std::size_t refused_ = 0;
  std::size_t same_ = 0;
  std::size_t passed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  std::printf("file\tbytes\tcuts\tflips\trefused\tsame\tpassed\n");
  bool sound = true;
  for (const std::string name : std::span(argv + 2, argv + argc)) {
    std::ifstream in(name, std::ios::binary);
    Trial trial(name, {std::istreambuf_iterator<char>(in), {}});
    sound = trial.run(seed) && sound;
  }
  return sound ? 0 : 1;
}
