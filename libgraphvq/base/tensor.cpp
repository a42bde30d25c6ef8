#include "libgraphvq/base/tensor.hpp"

#include <algorithm>
#include <array>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

std::string describe(DType dtype, const std::vector<std::int64_t>& shape) {
  constexpr std::array<std::string_view, 4> names = {"u8", "i64", "f32", "f64"};
  std::string text(names.at(static_cast<std::size_t>(dtype)));
  text += " [";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace

const Tensor& find(const Tensors& tensors, std::string_view name, DType dtype,
                   const std::vector<std::int64_t>& shape) {
  const auto found = std::ranges::find(tensors, name, &Tensor::name);
  if (found == tensors.end()) throw Error("no tensor '" + std::string(name) + "'");
  if (found->dtype != dtype || found->shape != shape)
    throw Error("tensor '" + std::string(name) + "' is " + describe(found->dtype, found->shape) +
                ", expected " + describe(dtype, shape));
  return *found;
}

}  // namespace graphvq
