. "$(dirname "$0")/lib.sh"

write_tu T
graphvq import -q tu T -o t.gvg
expect_exit 0 graphvq view t.gvg
expect_text "$(graphvq view <t.gvg)"
[ "$(wc -l <<<"$out")" = 3 ] || fail "not three lines"
python3 - "$work/stdout" <<'PYTHON' || fail "not what was written"
import json, sys
path, triangle, single = map(json.loads, open(sys.argv[1]))
assert [node["label"] for node in path["nodes"]] == [3, 5, 3]
assert [(e["source"], e["target"]) for e in path["edges"]] == [(0, 1), (1, 2)]
assert len(triangle["edges"]) == 3 and triangle["graph"]["class"] == -1
assert single["edges"] == [] and single["nodes"][0]["label"] == 9
assert path["directed"] is False and path["multigraph"] is False
PYTHON
expect_exit 0 graphvq view t.gvg t.gvg -o twice.json
[ "$(wc -l <twice.json)" = 6 ] || fail "not six lines"
graphvq serialize t.gvg | graphvq view | head -n 1 | grep -q '"order"' || fail "no order"
