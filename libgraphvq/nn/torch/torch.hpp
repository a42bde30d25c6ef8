#pragma once

// Of LibTorch what graphvq uses: the rest (data, jit, optim, serialize) would only take longer
// to compile.
#include <torch/autograd.h>
#include <torch/nn/functional/loss.h>
#include <torch/nn/functional/padding.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/types.h>
#include <torch/utils.h>

namespace graphvq {

/// Whether a tensor is of double precision, the other of the two that our own operators take.
inline bool is_wide(const torch::Tensor& tensor) { return tensor.scalar_type() == torch::kFloat64; }

}  // namespace graphvq
