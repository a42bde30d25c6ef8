#include "libgraphvq/measure/mmd/classifier.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/measure/mmd/logistic.hpp"

using namespace graphvq;
using Catch::WithinAbs;

namespace {

/// Rows of two columns: a normal number of this mean, and noise.
SignatureRows normal_rows(std::size_t count, double mean, std::uint64_t seed) {
  Stream stream(seed, Purpose::synth);
  SignatureRows rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back({mean + stream.normal(), stream.normal()});
  return rows;
}

ClassifierScore score(const SignatureRows& a, const SignatureRows& b, unsigned threads = 1) {
  return classifier_score(std::span(&a, 1), std::span(&b, 1), 0, threads);
}

}  // namespace

TEST_CASE("logistic regression agrees with scikit-learn") {
  // LogisticRegression(C=C, tol=1e-12).fit(x, y, sample_weight=w), the data by formula.
  Eigen::MatrixXd x(40, 3);
  Eigen::VectorXd y(40), weights(40);
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < 3; ++k) x(i, k) = ((7 * i + 3 * k * i * i + 5 * k) % 23 - 11) / 7.;
    y[i] = (i * i + 3 * i) % 7 < 3 ? 1 : 0;
    weights[i] = 1 + (i % 3) / 2.;
  }
  const double expected[][5] = {
      {1, -.2103337439889174, .46025856365487944, .07594300786825557, -.6503537233184186},
      {.1, -.11437639342794396, .2311846490689473, .030262711004483814, -.7347105953296106},
      {100, -.2326554770248833, .5182959722080386, .08957121283988613, -.6311015822456949}};
  for (const auto& row : expected) {
    const auto model = LogisticRegression::fit(x, y, weights, row[0]);
    for (int k = 0; k < 3; ++k) CHECK_THAT(model.coefficients()[k], WithinAbs(row[k + 1], 1e-6));
    CHECK_THAT(model.intercept(), WithinAbs(row[4], 1e-6));
  }
}

TEST_CASE("classes that a line parts keep finite weights") {
  Eigen::MatrixXd x(4, 1);
  x << -2, -1, 1, 2;
  Eigen::VectorXd y(4);
  y << 0, 0, 1, 1;
  const auto model = LogisticRegression::fit(x, y, Eigen::VectorXd::Ones(4), 1e6);
  CHECK(std::isfinite(model.coefficients()[0]));
  CHECK(model.logits(x)[3] > 5);
}

TEST_CASE("a classifier cannot tell a distribution from itself") {
  for (std::uint64_t seed = 1; seed < 6; ++seed)
    CHECK(score(normal_rows(1000, 0, seed), normal_rows(1000, 0, seed + 100)).distance < .1);
  // What overfits is worse than a coin on the other half: below 0, shown, and the distance is 0.
  SignatureRows wide[2];
  for (std::uint64_t side = 0; side < 2; ++side)
    for (std::uint64_t i = 0; i < 60; ++i) {
      Stream stream(side, Purpose::init, i);
      auto& row = wide[side].emplace_back();
      for (int k = 0; k < 40; ++k) row.push_back(stream.normal());
    }
  const auto noise = score(wide[0], wide[1]);
  CHECK(noise.parts[0].divergence < 0);
  CHECK(noise.distance == 0);
}

TEST_CASE("a classifier tells disjoint sets apart") {
  CHECK(score(normal_rows(500, 0, 1), normal_rows(500, 30, 2)).distance > .99);
  // A column that is 1 on one side alone, 50 graphs of each fitted to: the penalty keeps its weight
  // at w = 100 sigmoid(-w).
  double w = 3;
  for (int i = 0; i < 100; ++i) w = (w * 9 + 100 / (1 + std::exp(w))) / 10;
  CHECK_THAT(score(SignatureRows(100, {1}), SignatureRows(100, {1, 0, 1})).distance,
             WithinAbs(std::sqrt(1 - std::log2(1 + std::exp(-w))), 1e-6));
}

TEST_CASE("between two normal distributions the bound is near the divergence") {
  // Means 1 apart: the best classifier is logistic; the divergence by numerical integration.
  const double step = 1e-3;
  double divergence = 0;
  const auto density = [](double x) {
    return std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979);
  };
  for (double x = -10; x < 11; x += step) {
    const double p = density(x), q = density(x - 1), m = (p + q) / 2;
    if (p > 0) divergence += step * p * std::log2(p / m) / 2;
    if (q > 0) divergence += step * q * std::log2(q / m) / 2;
  }
  const auto found = score(normal_rows(10000, 0, 1), normal_rows(10000, 1, 2));
  CHECK_THAT(found.parts[0].divergence, WithinAbs(divergence, .01));
  CHECK_THAT(found.distance, WithinAbs(std::sqrt(divergence), .015));
}

TEST_CASE("the descriptor that tells most is chosen, whatever the threads and sizes") {
  const std::vector<SignatureRows> reference = {normal_rows(300, 0, 1), normal_rows(300, 0, 2),
                                                normal_rows(300, 0, 3)};
  const std::vector<SignatureRows> generated = {normal_rows(900, .1, 4), normal_rows(900, 2, 5),
                                                normal_rows(900, 1, 6)};
  const auto one = classifier_score(reference, generated, 3, 1);
  const auto three = classifier_score(reference, generated, 3, 3);
  CHECK(one.best == 1);
  CHECK(one.distance == std::sqrt(one.parts[1].divergence));
  CHECK(one.distance == three.distance);
  CHECK(one.parts[2].divergence > one.parts[0].divergence);
}

TEST_CASE("a classifier needs graphs on both sides") {
  CHECK_THROWS_AS(score(normal_rows(7, 0, 1), normal_rows(100, 0, 1)), Error);
  CHECK_THROWS_AS(score(normal_rows(100, 0, 1), {}), Error);
  CHECK(score(normal_rows(8, 0, 1), normal_rows(8, 0, 1)).parts.size() == 1);
}
