. "$(dirname "$0")/lib.sh"

graphvq synth er -n 20 -q -o er.gvg
expect_exit 0 graphvq serialize -M 3 er.gvg -o er.gvs
expect_exit 0 graphvq info --get graphs er.gvs
expect_text 60
expect_exit 0 graphvq info --get orders er.gvs
expect_text 3
# An order depends on seed, graph and number alone.
graphvq serialize -M 1 er.gvg | graphvq view >one
graphvq view er.gvs | sed -n '1~3p' >first
expect_same one first
graphvq serialize --seed 1 er.gvg | graphvq view | cmp -s - one && fail "the seed does nothing"
# The permutation leads back.
python3 - <(graphvq view er.gvg) <(graphvq view er.gvs) <<'PYTHON' || fail "not the same graphs"
import json, sys
graphs = [json.loads(line) for line in open(sys.argv[1])]
for number, line in enumerate(open(sys.argv[2])):
    ordered, graph = json.loads(line), graphs[number // 3]
    perm = ordered["order"]["perm"] if isinstance(ordered["order"], dict) else ordered["order"]
    back = {tuple(sorted((perm[e["source"]], perm[e["target"]]))) for e in ordered["edges"]}
    assert back == {(e["source"], e["target"]) for e in graph["edges"]}
PYTHON
for order in bfs bfs-recent dfs degree random native; do
  expect_exit 0 graphvq serialize --order $order er.gvg -o $order.gvs
  graphvq check -q $order.gvs || fail "$order is damaged"
done
expect_same <(graphvq stats native.gvs | cut -f 1-9) <(graphvq stats er.gvg | cut -f 1-9)

write_tu T
graphvq import -q tu T -o t.gvg
said='graphvq serialize: 2 of 3 graphs dropped: more than 2 nodes' \
  expect_exit 0 graphvq serialize --max-nodes 2 t.gvg -o small.gvs
expect_exit 0 graphvq info --get graphs small.gvs
expect_text 1
said='graphvq serialize: 2 of 3 graphs truncated: more than 2 nodes' \
  expect_exit 0 graphvq serialize --max-nodes 2 --oversize truncate t.gvg -o cut.gvs
graphvq check -q cut.gvs || fail "damaged"
# Two nodes in BFS order of a connected graph are adjacent.
expect_exit 0 graphvq stats cut.gvs
[ "$(cut -f 2,3 <<<"$out" | tail -n 3 | tr '\t\n' '  ')" = '2 1 2 1 1 0 ' ] || fail "$out"
said='graphvq serialize: t.gvg: graph 0: 3 nodes are more than 2*' \
  expect_exit 1 graphvq serialize --max-nodes 2 --oversize error t.gvg -o no.gvs
[ ! -e no.gvs ] || fail "no.gvs is there"

expect_usage '*-M must be 1' graphvq serialize --order native -M 2 t.gvg
expect_usage '*--max-nodes*' graphvq serialize --oversize drop t.gvg
said='graphvq serialize: small.gvs: holds sequence records, expected graph*' \
  expect_exit 1 graphvq serialize small.gvs
graphvq synth er -n 0 -q | graphvq serialize | graphvq check -q || fail "an empty set"
