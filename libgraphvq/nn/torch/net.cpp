#include "libgraphvq/nn/torch/net.hpp"

#include <string>
#include <vector>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

std::vector<Net>& nets() {
  static std::vector<Net> all;
  return all;
}

}  // namespace

Known::Known(const Net& net) { nets().push_back(net); }

const Net& find_net(std::string_view kind, std::string_view name) {
  for (const auto& net : nets())
    if (net.kind == kind && net.name == name) return net;
  throw Error("LibTorch's half of graphvq has no network for " + std::string(name) + " models");
}

}  // namespace graphvq
