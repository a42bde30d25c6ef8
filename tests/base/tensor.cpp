#include "libgraphvq/base/tensor.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "libgraphvq/base/error.hpp"

using namespace graphvq;
using Catch::Matchers::Contains;

TEST_CASE("a tensor is found by name, type and shape") {
  const std::vector<float> weights = {1, 2, 3, 4, 5, 6};
  const std::vector<std::int64_t> counts = {7};
  const Tensors tensors = {make_tensor<float>("weight", {2, 3}, weights),
                           make_tensor<std::int64_t>("count", {}, counts)};
  const Tensor& weight = find(tensors, "weight", DType::f32, {2, 3});
  CHECK(weight.count() == 6);
  CHECK(weight.as<float>()[5] == 6);
  CHECK(find(tensors, "count", DType::i64, {}).as<std::int64_t>()[0] == 7);

  CHECK_THROWS_WITH(find(tensors, "bias", DType::f32, {2}), Contains("'bias'"));
  CHECK_THROWS_WITH(find(tensors, "weight", DType::f32, {3, 2}),
                    "tensor 'weight' is f32 [2, 3], expected f32 [3, 2]");
  CHECK_THROWS_WITH(find(tensors, "count", DType::f64, {}),
                    "tensor 'count' is i64 [], expected f64 []");
}
