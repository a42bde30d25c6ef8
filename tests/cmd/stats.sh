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
graphvq synth er -n 0 -q -o none.gvg
expect_exit 0 graphvq stats --summary none.gvg
[ "${out##*$'\n'}" = "$(printf 'none.gvg\t0\tnan\tnan\t0\t0\tnan\tnan\tnan\tnan')" ] || fail "$out"

# By hand: the triangle has spans 1, 1 and 2, the path of three nodes 1 and 1 in this order.
expect_exit 0 graphvq stats --spans t.gvg none.gvg
expect_text "$(printf '%s\t%s\t%s\t%s\n' file span edges covered t.gvg 1 4 0.8 t.gvg 2 1 1)"
expect_usage '--summary and --spans: *' graphvq stats --summary --spans t.gvg
