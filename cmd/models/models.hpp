#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/files/records.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/method/method.hpp"

// Between model files and the library's methods.

namespace graphvq {

/// A model that was read from a file, open for drawing.
struct Model : Trained {
  const Method* method = nullptr;
  std::unique_ptr<Generator> generator;
  std::string name;    // of the file, for errors
  std::string parent;  // content hash of the tokenizer it was trained on, or ""
  std::vector<Provenance> provenance;
};

ModelFile read_model_file(const std::string& path);
/// Throws Error naming `name` for an unknown method, a configuration that is out of range and
/// tensors that do not fit.
Model open_model(ModelFile file, const std::string& name);
/// Throws Error where the file has a model of another kind.
void require_kind(const ModelFile& file, std::string_view kind, const std::string& name);
Model read_model_of(std::string_view kind, const std::string& path);

/// What a list of model files holds, each found by its kind. Throws Error for two of a kind, for
/// two that draw edges, for a kind that is none of these, and for a parent that is not the given
/// tokenizer (both hashes named).
class Models {
 public:
  explicit Models(const std::vector<std::string>& paths);

  /// Null where there is none.
  const Model* of(std::string_view kind) const;
  /// The edge decoder or the joint model.
  const Model* decoder() const { return of("edges") ? of("edges") : of("joint"); }
  const std::vector<Model>& all() const { return models_; }

 private:
  void add(ModelFile file, const std::string& name);
  void require_one_tokenizer() const;

  std::vector<Model> models_;  // in the order given
};

/// What the header of a token file says of its tokenizer, the node alphabet included.
void describe_tokens(Header& header, const Model& tokenizer);

/// Throws Error where the tokens of the file `name`, with this header, are not those of the
/// tokenizer with this content hash.
void require_tokens_of(const std::string& tokenizer, const Header& header, const std::string& name);
/// As above for a tokenizer at hand, which knows what else the header must say of its tokens.
void require_tokens_of(const Model& tokenizer, const Header& header, const std::string& name);

/// Throws Error, naming file and graph, for a record that the model can neither draw nor score.
void require_records(const Model& model, const std::vector<Record>& records,
                     const std::string& name);

/// "a" or "an", for a kind of model in messages.
const char* article(std::string_view kind);

}  // namespace graphvq
