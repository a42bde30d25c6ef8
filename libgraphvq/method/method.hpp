#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/method/fields.hpp"
#include "libgraphvq/method/generator.hpp"

// The seam for methods. A method is a folder: config.hpp and method.cpp (its setup and what draws),
// net.cpp (its network, where LibTorch trains it), and a line in all.cpp.

namespace graphvq {

/// How a network is trained.
struct TrainOptions {
  std::uint32_t epochs = 80;
  std::uint32_t batch = 32;
  double lr = 1e-3;
  double weight_decay = 0;  // times the weights, added to the gradient
  double clip = 0;          // the gradient's norm is cut to it; 0: never
  double final_lr = 1;      // share of lr that a cosine over all epochs ends at; 1: constant
  std::uint64_t epoch_records = 0;  // records that make an epoch, of passes over all; 0: all
  std::uint32_t patience = 0;       // epochs without a better validation loss; 0: never stop early
  std::uint64_t seed = 0;
  unsigned threads = 1;  // changes no byte of the result
  std::string device = "cpu";

  /// Those that models keep and methods have their own defaults of.
  void fields(Fields& fields);
};

class Setup;

/// A model that was trained, or is about to be.
struct Trained {
  std::unique_ptr<Setup> setup;
  Tensors tensors = {};
  std::string content = {};  // hash of its file
};

/// A file of records that a method learns from. It may give continuous tokens codes of its own.
struct Lesson {
  const Header& header;
  std::span<Record> records;
  const std::string& name;  // of the file, for errors
};

/// What a setup takes from the data.
struct Lessons {
  Lesson train;
  std::optional<Lesson> valid;
  std::uint64_t seed = 0;
  const Trained* tokenizer = nullptr;  // of the tokens, where the kind of method takes it
  const Trained* beside = nullptr;     // Method::beside, where it was given
};

/// Tokens that a model is of. 0: not told.
struct TokenShape {
  std::uint32_t codes = 0;     // K, 0 where tokens are continuous
  std::uint32_t latent = 0;    // width of continuous tokens
  std::uint32_t features = 0;  // labels that they stand for
};

/// Whether an option, as "--window", was given.
using Given = std::function<bool(std::string_view option)>;
/// Throws UsageError where one of `options` was given: it means nothing with `what`.
void refuse_given(const Given& given, std::initializer_list<std::string_view> options,
                  const std::string& what);

/// All that a model's file says besides its tensors: options of its network and what follows from
/// the data.
class Setup {
 public:
  virtual ~Setup() = default;
  virtual void fields(Fields& fields) = 0;

  /// Looks at the options. Throws UsageError for those that exclude each other.
  virtual void check(const Given& /*given*/) {}
  /// Takes sizes, alphabets and widths from the data. Throws Error, naming file and record, for
  /// data that the method cannot learn from.
  virtual void learn(Lessons& /*lessons*/) {}
  /// Tensors beside the network's that the model needs to draw.
  virtual Tensors extra() const { return {}; }

  virtual std::optional<TokenShape> tokens() const { return std::nullopt; }
  /// p(N) of the graphs that it learned from; null where it draws no sizes or has its own.
  virtual const SizeCounts* sizes() const { return nullptr; }
  /// Divides the logits of edges, set by `calibrate`.
  virtual double temperature() const { return 1; }
  /// Says in a header what its tokens, or its graphs' labels, are.
  virtual void describe(Header& /*header*/) const {}
};

/// A kind of model is the command `train-KIND` that makes it and the word in its file.
struct Method {
  const char* kind;  // tokenizer, prior, edges, joint or baseline
  const char* name;
  const char* help;  // half a line, where the command has a choice
  std::unique_ptr<Setup> (*setup)();
  /// Opens a model for drawing; throws Error for tensors that do not fit. Null: the plugin does.
  std::unique_ptr<Generator> (*open)(const Trained& model) = nullptr;
  /// Learns without a network; null: the plugin trains one.
  Tensors (*fit)(const Setup& setup, const Lessons& lessons) = nullptr;
  /// Whether it is the one for such records, where data choose and not the command; null: always.
  bool (*suits)(const Header& header) = nullptr;
  TrainOptions training = {};
  bool on_device = false;  // the plugin draws from it on any device
  bool scores = true;      // its generator knows likelihoods
  /// An option that names a model of another kind to learn from.
  struct Beside {
    Field field = {};
    const char* kind = nullptr;
  } beside = {};
};

/// Every method, those of a kind together, its default first.
std::span<const Method> methods();
/// Null where there is none.
const Method* find_method(std::string_view kind, std::string_view name);

}  // namespace graphvq
