#include "libgraphvq/method/method.hpp"

#include <algorithm>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

void TrainOptions::fields(Fields& fields) {
  fields.number({"epochs", "--epochs", "Passes over the training records"}, epochs, 1, 1000000U);
  fields.number({"batch", "--batch", "Records a step"}, batch, 1, 1U << 20);
  fields.number({"lr", "--lr", "Adam's learning rate", "X"}, lr, 1e-9, 1e9);
  fields.number({"final_lr", "--final-lr",
                 "Share of --lr that a cosine over all epochs ends at; 1 keeps it constant", "X"},
                final_lr, 0, 1);
  fields.number(
      {"weight_decay", "--weight-decay", "This times the weights joins the gradient", "X"},
      weight_decay, 0, 1);
  fields.number({"clip", "--clip", "Longest gradient; 0: any", "X"}, clip, 0, 1e9);
  fields.number(
      {"epoch_records", "--epoch-records", "Records an epoch, of passes over all; 0: all of them"},
      epoch_records, 0, std::uint64_t{1} << 26);
  fields.number(
      {"patience", "--patience", "Stop after N epochs without a better validation loss; 0 never"},
      patience, 0, UINT32_MAX);
}

void refuse_given(const Given& given, std::initializer_list<std::string_view> options,
                  const std::string& what) {
  for (const auto option : options)
    if (given(option)) throw UsageError(std::string(option) + " means nothing with " + what);
}

const Method* find_method(std::string_view kind, std::string_view name) {
  const auto found = std::ranges::find_if(
      methods(), [&](const Method& method) { return method.kind == kind && method.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

void Generator::tokenize(Record&) const { throw Error("is no tokenizer"); }
void Generator::draw_window(std::span<Record>, const Draw&) const {
  throw Error("is no tokenizer");
}

}  // namespace graphvq
