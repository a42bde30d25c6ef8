. "$(dirname "$0")/lib.sh"

write_tu T
graphvq import -q tu T -o t.gvg
get() {
  expect_exit 0 graphvq info --get "$1" t.gvg
  expect_text "$2"
}
get kind graph
get graphs 3
get nodes 7
get edges 5
get node_labels '[3,5,9]'
get edge_labels '[]'
get classes '[-1,1]'
get version 1
expect_exit 0 graphvq info --get provenance t.gvg
[[ $out == *'"graphvq import tu T"'* ]] || fail "provenance is $out"
expect_exit 0 graphvq info --get hash t.gvg
[[ $out =~ ^[0-9a-f]{16}$ ]] || fail "hash is $out"

expect_exit 0 graphvq info --get graphs t.gvg t.gvg
expect_text '3
3'
said='graphvq info: t.gvg: a graph file has no window*' expect_exit 1 graphvq info --get window t.gvg
expect_usage '*kinds*' graphvq info --get kinds t.gvg

graphvq serialize -M 2 --order dfs t.gvg -o t.gvs
expect_exit 0 graphvq info --get order t.gvs
expect_text dfs
expect_exit 0 graphvq info t.gvs
[[ $out == *'1. graphvq import tu T'*'2. graphvq serialize -M 2 --order dfs t.gvg'*'seed 0'* ]] ||
  fail "history is $out"

# What import read, file by file; `xxhsum -H3` of xxHash 0.8.1 printed the same.
printf 'A_\n' >a.g6
printf 'Bw\n' >b.g6
graphvq import graph6 -q a.g6 - <b.g6 | graphvq info --json >read.json
[[ $(<read.json) == *'"inputs":["d4c52a10551d8f88","a4578895e391b571"]'* ]] || fail "$(<read.json)"
read=$(graphvq info --get provenance t.gvg)
for hash in a400e2ca58141a01 50f0a021cc20aae1 e230fa2aaadb2128 08155cd21cf1cd28; do
  [[ $read == *"\"$hash\""* ]] || fail "no $hash: $read"
done

# Without a history nothing but the data counts.
graphvq import -q --no-provenance tu T -o bare.gvg
expect_exit 0 graphvq info --get provenance bare.gvg
expect_text '[]'

# Long lists are cut for people alone.
for i in $(seq 40); do echo "n$i n$((i + 1))"; done | graphvq import edgelist -q -o long.gvg
expect_exit 0 graphvq info long.gvg
[[ $out == *'"n22","n23",... 41 in all]'* && $out != *'"n24"'* ]] || fail "$out"
expect_exit 0 graphvq info --get node_columns long.gvg
[[ $out == *'"n41"'* ]] || fail "$out"
expect_exit 0 graphvq info --json t.gvg long.gvg
python3 - <<'PYTHON' "$out" || fail "$out"
import json, sys
first, second = map(json.loads, sys.argv[1].splitlines())
assert (first["file"], first["kind"], first["graphs"], first["classes"]) == ("t.gvg", "graph", 3, [-1, 1])
assert len(second["node_columns"][0]["values"]) == 41
PYTHON
expect_usage '--json and --get: one form is printed' graphvq info --json --get kind t.gvg
