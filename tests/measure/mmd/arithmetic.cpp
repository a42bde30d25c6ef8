#include "libgraphvq/measure/mmd/arithmetic.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "libgraphvq/base/random.hpp"

using namespace graphvq;

TEST_CASE("the exponential function agrees with the library's") {
  Stream stream(1, Purpose::synth);
  for (const double range : {1e-8, 1., 30., 700.}) {
    std::vector<double> x(8 * 500), found(x.size());
    for (double& value : x) value = range * stream.uniform();
    arithmetic::values(arithmetic::Function::exponential, 1, x.data(), x.size(), found.data());
    for (std::size_t i = 0; i < x.size(); ++i)
      CHECK(std::abs(found[i] - std::exp(-x[i])) <= 4.5e-16 * std::exp(-x[i]));
  }
  double ends[] = {0,
                   5e-324,
                   1e-300,
                   706.9,
                   708,
                   1e10,
                   std::numeric_limits<double>::max(),
                   std::numeric_limits<double>::infinity()};
  arithmetic::values(arithmetic::Function::exponential, 1, ends, 8, ends);
  for (const int i : {0, 1, 2}) CHECK(ends[i] == 1);
  CHECK(ends[3] == Approx(std::exp(-706.9)).epsilon(1e-15));
  for (const int i : {4, 5, 6, 7}) CHECK(ends[i] == 0);
}
