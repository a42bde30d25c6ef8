#include <vector>

#include "libgraphvq/method/method.hpp"

// One line a folder of methods, whose method.cpp defines FOLDER_methods(). The first of a kind is
// its default.
// clang-format off
#define GRAPHVQ_FOLDERS(each) \
  each(tokenizer) \
  each(prior) \
  each(chunk) \
  each(structural) \
  each(counts)
// clang-format on

namespace graphvq {

#define GRAPHVQ_DECLARE(folder) std::vector<Method> folder##_methods();
GRAPHVQ_FOLDERS(GRAPHVQ_DECLARE)

std::span<const Method> methods() {
  static const auto all = [] {
    std::vector<Method> list;
#define GRAPHVQ_APPEND(folder) \
  for (const auto& method : folder##_methods()) list.push_back(method);
    GRAPHVQ_FOLDERS(GRAPHVQ_APPEND)
    return list;
  }();
  return all;
}

}  // namespace graphvq
