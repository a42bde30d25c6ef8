. "$(dirname "$0")/lib.sh"
# What becomes of the columns of foreign files.

column() { graphvq view "$1" | python3 -c 'import json, sys; print([x.get(sys.argv[1]) for x in json.load(sys.stdin)["nodes"]])' "$2"; }
nodes() {
  local id=0 list=
  for value; do list+=",{\"id\":$((id++)),\"x\":$value}"; done
  echo "{\"nodes\":[${list:1}],\"edges\":[]}"
}
# nan is no value among numbers, and text among text; what is too near 0 is 0.
nodes 0.5 '"nan"' 2 >mixed.json
expect_exit 0 graphvq import json mixed.json -o mixed.gvg
expect_same <(column mixed.gvg x) <(echo '[0.5, None, 2.0]')
nodes '"b"' '"nan"' >text.json
expect_exit 0 graphvq import json text.json -o text.gvg
expect_same <(column text.gvg x) <(echo "['b', 'nan']")
printf 'a b 0.5\nb c NaN\nc d 1e-400\n' >weights.txt
expect_exit 0 graphvq import edgelist weights.txt -o weights.gvg
[ "$(graphvq view weights.gvg | grep -o '"weight":[^},]*' | tr '\n' ' ')" = '"weight":0.5 "weight":0.0 ' ] ||
  fail "$(graphvq view weights.gvg)"
# Beside text a number stays apart from an integer that is written like it.
nodes 1.0 '"a"' 1 '"1"' >apart.json
expect_exit 0 graphvq import json apart.json -o apart.gvg
expect_same <(column apart.gvg x) <(echo "['1.0', 'a', 1, '1']")

# The right one of several files is named, and another name is a repair.
echo '{"nodes":[{"id":0,"label":1},{"id":1}],"edges":[]}' >bare.json
nodes 1 >sound.json
said='graphvq import: bare.json: graph 0: node 1 has no label*' expect_exit 1 graphvq import json bare.json sound.json -o out
echo '{"nodes":[{"id":0,"name":"a"},{"id":"z","name":"b"}],"edges":[]}' >named.json
said='*kept as name_' expect_exit 0 graphvq import json named.json -o named.gvg
said='graphvq import: named.json: node attribute name kept as name_' expect_exit 1 graphvq import json --strict named.json -o out
echo '{"nodes":[{"id":0,"x":1,"x":2}],"edges":[]}' >twice.json
said='graphvq import: twice.json: *graph 0: two values of x in one place' expect_exit 1 graphvq import json twice.json sound.json -o out
[ ! -e out ] || fail "an output"
exit 0
