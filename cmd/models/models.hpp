#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cmd/files/records.hpp"
#include "cmd/models/config_json.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/method/counts/draw.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"
#include "libgraphvq/train/backend.hpp"

// Between model files and the library's configurations and weights.

namespace graphvq {

struct TokenizerModel {
  TokenizerConfig config;
  Alphabet node_labels;  // raw value of each of the d features; empty where nodes have no labels
  OrderKind order = OrderKind::bfs;
  Tensors weights;
  std::string content;
  std::vector<Provenance> provenance;
};

struct PriorModel {
  PriorConfig config;
  SizeCounts sizes;  // p(N)
  Tensors weights;
  std::string parent;
  std::string content;
  std::vector<Provenance> provenance;
};

/// What Stage B needs of a continuous tokenizer.
struct LatentDecoder {
  TokenizerConfig config;
  Tensors weights;  // decoder.*
};

struct EdgesModel {
  EdgesConfig config;
  double temperature = 1;                // set by `calibrate`
  CodeTable table;                       // of the tokenizer it was trained on
  std::optional<LatentDecoder> decoder;  // instead, where that is continuous
  Tensors weights;
  std::string parent;
  std::string content;
  std::vector<Provenance> provenance;
};

/// The structural decoder: an edge decoder (kind edges), or joint, which draws codes and sizes too.
struct StructuralModel {
  StructuralConfig config;
  double temperature = 1;  // of the decisions, set by `calibrate`
  SizeCounts sizes;        // p(N), joint alone
  Tensors weights;
  std::string parent;
  std::string content;
  std::vector<Provenance> provenance;
};

struct BaselineModel {
  BaselineConfig config;
  Alphabet node_labels;
  Baseline counts;
  std::vector<Provenance> provenance;
};

/// What a list of model files holds, each found by its kind. Throws Error for two of a kind, for
/// two that draw edges, for a kind that is none of these, and for a parent that is not the given
/// tokenizer (both hashes named).
struct Models {
  std::optional<TokenizerModel> tokenizer;
  std::optional<PriorModel> prior;
  std::optional<EdgesModel> edges;
  std::optional<StructuralModel> structural;
  std::optional<BaselineModel> baseline;  // then there is nothing else
  std::vector<std::string> hashes;        // of the files, in the order given
};
Models read_models(const std::vector<std::string>& paths);

ModelFile read_model_file(const std::string& path);
TokenizerModel read_tokenizer(const std::string& path);

/// What the header of a token file says of its tokenizer, the node alphabet included.
void describe_tokens(Header& header, const TokenizerModel& tokenizer);

/// Throws Error where the tokens of the file `name`, with this header, are not those of the
/// tokenizer with this content hash.
void require_tokens_of(const std::string& tokenizer, const Header& header, const std::string& name);
/// The same of a tokenizer at hand, which knows what else the header must say of its tokens.
void require_tokens_of(const TokenizerModel& tokenizer, const Header& header,
                       const std::string& name);

/// Tokens to validate a model on, of the same tokenizer as `train`'s.
Dataset read_validation_tokens(const std::string& path, const Dataset& train);

/// The edge decoder's view of the codes as a tensor of its file, so that it can be used without the
/// tokenizer; and the tensors that a continuous one decodes with, whose configuration stands under
/// `tokenizer`.
Tensor condition_rows(const CodeTable& table);
LatentDecoder latent_decoder(const TokenizerModel& tokenizer);
void keep_decoder(ModelFile& edges, const LatentDecoder& decoder);

TokenizerModel tokenizer_model(ModelFile file, const std::string& name);
PriorModel prior_model(ModelFile file, const std::string& name);
EdgesModel edges_model(ModelFile file, const std::string& name);
/// Of an edge decoder with method structural, or of a joint model.
bool is_structural(const ModelFile& file);
/// "a" or "an", for a kind of model in messages.
const char* article(const std::string& kind);
StructuralModel structural_model(ModelFile file, const std::string& name);

BaselineModel baseline_model(const ModelFile& file, const std::string& name);

}  // namespace graphvq
