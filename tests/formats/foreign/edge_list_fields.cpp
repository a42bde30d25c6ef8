#include <catch2/catch.hpp>
#include <cmath>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

std::string reason(const char* text) { return reason_as("edgelist", text); }

Columns names(Alphabet alphabet) { return {{"name", std::move(alphabet)}}; }

}  // namespace

TEST_CASE("one row parts the fields of the whole file") {
  const auto headed = read_as("edgelist", "source\ttarget\tnote\nRoe\tPoe\ta, b\nA\tB\tc\n");
  CHECK(headed.graphs[0].edges == std::vector<Edge>{{0, 1}, {2, 3}});
  CHECK(headed.header.node_columns == names({"A"s, "B"s, "Poe"s, "Roe"s}));
  CHECK(headed.header.edge_columns == Columns{{"note", Alphabet{"a, b"s, "c"s}}});
  const auto tabs = read_as("edgelist", "from\tto\tweight\n1\t2\t0,5\n2\t3\t0,25\n");
  CHECK(tabs.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(tabs.header.node_columns == names({std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}));
  CHECK(tabs.header.edge_columns == Columns{{"weight", Alphabet{"0,25"s, "0,5"s}}});
  // As NetworkX writes dictionaries between any delimiters, and a comment behind words.
  for (const char* text : {"a b {'x': 'p, q', 'y': 2}\n", "a\tb\t{'x': 'p, q', 'y': 2}\n",
                           "a,b,{'x': 'p, q', 'y': 2}\n", "a, b, {'x': 'p, q', 'y': 2}\n"}) {
    INFO(text);
    const auto set = read_as("edgelist", text);
    CHECK(set.header.node_columns == names({"a"s, "b"s}));
    CHECK(set.header.edge_columns ==
          Columns{{"x", Alphabet{"p, q"s}}, {"y", Alphabet{std::int64_t{2}}}});
  }
  CHECK(read_as("edgelist", "a b # x, y\nc d\n").header.node_columns ==
        names({"a"s, "b"s, "c"s, "d"s}));
}

TEST_CASE("a row that the first one's separator does not part is refused") {
  CHECK(reason("source,target\nd e\n") == "f: line 2, column 1: graph 0: an edge of one node");
  CHECK(reason("a\tb\nc d\n") == "f: line 2, column 1: graph 0: an edge of one node");
  CHECK(reason("a b\nc,d\n") == "f: line 2, column 1: graph 0: an edge of one node");
  CHECK(reason("a b\nc, d\n") ==
        "f: line 2, column 1: graph 0: a comma beside a name, where blanks part fields");
  CHECK_THAT(reason("a,b\nd e\n"), Contains("line 2, column 1: graph 0: the name d e has a blank"));
}

TEST_CASE("blanks within names need a heading, tabs or quotes") {
  for (const char* text : {"a b 0,5\n", "1 2 0,5\n", "New York,Paris\n", "Paris,New York\n"}) {
    INFO(text);
    CHECK_THAT(reason(text),
               Contains("has a blank") && Contains("a heading line (or --header) or tabs"));
  }
  ForeignOptions header;
  header.header = true;
  const auto expected = names({"New York"s, "Paris"s});
  CHECK(read_as("edgelist", "x,y\nNew York, Paris\n", header).header.node_columns == expected);
  CHECK(read_as("edgelist", "from,to\nNew York,Paris\n").header.node_columns == expected);
  CHECK(read_as("edgelist", "from to cost\na b 0,5\n").header.edge_columns ==
        Columns{{"cost", Alphabet{"0,5"s}}});
  CHECK(read_as("edgelist", "New York\tParis\n").header.node_columns == expected);
  CHECK(read_as("edgelist", "\"New York\",Paris\n").header.node_columns == expected);
}

TEST_CASE("fields quoted as RFC 4180 has it") {
  const auto set = read_as("edgelist",
                           "from,to,weight\n"
                           R"("a, b", "say ""hi""",",")"
                           "\n");
  CHECK(set.header.node_columns == names({"a, b"s, "say \"hi\""s}));
  CHECK(set.header.edge_columns == Columns{{"weight", Alphabet{","s}}});
  CHECK(read_as("edgelist", "\"a\tb\"\tc\n").header.node_columns == names({"a\tb"s, "c"s}));
  CHECK(read_as("edgelist", "5\" pipe\tb\n").header.node_columns == names({"5\" pipe"s, "b"s}));
  CHECK(read_as("edgelist", "\"a b\" c # d\n").header.node_columns == names({"a b"s, "c"s}));
  CHECK(read_as("edgelist", "it\"s \"b\n").header.node_columns == names({"\"b"s, "it\"s"s}));
  CHECK(reason("\"a\"x,b\n") == "f: line 1, column 1: graph 0: text behind a closing quote");
  CHECK(reason("a,\"b\nc,d\n") ==
        "f: line 1, column 3: graph 0: a quote without an end in its line");
  CHECK(reason("\"\",b\n") == "f: line 1, column 1: graph 0: a node without a name");
}

TEST_CASE("a heading's names say which columns are the ends") {
  // As pandas writes an index, and R row names.
  for (const char* text : {",source,target,weight\n0,a,b,0.5\n1,b,c,1.5\n",
                           "\tsource\ttarget\tweight\n0\ta\tb\t0.5\n1\tb\tc\t1.5\n",
                           R"("","from","to","weight")"
                           "\n"
                           R"("1","a","b",0.5)"
                           "\n"
                           R"("2","b","c",1.5)"}) {
    INFO(text);
    const auto set = read_as("edgelist", text);
    CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
    CHECK(set.header.node_columns == names({"a"s, "b"s, "c"s}));
    CHECK(set.header.edge_columns == Columns{{"weight", std::nullopt}});
    CHECK(set.graphs[0].attributes.edges == std::vector<double>{.5, 1.5});
    CHECK(to_string(set.repairs) ==
          "1 header line read as names of columns, edge column 1 (without a name) not kept");
  }
  const auto apart = read_as("edgelist", "weight,target,kind,source\n2,b,x,a\n");
  CHECK(apart.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(apart.header.node_columns == names({"a"s, "b"s}));
  CHECK(apart.header.edge_columns ==
        Columns{{"weight", Alphabet{std::int64_t{2}}}, {"kind", Alphabet{"x"s}}});
  ForeignOptions header;
  header.header = true;
  const auto named = read_as("edgelist", ",x,y\n0,a,b\n", header);
  CHECK(named.header.node_columns == names({"a"s, "b"s}));
  CHECK(named.repairs.not_kept == std::vector{"edge column 1 (without a name)"s});
  header.strict = true;
  CHECK(reason_as("edgelist", ",x,y\n0,a,b\n", header) ==
        "f: line 1, column 1: graph 0: edge column 1 (without a name) cannot be kept");
  CHECK(reason_as("edgelist", ",x\n0,a\n", header) ==
        "f: line 1, column 1: graph 0: a header of one column");
  // pandas' index again, which blanks do not show.
  CHECK(reason(" source target weight\n0 a b .5\n") ==
        "f: line 2, column 7: graph 0: more fields than the header names");
}

TEST_CASE("names above numbers are a heading or nodes by option alone") {
  // As R's write.table has it, and a table of an unknown pair of names.
  for (const char* text : {"\"V1\" \"V2\"\n1 2\n", "user,film\n1,Up\n2,Heat\n", "x\ty\n1\t2\n"}) {
    INFO(text);
    CHECK_THAT(reason(text), Contains("f: line 1, column 1: graph 0: ") &&
                                 Contains("stand above numbers: import --header takes them"));
    ForeignOptions options;
    options.strict = true;
    options.header = true;
    const auto headed = read_as("edgelist", text, options);
    options.header = false;
    const auto bare = read_as("edgelist", text, options);
    CHECK(bare.graphs[0].n == headed.graphs[0].n + 2);
    CHECK(bare.graphs[0].edges.size() == headed.graphs[0].edges.size() + 1);
  }
  for (const char* text : {"a b\n", "a b\n1 c\nd 2\n", "a 1\n2 3\n", "1 2\na b\n",
                           "a b .5\nc d .5\n", "A B NA\nC D 1.5\n", "A,B,nan\nC,D,1.5\n"}) {
    CHECK(reason(text).empty());
  }
  // STRING's tables, weights above names, R's row names: no text stands behind two nodes.
  for (const char* text : {"protein1 protein2 score\n96.A 96.B 490\n96.C 96.A 198\n",
                           "person,friend,weight\nann,bob,0.5\nbob,cy,1\n", "a b c\nd e .5\n",
                           "\"V1\" \"V2\"\n\"1\" \"A\" \"B\"\n\"2\" \"B\" \"C\"\n"}) {
    INFO(text);
    CHECK_THAT(reason(text), Contains("is no number: without a heading") && Contains("--header"));
  }
  // Ids with a point.
  for (const char* text : {"x,y\n1.0,2.0\n"}) {
    INFO(text);
    CHECK_THAT(reason(text), Contains(": line 1, column 1: ") && Contains("stand above numbers"));
  }
  CHECK(reason("source,target\n1,2\nsource,target\n3,4\n") ==
        "f: line 3, column 1: graph 0: the heading again");
  // Words may be such names.
  ForeignOptions announced;
  announced.header = true;
  CHECK(read_as("edgelist", "from to\na b\nfrom to\n", announced).graphs[0].edges.size() == 2);
  ForeignOptions options;
  options.header = false;
  const auto nodes = read_as("edgelist", "source target\na b\n", options);
  CHECK(nodes.graphs[0].edges.size() == 2);
  CHECK(nodes.repairs.headers == 0);
}

TEST_CASE("without a heading an empty first field is no node") {
  CHECK_THAT(reason(",a,b\n"),
             Contains("line 1, column 1: graph 0: a node without a name; a matrix is not"));
  CHECK_THAT(reason("\ta\tb\n"), Contains("line 1, column 1: graph 0: a node without a name; "));
  CHECK(reason("a\tb\n\tc\td\n") == "f: line 2, column 1: graph 0: a node without a name");
}

TEST_CASE("edge lists are found by headings, in any column where commas or tabs part them") {
  const auto starts = find_format("edgelist")->starts;
  CHECK(starts(",source,target\n0,a,b\n"));
  CHECK(starts("\tsource\ttarget\n"));
  CHECK(starts("source target\n"));
  CHECK_FALSE(starts("a way from here to there\n"));
  CHECK_FALSE(starts("\"source,target\n"));
}

TEST_CASE("a comment starts a line where commas or tabs part fields") {
  const auto tabs = read_as(
      "edgelist", "# colours\nu\tv\tcolour\na\tb\t#ff0000\n# c\td\nb\tc\tred # or so\n#c\td\n");
  CHECK(tabs.graphs[0].n == 3);
  CHECK(tabs.repairs.comments == 2);
  CHECK(tabs.header.edge_columns == Columns{{"colour", Alphabet{"#ff0000"s, "red # or so"s}}});
  const auto commas = read_as("edgelist", "from,to,color\na,b, #ff0000\n% c,d\n");
  CHECK(commas.graphs[0].n == 2);
  CHECK(commas.header.edge_columns == Columns{{"color", Alphabet{"#ff0000"s}}});
  CHECK(read_as("edgelist", "a b #ff0000\n").header.edge_columns.empty());
}

TEST_CASE("a heading of many names has none of them twice") {
  std::string heading = "source,target";
  for (int i = 0; i < 50'000; ++i) heading += ",a" + std::to_string(i);
  CHECK(read_as("edgelist", heading + "\n1,2" + std::string(50'000, ',') + "\n")
            .graphs[0]
            .edges.size() == 1);
  CHECK(reason_as("edgelist", heading + "\n1,2\n") ==
        "f: line 2, column 1: graph 0: 2 fields, the heading names 50002");
  CHECK_THAT(reason_as("edgelist", heading + ",a7\n1,2\n"),
             Contains("a header with two columns a7"));
}

TEST_CASE("edge lists that would be read as other graphs are refused") {
  CHECK_THAT(reason_as("edgelist", "a\0 \0b\0\r\0\n\0"s), Contains("UTF-16"));
  CHECK_THAT(reason("New York Boston {'weight': 1}\n"), Contains("Boston is no number"));
  CHECK_THAT(reason("a 1\nb {'weight': 1}\n"),
             Contains("a dictionary that is not behind two names"));
  CHECK_THAT(reason("% bip unweighted\n1 1\n"),
             Contains("line 1, column 1: graph 0: a bipartite file"));
  CHECK_THAT(reason_as("edgelist", "1\0,\0002\0\n\0"s),
             Contains("line 1, column 2: ") && Contains("UTF-16"));
  CHECK_THAT(reason(",a,b\n0,1,2\n"), Contains("a heading of known names (source,target)"));
}

TEST_CASE("text that is no UTF-8 is found where it stands") {
  CHECK(reason("u v x\na b x\nc d \xE9t\xE9\n") ==
        "f: line 3, column 1: graph 0: text that is not UTF-8");
}

TEST_CASE("comments of other programs are comments") {
  for (const char* text :
       {"# nodes 34 edges 78\n0 1\n", "# nodes 5 and edges\n0 1\n", "0 1 {'a': 1} # x\n"}) {
    INFO(text);
    CHECK(read_as("edgelist", text).graphs[0].n == 2);
  }
}

TEST_CASE("the rows' own numbers are not kept") {
  const auto gephi =
      read_as("edgelist", "Source,Target,Type,Id,Weight\n0,1,Directed,0,1.5\n1,0,Directed,1,1.5\n");
  CHECK(gephi.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(gephi.header.edge_columns ==
        Columns{{"Type", Alphabet{"Directed"s}}, {"Weight", std::nullopt}});
  CHECK(gephi.repairs.not_kept == std::vector{"edge column Id"s});
}

TEST_CASE("numbers in every spelling, and what is missing") {
  const auto weights = [](const char* text) {
    return read_as("edgelist", text).graphs[0].attributes.edges;
  };
  CHECK(weights("1 2 -0\n2 3 .5\n") == std::vector<double>{-0., .5});
  CHECK(weights("1 2 +1\n2 3 -1\n") == std::vector<double>{1, -1});
  CHECK(weights("1 2 +0.5\n2 3 -1.5e3\n") == std::vector<double>{.5, -1500});
  const auto missing = weights("1 2 NA\n2 3 .5\n");
  CHECK(std::isnan(missing[0]));
  CHECK(missing[1] == .5);
  // But a node may be called nan.
  CHECK(read_as("edgelist", "nan 1\n1 2\n").header.node_columns ==
        names({std::int64_t{1}, std::int64_t{2}, "nan"s}));
}

TEST_CASE("each file of edges has its own directions") {
  ForeignOptions options;
  options.strict = true;
  ForeignBuilder builder(options);
  for (const char* text : {"1 2\n2 3\n", "1 2\n2 1\n"}) {
    MemorySource source(text);
    find_format("edgelist")->read(source, "f", builder);
  }
  CHECK(builder.finish().graphs.size() == 2);
}

TEST_CASE("an edge list is what its rows say, or refused with the format that it looks like") {
  const std::pair<const char*, const char*> cases[] = {
      {"gA pd gB\ngB pd gC\n", "SIF"},
      {"1 north\n2 south\n#\n1 2 road\n", "TGF"},
      {"v 0 5\nv 1 6\ne 0 1 9\n", "gSpan"},
      {"t # 0\nv 0 1\n", "gSpan"},
      {"4 4\n2 4\n1 3\n2 4\n1 3\n", "METIS"},
      {"3 2\n1 2\n2 3\n", "seem to count nodes and edges"},
      {"0 1 1\n1 0 1\n1 1 0\n", "matrix"},
      {"Source;Target;Weight\n1;2;1,5\n", "semicolons"},
      {"a b;c d\nc d;e f\n", "semicolons"},
      {"1;2;1,5\n", "a semicolon"},
      {"1\t2.0\n2\t3.0\n3\t1.0\n", "node 1.0 beside node 1"},
      {"1 2\n2 3 .5\n", "3 fields, the first row has 2"},
      {"from to cost\n1 2\n", "2 fields, the heading names 3"},
      {"<?xml version=\"1.0\"?>\n", "graphml"},
      {"nodedef>name VARCHAR\n", "GDF"},
      {"Creator \"x\"\ngraph\n", "GML"},
  };
  for (const auto& [text, said] : cases) {
    INFO(text);
    CHECK_THAT(reason(text), Contains(said));
  }
  ForeignOptions header;
  header.header = true;
  CHECK_THAT(reason_as("edgelist", ",A,B\nA,0,1\nB,1,0\n", header), Contains("a matrix"));
  // Who says that the first row is an edge has one.
  header.header = false;
  CHECK(read_as("edgelist", "3 2\n1 2\n2 3\n", header).graphs[0].edges.size() == 2);
  CHECK(read_as("edgelist", "v 0 5\ne 1 6\n", header).graphs[0].n == 4);
  // Counts of other files, a path that ends where it says, a list of both directions.
  for (const char* text : {"3 2\n2 4\n4 3\n", "0 1\n1 2\n", "1 2\n2 1\n", "5 7\n7 9\n"}) {
    INFO(text);
    CHECK(reason(text).empty());
  }
}

TEST_CASE("headings of the field's tools are read as such") {
  for (const char* text :
       {"head,tail\nann,bob\nbob,cat\n", "src,dest\nann,bob\nbob,cat\n",
        "source,destination\nann,bob\nbob,cat\n", ":START_ID,:END_ID\nann,bob\nbob,cat\n",
        "Parent\tChild\nann\tbob\nbob\tcat\n", "u v\nann bob\nbob cat\n",
        "kind,source_id,target_id\n1,ann,bob\n2,bob,cat\n"}) {
    INFO(text);
    const auto set = read_as("edgelist", text);
    CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
    CHECK(set.repairs.headers == 1);
  }
}

TEST_CASE("names may begin with # and % where a row of tabs or commas has as many fields") {
  const auto set = read_as("edgelist", "#ml\t#ai\nphd\t#ml\n#ai\tphd\n");
  CHECK(set.header.node_columns == names({"#ai"s, "#ml"s, "phd"s}));
  CHECK(set.graphs[0].edges.size() == 3);
  CHECK_FALSE(set.repairs.any());
  CHECK(read_as("edgelist", "a,b\n%a,b\n").graphs[0].n == 3);
  CHECK(read_as("edgelist", "# FromNodeId\tToNodeId\n1\t2\n").graphs[0].n == 2);
  CHECK(read_as("edgelist", "#from\tto\n1\t2\n").graphs[0].n == 2);
  const auto words = read_as("edgelist", "a b\n#c d\nb c\n");
  CHECK(words.graphs[0].n == 3);
  CHECK(to_string(words.repairs) == "1 comment among the edges skipped");
}

TEST_CASE("numbers as numpy 2 writes them") {
  const auto set = read_as("edgelist",
                           "0 1 {'weight': np.float64(0.5), 'on': np.True_}\n"
                           "1 2 {'weight': np.int32(2), 'on': np.False_}\n");
  CHECK(set.graphs[0].attributes.edges == std::vector<double>{.5, 1, 2, 0});
  CHECK_THAT(reason("0 1 {'a': np.array([1])}\n"), Contains("neither a number nor quoted text"));
}
