#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "formats/bytes/hash.hpp"
#include "formats/container/container.hpp"
#include "formats/container/header_json.hpp"
#include "formats/container/record_codec.hpp"
#include "formats/container/strict_json.hpp"
#include "formats/container/wire.hpp"

// The grammar, all integers little-endian, varint being unsigned LEB128 in its shortest form:
//
//   file    = member*, at least one
//   member  = "GVQ" 0x01, layer: u8, version: u16, length: u32, header: JSON, record*, trailer
//   record  = 'R', length: varint, payload
//   payload = n: varint, n * (degree: varint, degree * gap: varint), field*
//   field   = tag: u8, value; ascending tags, an empty value is left out
//   value of a field of attributes = columns: varint, rows * columns * f64
//   value of a field of latents = width: varint, n * width * f32
//   trailer = 'T', length: varint, graphs, nodes, edges: varint,
//             inputs: varint, inputs * (step: varint, hash: u64), hash: u64
//
// The degree of node u counts its neighbours v > u; a gap is v - previous - 1, the previous of the
// first being u. The last hash is XXH3-64 over all bytes of the member before it.

namespace graphvq {

/// The bytes of a member, hashed as they are taken.
class HashedInput {
 public:
  explicit HashedInput(ByteSource& source) : source_(source) {}

  bool at_end() {
    if (used_ == have_) {
      catch_up();
      used_ = hashed_ = 0;
      have_ = source_.read(std::as_writable_bytes(std::span(buffer_)));
    }
    return have_ == 0;
  }

  std::uint8_t byte() {
    if (at_end()) throw cut_short();
    return static_cast<std::uint8_t>(buffer_[used_++]);
  }

  void take(std::string& into, std::size_t size) {
    into.clear();
    const std::size_t buffered = std::min(size, have_ - used_);
    into.append(buffer_.data() + used_, buffered);
    used_ += buffered;
    if (buffered == size) return;
    catch_up();
    if (read_up_to(source_, into, size - buffered) < size - buffered) throw cut_short();
    hash_.update(std::string_view(into).substr(buffered));
  }

  /// The next `size` bytes where they are buffered, else in `space`; until more are taken.
  std::string_view view(std::size_t size, std::string& space) {
    if (size > have_ - used_) {
      take(space, size);
      return space;
    }
    used_ += size;
    return {buffer_.data() + used_ - size, size};
  }

  /// Of all that was taken since the last restart().
  std::uint64_t hash() {
    catch_up();
    return hash_.value();
  }
  void restart() {
    catch_up();
    hash_.reset();
  }

  /// A length, checked against its cap before anything is allocated.
  std::size_t length(std::uint64_t cap, const char* what) {
    const std::uint64_t value = wire::get_varint([this] { return byte(); });
    if (value > cap) throw Error(std::string(what) + " of " + std::to_string(value) + " bytes");
    return value;
  }

 private:
  /// Hashes many bytes at once: records are short.
  void catch_up() {
    hash_.update({buffer_.data() + hashed_, used_ - hashed_});
    hashed_ = used_;
  }

  ByteSource& source_;
  Hash hash_;
  std::array<char, 1U << 16> buffer_;
  std::size_t hashed_ = 0;
  std::size_t used_ = 0;
  std::size_t have_ = 0;
};

struct RecordReader::Impl {
  Impl(ByteSource& source, std::string file) : in(source), name(std::move(file)) {}

  Header read_header() {
    in.restart();
    std::string bytes(1, static_cast<char>(in.byte()));
    while (bytes.size() < wire::magic.size() && wire::magic.starts_with(bytes)) {
      bytes.push_back(static_cast<char>(in.byte()));
    }
    if (bytes != wire::magic) {
      throw Error(hashes.empty()
                      ? "no graphvq container; `graphvq import` reads other formats, by their names"
                      : "bytes after the trailer");
    }
    Header found;
    const std::uint8_t layer = in.byte();
    in.take(bytes, sizeof(std::uint16_t));
    version = wire::get_fixed<std::uint16_t>(bytes);
    if (version > wire::version) {
      throw Error("format version " + std::to_string(version) + ", this graphvq reads up to " +
                  std::to_string(wire::version));
    }
    if (version == 0) throw Error("format version 0");
    if (layer < 1 || layer > 3) throw Error("unknown layer " + std::to_string(layer));
    in.take(bytes, sizeof(std::uint32_t));
    const auto length = wire::get_fixed<std::uint32_t>(bytes);
    if (length > wire::max_header) {
      throw Error("header of " + std::to_string(length) + " bytes");
    }
    in.take(bytes, length);
    found = header_from_json(parse_strict(bytes));
    found.layer = static_cast<Layer>(layer);
    check(found);
    return found;
  }

  /// Reads a trailer after its type and ends the member; false at the end of the file.
  bool end_member() {
    std::string bytes;
    const std::size_t length = in.length(wire::max_trailer, "trailer");
    if (length < sizeof(std::uint64_t)) throw Error("trailer: too short");
    in.take(bytes, length - sizeof(std::uint64_t));
    const std::uint64_t hash = in.hash();
    std::string claimed;
    in.take(claimed, sizeof hash);
    if (wire::get_fixed<std::uint64_t>(claimed) != hash) {
      throw Error("trailer: the content does not have the hash " +
                  hex(wire::get_fixed<std::uint64_t>(claimed)));
    }
    wire::Cursor cursor(bytes);
    for (const auto count : {member.graphs, member.nodes, member.edges}) {
      if (cursor.varint() != count) throw Error("trailer: counts of other content");
    }
    for (auto inputs = cursor.count("number of inputs"); inputs > 0; --inputs) {
      const auto step = cursor.below(steps, "step");
      const auto input = hex(wire::get_fixed<std::uint64_t>(cursor.take(sizeof hash)));
      if (hashes.empty()) header.provenance[step].inputs.push_back(input);
    }
    if (cursor.left() > 0) throw Error("trailer: too long");
    wire::put_fixed(hashes, hash);
    member = {};
    if (!in.at_end()) {
      next_member();
      return true;
    }
    Hash of_members;
    of_members.update(hashes);
    totals.hash = hex(hashes.size() == sizeof hash ? hash : of_members.value());
    done = true;
    return false;
  }

  void next_member() {
    Header other = read_header();
    steps = other.provenance.size();
    other.provenance = header.provenance;
    if (other != header) {
      throw Error("the header of the next member differs; join such files with `graphvq cat`");
    }
  }

  bool next(Record& record) {
    std::uint8_t type = 0;
    while (!done && (type = in.byte()) == wire::trailer_block) {
      if (!with_file(name, [this] { return end_member(); })) return false;
    }
    if (done) return false;
    if (type != wire::record_block) throw Error("unknown block " + std::to_string(type));
    payload = in.view(in.length(wire::max_record, "record"), space);
    decode(payload, record);
    check_decoded(record, header);
    for (Totals* counts : {&member, &totals}) {
      ++counts->graphs;
      counts->nodes += record.graph.n;
      counts->edges += record.graph.edges.size();
    }
    return true;
  }

  HashedInput in;
  std::string name;
  Header header;
  std::uint32_t version = 0;
  std::uint64_t steps = 0;   // of the current member's own history
  std::string_view payload;  // of the last record
  std::string space;         // that it has where it is not buffered
  std::string hashes;        // of the members that have ended
  Totals member;
  Totals totals;
  bool done = false;
};

RecordReader::RecordReader(ByteSource& source, std::string name)
    : impl_(std::make_unique<Impl>(source, std::move(name))) {
  impl_->header = with_file(impl_->name, [this] { return impl_->read_header(); });
  impl_->steps = impl_->header.provenance.size();
}

RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;

const Header& RecordReader::header() const { return impl_->header; }
std::uint32_t RecordReader::version() const { return impl_->version; }
const std::string& RecordReader::name() const { return impl_->name; }

bool RecordReader::next(Record& record) {
  return with_file(impl_->name, [&] {
    return with_graph(impl_->totals.graphs, [&] { return impl_->next(record); });
  });
}

std::string_view RecordReader::payload() const { return impl_->payload; }
std::uint64_t RecordReader::index() const { return impl_->totals.graphs - 1; }
const Totals& RecordReader::totals() const { return impl_->totals; }

}  // namespace graphvq
