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

# Without a history nothing but the data counts.
graphvq import -q --no-provenance tu T -o bare.gvg
expect_exit 0 graphvq info --get provenance bare.gvg
expect_text '[]'
