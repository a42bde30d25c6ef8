#include "cmd/report/measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::vector<Descriptor> parse_descriptors(const std::vector<std::string>& names) {
  std::vector<Descriptor> result;
  for (const auto& name : names) result.push_back(descriptor(name));
  refuse_repeats("--desc", names);
  return result;
}

void require_labels(const std::vector<Descriptor>& descriptors, bool labelled,
                    const std::string& name) {
  for (const auto each : descriptors)
    if (needs_labels(each) && !labelled)
      throw Error(fmt::format("{}: has no node labels for --desc {}; leave that out", name,
                              to_string(each)));
}

void Measures::add(Options& options) {
  names_ = names_of(paper_descriptors);
  desc_option_ =
      options.add("--desc", names_, fmt::format("What is compared [{}]", fmt::join(names_, ",")))
          .type(fmt::format("{{{}}}", fmt::join(names_of(all_descriptors), ",")))
          .list();
  const auto kernel_option =
      options.choice("--kernel", kernel_, names_of(all_kernels), "Kernel of two signatures");
  bandwidth_option_ =
      options
          .add("--bandwidth", bandwidth_,
               "Of the kernel: median or mean distance of pairs, a number, or the greatest "
               "MMD^2 over a grid [median]")
          .type("{median,mean,X,grid}");
  from_option_ =
      options.choice("--bandwidth-from", from_, {"reference", "pooled", "cross"},
                     "Whose pairs: the reference's, all with the generated ones, or one of each");
  const auto estimator_option =
      options.choice("--estimator", estimator_name_, {"biased", "unbiased"},
                     "V-statistic, or U-statistic that can be negative");
  std::vector<std::string> preset_names;
  for (const auto& each : presets()) preset_names.emplace_back(each.name);
  options.choice("--preset", preset_name_, preset_names,
                 "Measure as a paper's code does; fixes the four options before [none]");
  beside_preset_ = {kernel_option, bandwidth_option_, from_option_, estimator_option};
}

bool Measures::has(Descriptor descriptor) const {
  return std::ranges::count(descriptors_, descriptor) > 0;
}

void Measures::choose_preset() {
  for (const auto& option : beside_preset_)
    if (option.given()) throw UsageError(option.name() + " says nothing beside --preset");
  preset_ = &graphvq::preset(preset_name_);
  std::vector<Descriptor> measured;
  for (const auto& [each, kernel] : preset_->measures) measured.push_back(each);
  descriptors_ = desc_option_.given() ? parse_descriptors(names_) : measured;
  for (const auto each : descriptors_) {
    const auto found = std::ranges::find(preset_->measures, each, &Preset::Measure::descriptor);
    if (found == preset_->measures.end())
      throw UsageError(fmt::format("--preset {} has no {}: it has {}", preset_name_,
                                   to_string(each), fmt::join(names_of(measured), ", ")));
    kernels_.push_back(found->kernel);
  }
}

void Measures::choose_kernel() {
  KernelSettings kernel{.kind = kernel_kind(kernel_)};
  descriptors_ = parse_descriptors(names_);
  if (kernel.kind == KernelKind::emd) {
    const auto unfit = [](Descriptor each) { return !is_histogram(each); };
    if (!desc_option_.given()) std::erase_if(descriptors_, unfit);
    if (const auto found = std::ranges::find_if(descriptors_, unfit); found != descriptors_.end())
      throw UsageError(
          fmt::format("--kernel emd: {} is no histogram of a quantity", to_string(*found)));
  }
  if (kernel.kind == KernelKind::linear)
    for (const auto& option : {bandwidth_option_, from_option_})
      if (option.given()) throw UsageError(option.name() + " says nothing beside --kernel linear");
  if (bandwidth_ == "mean") {
    kernel.rule = BandwidthRule::mean;
  } else if (bandwidth_ == "grid") {
    kernel.rule = BandwidthRule::grid;
  } else if (bandwidth_ != "median") {
    kernel.rule = BandwidthRule::fixed;
    const auto* end = bandwidth_.data() + bandwidth_.size();
    const auto [last, error] = std::from_chars(bandwidth_.data(), end, kernel.bandwidth);
    if (error != std::errc{} || last != end || !std::isfinite(kernel.bandwidth) ||
        kernel.bandwidth < 0)
      throw UsageError(fmt::format(
          "--bandwidth: '{}' is neither median, mean, grid nor a number from 0", bandwidth_));
    if (from_option_.given())
      throw UsageError("--bandwidth-from says nothing beside a number for --bandwidth");
  }
  if (from_ == "pooled") kernel.from = BandwidthFrom::pooled;
  if (from_ == "cross") kernel.from = BandwidthFrom::cross;
  kernels_.assign(descriptors_.size(), kernel);
}

std::string Measures::check() {
  if (!preset_name_.empty())
    choose_preset();
  else
    choose_kernel();
  if (estimator_name_ == "unbiased") estimator_ = Estimator::unbiased;
  for (const auto& kernel : kernels_)
    if (!positive_definite(kernel.kind))
      return fmt::format(
          "the {} kernel is not positive definite: its MMD^2 can be below 0, and 0 for unequal "
          "distributions",
          to_string(kernel.kind));
  return {};
}

nlohmann::json Measures::to_json() const {
  nlohmann::json settings{{"descriptors", names_of(descriptors_)}, {"estimator", estimator_name_}};
  if (preset_ != nullptr) {
    settings["preset"] = preset_name_;
    for (std::size_t k = 0; k < descriptors_.size(); ++k)
      settings["kernels"][std::string(to_string(descriptors_[k]))] = to_string(kernels_[k].kind);
    return settings;
  }
  settings["kernel"] = kernel_;
  if (kernel_ == "linear") return settings;
  if (kernels_[0].rule == BandwidthRule::fixed) {
    settings["bandwidth"] = kernels_[0].bandwidth;
  } else {
    settings["bandwidth"] = bandwidth_;
    settings["bandwidth_from"] = from_;
  }
  return settings;
}

std::string Measures::text() const {
  if (preset_ != nullptr) return preset_name_ + "," + estimator_name_;
  if (kernel_ == "linear") return kernel_ + "," + estimator_name_;
  const bool fixed = kernels_[0].rule == BandwidthRule::fixed;
  return fmt::format("{},{},{}", kernel_, fixed ? "fixed" : bandwidth_ + "," + from_,
                     estimator_name_);
}

}  // namespace graphvq
