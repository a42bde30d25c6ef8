#pragma once

#include <span>
#include <string>
#include <vector>

#include "formats/bytes/bytes.hpp"
#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// Writes the records of a file as NetworkX's node-link objects: labels and class as raw values,
/// `graph.id` and `graph.class`, attributes under their columns' names; `order` ({kind, number,
/// perm}) and `codes` (or `tokens`, a list of vectors) stand beside, where the record has them.
class NodeLinkText {
 public:
  explicit NodeLinkText(const Header& header);
  /// The record, which must fit the header, as a line of JSON; valid until the next one.
  const std::string& line(const Record& record);

 private:
  using Values = std::vector<std::string>;  // of an alphabet, as JSON
  struct Attribute {
    std::string key;  // with the comma before and the colon behind it
    bool categorical = false;
    Values values;
  };
  using Attributes = std::vector<Attribute>;

  static Values values_of(const Alphabet& alphabet);
  static Attributes attributes_of(const Columns& columns);
  void put(std::uint64_t number);
  void put(double number);
  void put_attributes(const Attributes& columns, const std::vector<double>& values,
                      std::size_t row);
  template <class Number>
  void put_list(std::span<const Number> numbers);

  Layer layer_;
  std::size_t latent_;  // values a token; 0 where tokens are codes
  Values node_labels_;
  Values edge_labels_;
  Values classes_;
  Attributes of_nodes_;
  Attributes of_edges_;
  Attributes of_graph_;
  std::string text_;
};

}  // namespace graphvq
