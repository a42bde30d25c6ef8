#include "libgraphvq/method/prior/draw_gaussian.hpp"

#include <catch2/catch.hpp>

#include "libgraphvq/base/error.hpp"
#include "tests/method/reference.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

const PriorConfig small_gaussian{.codes = 0, .hidden = 12, .layers = 2, .latent = 3};

std::vector<Row> rows_of(const std::vector<float>& tokens, std::size_t width) {
  std::vector<Row> rows;
  for (std::size_t at = 0; at < tokens.size(); at += width)
    rows.emplace_back(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                      tokens.begin() + static_cast<std::ptrdiff_t>(at + width));
  return rows;
}

std::vector<float> some_tokens(std::size_t count) {
  Stream stream(5, Purpose::codes);
  std::vector<float> tokens(count);
  for (float& x : tokens) x = static_cast<float>(stream.normal());
  return tokens;
}

}  // namespace

TEST_CASE("moments and density of continuous tokens follow the formulas") {
  for (const double scale : {.3, 4.0}) {  // the second reaches the cut of the log-variances
    const auto weights = random_gaussian_prior(small_gaussian, 1, scale);
    const GaussianPriorSampler kernel(small_gaussian, weights);
    const auto tokens = some_tokens(7 * 3);
    const auto expected = gaussian_moments(small_gaussian, weights, rows_of(tokens, 3));
    const auto found = kernel.moments(tokens);
    REQUIRE(found.size() == 7 * 6);
    double nll = 0;
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t u = 0; u < 3; ++u) {
        const double mean = expected[i][u], variance = std::exp(expected[i][3 + u]);
        CHECK(found[i * 6 + u] == Approx(mean).margin(1e-4));
        CHECK(found[i * 6 + 3 + u] == Approx(expected[i][3 + u]).margin(1e-4));
        const double off = tokens[i * 3 + u] - mean;
        nll -= std::log(std::exp(-off * off / (2 * variance)) /
                        std::sqrt(2 * std::numbers::pi * variance));
      }
    CHECK((scale > 1 || kernel.nll(tokens) == Approx(nll).epsilon(1e-4)));
  }
  const GaussianPriorSampler kernel(small_gaussian, random_gaussian_prior(small_gaussian, 1));
  CHECK(kernel.nll({}) == 0);
  CHECK_THROWS_WITH(kernel.nll(some_tokens(4)), "tokens that are no vectors of 3 numbers");
}

TEST_CASE("continuous tokens are drawn from their own moments") {
  const GaussianPriorSampler kernel(small_gaussian, random_gaussian_prior(small_gaussian, 2));
  const double temperature = GENERATE(1.0, .25);
  constexpr std::size_t draws = 4000;
  const std::vector<std::uint32_t> sizes(draws, 3);
  const auto drawn =
      kernel.sample(sizes, {.seed = 1, .threads = 2, .node_temperature = temperature});
  double sum = 0, square = 0;
  for (const auto& tokens : drawn) {
    const auto moments = kernel.moments(tokens);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t u = 0; u < 3; ++u) {
        const double z =
            (tokens[i * 3 + u] - moments[i * 6 + u]) / std::exp(moments[i * 6 + 3 + u] / 2);
        sum += z;
        square += z * z;
      }
  }
  const double n = 9 * draws;
  CHECK(std::abs(sum / n) < 4 * std::sqrt(temperature / n));
  CHECK(std::abs(square / n - temperature) < 4 * temperature * std::sqrt(2 / n));
}

TEST_CASE("continuous tokens depend on seed and record alone") {
  const GaussianPriorSampler kernel(small_gaussian, random_gaussian_prior(small_gaussian, 3));
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t g = 0; g < 150; ++g) sizes.push_back(g * 7 % 23);
  const auto whole = kernel.sample(sizes, {.seed = 4, .threads = 1});
  CHECK(kernel.sample(sizes, {.seed = 4, .threads = 3}) == whole);
  CHECK(kernel.sample(sizes, {.seed = 5, .threads = 1}) != whole);
  const auto rest = kernel.sample(std::span(sizes).subspan(40), {.seed = 4, .first = 40});
  CHECK(std::vector(whole.begin() + 40, whole.end()) == rest);
  for (std::size_t g = 0; g < sizes.size(); ++g) CHECK(whole[g].size() == sizes[g] * 3);
}
