#include "libgraphvq/train/torch_backend.hpp"

#include <torch/version.h>

#include <cstdlib>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/net.hpp"
#include "libgraphvq/method/prior/net.hpp"
#include "libgraphvq/method/prior/net_gaussian.hpp"
#include "libgraphvq/method/structural/net.hpp"
#include "libgraphvq/method/tokenizer/net.hpp"
#include "libgraphvq/train/device.hpp"
#include "libgraphvq/train/loop.hpp"
#include "libgraphvq/train/torch_sample.hpp"

namespace graphvq {

namespace {

// LibTorch's messages go on with a stack trace: the first line says what happened.
template <class Work>
auto in_one_line(Work&& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    throw Error("LibTorch: " + text.substr(0, text.find('\n')));
  }
}

/// ATen and MKL choose their instructions by the processor, and round as those do: with AVX2's
/// where they are, a model has the same bytes on newer processors too. What the user set stays.
void use_common_instructions() {
#ifdef __x86_64__
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
  setenv("ATEN_CPU_CAPABILITY", "avx2", 0);
  setenv("MKL_CBWR", "AVX2", 0);  // one rounding on Intel's processors alone
#endif
}

class TorchBackend final : public Backend {
 public:
  TorchBackend() {
    use_common_instructions();
    use_one_torch_thread();
  }

  std::string version() const override { return TORCH_VERSION; }

  TrainResult train_tokenizer(const TokenizerConfig& config, const TrainData& data,
                              const TrainOptions& options, const TrainHooks& hooks,
                              const TrainState* resume) override {
    return run([&] { return std::make_shared<TokenizerModel>(config); }, data, options, hooks,
               resume);
  }

  TrainResult train_prior(const PriorConfig& config, const TrainData& data,
                          const TrainOptions& options, const TrainHooks& hooks,
                          const TrainState* resume) override {
    return run(
        [&]() -> std::shared_ptr<Model> {
          if (config.latent > 0) return std::make_shared<GaussianPriorModel>(config);
          return std::make_shared<PriorModel>(config);
        },
        data, options, hooks, resume);
  }

  TrainResult train_edges(const EdgesConfig& config, const CodeTable& table, const TrainData& data,
                          const TrainOptions& options, const TrainHooks& hooks,
                          const TrainState* resume) override {
    return run([&] { return std::make_shared<EdgesModel>(config, table); }, data, options, hooks,
               resume);
  }

  TrainResult train_structural(const StructuralConfig& config, const TrainData& data,
                               const TrainOptions& options, const TrainHooks& hooks,
                               const TrainState* resume) override {
    return run([&] { return std::make_shared<StructuralModel>(config); }, data, options, hooks,
               resume);
  }

  std::vector<std::vector<std::uint32_t>> sample_codes(const PriorConfig& config,
                                                       const Tensors& weights,
                                                       std::span<const std::uint32_t> sizes,
                                                       std::uint64_t seed, std::uint64_t first,
                                                       double temperature,
                                                       const std::string& device) override {
    return in_one_line([&] {
      const auto place = find_device(device);
      PriorModel model(config);
      import_weights(model, weights);
      model.to(place);
      const Draw draw{.seed = seed, .first = first, .temperature = temperature};
      return torch_sample_codes(model, config, sizes, draw, place);
    });
  }

  std::vector<std::vector<Edge>> sample_edges(const EdgesConfig& config, const Tensors& weights,
                                              const CodeTable& table,
                                              std::span<const std::vector<std::uint32_t>> codes,
                                              std::uint64_t seed, std::uint64_t first,
                                              double temperature, bool threshold, double sharpen,
                                              const std::string& device) override {
    return in_one_line([&] {
      const auto place = find_device(device);
      EdgesModel model(config, table);
      import_weights(model, weights);
      model.to(place);
      const Draw draw{.seed = seed,
                      .first = first,
                      .temperature = temperature,
                      .threshold = threshold,
                      .sharpen = sharpen};
      return torch_sample_edges(model, config, codes, draw, place);
    });
  }

 private:
  TrainResult run(const ModelFactory& make, const TrainData& data, const TrainOptions& options,
                  const TrainHooks& hooks, const TrainState* resume) {
    return in_one_line(
        [&] { return train(make, data, options, hooks, resume, find_device(options.device)); });
  }
};

}  // namespace

std::unique_ptr<Backend> make_torch_backend() { return std::make_unique<TorchBackend>(); }

}  // namespace graphvq
