#include "libgraphvq/data/header.hpp"

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::string label_text(const LabelValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::string_view to_string(Layer layer) {
  switch (layer) {
    case Layer::graph:
      return "graph";
    case Layer::sequence:
      return "sequence";
    case Layer::tokens:
      return "tokens";
  }
  throw Error("unknown layer");
}

}  // namespace graphvq
