#include "libgraphvq/train/device.hpp"

#include <dlfcn.h>
#include <torch/cuda.h>

#include <string_view>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

/// Keeps what LibTorch would print: why the driver does not answer.
class Reason : public c10::WarningHandler {
 public:
  void process(const c10::Warning& warning) override { text = warning.msg(); }
  std::string text;
};

bool well_formed(std::string_view name) {
  constexpr std::string_view indexed = "cuda:";
  if (name == "cpu" || name == "cuda") return true;
  if (!name.starts_with(indexed)) return false;
  name.remove_prefix(indexed.size());
  return !name.empty() && name.size() <= 2 &&
         name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

torch::Device find_device(const std::string& name) {
  if (!well_formed(name)) throw UsageError("device " + name + ": not cpu, cuda or cuda:N");
  if (name == "cpu") return torch::kCPU;
  const int index = name == "cuda" ? 0 : std::stoi(name.substr(5));
  // Found as libtorch_cpu.so was, by this library's own search path.
  if (dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) == nullptr)
    throw Error("device " + name + ": LibTorch's CUDA half cannot be loaded: " + dlerror() +
                "; the device cpu needs none");
  Reason reason;
  const c10::WarningUtils::WarningHandlerGuard guard(&reason);
  const int count = torch::cuda::device_count();
  if (count == 0) {
    const std::string line = reason.text.substr(0, reason.text.find('\n'));
    throw Error("device " + name + ": no CUDA device" + (line.empty() ? "" : ": " + line) +
                "; the device cpu needs none");
  }
  if (index >= count)
    throw Error("device " + name + ": this machine has " + std::to_string(count) +
                " CUDA devices; the first is cuda:0");
  at::globalContext().setDeterministicCuDNN(true);
  return {torch::kCUDA, static_cast<torch::DeviceIndex>(index)};
}

}  // namespace graphvq
