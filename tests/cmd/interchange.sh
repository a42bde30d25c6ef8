. "$(dirname "$0")/lib.sh"
# Real readers read what export writes, and import reads what they write. What is not installed is
# skipped, and said.

skip() { echo "skipped: $1 is not there"; }
have() { command -v "$1" >/dev/null || { skip "$1"; false; }; }
python_has() { python3 -c "import $1" 2>/dev/null || { skip "Python's $1"; false; }; }
no_labels() { "$GRAPHVQ" view "$1" | sed 's/"graph":{[^}]*}/"graph":{}/; s/,"label":[^,}]*//g'; }

graphvq synth er -q -n 40 --min-nodes 0 --max-nodes 20 --p .2 -o er.gvg
graphvq synth comm -q -n 20 -o comm.gvg
graphvq view er.gvg | sed 's/"graph":{[^}]*}/"graph":{}/' >er.jsonl

# nauty: all graphs of six nodes; the text of sparse6 is nauty's own; canonical forms agree.
if have nauty-geng; then
  nauty-geng -q 6 >geng.g6
  [ "$(wc -l <geng.g6)" = 156 ] || fail "geng"
  graphvq import graph6 geng.g6 -o geng.gvg
  expect_same <(graphvq export graph6 geng.gvg) geng.g6
  for set in geng er; do
    expect_same <(graphvq export -q sparse6 $set.gvg) <(graphvq export -q graph6 $set.gvg | nauty-copyg -qs)
    expect_same <(graphvq export -q sparse6 $set.gvg | nauty-copyg -qg) <(graphvq export -q graph6 $set.gvg)
  done
  graphvq export -q sparse6 er.gvg | nauty-copyg -qs | graphvq import sparse6 -o back.gvg
  expect_same <(graphvq view back.gvg) er.jsonl
  graphvq serialize -q --order random geng.gvg | graphvq export graph6 | nauty-labelg -q | sort >ours
  expect_same ours <(nauty-labelg -q geng.g6 | sort)
  graphvq export -q graph6 er.gvg | nauty-showg -q >shown || fail "showg"
fi

# Graphviz counts the same nodes and edges; its own text, in another order, reads as the same graphs.
if have gc; then
  graphvq export dot comm.gvg -o comm.dot
  gc -n -e comm.dot | awk '$3 != "total" && NF >= 2 { print $1 "\t" $2 }' | head -n 20 >counted
  expect_same counted <(graphvq stats comm.gvg | tail -n +2 | cut -f 2,3)
  nop comm.dot | graphvq import dot -o nop.gvg
  python3 - <(graphvq view nop.gvg) <(graphvq view comm.gvg) <<'PYTHON' || fail "nop"
import json, sys
def facts(line):
    data = json.loads(line)
    names = [node.get("name", node["id"]) for node in data["nodes"]]
    return (data["graph"], {name: node["label"] for name, node in zip(names, data["nodes"])},
            {frozenset((names[e["source"]], names[e["target"]])) for e in data["edges"]})
ours, theirs = (list(map(facts, open(path))) for path in sys.argv[1:])
assert len(ours) == 20 and ours == theirs
PYTHON
  # Random files with groups, lists of nodes, ports, names of groups, letters, HTML and values of edges that are merged:
  # the nodes, edges and values of Graphviz's gvpr.
  python3 - "${GRAPHVQ_DOTS:-60}" "$GRAPHVQ" <<'PYTHON' || fail "gvpr reads other graphs"
import json, random, subprocess, sys
files, program = sys.argv[1:]

def output(text, *command):
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True).stdout

def node():
    return random.choice([*"abcdefg", "é", "<h>", "<<i>>"]) + random.choice(["", ":n"])

def side(depth):
    kind = random.random()
    if kind < .4 or kind >= .7 and depth > 2:
        return node()
    if kind < .7:
        return ", ".join(node() for _ in range(random.randint(2, 3)))
    return random.choice(["{", "subgraph {", "subgraph s%d {" % random.randint(0, 2)]) + statements(depth + 1) + "}"

def statements(depth):
    return "; ".join(statement(depth) for _ in range(random.randint(0, 3)))

def statement(depth):
    value = random.choice(["", " [k=%d]" % random.randint(1, 3)])
    if random.random() < .1:
        return "edge" + (value or " [k=<4>]")
    return " -- ".join(side(depth) for _ in range(random.choice([1, 1, 2, 2, 3]))) + value

for seed in range(int(files)):
    random.seed(seed)
    text = "strict graph { edge [k=0]; z; " + statements(0) + "\n" + statements(0) + "}"
    said = output(text, "gvpr", 'N{print($.name)} E{print($.tail.name, " ", $.head.name, " ", $.k)}').splitlines()
    nodes = {line for line in said if line and " " not in line}
    rows = [line.split() for line in said if " " in line]
    edges = {frozenset(ends): value for *ends, value in rows if ends[0] != ends[1]}
    seen = json.loads(output(text, program, "view"))
    names = [str(v.get("name", v["id"])) for v in seen["nodes"]]
    assert set(names) == nodes, (seed, text)
    values = {frozenset((names[e["source"]], names[e["target"]])): str(e["k"]) for e in seen["edges"]}
    assert values == edges, (seed, text)
PYTHON
fi

if python_has networkx; then
  graphvq export graphml comm.gvg -o comm.graphml
  graphvq export json comm.gvg -o comm.jsonl
  graphvq export -q graph6 er.gvg -o er.g6
  graphvq export -q sparse6 er.gvg -o er.s6
  graphvq export -q edgelist comm.gvg --out-dir edges
  python3 - <<'PYTHON' || fail "networkx reads other graphs"
import json, networkx as nx
from networkx.readwrite import json_graph
lines = [json.loads(line) for line in open("comm.jsonl")]
def edges(graph):
    return sorted(tuple(sorted(map(int, e))) for e in graph.edges)
def true_edges(data):
    return sorted((e["source"], e["target"]) for e in data["edges"])
for data in lines:
    old = {**data, "links": data["edges"]}  # NetworkX 2 calls them so, 3.4 `edges`
    try:
        graph = json_graph.node_link_graph(dict(data), edges="edges")
    except TypeError:
        graph = json_graph.node_link_graph(old)
    assert edges(graph) == true_edges(data)
    assert [graph.nodes[n]["label"] for n in sorted(graph)] == [n["label"] for n in data["nodes"]]
first = nx.read_graphml("comm.graphml", node_type=lambda n: int(n[1:]))
assert edges(first) == true_edges(lines[0])
assert [first.nodes[n]["label"] for n in sorted(first)] == [n["label"] for n in lines[0]["nodes"]]
true = [true_edges(json.loads(line)) for line in open("er.jsonl")]
assert [edges(g) for g in nx.read_graph6("er.g6")] == true
assert [edges(g) for g in nx.read_sparse6("er.s6")] == true
for i, data in enumerate(lines):
    assert edges(nx.read_edgelist(f"edges/{i:06}.edges", nodetype=int)) == true_edges(data)

# What networkx writes.
graphs = [nx.gnp_random_graph(n, .3, seed=n) for n in range(1, 20)]
with open("nx.g6", "wb") as g6, open("nx.s6", "wb") as s6, open("nx.json", "w") as out:
    for g in graphs:
        g6.write(nx.to_graph6_bytes(g, header=False))
        s6.write(nx.to_sparse6_bytes(g, header=False))
        for n in g:
            g.nodes[n]["label"] = n % 3
            g.nodes[n]["x"] = n + .5
            g.nodes[n]["odd"] = n % 2 == 1
        for u, v in g.edges:
            g.edges[u, v]["weight"] = (u + v) / 4
        json.dump(json_graph.node_link_data(g), out)
        out.write("\n")
nx.write_graphml(graphs[-1], "nx.graphml")
nx.write_weighted_edgelist(graphs[-1], "nx.edges")
nx.write_edgelist(graphs[-1], "nx.dict.edges")
PYTHON
  graphvq import json nx.json -o nx.gvg
  for format in graph6 sparse6; do
    graphvq import $format nx.${format:0:1}6 -o other.gvg
    expect_same <(no_labels other.gvg) <(graphvq export -q graph6 nx.gvg | graphvq import graph6 | "$GRAPHVQ" view)
  done
  last() { "$GRAPHVQ" view "$1" | tail -n 1; }
  graphvq import graphml nx.graphml -o graphml.gvg
  expect_same <(last graphml.gvg) <(last nx.gvg)
  for file in nx.edges nx.dict.edges; do
    graphvq import edgelist $file -o list.gvg
    expect_same <(last list.gvg | grep -o '"edges".*') <(last nx.gvg | grep -o '"edges".*')
  done

  # The scripts of examples/.
  python3 "$source_dir/examples/to_networkx.py" comm.pickle <comm.jsonl || fail "to_networkx.py"
  python3 "$source_dir/examples/from_networkx.py" comm.pickle >back.jsonl || fail "from_networkx.py"
  graphvq import json back.jsonl -o back.gvg
  expect_same <(graphvq view back.gvg) comm.jsonl
  if python_has numpy; then
    python3 - <<'PYTHON' || fail "no pickles"
import pickle
import networkx as nx
import numpy as np
graph = nx.Graph(one=np.int64(1))
graph.add_node(np.int64(0), x=float("nan"), y=None, z=np.array([1, 2.5]))
graph.add_edge(np.int64(0), np.int64(1), weight=np.float32(.5))
pickle.dump(graph, open("alone.pickle", "wb"))
pickle.dump([graph, 3], open("number.pickle", "wb"))
for name, value in (("set", {1}), ("inf", [float("inf")])):
    graph.nodes[1]["x"] = value
    pickle.dump([graph], open(name + ".pickle", "wb"))
PYTHON
    expect_same <(python3 "$source_dir/examples/from_networkx.py" alone.pickle | "$GRAPHVQ" import -q json | "$GRAPHVQ" view) \
      <(echo '{"directed":false,"multigraph":false,"graph":{"one":1},"nodes":[{"id":0,"z_0":1.0,"z_1":2.5},{"id":1}],"edges":[{"source":0,"target":1,"weight":0.5}]}')
    said='*number.pickle: entry 1 is no graph*' expect_exit 1 python3 "$source_dir/examples/from_networkx.py" number.pickle
    said='*graph 0: node 1: x is {1}: JSON has no set' expect_exit 1 python3 "$source_dir/examples/from_networkx.py" set.pickle
    said='*graph 0: node 1: x is \[inf]: *' expect_exit 1 python3 "$source_dir/examples/from_networkx.py" inf.pickle
  fi
fi

if python_has numpy; then
  graphvq export npz comm.gvg -o comm.npz
  python3 - <<'PYTHON' || fail "numpy reads other arrays"
import numpy as np
arrays = dict(np.load("comm.npz", allow_pickle=False))
assert arrays["edge_index"].dtype == np.int64 and arrays["edge_index"].shape[0] == 2
assert arrays["num_nodes_list"].sum() == len(arrays["node_label"])
assert arrays["num_edges_list"].sum() == arrays["edge_index"].shape[1]
np.savez("plain.npz", **arrays)
np.savez_compressed("packed.npz", **{k: np.asfortranarray(v) for k, v in arrays.items()})
np.savez("once.npz", edge_index=arrays["edge_index"][:, ::2], num_nodes_list=arrays["num_nodes_list"],
         num_edges_list=arrays["num_edges_list"] // 2, node_label=arrays["node_label"].astype(">i2"))
np.savez("pickle.npz", edge_index=np.array([{}], dtype=object))
PYTHON
  for file in comm plain packed once; do
    graphvq import npz $file.npz -o back.gvg
    expect_same <(no_labels back.gvg) <(no_labels comm.gvg)
    expect_same <(graphvq view back.gvg | grep -o '"nodes".*') <(graphvq view comm.gvg | grep -o '"nodes".*')
  done
  said='graphvq import: pickle.npz: edge_index.npy: an array of objects is a pickle*' \
    expect_exit 1 graphvq import npz pickle.npz
  if python_has torch_geometric; then
    python3 "$source_dir/examples/to_pyg.py" comm.npz comm.pt || fail "to_pyg.py"
    python3 "$source_dir/examples/from_pyg.py" comm.pt pyg.npz || fail "from_pyg.py"
    graphvq import npz pyg.npz -o back.gvg
    expect_same <(no_labels back.gvg) <(no_labels comm.gvg)
  fi
fi

# OGB's folder, by gzip itself.
graphvq export ogb comm.gvg --out-dir ogb
gzip -dc ogb/edge.csv.gz | wc -l | grep -qx "$((2 * $(graphvq info --get edges comm.gvg)))" || fail "edge.csv.gz"
gunzip ogb/*.gz
graphvq import ogb ogb -o back.gvg
expect_same <(no_labels back.gvg) <(no_labels comm.gvg)
expect_exit 0 graphvq stats --summary ogb comm.gvg
