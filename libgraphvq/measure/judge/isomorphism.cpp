#include "libgraphvq/measure/judge/isomorphism.hpp"

#include <map>

#include "libgraphvq/graph/canonical.hpp"
#include "libgraphvq/graph/wl.hpp"

namespace graphvq {

std::vector<std::size_t> isomorphism_classes(std::span<const Record> records, std::uint64_t limit) {
  std::map<Signature, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < records.size(); ++i)
    alike[wl_signature(records[i].graph)].push_back(i);

  std::vector<std::size_t> first(records.size());  // of the class
  for (const auto& [signature, members] : alike) {
    std::map<CanonicalForm, std::size_t> known;
    bool one_class = members.size() == 1;
    for (auto i = members.begin(); i != members.end() && !one_class; ++i) {
      const auto form = canonical_form(records[*i].graph, true, limit);
      one_class = !form;
      if (form) first[*i] = known.try_emplace(*form, *i).first->second;
    }
    if (!one_class) continue;
    for (const auto i : members) first[i] = members.front();
  }

  std::vector<std::size_t> number(records.size());
  std::size_t classes = 0;
  for (std::size_t i = 0; i < records.size(); ++i)
    number[i] = first[i] == i ? classes++ : number[first[i]];
  return number;
}

}  // namespace graphvq
