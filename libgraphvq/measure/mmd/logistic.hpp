#pragma once

#include <Eigen/Core>

namespace graphvq {

/// Logistic regression with an L2 penalty on the weights, not on the intercept, as scikit-learn's
/// LogisticRegression(C): the least of |w|^2 / 2 + C sum of weight_i loss_i.
class LogisticRegression {
 public:
  /// x is [n, d], y is [n] of 0 and 1, weights [n]. By Newton's method, to a gradient of 1e-8.
  static LogisticRegression fit(const Eigen::MatrixXd& x, const Eigen::VectorXd& y,
                                const Eigen::VectorXd& weights, double c = 1);

  /// Log odds of 1 for each row, [n].
  Eigen::VectorXd logits(const Eigen::MatrixXd& x) const;
  const Eigen::VectorXd& coefficients() const { return coefficients_; }
  double intercept() const { return intercept_; }

 private:
  Eigen::VectorXd coefficients_;  // [d]
  double intercept_ = 0;
};

}  // namespace graphvq
