#include <algorithm>

#include "libgraphvq/method/generator.hpp"
#include "libgraphvq/method/prior/net.hpp"
#include "libgraphvq/nn/torch/draw.hpp"
#include "libgraphvq/nn/torch/net.hpp"

namespace graphvq {

namespace {

std::vector<std::vector<std::uint32_t>> draw_codes(PriorNet& model, const PriorConfig& config,
                                                   std::span<const std::uint32_t> sizes,
                                                   const Draw& draw, torch::Device device) {
  const std::vector<std::int64_t> wanted(sizes.begin(), sizes.end());
  const auto count = static_cast<std::int64_t>(sizes.size());
  const auto u = uniforms(wanted, draw, Purpose::codes).to(device);
  auto state = model.initial(count);
  auto codes =
      torch::full({count}, static_cast<std::int64_t>(config.start()), torch::kInt64).to(device);
  std::vector<torch::Tensor> drawn;
  for (std::int64_t j = 0; j < u.size(1); ++j) {
    // SOS and EOS are left out of the softmax.
    const auto logits = model.step(codes, state).narrow(1, 0, config.codes) / draw.node_temperature;
    const auto cumulated = torch::softmax(logits, 1).cumsum(1);
    codes = (cumulated <= u.select(1, j).unsqueeze(1))
                .sum(1)
                .clamp_max(static_cast<std::int64_t>(config.codes) - 1);
    drawn.push_back(codes);
  }
  std::vector<std::vector<std::uint32_t>> result(sizes.size());
  if (drawn.empty()) return result;
  const auto all = torch::stack(drawn, 1).cpu().contiguous();
  const auto* row = all.data_ptr<std::int64_t>();
  for (std::size_t g = 0; g < sizes.size(); ++g, row += all.size(1))
    result[g].assign(row, row + sizes[g]);
  return result;
}

/// Stage A on any device: its draws are the native ones but for the rounding of a probability.
class DeviceGenerator final : public Generator {
 public:
  DeviceGenerator(const Trained& trained, torch::Device device)
      : config_(static_cast<const PriorSetup&>(*trained.setup).net),
        model_(std::make_shared<PriorNet>(config_)),
        device_(device) {
    import_weights(*model_, trained.tensors);
    model_->to(device);
  }

  void draw(std::span<Record> records, const Draw& draw) const override {
    const torch::NoGradGuard no_grad;
    const auto sizes = sizes_of(records);
    auto codes = in_batches(
        std::span<const std::uint32_t>(sizes), draw, [](std::uint32_t size) { return size; },
        [&](std::span<const std::uint32_t> part, const Draw& now) {
          return draw_codes(*model_, config_, part, now, device_);
        });
    for (std::size_t r = 0; r < records.size(); ++r) records[r].codes = std::move(codes[r]);
  }

 private:
  PriorConfig config_;
  std::shared_ptr<PriorNet> model_;
  torch::Device device_;
};

const Known known({.kind = "prior",
                   .name = "gru",
                   .make = [](const Setup& setup) -> std::shared_ptr<Model> {
                     return std::make_shared<PriorNet>(static_cast<const PriorSetup&>(setup).net);
                   },
                   .open = [](const Trained& model,
                              torch::Device device) -> std::unique_ptr<Generator> {
                     return std::make_unique<DeviceGenerator>(model, device);
                   }});

}  // namespace

}  // namespace graphvq
