#include "cmd/models/backend.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

Backend& torch_backend() {
  static std::unique_ptr<Backend> backend;
  if (backend) return *backend;
  // bin/graphvq and libexec/graphvq/torch.so stand beside each other, built or installed.
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  const auto plugin = program.parent_path().parent_path() / "libexec" / "graphvq" / "torch.so";
  if (!std::filesystem::exists(plugin))
    throw Error(
        fmt::format("{}: not there: graphvq was built without LibTorch (-DGRAPHVQ_TORCH=ON) or "
                    "copied without it",
                    plugin.string()));
  void* library = dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(fmt::format("LibTorch cannot be loaded: {}", dlerror()));
  auto* make = reinterpret_cast<MakeBackend*>(dlsym(library, make_backend_symbol));
  if (make == nullptr) throw Error(fmt::format("{}: {}", plugin.string(), dlerror()));
  backend.reset(make());
  return *backend;
}

}  // namespace graphvq
