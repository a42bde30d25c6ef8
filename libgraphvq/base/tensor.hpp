#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graphvq {

enum class DType : std::uint8_t { u8, i64, f32, f64 };

/// A named dense array, row-major: how weights travel between models, kernels and files.
struct Tensor {
  std::string name;
  DType dtype = DType::f32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> data;  // packed, little-endian

  std::int64_t count() const {
    std::int64_t total = 1;
    for (auto s : shape) total *= s;
    return total;
  }
  /// The elements; T must be the type that `dtype` names.
  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(data.data()), data.size() / sizeof(T)};
  }
  bool operator==(const Tensor&) const = default;
};

using Tensors = std::vector<Tensor>;

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return DType::u8;
  if constexpr (std::is_same_v<T, std::int64_t>) return DType::i64;
  if constexpr (std::is_same_v<T, float>) return DType::f32;
  if constexpr (std::is_same_v<T, double>) return DType::f64;
}

template <class T>
Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const T> values) {
  Tensor tensor{std::move(name), dtype_of<T>(), std::move(shape), {}};
  tensor.data.resize(values.size_bytes());
  if (!values.empty()) std::memcpy(tensor.data.data(), values.data(), values.size_bytes());
  return tensor;
}

/// The tensor of that name, checked for type and shape; throws Error naming what was found and what
/// expected.
const Tensor& find(const Tensors& tensors, std::string_view name, DType dtype,
                   const std::vector<std::int64_t>& shape);

}  // namespace graphvq
