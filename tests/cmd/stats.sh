. "$(dirname "$0")/lib.sh"

write_tu T
graphvq import -q tu T -o t.gvg
expect_exit 0 graphvq stats t.gvg
expect_text "$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
  id nodes edges components triangles max_degree class largest isolated file \
  "$(graphvq view t.gvg | sed -n '1s/.*"id":"\([^"]*\)".*/\1/p;1q')" 3 2 1 0 2 1 3 0 t.gvg \
  "$(graphvq view t.gvg | sed -n '2s/.*"id":"\([^"]*\)".*/\1/p;2q')" 3 3 1 1 2 -1 3 0 t.gvg \
  "$(graphvq view t.gvg | sed -n '3s/.*"id":"\([^"]*\)".*/\1/p;3q')" 1 0 1 0 0 1 1 1 t.gvg)"
expect_exit 0 graphvq stats --summary t.gvg
expect_text "$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
  file graphs nodes edges min_nodes max_nodes connected components triangles max_degree \
  t.gvg 3 2.333 1.667 1 3 1 1 0.3333 1.333)"
graphvq synth tree --min-nodes 123456 --max-nodes 123456 -n 1 -q -o large.gvg
expect_exit 0 graphvq stats --summary large.gvg
[ "$(sed 1d "$work/stdout" | cut -f 3-6)" = '123456	123455	123456	123456' ] || fail "$out"
graphvq synth er -n 0 -q -o none.gvg
expect_exit 0 graphvq stats --summary none.gvg
[ "${out##*$'\n'}" = "$(printf 'none.gvg\t0\t\t\t\t\t\t\t\t')" ] || fail "$out"

# By hand: the triangle has spans 1, 1 and 2, the path of three nodes 1 and 1 in this order.
expect_exit 0 graphvq stats --spans t.gvg none.gvg
expect_text "$(printf '%s\t%s\t%s\t%s\n' file span edges covered t.gvg 1 4 0.8 t.gvg 2 1 1)"
expect_usage '--summary and --spans: *' graphvq stats --summary --spans t.gvg

# As JSON: a path of three nodes, a triangle, a single node.
write_tu J
graphvq import -q tu J -o j.gvg
expect_exit 0 graphvq stats --json j.gvg
expect_text "$(printf '%s\n' \
  '{"class":"1","components":1,"edges":2,"file":"j.gvg","id":"1","isolated":0,"largest":3,"max_degree":2,"nodes":3,"triangles":0}' \
  '{"class":"-1","components":1,"edges":3,"file":"j.gvg","id":"2","isolated":0,"largest":3,"max_degree":2,"nodes":3,"triangles":1}' \
  '{"class":"1","components":1,"edges":0,"file":"j.gvg","id":"3","isolated":1,"largest":1,"max_degree":0,"nodes":1,"triangles":0}')"
expect_exit 0 graphvq stats --json --summary none.gvg
[[ $out == *'"graphs":0'*'"nodes":null'* ]] || fail "$out"
