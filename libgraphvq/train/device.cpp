#include "libgraphvq/train/device.hpp"

#include <dlfcn.h>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

torch::Device find_device(const std::string& name) {
  torch::Device device(name);
  if (device.is_cpu()) return device;
  // Found beside libtorch_cpu.so, by the plugin's RUNPATH.
  if (dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) == nullptr)
    throw Error("device " + name + ": LibTorch's CUDA half cannot be loaded: " + dlerror());
  if (!torch::cuda::is_available())
    throw Error("device " + name + ": this machine has no CUDA device that works");
  const auto count = static_cast<int>(torch::cuda::device_count());
  const int index = device.has_index() ? device.index() : 0;
  if (index >= count)
    throw Error("device " + name + ": absent, this machine has " + std::to_string(count) +
                " CUDA devices");
  return torch::Device(torch::kCUDA, static_cast<torch::DeviceIndex>(index));
}

}  // namespace graphvq
