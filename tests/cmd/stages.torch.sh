. "$(dirname "$0")/lib.sh"
# A set with labels, classes and attributes of all kinds keeps them through every stage, and back.

python3 - >full.jsonl <<'PYTHON'
import json
for g in range(12):
    n = 4 + g % 3
    edges = [(i, i + 1) for i in range(n - 1)] + [(0, n - 1)]
    print(json.dumps({
        "graph": {"id": f"ring {g}", "class": g % 2, "energy": g / 4, "origin": "lab"},
        "nodes": [{"id": i, "label": "CNO"[i % 3], "x": i + g / 8, "kind": i % 2} for i in range(n)],
        "edges": [{"source": u, "target": v, "label": (u + v) % 3, "length": u + v / 16} for u, v in edges],
    }))
PYTHON
graphvq import json full.jsonl | graphvq split -q --parts all=1 --out-dir .
graphvq serialize -q --order bfs all.gvg -o all.gvs
graphvq train-tokenizer -q --epochs 1 all.gvs -o tok
graphvq tokenize -q -m tok all.gvs -o all.gvt
graphvq train-edges -q --epochs 1 all.gvt -m tok -o edges
graphvq sample -q --given all.gvt tok edges -o given.gvg
for file in all.gvs all.gvt; do
  graphvq cat $file | graphvq view >view.jsonl
  python3 - full.jsonl view.jsonl <<'PYTHON' || fail "$file"
import json, sys
def facts(graph, name):
    nodes = {name(n["id"]): {k: v for k, v in n.items() if k != "id"} for n in graph["nodes"]}
    edges = {frozenset((name(e["source"]), name(e["target"]))):
             {k: v for k, v in e.items() if k not in ("source", "target")} for e in graph["edges"]}
    return graph["graph"]["id"], graph["graph"], nodes, edges
real, ours = (list(map(json.loads, open(path))) for path in sys.argv[1:])
real = sorted((facts(g, lambda i: i) for g in real), key=lambda f: f[0])
ours = sorted((facts(g, lambda i, p=g["order"]["perm"]: p[i]) for g in ours), key=lambda f: f[0])
assert len(real) == 12 and real == ours
PYTHON
done
# Edges that are drawn have neither labels nor attributes; nodes and graphs keep theirs.
python3 - <(graphvq view all.gvt) <(graphvq view given.gvg) <<'PYTHON' || fail "sample --given"
import json, sys
tokens, given = (list(map(json.loads, open(path))) for path in sys.argv[1:])
assert len(given) == 12
for a, b in zip(tokens, given):
    assert a["nodes"] == b["nodes"] and a["graph"] == b["graph"]
    assert all(set(edge) == {"source", "target"} for edge in b["edges"])
PYTHON
