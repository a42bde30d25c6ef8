#include <algorithm>
#include <cmath>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

namespace {

/// Parameters, then buffers.
std::vector<std::pair<std::string, torch::Tensor>> named_tensors(const torch::nn::Module& module) {
  std::vector<std::pair<std::string, torch::Tensor>> all;
  for (const auto& item : module.named_parameters()) all.emplace_back(item.key(), item.value());
  for (const auto& item : module.named_buffers()) all.emplace_back(item.key(), item.value());
  return all;
}

bool contains(const std::string& name, std::string_view part) {
  return name.find(part) != std::string::npos;
}

}  // namespace

std::uint64_t Model::parameter_count() const {
  std::int64_t total = 0;
  for (const auto& parameter : parameters()) total += parameter.numel();
  return static_cast<std::uint64_t>(total);
}

Tensors export_weights(const torch::nn::Module& module) {
  Tensors tensors;
  for (const auto& [name, value] : named_tensors(module)) {
    const torch::Tensor plain = value.detach().cpu().contiguous();
    const auto count = static_cast<std::size_t>(plain.numel());
    if (is_wide(plain))
      tensors.push_back(
          make_tensor<double>(name, plain.sizes().vec(), {plain.const_data_ptr<double>(), count}));
    else
      tensors.push_back(
          make_tensor<float>(name, plain.sizes().vec(), {plain.const_data_ptr<float>(), count}));
  }
  return tensors;
}

void import_weights(torch::nn::Module& module, const Tensors& weights) {
  const torch::NoGradGuard no_grad;
  for (auto& [name, value] : named_tensors(module)) {
    const bool wide = is_wide(value);
    const Tensor& from = find(weights, name, wide ? DType::f64 : DType::f32, value.sizes().vec());
    std::vector<std::byte> bytes = from.data;  // from_blob wants them mutable
    value.copy_(
        torch::from_blob(bytes.data(), value.sizes(), wide ? torch::kFloat64 : torch::kFloat32));
  }
}

void initialise(torch::nn::Module& module, std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  const auto parameters = module.named_parameters();
  std::uint64_t index = 0;
  for (const auto& item : parameters) {
    const std::string& name = item.key();
    torch::Tensor shaped = item.value();
    // What the distribution's width follows from: the hidden width of a GRU, the inputs of a
    // linear layer (for its bias: those of the weight beside it), the length of a vector.
    auto fan = static_cast<double>(shaped.size(-1));
    const bool recurrent = contains(name, "_ih") || contains(name, "_hh");
    if (recurrent)
      fan = static_cast<double>(shaped.size(0)) / 3;
    else if (name.ends_with(".bias"))
      fan = static_cast<double>(parameters[name.substr(0, name.size() - 4) + "weight"].size(-1));
    const bool embedding = name.ends_with("embedding.weight");
    const bool normal = embedding || (shaped.dim() == 1 && !recurrent && !name.ends_with("bias"));
    const double width = embedding ? 1 : 1 / std::sqrt(fan);

    Stream stream(seed, Purpose::init, index++);
    std::vector<double> values(static_cast<std::size_t>(shaped.numel()));
    for (double& value : values)
      value = width * (normal ? stream.normal() : 2 * stream.uniform() - 1);
    shaped.copy_(torch::from_blob(values.data(), shaped.sizes(), torch::kFloat64));
  }
}

}  // namespace graphvq
