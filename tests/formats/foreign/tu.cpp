#include <catch2/catch.hpp>
#include <fstream>

#include "libgraphvq/base/error.hpp"
#include "tests/formats/container/records.hpp"
#include "tests/formats/foreign/foreign.hpp"
#include "tests/formats/foreign/temporary_folder.hpp"

using namespace graphvq;
using Catch::Matchers::EndsWith;
using graphvq::test::compress;
namespace fs = std::filesystem;
using Policy = ForeignOptions::Policy;

namespace {

ForeignGraphs read_set(const fs::path& folder, const ForeignOptions& options = {}) {
  ForeignBuilder builder(options);
  find_format("tu")->read_folder(folder, builder);
  return builder.finish();
}

/// A folder DS of a temporary one.
class Folder {
 public:
  Folder() { fs::create_directory(path()); }

  fs::path path() const { return root_.path() / "DS"; }
  Folder& with(const std::string& what, const std::string& text) {
    files_[what] = text;
    std::ofstream(path() / ("DS_" + what + ".txt"), std::ios::binary) << text;
    return *this;
  }
  ForeignGraphs read(const ForeignOptions& options = {}) const {
    std::string seed;
    for (const auto& [what, text] : files_) seed += "== DS_" + what + ".txt\n" + text;
    graphvq::test::keep_seed("tu", seed);
    return read_set(path(), options);
  }
  /// The reason against the folder, after its path.
  std::string reason(const ForeignOptions& options = {}) const {
    try {
      read(options);
      return "";
    } catch (const Error& error) {
      const std::string text = error.what();
      const std::string start = (path() / "DS_").string();
      return text.starts_with(start) ? text.substr(start.size()) : text;
    }
  }

 private:
  graphvq::test::TemporaryFolder root_;
  std::map<std::string, std::string> files_;
};

/// A path 1-2-3 and an edge 4-5, all arcs there.
void two_graphs(Folder& folder) {
  folder.with("A", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n")
      .with("graph_indicator", "1\n1\n1\n2\n2\n");
}

const std::vector<Edge> path_edges = {{0, 1}, {1, 2}};
const std::vector<Edge> one_edge = {{0, 1}};

}  // namespace

TEST_CASE("a TU folder with all that it may have") {
  Folder folder;
  two_graphs(folder);
  folder.with("graph_labels", "1\n-1\n")
      .with("node_labels", "6\n8\n6\n15\n-2\n")
      .with("edge_labels", "2\n2\n0\n0\n2\n2\n");
  const auto data = folder.read();
  CHECK(data.header.classes == Alphabet{std::int64_t{-1}, std::int64_t{1}});
  CHECK(data.header.node_labels ==
        Alphabet{std::int64_t{-2}, std::int64_t{6}, std::int64_t{8}, std::int64_t{15}});
  CHECK(data.header.edge_labels == Alphabet{std::int64_t{0}, std::int64_t{2}});
  REQUIRE(data.graphs.size() == 2);
  CHECK(data.graphs[0] == Graph{3, path_edges, {1, 2, 1}, {1, 0}, 1, "1"});
  CHECK(data.graphs[1] == Graph{2, one_edge, {3, 0}, {1}, 0, "2"});
  CHECK_FALSE(data.repairs.any());
  CHECK(to_string(data.repairs).empty());
}

TEST_CASE("labels are optional, and left out when asked") {
  Folder folder;
  two_graphs(folder);
  const auto bare = folder.read();
  CHECK(bare.graphs[0] == Graph{3, path_edges, {}, {}, {}, "1"});
  CHECK(bare.header.node_labels.empty());
  folder.with("node_labels", "0\n0\n0\n0\n0\n");
  ForeignOptions options;
  options.node_labels = false;
  CHECK(folder.read(options).graphs == bare.graphs);
  CHECK(folder.read(options).header.node_labels.empty());
}

TEST_CASE("line ends, blanks and a missing last newline change nothing") {
  Folder folder;
  two_graphs(folder);
  const auto expected = folder.read().graphs;
  folder.with("A", "1,2\r\n2,1\r\n 2,   3 \r\n3\t,2\r\n4,5\r\n5,4")
      .with("graph_indicator", "1\r\n1\r\n1\r\n2\r\n2");
  CHECK(folder.read().graphs == expected);
}

TEST_CASE("rows of A may stand in any order") {
  Folder folder;
  two_graphs(folder);
  const auto expected = folder.read().graphs;
  folder.with("A", "5, 4\n3, 2\n2, 1\n1, 2\n4, 5\n2, 3\n");
  CHECK(folder.read().graphs == expected);
}

TEST_CASE("an unsorted indicator gathers the nodes of a graph in their order") {
  Folder folder;  // nodes 1 3 5 of graph 2, nodes 2 4 of graph 1
  folder.with("A", "1, 5\n5, 1\n2, 4\n4, 2\n")
      .with("graph_indicator", "2\n1\n2\n1\n2\n")
      .with("node_labels", "1\n2\n3\n4\n5\n");
  const auto data = folder.read();
  CHECK(data.graphs[0] == Graph{2, one_edge, {1, 3}, {}, {}, "1"});
  CHECK(data.graphs[1] == Graph{3, {{0, 2}}, {0, 2, 4}, {}, {}, "2"});
}

TEST_CASE("graph ids without nodes are empty graphs") {
  Folder folder;
  folder.with("A", "").with("graph_indicator", "2\n4\n");
  const auto sizes = [&folder] {
    std::vector<Node> out;
    for (const auto& graph : folder.read().graphs) out.push_back(graph.n);
    return out;
  };
  CHECK(sizes() == std::vector<Node>{0, 1, 0, 1});
  folder.with("graph_labels", "0\n0\n0\n0\n0\n");
  CHECK(sizes() == std::vector<Node>{0, 1, 0, 1, 0});
  fs::remove(folder.path() / "DS_graph_labels.txt");
  folder.with("graph_attributes", "0.5\n0\n0\n0\n0\n0");
  CHECK(sizes() == std::vector<Node>{0, 1, 0, 1, 0, 0});
  fs::remove(folder.path() / "DS_graph_attributes.txt");
  folder.with("graph_indicator", "").with("graph_labels", "");
  CHECK(sizes().empty());
}

TEST_CASE("self-loops are dropped, or refused with their line") {
  Folder folder;
  two_graphs(folder);
  folder.with("A", "1, 2\n2, 1\n3, 3\n3, 3\n");
  const auto data = folder.read();
  CHECK(data.graphs[0].edges == one_edge);
  CHECK(data.repairs == Repairs{2, 0, 0, {}});
  CHECK(to_string(data.repairs) == "2 self-loops dropped");
  ForeignOptions options;
  options.loops = Policy::error;
  CHECK(folder.reason(options) == "A.txt: line 3: graph 1: a self-loop");
}

TEST_CASE("repeated rows are joined, or refused with their line") {
  Folder folder;
  two_graphs(folder);
  folder.with("A", "1, 2\n2, 1\n1, 2\n2, 1\n");
  const auto data = folder.read();
  CHECK(data.graphs[0].edges == one_edge);
  CHECK(data.repairs == Repairs{0, 2, 0, {}});
  ForeignOptions options;
  options.duplicates = Policy::error;
  CHECK(folder.reason(options) == "A.txt: line 3: graph 1: a repeated edge");
}

TEST_CASE("an edge in one direction is joined, or refused with its line") {
  Folder folder;
  two_graphs(folder);
  folder.with("A", "1, 2\n2, 1\n3, 2\n");
  const auto data = folder.read();
  CHECK(data.graphs[0].edges == path_edges);
  CHECK(data.repairs == Repairs{0, 0, 1, {}});
  CHECK(to_string(data.repairs) == "1 one-sided edge joined");
  ForeignOptions options;
  options.asymmetric = Policy::error;
  CHECK(folder.reason(options) == "A.txt: line 3: graph 1: an edge in one direction only");
  folder.with("A", "3, 2\n3, 2\n");  // twice in one direction is both
  CHECK(folder.read().repairs == Repairs{0, 1, 1, {}});
}

TEST_CASE("strict refuses each repair") {
  Folder folder;
  two_graphs(folder);
  ForeignOptions strict;
  strict.strict = true;
  CHECK(folder.reason(strict).empty());
  folder.with("A", "1, 2\n2, 1\n1, 1\n");
  CHECK(folder.reason(strict) == "A.txt: line 3: graph 1: a self-loop");
  folder.with("A", "1, 2\n2, 1\n1, 2\n");
  CHECK(folder.reason(strict) == "A.txt: line 3: graph 1: a repeated edge");
  folder.with("A", "1, 2\n");
  CHECK(folder.reason(strict) == "A.txt: line 1: graph 1: an edge in one direction only");
}

TEST_CASE("further labels and attributes are columns") {
  Folder folder;
  two_graphs(folder);
  folder.with("node_labels", "1, 7\n1, 8\n2, 7\n1, 7\n1, 7\n")
      .with("edge_labels", "0\n0\n1\n1\n0\n0\n")
      .with("edge_attributes", "1.5\n1.5\n-2\n-2\n1e-3\n1e-3\n")
      .with("node_attributes", "-0.51,  1.70\n1,2\n3,nan\n 5, 6\n7, 8\n")
      .with("graph_attributes", "0.25\n-1\n");
  const auto data = folder.read();
  CHECK_FALSE(data.repairs.any());
  CHECK(data.header.node_columns == Columns{{"label_2", Alphabet{std::int64_t{7}, std::int64_t{8}}},
                                            {"attribute_1", std::nullopt},
                                            {"attribute_2", std::nullopt}});
  CHECK(data.header.edge_columns == Columns{{"attribute_1", std::nullopt}});
  CHECK(data.header.graph_columns == Columns{{"attribute_1", std::nullopt}});
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(data.graphs[0].attributes ==
        Attributes{{0, -.51, 1.7, 1, 1, 2, 0, 3, none}, {1.5, -2}, {.25}});
  CHECK(data.graphs[1].attributes == Attributes{{0, 5, 6, 0, 7, 8}, {1e-3}, {-1}});

  folder.with("edge_attributes", "1.5\n1.25\n-2\n-2\n1e-3\n1e-3\n");
  CHECK(folder.reason() ==
        "A.txt: line 2: graph 1: edge attribute_1 1.25, but line 1 has 1.5 for the same edge; "
        "import --conflicts first, last or drop settles it");
}

TEST_CASE("files of the set that are not read are named") {
  Folder folder;
  two_graphs(folder);
  folder.with("foo", "1\n").with("coordinates", "x\n");
  std::ofstream(folder.path() / "README.txt") << "about\n";
  CHECK(folder.read().repairs.not_kept ==
        std::vector<std::string>{"file DS_coordinates.txt", "file DS_foo.txt"});
  ForeignOptions strict;
  strict.strict = true;
  CHECK_THAT(folder.reason(strict), EndsWith("DS: file DS_coordinates.txt cannot be kept"));
}

TEST_CASE("integers of more than 53 bits are labels, and no attributes") {
  constexpr std::int64_t big = (std::int64_t{1} << 53) + 1;
  Header header;
  header.node_columns = {{"n", Alphabet{big}}};
  Graph graph = graphvq::test::path(1);
  graph.attributes.nodes = {0};
  CHECK_THROWS_WITH(graphvq::test::files_as("tu", header, {{graph, {}, {}}}),
                    "attribute n has 9007199254740993, an integer of more than 53 bits");
  header.node_labels = {std::int64_t{1}};
  graph.node_labels = {0};
  const auto files = graphvq::test::files_as("tu", header, {{graph, {}, {}}});
  CHECK(files.at("node_labels.txt") == "1, 9007199254740993\n");
}

TEST_CASE("files under gzip or zstd are read as they are") {
  Folder folder;
  two_graphs(folder);
  const auto expected = folder.read().graphs;
  folder.with("A", compress("1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"));
  CHECK(folder.read().graphs == expected);
}

TEST_CASE("a reason names its file once") {
  Folder folder;
  two_graphs(folder);
  fs::create_directory(folder.path() / "DS_edge_attributes.txt");
  CHECK(folder.reason() == "edge_attributes.txt: cannot read: Is a directory");
}

TEST_CASE("each bad row of a TU folder is named with its line") {
  const auto reason = [](const std::string& what, const std::string& text) {
    Folder folder;
    two_graphs(folder);
    return folder.with("graph_labels", "1\n2\n").with(what, text).reason();
  };
  CHECK(reason("A", "1, 2\n3, 4\n") == "A.txt: line 2, column 4: an edge between graphs 1 and 2");
  CHECK(reason("A", "1, 6\n") == "A.txt: line 1, column 4: node 6 of 5 nodes");
  CHECK(reason("A", "0, 1\n") == "A.txt: line 1, column 1: node 0 of 5 nodes");
  CHECK(reason("A", "-1, 1\n") == "A.txt: line 1, column 1: node -1 of 5 nodes");
  CHECK(reason("A", "1\n") == "A.txt: line 1, column 2: 1 columns, 2 expected");
  CHECK(reason("A", "1, 2, 3\n") == "A.txt: line 1, column 5: more columns than expected");
  CHECK(reason("A", "1, 2\n\n") == "A.txt: line 2, column 1: no integer");
  CHECK(reason("A", "1, x\n") == "A.txt: line 1, column 4: no integer");
  CHECK(reason("A", "1 2\n") == "A.txt: line 1, column 1: no integer");
  CHECK(reason("A", "1, 2.5\n") == "A.txt: line 1, column 4: no integer");
  CHECK(reason("A", "1, 99999999999999999999\n") ==
        "A.txt: line 1, column 4: a number that is too large");
  CHECK(reason("graph_indicator", "1\n0\n") ==
        "graph_indicator.txt: line 2, column 1: graph id 0 is not positive");
  CHECK(reason("graph_indicator", "1\n3\n") ==
        "graph_indicator.txt: line 2, column 1: graph id 3 of 2 graphs");
  CHECK(reason("node_labels", "1\n1\n") ==
        "node_labels.txt: line 2, column 1: the last row, but there are 5 nodes");
  CHECK(reason("node_labels", "1\n1\n1\n1\n1\n1\n") ==
        "node_labels.txt: line 6: a row beyond the 5 nodes");
  CHECK(reason("node_labels", "1\n1,2\n") ==
        "node_labels.txt: line 2, column 3: 2 columns, 1 in the first row");
  CHECK(reason("node_labels", "") == "node_labels.txt: no row, but there are 5 nodes");
  CHECK(reason("node_attributes", "1, 9007199254740993\n") ==
        "node_attributes.txt: line 1, column 4: an integer of more than 53 bits");
  CHECK(reason("node_attributes", "99999999999999999999\n") ==
        "node_attributes.txt: line 1, column 1: an integer of more than 53 bits");
  CHECK(reason("edge_labels", "1\n") ==
        "edge_labels.txt: line 1, column 1: the last row, but there are 6 rows of A");
  CHECK(reason("edge_labels", "1\n1\n1\n3\n1\n1\n") ==
        "A.txt: line 4: graph 1: edge label 3, but line 3 has 1 for the same edge; import "
        "--conflicts first, last or drop settles it, --edge-labels none leaves labels out");
}

TEST_CASE("a graph id that no file vouches for is bounded") {
  Folder folder;
  folder.with("A", "").with("graph_indicator", "4000000000\n");
  CHECK(folder.reason() ==
        "graph_indicator.txt: line 1, column 1: graph id 4000000000, with neither labels nor "
        "attributes of graphs; the most is 1000000");
}

TEST_CASE("the prefix is the folder's name or the one given") {
  Folder folder;
  two_graphs(folder);
  CHECK(read_set(folder.path() / "").graphs.size() == 2);
  CHECK(read_set(folder.path() / ".").graphs.size() == 2);
  const auto moved = folder.path().parent_path() / "moved";
  fs::rename(folder.path(), moved);
  CHECK_THROWS_WITH(read_set(moved),
                    EndsWith("moved/moved_graph_indicator.txt: no such file (--name gives the "
                             "prefix where it is not the folder's name)"));
  ForeignOptions options;
  options.name = "DS";
  CHECK(read_set(moved, options).graphs.size() == 2);
  CHECK_THROWS_WITH(read_set(folder.path()), EndsWith("DS: no folder"));
}

TEST_CASE("the real data sets have the counts of their files") {
  // Nodes: rows of graph_indicator. Edges: distinct unordered pairs of A, by awk and sort -u.
  struct Expected {
    const char* name;
    std::size_t graphs, nodes, edges, node_labels, edge_labels, classes;
    const char* repairs;
  };
  const Expected sets[] = {{"MUTAG", 188, 3371, 3721, 7, 4, 2, ""},
                           {"ENZYMES", 600, 19580, 37282, 3, 0, 6, ""},
                           {"PROTEINS", 1113, 43471, 81044, 3, 0, 2, ""},
                           {"NCI1", 4110, 122747, 132753, 37, 0, 2, ""}};
  const char* given = std::getenv("GRAPHVQ_DATA");
  const fs::path root = given != nullptr ? given : GRAPHVQ_SOURCE_DIR "/../shared/data";
  for (const auto& set : sets) {
    INFO(set.name);
    if (!fs::is_directory(root / set.name)) {
      WARN("skipped: " << (root / set.name).string() << " is not there");
      continue;
    }
    const auto data = read_set(root / set.name);
    std::size_t nodes = 0;
    std::size_t edges = 0;
    for (const auto& graph : data.graphs) {
      validate(graph);
      nodes += graph.n;
      edges += graph.edges.size();
    }
    CHECK(data.graphs.size() == set.graphs);
    CHECK(nodes == set.nodes);
    CHECK(edges == set.edges);
    CHECK(data.header.node_labels.size() == set.node_labels);
    CHECK(data.header.edge_labels.size() == set.edge_labels);
    CHECK(data.header.classes.size() == set.classes);
    CHECK(to_string(data.repairs) == set.repairs);
  }
}
