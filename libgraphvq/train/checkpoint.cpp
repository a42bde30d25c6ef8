#include "libgraphvq/train/checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <type_traits>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

namespace {

template <class T>
std::string to_text(T value) {
  char text[64];
  std::to_chars_result end{};
  if constexpr (std::is_floating_point_v<T>)
    end = std::to_chars(text, text + sizeof text, value, std::chars_format::hex);
  else
    end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

template <class T>
void read(const TrainState& state, const std::string& name, T& value) {
  const auto field = state.fields.find(name);
  if (field == state.fields.end()) throw Error("checkpoint: no field " + name);
  const char* const last = field->second.data() + field->second.size();
  std::from_chars_result end{};
  if constexpr (std::is_floating_point_v<T>)
    end = std::from_chars(field->second.data(), last, value, std::chars_format::hex);
  else
    end = std::from_chars(field->second.data(), last, value);
  if (end.ec != std::errc() || end.ptr != last)
    throw Error("checkpoint: field " + name + " is no number: " + field->second);
}

/// Calls visit(name, slice of `flat`) for each parameter that `flat` holds.
void each_slice(const torch::nn::Module& model, const torch::Tensor& flat, const auto& visit) {
  std::int64_t offset = 0;
  for (const auto& item : model.named_parameters()) {
    if (!item.value().requires_grad()) continue;
    visit(item.key(), flat.narrow(0, offset, item.value().numel()));
    offset += item.value().numel();
  }
}

void save_moments(const torch::nn::Module& model, const std::string& prefix,
                  const torch::Tensor& flat, Tensors& tensors) {
  each_slice(model, flat, [&](const std::string& name, const torch::Tensor& slice) {
    const torch::Tensor values = slice.to(torch::kCPU, torch::kDouble).contiguous();
    tensors.push_back(make_tensor<double>(
        prefix + name, {values.numel()},
        {values.const_data_ptr<double>(), static_cast<std::size_t>(values.numel())}));
  });
}

void read_moments(const TrainState& state, const torch::nn::Module& model,
                  const std::string& prefix, const torch::Tensor& flat) {
  each_slice(model, flat, [&](const std::string& name, const torch::Tensor& slice) {
    const Tensor& found = find(state.tensors, prefix + name, DType::f64, {slice.numel()});
    auto* data = const_cast<std::byte*>(found.data.data());  // from_blob takes no const
    slice.copy_(torch::from_blob(data, {slice.numel()}, torch::kDouble));
  });
}

}  // namespace

TrainState save(const Position& position, const Adam& adam, const torch::nn::Module& model,
                const Tensors& best) {
  TrainState state;
  const auto add = [&](const std::string& prefix, Tensors tensors) {
    for (Tensor& tensor : tensors) {
      tensor.name.insert(0, prefix);
      state.tensors.push_back(std::move(tensor));
    }
  };
  add("model.", export_weights(model));
  add("best.", best);
  save_moments(model, "mean.", adam.mean, state.tensors);
  save_moments(model, "square.", adam.square, state.tensors);
  state.fields = {
      {"epoch", to_text(position.epoch)},
      {"batch", to_text(position.batch)},
      {"loss_sum", to_text(position.loss_sum)},
      {"loss_terms", to_text(position.loss_terms)},
      {"best_epoch", to_text(position.best_epoch)},
      {"best_loss", to_text(position.best_loss)},
      {"steps", to_text(adam.steps)},
  };
  return state;
}

Tensors group(const TrainState& state, const std::string& prefix, const Tensors& like) {
  const auto members = std::ranges::count_if(
      state.tensors, [&](const Tensor& tensor) { return tensor.name.starts_with(prefix); });
  if (static_cast<std::size_t>(members) != like.size())
    throw Error("checkpoint: " + std::to_string(members) + " tensors " + prefix + "*, expected " +
                std::to_string(like.size()));
  Tensors result;
  for (const Tensor& expected : like) {
    result.push_back(find(state.tensors, prefix + expected.name, expected.dtype, expected.shape));
    result.back().name = expected.name;
  }
  return result;
}

Position read_position(const TrainState& state) {
  Position position;
  read(state, "epoch", position.epoch);
  read(state, "batch", position.batch);
  read(state, "loss_sum", position.loss_sum);
  read(state, "loss_terms", position.loss_terms);
  read(state, "best_epoch", position.best_epoch);
  read(state, "best_loss", position.best_loss);
  return position;
}

void read_moments(const TrainState& state, const torch::nn::Module& model, Adam& adam) {
  read_moments(state, model, "mean.", adam.mean);
  read_moments(state, model, "square.", adam.square);
  read(state, "steps", adam.steps);
}

}  // namespace graphvq
