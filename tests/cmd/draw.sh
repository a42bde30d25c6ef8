. "$(dirname "$0")/lib.sh"

write_tu T
graphvq import -q tu T -o t.gvg
expect_exit 0 graphvq draw t.gvg -o t.svg
expect_same t.svg <(graphvq draw t.gvg)
python3 - t.svg <<'PYTHON' || fail "the picture is not what was asked for"
import sys, xml.etree.ElementTree as ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
tag = lambda name: [e for e in root.iter() if e.tag.endswith("}" + name)]
words = [e.text for e in tag("text")]
assert words == ["t.gvg", "3", "5", "9"], words
assert len(tag("circle")) == 7 + 3
assert sum(e.get("d").count("M") for e in tag("path")) == 5
width, height = float(root.get("width")), float(root.get("height"))
for circle in tag("circle"):
    assert 0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height
# The three labels have three colours.
assert len({circle.get("fill") for circle in tag("circle")}) == 3
PYTHON

# A row a file, n graphs a row.
graphvq synth er -n 5 -q -o er.gvg
expect_exit 0 graphvq draw -n 2 t.gvg er.gvg --cell 60
[ "$(grep -c '<rect' <<<"$out")" = 5 ] || fail "not a ground and four cells"
graphvq synth er -n 0 -q -o none.gvg
expect_exit 0 graphvq draw none.gvg
[[ $out == *'none.gvg: no graphs'* ]] || fail "$out"

# Labels and names that XML cannot hold as they are.
cp t.gvg $'<a>&\n\x01\xff.gvg'
expect_exit 0 graphvq draw $'<a>&\n\x01\xff.gvg' -o odd.svg
python3 -c 'import xml.etree.ElementTree as e; e.parse("odd.svg")' || fail "no XML"
printf '{"nodes":[{"id":0,"label":"\\u0001\\ufffe"}],"edges":[]}' >odd.json
expect_exit 0 graphvq draw odd.json -o odd.svg
python3 -c 'import xml.etree.ElementTree as e; e.parse("odd.svg")' || fail "no XML"
expect_usage '*' graphvq draw -n 0 t.gvg
head -c -1 t.gvg >cut.gvg
said='graphvq draw: cut.gvg: *' expect_exit 1 graphvq draw -n 1 cut.gvg -o cut.svg
[ ! -e cut.svg ] || fail "cut.svg is there"

echo '{"nodes":[{"id":0,"label":"x]]>"}],"edges":[]}' | graphvq draw -o closing.svg
grep -q 'x]]&gt;' closing.svg || fail "$(cat closing.svg)"

# Beside labelled graphs those without labels are grey, as no label is, and are not in the legend.
graphvq import -q --node-labels none tu T -o bare.gvg
expect_exit 0 graphvq draw t.gvg bare.gvg -o both.svg
python3 - <<'PYTHON' || fail "the graphs without labels"
import xml.etree.ElementTree as ElementTree
root = ElementTree.parse("both.svg").getroot()
fills = [e.get("fill") for e in root.iter() if e.tag.endswith("}circle")]
labelled, bare, key = fills[:7], fills[7:14], fills[14:]
assert len(key) == 3 and set(key) == set(labelled) and set(bare) == {"#b9bec6"}, fills
PYTHON

# A large graph is laid out in fewer steps, and that is said.
graphvq synth tree -n 1 --min-nodes 1500 --max-nodes 1500 -q -o large.gvg
said='graphvq draw: large.gvg: graph 0 has 1500 nodes*' expect_exit 0 graphvq draw large.gvg -o large.svg
graphvq synth tree -n 1 --min-nodes 15000 --max-nodes 15000 -q -o huge.gvg
said='graphvq draw: huge.gvg: graph 0 has 15000 nodes*' expect_exit 0 graphvq draw huge.gvg -o huge.svg
expect_exit 0 graphvq draw -q huge.gvg -o quiet.svg
expect_same huge.svg quiet.svg
