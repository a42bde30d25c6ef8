. "$(dirname "$0")/lib.sh"

# A path of three nodes, a triangle, a single node, labelled: against itself nothing is novel.
write_tu T
graphvq import -q tu T -o t.gvg
expect_exit 0 graphvq vun t.gvg t.gvg --rule connected,tree
cells() { cut -f"$1" <<<"$out"; }
[ "$(cells 1-3)" = "$(printf 'file\tgraphs\tundecided\nt.gvg\t3\t0')" ] || fail "$out"
# Two of three are trees; Wilson's interval by scipy.
[ "$(cells 4-6)" = "$(printf 'valid\tvalid_low\tvalid_high\n0.666667\t0.20766\t0.938508')" ] || fail "$out"
[ "$(cells 7,10,13,25,28)" = "$(printf 'unique\tnovel\tvun\tconnected\ttree\n1\t0\t0\t1\t0.666667')" ] || fail "$out"
graphvq vun t.gvg <t.gvg --rule connected,tree | sed 's/standard input/t.gvg/' >piped
expect_same piped "$work/stdout"

# Twice the same file: half are unique. Without labels another file's triangle is none new.
graphvq cat t.gvg t.gvg -o tt.gvg
mkdir U
printf '1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n' >U/U_A.txt
printf '1\n1\n1\n' >U/U_graph_indicator.txt
printf '5\n5\n3\n' >U/U_node_labels.txt
graphvq import -q tu U -o u.gvg
expect_exit 0 graphvq vun t.gvg tt.gvg u.gvg
[ "$(cells 1,7,10,13)" = "$(printf 'file\tunique\tnovel\tvun\ntt.gvg\t0.5\t0\t0\nu.gvg\t1\t1\t1')" ] || fail "$out"
expect_exit 0 graphvq vun t.gvg u.gvg --no-labels -t 3
[ "$(cells 10)" = $'novel\n0' ] || fail "$out"

expect_exit 0 graphvq vun t.gvg u.gvg --rule max-degree=2 --json
python3 - "$work/stdout" <<'PYTHON' || fail "$out"
import json, sys
report = json.load(open(sys.argv[1]))
(result,) = report["results"]
assert report["train"]["graphs"] == 3 and report["settings"]["rules"] == ["max-degree=2"], report
assert result["vun"]["value"] == result["max-degree=2"]["value"] == 1 and result["undecided"] == 0, report
assert 0 < result["vun"]["ci"][0] < result["vun"]["ci"][1] == 1, report
PYTHON

# On real molecules, exact isomorphism splits no less than WL does.
graphvq split -q "$source_dir/examples/data/mutag.gvg" --out-dir .
expect_exit 0 graphvq vun train.gvg test.gvg --rule connected,planar,max-degree=4
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i }
  NR == 2 { exit !($at["valid"] == 1 && $at["novel"] >= $at["novel_wl"] && $at["unique"] >= $at["unique_wl"]) }' \
  <<<"$out" || fail "$out"

# networkx says the same of each molecule.
if python3 -c 'import networkx' 2>/dev/null; then
  graphvq vun train.gvg test.gvg --json -o test.json
  graphvq view train.gvg >train.jsonl
  graphvq view test.gvg >test.jsonl
  python3 - <<'PYTHON' || fail "networkx differs"
import json
import networkx as nx

def read(path):
    for line in open(path):
        data = json.loads(line)
        graph = nx.Graph()
        graph.add_nodes_from((node["id"], {"label": node["label"]}) for node in data["nodes"])
        graph.add_edges_from((link["source"], link["target"]) for link in data["edges"])
        yield graph

def same(a, b):
    return nx.faster_could_be_isomorphic(a, b) and nx.is_isomorphic(a, b, node_match=lambda u, v: u == v)

train, test = list(read("train.jsonl")), list(read("test.jsonl"))
novel = [not any(same(a, b) for b in train) for a in test]
first = [not any(same(a, b) for b in test[:i]) for i, a in enumerate(test)]
(result,) = json.load(open("test.json"))["results"]
for name, flags in {"novel": novel, "unique": first, "vun": [a and b for a, b in zip(novel, first)]}.items():
    assert abs(result[name]["value"] - sum(flags) / len(test)) < 1e-12, (name, result[name], flags)
PYTHON
else
  echo "skipped: networkx is not installed"
fi

# A search past its limit is undecided, and said of the training graphs.
graphvq synth ring -n 5 -q -o ring.gvg
said='graphvq vun: ring.gvg: * graphs pass the limit of 1 search nodes' \
  expect_exit 0 graphvq vun ring.gvg ring.gvg --limit 1
awk -F'\t' 'NR == 2 { exit !($3 > 0) }' <<<"$out" || fail "$out"

graphvq synth er -n 2 -q -o er.gvg
said='graphvq vun: u.gvg: only one of it and er.gvg*' expect_exit 0 graphvq vun er.gvg u.gvg
graphvq synth er -n 0 -q -o none.gvg
said='graphvq vun: none.gvg: has no graphs to judge*' expect_exit 1 graphvq vun t.gvg none.gvg
expect_usage '--rule has tree twice' graphvq vun t.gvg t.gvg --rule tree,tree
expect_usage '*unknown rule flat: there are connected, planar*' graphvq vun t.gvg t.gvg --rule flat
expect_usage '*max-degree*' graphvq vun t.gvg t.gvg --rule max-degree
exit 0
