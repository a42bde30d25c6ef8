#include "libgraphvq/train/torch_backend.hpp"

extern "C" __attribute__((visibility("default"))) graphvq::Backend* graphvq_make_backend() {
  return graphvq::make_torch_backend().release();
}
