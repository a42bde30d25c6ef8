#include "libgraphvq/train/torch_backend.hpp"

#include <torch/version.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/nn/torch/net.hpp"
#include "libgraphvq/train/device.hpp"
#include "libgraphvq/train/loop.hpp"

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

/// A generator whose errors are of one line.
class InOneLine final : public Generator {
 public:
  explicit InOneLine(std::unique_ptr<Generator> inner) : inner_(std::move(inner)) {}
  void draw(std::span<Record> records, const Draw& draw) const override {
    in_one_line([&] { inner_->draw(records, draw); });
  }
  void require(const Record& record) const override { inner_->require(record); }
  Scores score(std::span<const Record> records, const Scoring& how) const override {
    return in_one_line([&] { return inner_->score(records, how); });
  }

 private:
  std::unique_ptr<Generator> inner_;
};

class TorchBackend final : public Backend {
 public:
  TorchBackend() {
    use_common_instructions();
    use_one_torch_thread();
  }

  std::string version() const override { return TORCH_VERSION; }

  TrainResult train(const Method& method, const Setup& setup, const TrainData& data,
                    const TrainOptions& options, const TrainHooks& hooks,
                    const TrainState* resume) override {
    return in_one_line([&] {
      const auto& net = find_net(method.kind, method.name);
      return graphvq::train([&] { return net.make(setup); }, data, options, hooks, resume,
                            find_device(options.device));
    });
  }

  std::unique_ptr<Generator> open(const Method& method, const Trained& model,
                                  const std::string& device) override {
    return in_one_line([&]() -> std::unique_ptr<Generator> {
      const auto place = find_device(device);
      const auto& net = find_net(method.kind, method.name);
      if (!net.open) throw Error(std::string(method.name) + " models are sampled on the CPU");
      return std::make_unique<InOneLine>(net.open(model, place));
    });
  }
};

}  // namespace

std::unique_ptr<Backend> make_torch_backend() { return std::make_unique<TorchBackend>(); }

}  // namespace graphvq
