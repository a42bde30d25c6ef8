#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cmd/files/records.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/method/config.hpp"
#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// Throws Error, naming file and graph, where a structural decoder cannot draw one of the records.
void require_drawable(const std::vector<Record>& records, bool roots, const std::string& name);

/// What of a structural decoder the command line says, for train-joint and train-edges.
class StructuralOptions {
 public:
  /// `decoder`: how help names the model that these options belong to, or empty.
  void setup(CLI::App& app, const std::string& decoder);
  /// Whether one of them was given.
  bool given(const CLI::App& app) const;

  /// The configuration for this data. Throws Error, naming file and graph, where the order is not
  /// breadth-first.
  StructuralConfig config(bool joint, std::uint32_t hidden, const Dataset& train,
                          const std::optional<Dataset>& valid) const;

  /// The untrained model of a configuration: a joint one with the sizes of `data`, else a decoder.
  static ModelFile model(const StructuralConfig& config, const Dataset& data);

  static TrainOptions training();

 private:
  double dropout_ = .1;
  std::string roots_ = "auto";
  std::vector<std::string> without_;
};

}  // namespace graphvq
