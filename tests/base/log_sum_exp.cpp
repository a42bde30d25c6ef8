#include "libgraphvq/base/log_sum_exp.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <vector>

using namespace graphvq;
using Catch::WithinRel;

TEST_CASE("log_sum_exp") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK_THAT(log_sum_exp(std::vector<double>{std::log(2), std::log(3)}),
             WithinRel(std::log(5), 1e-15));
  CHECK_THAT(log_sum_exp(std::vector<double>{-1000, -1000}), WithinRel(-1000 + std::log(2), 1e-15));
  CHECK(log_sum_exp(std::vector<double>{-infinity, 3}) == 3);
  CHECK(log_sum_exp(std::vector<double>{-infinity}) == -infinity);
  CHECK(log_sum_exp(std::vector<double>{}) == -infinity);
}
