. "$(dirname "$0")/lib.sh"

write_tu T
expect_exit 0 graphvq import tu T -o t.gvg
expect_exit 0 graphvq stats t.gvg
[ "$(cut -f 2-4,7 <<<"$out" | tail -n 3 | tr '\t\n' ' ,')" = '3 2 1 1,3 3 1 -1,1 0 1 1,' ] || fail "$out"

# Repairs are counted on one line of standard error, or refused.
printf '1, 1\n1, 2\n' >>T/T_A.txt
printf '7, 7\n' >>T/T_A.txt
sed -i '/^3, 2$/d' T/T_A.txt
said='graphvq import: T: 2 *, 1 *, 1 *' expect_exit 0 graphvq import tu T -o repaired.gvg
expect_same <(graphvq view t.gvg) <(graphvq view repaired.gvg)
expect_exit 0 graphvq import -q tu T -o quiet.gvg
for option in '--loops error' '--duplicates error' '--asymmetric error' --strict; do
  said='graphvq import: T/T_A.txt: line *' expect_exit 1 graphvq import tu T $option -o no.gvg
done

# Without labels; under another name.
expect_exit 0 graphvq import -q tu T --node-labels none -o bare.gvg
expect_exit 0 graphvq info --get node_labels bare.gvg
expect_text '[]'
mv T other
said='graphvq import: other/other_*' expect_exit 1 graphvq import tu other -o no.gvg
expect_exit 0 graphvq import -q tu other/ --name T -o named.gvg
expect_same <(graphvq view named.gvg) <(graphvq view t.gvg)


# Damage names the line.
write_tu D
printf '1, 9\n' >>D/D_A.txt
said='graphvq import: D/D_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu D -o no.gvg
write_tu D
printf '3, 4\n' >>D/D_A.txt
said='graphvq import: D/D_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu D -o no.gvg
write_tu D
printf '5\n' >>D/D_node_labels.txt
said='graphvq import: D/D_node_labels.txt: *' expect_exit 1 graphvq import tu D -o no.gvg
[ ! -e no.gvg ] || fail "no.gvg is there"

expect_usage "FORMAT: 'tux' is none of tu*" graphvq import tux T
expect_usage 'PATH is missing: tu is read from a folder' graphvq import tu
said='graphvq import: nowhere*' expect_exit 1 graphvq import tu nowhere

# A file that expands without end is refused while little of it is in memory.
{ printf '{"nodes":['; head -c 60000000 /dev/zero | tr '\0' ' '; } | zstd -q >bomb.json.zst
said='graphvq stats: bomb.json.zst: line 1, column *: graph 0: more than 1 MiB without a value' \
  expect_exit 1 graphvq stats bomb.json.zst
{ printf '1 2\n'; head -c 60000000 /dev/zero | tr '\0' '\n'; } | zstd -q >bomb.edges.zst
said='graphvq stats: bomb.edges.zst: line *: expands more than 200-fold*' \
  expect_exit 1 graphvq stats bomb.edges.zst

# A header of known names is found, said and read by other commands too; foreign text shows the way.
printf 'source,target,weight\nn1,n2,.3\n' >e.csv
said='graphvq import: e.csv: 1 header line read as names of columns' expect_exit 0 graphvq import edgelist e.csv -o e.gvg
expect_exit 0 graphvq import edgelist --header e.csv -o asked.gvg
expect_same <(graphvq view e.gvg) <(graphvq view asked.gvg)
expect_exit 0 graphvq view asked.gvg
[[ $out == *'"weight":0.3'* && $out != *'"name":"source"'* ]] || fail "$out"
said='*1 header line*' expect_exit 0 graphvq stats e.csv
printf ',source,target\n0,a,b\n' >index.csv
said='graphvq import: index.csv: 1 header line*, edge column 1 (without a name) not kept' \
  expect_exit 0 graphvq import edgelist index.csv -o index.gvg
expect_exit 0 graphvq info --get nodes index.gvg
expect_text 2
said='*1 header line*' expect_exit 0 graphvq stats index.csv
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n' >m.mtx
said='*MatrixMarket, which is not read*' expect_exit 1 graphvq stats m.mtx
printf 'n1,n2,.3\n' >plain.csv
said='*plain.csv: no graphvq container*`graphvq import edgelist`*' expect_exit 1 graphvq stats plain.csv
expect_usage 'tu has no --header' graphvq import tu --header other
printf 'Creator "x"\ngraph [\n  node [ id 0 ]\n]\n' >k.gml
said='graphvq stats: k.gml: is GML*' expect_exit 1 graphvq stats k.gml
sed -i 1d k.gml
said='graphvq stats: k.gml: is GML*' expect_exit 1 graphvq stats k.gml
said='*is GML*' expect_exit 1 graphvq import dot k.gml

# Labels of some edges only; an attribute called name beside names.
echo 'graph G { a [name="Alice"]; a -- b [label=x]; b -- c; }' >part.dot
said='*edge 1 has no label, others have one; `import --edge-labels none` leaves them out' \
  expect_exit 1 graphvq import dot part.dot -o no.gvg
said='*: node attribute name kept as name_' expect_exit 0 graphvq import dot --edge-labels none part.dot -o part.gvg
expect_exit 0 graphvq view part.gvg
[[ $out == *'"name":"a"'* && $out == *'"name_":"Alice"'* && $out != *label* ]] || fail "$out"
cat >part.json <<'JSON'
{"nodes": [{"id": "a", "name": "Alice"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}
JSON
said='*: node attribute name kept as name_' expect_exit 0 graphvq import json part.json -o json.gvg
expect_exit 0 graphvq view json.gvg
[[ $out == *'"name":"a"'* && $out == *'"name_":"Alice"'* ]] || fail "$out"
cat >part.graphml <<'XML'
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d" for="node" attr.name="name" attr.type="string"/>
<graph edgedefault="undirected"><node id="a"><data key="d">Alice</data></node><node id="b"/><edge source="a" target="b"/>
</graph></graphml>
XML
said='*: node attribute name kept as name_' expect_exit 0 graphvq import graphml part.graphml -o xml.gvg
expect_exit 0 graphvq view xml.gvg
[[ $out == *'"name":"a"'* && $out == *'"name_":"Alice"'* ]] || fail "$out"
cat >float.json <<'JSON'
{"nodes": [{"label": 1}], "edges": []}
{"nodes": [{"label": 2.0}, {"label": 2.5}], "edges": []}
JSON
said='*float.json: graph 1: node labels: numbers such as 2.5, *--node-labels none*' expect_exit 1 graphvq import json float.json -o no.gvg

# The collection's zip, with a folder in it or without, and gzipped files.
write_tu Z
graphvq import tu Z -o z.gvg
python3 - <<'PYTHON'
import glob, zipfile
for name, cut in ("Z.zip", 0), ("flat.zip", 2):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as to:
        for file in glob.glob("Z/*"):
            to.write(file, file[cut:])
with zipfile.ZipFile("two.zip", "w") as to:
    to.writestr("a_A.txt", "")
    to.writestr("b_A.txt", "")
PYTHON
gzip -c Z.zip >Z.zip.gz
for zip in Z.zip flat.zip Z.zip.gz; do
  expect_exit 0 graphvq import tu $zip -o zip.gvg
  expect_same <(graphvq view z.gvg) <(graphvq view zip.gvg)
done
expect_exit 0 graphvq stats --summary Z.zip
expect_exit 0 graphvq stats --summary Z.zip.gz
said='graphvq import: two.zip: a_A.txt and b_A.txt: --name says which' expect_exit 1 graphvq import tu two.zip -o no.gvg
said='graphvq import: flat.zip: a zip without X_A.txt' expect_exit 1 graphvq import tu --name X flat.zip -o no.gvg
# Under zstd, too; what is not read is named, and no file stands there twice.
mkdir Y
printf '1,2\n2,1\n' >Y/Y_A.txt
printf '1\n1\n' >Y/Y_graph_indicator.txt
printf '5\n6\n' | zstd -qc >Y/Y_node_labels.txt.zst
expect_exit 0 graphvq import tu --strict Y -o y.gvg
expect_exit 0 graphvq view y.gvg
[[ $out == *'"label":5'*'"label":6'* ]] || fail "labels under zstd: $out"
touch Y/Y_node_labels.csv
said='graphvq import: Y: file Y_node_labels.csv cannot be kept' expect_exit 1 graphvq import tu --strict Y -o no.gvg
rm Y/Y_node_labels.csv
printf '5\n6\n' >Y/Y_node_labels.txt
said='graphvq import: Y: Y_node_labels.txt and Y_node_labels.txt.zst are one file twice' \
  expect_exit 1 graphvq import tu Y -o no.gvg

# Numbers beside text are the text that they were; alone, whole numbers are labels however spelled.
for rows in '1.10 1.1 beta' '12e3 12000 beta'; do
  read -r x y z <<<"$rows"
  printf 'graph { a [label="%s"]; b [label="%s"]; c [label=%s] }' "$x" "$y" "$z" >spelled.dot
  expect_exit 0 bash -c '"$GRAPHVQ" import dot spelled.dot | "$GRAPHVQ" export json'
  [[ $out == *"\"label\":\"$x\""*"\"label\":"*"$y"*"\"label\":\"beta\""* ]] || fail "$out"
done
echo 'graph { a [label=2.0]; b [label="1.0"]; c [label="2.50e1"] }' >whole.dot
expect_exit 0 bash -c '"$GRAPHVQ" import dot whole.dot | "$GRAPHVQ" export json'
[[ $out == *'"label":2,'*'"label":1,'*'"label":25,'* ]] || fail "$out"

for spelled in 'label=1] b [label="1.0"' 'label="2.50"] b [label="2.5"' 'label="9007199254740993.0"] b [label="9007199254740992.0"'; do
  echo "graph { a [$spelled] }" >spelled.dot
  said='graphvq import: spelled.dot: *node labels: *no categories*' expect_exit 1 graphvq import dot spelled.dot -o no.gvg
done
(cd Y && mkdir ../zip && gzip -c Y_A.txt >../zip/Y_A.txt.gz && cd ../zip && python3 -m zipfile -c ../packed.zip *)
said='graphvq import: packed.zip: Y_A.txt.gz: is compressed within the zip; unpack the zip' \
  expect_exit 1 graphvq import tu packed.zip -o no.gvg

touch empty.zip
echo text >text.zip
for file in empty.zip text.zip; do
  said="graphvq import: $file: is no folder and no zip" expect_exit 1 graphvq import tu $file -o no.gvg
done
printf '1, 9\n' >>Z/Z_A.txt
(cd Z && python3 -m zipfile -c ../bad.zip Z_*)
said='graphvq import: bad.zip: Z_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu bad.zip -o no.gvg
write_tu Z
gzip Z/Z_node_labels.txt
(cd Z && python3 -m zipfile -c ../half.zip Z_*)
said='graphvq import: half.zip: Z_node_labels.txt.gz: is compressed within the zip; unpack the zip' \
  expect_exit 1 graphvq import tu half.zip -o no.gvg
gunzip Z/*.gz
gzip Z/*
expect_exit 0 graphvq import tu Z -o zip.gvg
expect_same <(graphvq view z.gvg) <(graphvq view zip.gvg)
expect_exit 0 graphvq stats --summary Z

# A set without graphs is said, as the program before in the pipe may have failed.
said='graphvq import: standard input: no graphs read' expect_exit 0 graphvq import json -o nothing.gvg
expect_exit 0 graphvq import -q json -o nothing.gvg
expect_exit 0 graphvq stats --summary nothing.gvg
[ "$(tail -n 1 <<<"$out")" = $'nothing.gvg\t0\t\t\t\t\t\t\t\t' ] || fail "$out"
[ ! -e no.gvg ] || fail "no.gvg is there"
exit 0
