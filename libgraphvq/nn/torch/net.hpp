#pragma once

#include <memory>
#include <string_view>

#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

class Generator;
class Setup;
struct Trained;

/// The network of a method, which its net.cpp makes known to the plugin:
///   const Known known({.kind = "prior", .name = "gru", .make = ...});
struct Net {
  const char* kind;
  const char* name;
  /// A model on the CPU whose weights mean nothing yet.
  std::shared_ptr<Model> (*make)(const Setup& setup);
  /// Draws on a device; null where the method draws natively.
  std::unique_ptr<Generator> (*open)(const Trained& model, torch::Device device) = nullptr;
};

class Known {
 public:
  explicit Known(const Net& net);
};

/// Throws Error where no network of that method is known.
const Net& find_net(std::string_view kind, std::string_view name);

}  // namespace graphvq
