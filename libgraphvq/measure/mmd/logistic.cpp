#include "libgraphvq/measure/mmd/logistic.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace graphvq {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double small_gradient = 1e-8;
constexpr int most_steps = 100;

VectorXd sigmoid(const VectorXd& z) { return (1 + (-z.array()).exp()).inverse(); }

// theta is the weights, then the intercept.
double loss(const VectorXd& z, const VectorXd& y, const VectorXd& weights, const VectorXd& theta) {
  // softplus(z) - y z, without overflow
  const auto softplus = z.array().max(0.) + (1 + (-z.array().abs()).exp()).log();
  return theta.head(theta.size() - 1).squaredNorm() / 2 +
         (weights.array() * (softplus - y.array() * z.array())).sum();
}

}  // namespace

LogisticRegression LogisticRegression::fit(const MatrixXd& x, const VectorXd& y,
                                           const VectorXd& weights, double c) {
  const auto d = x.cols();
  MatrixXd design(x.rows(), d + 1);
  design << x, VectorXd::Ones(x.rows());
  VectorXd scaled = c * weights;
  VectorXd penalty = VectorXd::Ones(d + 1);
  penalty[d] = 0;
  VectorXd theta = VectorXd::Zero(d + 1);
  VectorXd z = design * theta;
  double current = loss(z, y, scaled, theta);
  for (int step = 0; step < most_steps; ++step) {
    const VectorXd p = sigmoid(z);
    const VectorXd gradient =
        design.transpose() * scaled.cwiseProduct(p - y) + penalty.cwiseProduct(theta);
    if (gradient.lpNorm<Eigen::Infinity>() < small_gradient) break;
    const VectorXd curvature = scaled.array() * p.array() * (1 - p.array());
    MatrixXd hessian = design.transpose() * curvature.asDiagonal() * design;
    hessian.diagonal() += penalty;
    hessian(d, d) += 1e-12;  // where every p is 0 or 1 the intercept has no curvature
    const VectorXd direction = hessian.ldlt().solve(gradient);
    double length = 1;
    for (; length > 1e-10; length /= 2) {
      const VectorXd next = theta - length * direction;
      const VectorXd next_z = design * next;
      const double value = loss(next_z, y, scaled, next);
      if (value > current) continue;
      theta = next;
      z = next_z;
      current = value;
      break;
    }
    if (length <= 1e-10) break;
  }
  LogisticRegression model;
  model.coefficients_ = theta.head(d);
  model.intercept_ = theta[d];
  return model;
}

VectorXd LogisticRegression::logits(const MatrixXd& x) const {
  return (x * coefficients_).array() + intercept_;
}

}  // namespace graphvq
