#pragma once

#include <torch/optim/adam.h>

#include <vector>

#include "libgraphvq/data/record.hpp"
#include "libgraphvq/method/chunk/net.hpp"
#include "libgraphvq/method/prior/net.hpp"
#include "libgraphvq/method/tokenizer/net.hpp"
#include "tests/method/reference.hpp"
#include "tests/support.hpp"

namespace graphvq::test {

/// A random graph with `labels` labels and a random code a node.
inline Record random_record(Node n, double p, std::uint64_t seed, std::uint32_t labels,
                            std::uint32_t codes) {
  Record record{random_graph(n, p, seed, labels), {}, {}};
  Stream stream(seed, Purpose::codes);
  for (Node i = 0; i < n; ++i) record.codes.push_back(stream.below(codes));
  return record;
}

inline Shard shard_of(const std::vector<Record>& records, bool training = true) {
  Shard shard{.seed = 3, .epoch = 1, .training = training};
  for (std::size_t i = 0; i < records.size(); ++i) {
    shard.records.push_back(&records[i]);
    shard.indices.push_back(i);
  }
  return shard;
}

inline double value(Model& model, const std::vector<Record>& records, bool training = false) {
  const torch::NoGradGuard no_grad;
  return model.loss(shard_of(records, training)).sum.item<double>();
}

/// Loss per term after `steps` of plain Adam on all records at once.
inline double overfit(Model& model, const std::vector<Record>& records, int steps, double lr) {
  torch::optim::Adam adam(model.parameters(), lr);
  std::int64_t terms = 0;
  for (const Record& record : records) terms += model.terms(record);
  const Shard shard = shard_of(records);
  double last = 0;
  for (int step = 0; step < steps; ++step) {
    adam.zero_grad();
    const ShardLoss loss = model.loss(shard);
    (loss.sum / terms).backward();
    adam.step();
    model.after_batch({loss.statistics});
    last = loss.sum.item<double>() / static_cast<double>(terms);
  }
  return last;
}

}  // namespace graphvq::test
