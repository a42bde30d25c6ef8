#include "formats/foreign/unread.hpp"

#include <algorithm>
#include <vector>

#include "formats/foreign/text/words.hpp"

namespace graphvq {
namespace {

struct UnreadFormat {
  std::string_view title;
  std::vector<std::string_view> names;
  std::vector<std::string_view> starts;  // of its first line, in lower case
  std::string_view way;                  // what makes another format of it
};

const std::vector<UnreadFormat>& unread() {
  static const std::vector<UnreadFormat> all = {
      {"GML",
       {"gml"},
       {"graph [", "graph[", "creator "},
       "NetworkX (read_gml, write_graphml) or Gephi make GraphML of it"},
      {"GEXF", {"gexf"}, {}, "NetworkX (read_gexf, write_graphml) or Gephi make GraphML of it"},
      {"Pajek",
       {"pajek", "net"},
       {"*vertices", "*arcs", "*edges"},
       "NetworkX (read_pajek, write_graphml) makes GraphML of it"},
      {"MatrixMarket",
       {"mtx", "mm", "matrixmarket"},
       {"%%matrixmarket"},
       "scipy.io.mmread and networkx.from_scipy_sparse_array take it"},
      {"DIMACS",
       {"dimacs", "col"},
       {"p edge ", "p col ", "p sp ", "p tw "},
       "its lines `e U V` without the e are an edge list"},
      {"GDF", {"gdf"}, {"nodedef>"}, "Gephi makes GraphML of it"},
      {"SIF", {"sif"}, {}, "its first and third words are an edge list"},
      {"TGF", {"tgf"}, {}, "its lines below the # are an edge list"},
      {"METIS", {"metis", "graph"}, {}, "networkx.from_dict_of_lists takes its rows"},
      {"LGL", {"lgl", "ncol"}, {}, "igraph (read_graph, write_graph) makes GraphML of it"},
      {"gSpan", {"gspan", "lg"}, {"t # "}, "its lines `e U V` without the e are edges"},
  };
  return all;
}

std::string said(const UnreadFormat& format) {
  return std::string(format.title) + ", which is not read; " + std::string(format.way);
}

}  // namespace

std::optional<std::string> unread_name(std::string_view name) {
  for (const auto& format : unread())
    if (std::ranges::any_of(format.names, [&](auto each) { return same_word(name, each); }))
      return said(format);
  return std::nullopt;
}

std::optional<std::string> unread_start(std::string_view line) {
  for (const auto& format : unread())
    for (const auto start : format.starts) {
      if (line.size() < start.size() || !same_word(line.substr(0, start.size()), start)) continue;
      // Names may be p and sp: DIMACS counts nodes and edges behind them.
      if (start[0] == 'p' && line.find_first_not_of("0123456789 \t", start.size()) != line.npos)
        continue;
      return said(format);
    }
  return std::nullopt;
}

}  // namespace graphvq
