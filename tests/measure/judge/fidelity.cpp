#include "libgraphvq/measure/judge/fidelity.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace graphvq;
using Catch::WithinRel;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Prediction {
  double logit;
  bool outcome;
};

// By formula, every ninth at one logit: what scikit-learn was given for the values below.
std::vector<Prediction> predictions() {
  std::vector<Prediction> all;
  for (int i = 0; i < 200; ++i)
    all.push_back({i % 9 == 0 ? .25 : ((37 * i) % 101 - 50) / 20., (i * i + 3 * i) % 7 < 3});
  return all;
}

void check(const BinaryScore& score, const BinaryScore& expected) {
  CHECK(score.count == expected.count);
  CHECK_THAT(score.accuracy, WithinRel(expected.accuracy, 1e-13));
  CHECK_THAT(score.nll, WithinRel(expected.nll, 1e-13));
  CHECK_THAT(score.brier, WithinRel(expected.brier, 1e-13));
  CHECK_THAT(score.ece, WithinRel(expected.ece, 1e-12));
}

void check_equal(const BinaryScores& a, const BinaryScores& b) {
  CHECK(a.all.nll == b.all.nll);
  CHECK(a.all.brier == b.all.brier);
  CHECK(a.all.ece == b.all.ece);
  CHECK(a.auroc == b.auroc);
  CHECK(a.auprc == b.auprc);
}

}  // namespace

TEST_CASE("binary scores agree with scikit-learn") {
  // log_loss, brier_score_loss, roc_auc_score, average_precision_score; accuracy, ECE by numpy.
  BinaryScorer scorer;
  for (const auto& [logit, outcome] : predictions()) scorer.add(logit, outcome);
  const auto scores = scorer.scores();
  check(scores.all, {200, .48, .904616313740073, .3246965233779, .297726037335791});
  check(scores.positive,
        {57, .56140350877193, .869342061940431, .308498922215977, .487956430292267});
  check(scores.negative,
        {143, .447552447552448, .918676679842028, .33115290985503, .507533842828213});
  CHECK_THAT(scores.auroc, WithinRel(.504784688995215, 1e-13));
  CHECK_THAT(scores.auprc, WithinRel(.300219610397709, 1e-13));
}

TEST_CASE("binary scores depend neither on order nor on how weights are given") {
  BinaryScorer forward, backward, weighted;
  const auto all = predictions();
  for (std::size_t i = 0; i < all.size(); ++i) {
    forward.add(all[i].logit, all[i].outcome);
    forward.add(all[i].logit, all[i].outcome);
    const auto& last = all[all.size() - 1 - i];
    backward.add(last.logit, last.outcome, 2);
    weighted.add(last.logit, last.outcome, 2);
    weighted.add(last.logit, !last.outcome, 0);
  }
  check_equal(forward.scores(), backward.scores());
  check_equal(forward.scores(), weighted.scores());
}

TEST_CASE("a long stream is merged on the way") {
  BinaryScorer repeated, weighted;
  for (int i = 0; i < 200000; ++i) repeated.add(i % 100 - 50, i % 3 == 0);
  for (int i = 0; i < 300; ++i) weighted.add(i % 100 - 50, i % 3 == 0, i < 200 ? 667 : 666);
  // 200000 = 300 * 666 + 200.
  check_equal(repeated.scores(), weighted.scores());
}

TEST_CASE("bins of the calibration curve add up to the calibration error") {
  BinaryScorer scorer;
  for (const auto& [logit, outcome] : predictions()) scorer.add(logit, outcome);
  const auto scores = scorer.scores();
  double count = 0, gap = 0;
  for (std::size_t b = 0; b < ece_bins; ++b) {
    const auto& bin = scores.bins[b];
    count += bin.count;
    if (bin.count == 0) continue;
    gap += bin.count * std::abs(bin.predicted - bin.observed);
    CHECK(bin.predicted >= static_cast<double>(b) / ece_bins);
    CHECK(bin.predicted <= static_cast<double>(b + 1) / ece_bins);
  }
  CHECK(count == 200);
  CHECK_THAT(gap / count, WithinRel(scores.all.ece, 1e-12));
  // By hand: a quarter of the predictions .75 are wrong.
  BinaryScorer quarter;
  for (int i = 0; i < 4; ++i) quarter.add(std::log(3), i > 0);
  CHECK(quarter.scores().bins[11].count == 4);
  CHECK_THAT(quarter.scores().bins[11].predicted, WithinRel(.75, 1e-15));
  CHECK(quarter.scores().bins[11].observed == .75);
  CHECK(std::isnan(quarter.scores().bins[3].predicted));
}

TEST_CASE("ties count half in AUROC, all tied ones at once in AUPRC") {
  BinaryScorer tied;
  for (const bool outcome : {true, false, true, false, false}) tied.add(.3, outcome);
  CHECK(tied.scores().auroc == .5);
  CHECK(tied.scores().auprc == .4);
  // One positive over, one tied with a negative, which gives 1.5 of 2 pairs; recall 1/2 at
  // precision 1, then 1/2 at 2/3.
  BinaryScorer mixed;
  mixed.add(2, true);
  mixed.add(1, true);
  mixed.add(1, false);
  CHECK(mixed.scores().auroc == .75);
  CHECK_THAT(mixed.scores().auprc, WithinRel(.5 + 1. / 3, 1e-15));
}

TEST_CASE("certain predictions") {
  BinaryScorer right;
  right.add(infinity, true);
  right.add(-infinity, false);
  CHECK(right.scores().all.nll == 0);
  CHECK(right.scores().all.brier == 0);
  CHECK(right.scores().all.ece == 0);
  CHECK(right.scores().auroc == 1);
  BinaryScorer wrong;
  wrong.add(-1000, true);
  CHECK(wrong.scores().all.nll == 1000);
  CHECK(wrong.scores().all.brier == 1);
  CHECK(wrong.scores().positive.ece == 1);
}

TEST_CASE("scores without outcomes are no numbers") {
  CHECK(std::isnan(BinaryScorer().scores().all.nll));
  CHECK(std::isnan(BinaryScorer().scores().auroc));
  BinaryScorer positive;
  positive.add(1, true);
  CHECK(positive.scores().positive.accuracy == 1);
  CHECK(std::isnan(positive.scores().negative.nll));
  CHECK(std::isnan(positive.scores().auroc));
  CHECK(std::isnan(positive.scores().auprc));
}

TEST_CASE("a probability of one half is no edge") {
  BinaryScorer scorer;
  scorer.add(0, false);
  scorer.add(0, true);
  CHECK(scorer.scores().negative.accuracy == 1);
  CHECK(scorer.scores().positive.accuracy == 0);
}

TEST_CASE("code usage") {
  const auto uniform = code_usage(std::vector<std::uint64_t>(32, 5));
  CHECK(uniform.active == 32);
  CHECK_THAT(uniform.perplexity, WithinRel(32, 1e-13));
  CHECK_THAT(uniform.entropy, WithinRel(std::log(32), 1e-13));
  CHECK(std::abs(uniform.gini) < 1e-15);
  // Table tab:codebook, SYN-COMM feature-only: 3 of 32, perplexity 3.00, Gini .91.
  std::vector<std::uint64_t> three(32);
  three[4] = three[9] = three[31] = 7;
  const auto features = code_usage(three);
  CHECK(features.active == 3);
  CHECK_THAT(features.perplexity, WithinRel(3, 1e-14));
  CHECK_THAT(features.gini, WithinRel(29. / 32, 1e-14));
  // numpy: mean absolute difference over twice the mean.
  const auto usage = code_usage(std::vector<std::uint64_t>{5, 0, 3, 2, 0, 0, 10, 1});
  CHECK(usage.active == 5);
  CHECK_THAT(usage.entropy, WithinRel(1.34189521299794, 1e-13));
  CHECK_THAT(usage.perplexity, WithinRel(3.82628826927426, 1e-13));
  CHECK_THAT(usage.gini, WithinRel(.625, 1e-14));
  const auto one = code_usage(std::vector<std::uint64_t>{0, 9});
  CHECK(one.entropy == 0);
  CHECK(one.perplexity == 1);
  CHECK(one.gini == .5);
  CHECK(code_usage(std::vector<std::uint64_t>(4)).active == 0);
  CHECK(code_usage(std::vector<std::uint64_t>(4)).gini == 0);
}
