#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "libgraphvq/data/record.hpp"

namespace graphvq {

/// The raw value of a category, as the data set wrote it.
using LabelValue = std::variant<std::int64_t, std::string>;
using Alphabet = std::vector<LabelValue>;

/// A raw value as text.
std::string label_text(const LabelValue& value);

/// Whether a double has the integer as it is: one of more than 53 bits is rounded.
bool fits_double(std::int64_t integer);

/// A named column of attributes: numbers, or categories where it has their raw values.
struct Column {
  std::string name;
  std::optional<Alphabet> values;
  bool operator==(const Column&) const = default;
};
using Columns = std::vector<Column>;

/// One step of a file's history. No time, host or path beyond what the user typed.
struct Provenance {
  std::string command;  // the command line, options that cannot change the result left out
  std::string version;  // graphvq's
  std::optional<std::uint64_t> seed;
  std::vector<std::string> inputs;  // content hashes
  bool operator==(const Provenance&) const = default;
};

/// What holds for all records of a file.
struct Header {
  Layer layer = Layer::graph;
  Alphabet node_labels;  // raw value of each category, ascending: numbers, then text
  Alphabet edge_labels;
  Alphabet classes;
  Columns node_columns;  // attributes, in the order of each row
  Columns edge_columns;
  Columns graph_columns;
  // sequence and tokens
  std::optional<OrderKind> order;
  std::optional<std::uint32_t> orders;  // M
  // tokens
  std::optional<std::uint32_t> window;   // W
  std::optional<std::uint32_t> codes;    // K
  std::optional<std::uint32_t> latent;   // width of continuous tokens, which have no codes
  std::optional<std::string> tokenizer;  // content hash of the tokenizer, 16 hexadecimal digits
  std::string method;                    // the tokenizer's, empty where it is vq
  std::vector<Provenance> provenance;    // oldest first

  bool operator==(const Header&) const = default;
};

std::string_view to_string(Layer layer);

/// Appends to `chain` those steps of `other` that it lacks, and returns where in `chain` each step
/// of `other` then stands. A step of `chain` matches one step of `other` at most. Two steps match
/// where command, version, seed and inputs are equal and there are inputs; as long as all earlier
/// steps of `other` have matched, one list of inputs may be empty or the start of the other's.
std::vector<std::uint32_t> join_history(std::vector<Provenance>& chain,
                                        const std::vector<Provenance>& other);

}  // namespace graphvq
