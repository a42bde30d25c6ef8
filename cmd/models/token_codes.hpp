#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cmd/models/models.hpp"
#include "libgraphvq/method/prior/draw_gaussian.hpp"
#include "libgraphvq/method/sampler.hpp"

// What commands do alike with codes and with continuous tokens.

namespace graphvq {

/// Throws Error where `data` has continuous tokens, which `what` cannot take.
void require_codes(const Dataset& data, const char* what);

/// Codes of records and the table that they are of. A continuous token is a code of its own: its
/// number among all tokens that were added.
struct TokenCodes {
  CodeTable table;
  std::vector<std::vector<std::uint32_t>> codes;  // of each record
};
TokenCodes own_codes(const LatentDecoder& decoder, const std::vector<const Record*>& records);
/// Of records with tokens of the table, or of `decoder` where there is one.
TokenCodes token_codes(const CodeTable& table, const std::optional<LatentDecoder>& decoder,
                       const std::vector<Record>& records);

/// The model's, or under another condition. Throws Error for a table of other tokens than it was
/// trained on.
EdgesKernel edges_kernel(const EdgesModel& model, const CodeTable& table,
                         std::optional<Condition> condition = {});

/// Stage A, native.
class TokenPrior {
 public:
  explicit TokenPrior(const PriorModel& model);

  /// Gives each record sizes[r] tokens.
  void sample(std::span<const std::uint32_t> sizes, const Draw& draw,
              std::span<Record> records) const;
  /// Of the codes and the end of the sequence, or the density of continuous tokens, in nats.
  double nll(const Record& record) const;

 private:
  PriorConfig config_;
  std::optional<PriorKernel> codes_;
  std::optional<GaussianPriorKernel> latents_;  // instead
};

}  // namespace graphvq
