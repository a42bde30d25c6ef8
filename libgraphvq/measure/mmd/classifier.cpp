#include "libgraphvq/measure/mmd/classifier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/measure/mmd/logistic.hpp"

namespace graphvq {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Indices = std::vector<std::size_t>;

constexpr std::size_t folds = 4;

Indices shuffled(std::size_t size, std::uint64_t seed, std::uint64_t side) {
  Indices result(size);
  std::iota(result.begin(), result.end(), std::size_t{0});
  Stream stream(seed, Purpose::split, side, 2);
  shuffle(result, stream);
  return result;
}

// What of a shuffled half is fold k, and what is not.
Indices fold(std::span<const std::size_t> half, std::size_t k, bool inside) {
  Indices result;
  for (std::size_t i = 0; i < half.size(); ++i)
    if ((i % folds == k) == inside) result.push_back(half[i]);
  return result;
}

struct Pair {
  const SignatureRows& reference;
  const SignatureRows& generated;
};

struct Subset {
  Indices reference, generated;
};

// Rows of the reference, then of the generated, [n, width].
MatrixXd matrix(const Pair& rows, const Subset& subset, std::size_t width) {
  MatrixXd x =
      MatrixXd::Zero(static_cast<Eigen::Index>(subset.reference.size() + subset.generated.size()),
                     static_cast<Eigen::Index>(width));
  Eigen::Index r = 0;
  const auto add = [&](const SignatureRows& from, const Indices& indices) {
    for (const auto i : indices) {
      for (std::size_t k = 0; k < from[i].size(); ++k)
        x(r, static_cast<Eigen::Index>(k)) = from[i][k];
      ++r;
    }
  };
  add(rows.reference, subset.reference);
  add(rows.generated, subset.generated);
  return x;
}

// log2 of the probability that sigmoid(logit) gives to 1.
double log2_probability(double logit) {
  return -(std::max(-logit, 0.) + std::log1p(std::exp(-std::abs(logit)))) / std::log(2.);
}

// The bound on `held` by a classifier of `fitted`.
double divergence(const Pair& rows, const Subset& fitted, const Subset& held) {
  std::size_t width = 0;
  for (const auto* set : {&rows.reference, &rows.generated})
    for (const auto& row : *set) width = std::max(width, row.size());
  MatrixXd x = matrix(rows, fitted, width), test = matrix(rows, held, width);
  const Eigen::RowVectorXd mean = x.colwise().mean();
  x.rowwise() -= mean;
  Eigen::RowVectorXd scale =
      (x.colwise().squaredNorm() / static_cast<double>(x.rows())).cwiseSqrt();
  scale = (scale.array() > 1e-12).select(scale.cwiseInverse(), 0);
  x = x * scale.asDiagonal();
  test = (test.rowwise() - mean) * scale.asDiagonal();

  const auto references = static_cast<Eigen::Index>(fitted.reference.size());
  const auto half = static_cast<double>(x.rows()) / 2;
  VectorXd y = VectorXd::Zero(x.rows()), weights(x.rows());
  y.head(references).setOnes();
  weights.setConstant(half / static_cast<double>(fitted.generated.size()));
  weights.head(references).setConstant(half / static_cast<double>(references));
  const VectorXd logits = LogisticRegression::fit(x, y, weights).logits(test);

  const auto count = static_cast<Eigen::Index>(held.reference.size());
  double real = 0, false_ones = 0;
  for (Eigen::Index i = 0; i < logits.size(); ++i)
    (i < count ? real : false_ones) += log2_probability(i < count ? logits[i] : -logits[i]);
  return 1 + (real / static_cast<double>(count) +
              false_ones / static_cast<double>(held.generated.size())) /
                 2;
}

}  // namespace

ClassifierScore classifier_score(std::span<const SignatureRows> reference,
                                 std::span<const SignatureRows> generated, std::uint64_t seed,
                                 unsigned threads) {
  if (reference.empty()) throw Error("a classifier needs a descriptor");
  const auto real = shuffled(reference[0].size(), seed, 0);
  const auto drawn = shuffled(generated[0].size(), seed, 1);
  if (std::min(real.size(), drawn.size()) < 2 * folds)
    throw Error("a classifier needs eight graphs of each set");
  const auto halves = [](const Indices& all) {
    const std::span whole(all);
    return std::pair(whole.first(all.size() / 2), whole.subspan(all.size() / 2));
  };
  const auto reals = halves(real);
  const auto drawns = halves(drawn);

  // For each descriptor the folds, then the held-out half.
  std::vector<double> bounds(reference.size() * (folds + 1));
  parallel(bounds.size(), threads, [&](unsigned, std::size_t task) {
    const Pair rows{reference[task / (folds + 1)], generated[task / (folds + 1)]};
    const auto k = task % (folds + 1);
    const auto take = [&](std::span<const std::size_t> half, bool inside) {
      return k < folds ? fold(half, k, inside) : Indices(half.begin(), half.end());
    };
    const Subset fitted{take(reals.first, false), take(drawns.first, false)};
    bounds[task] =
        k < folds ? divergence(rows, fitted, {take(reals.first, true), take(drawns.first, true)})
                  : divergence(rows, fitted, {take(reals.second, true), take(drawns.second, true)});
  });

  ClassifierScore score;
  for (std::size_t d = 0; d < reference.size(); ++d) {
    const auto* first = bounds.data() + d * (folds + 1);
    score.parts.push_back({std::accumulate(first, first + folds, 0.) / folds, first[folds]});
    if (score.parts[d].validation > score.parts[score.best].validation) score.best = d;
  }
  score.distance = std::sqrt(std::clamp(score.parts[score.best].divergence, 0., 1.));
  return score;
}

}  // namespace graphvq
