# Writes into the working folder what the first cases of tests/same.py read: $1 is the folder of
# tests. Nothing here runs the program.
cp "$1"/../examples/data/mutag.gvg .
find "$1" -path '*/golden/*' -name 'v[0-9].gv[gst]' | while read -r file; do
  mkdir -p golden && cp "$file" golden/
done

# A TUDataset folder: a path of three nodes, a triangle, a single node, with all kinds of values.
write_tu() {
  mkdir -p "$1"
  local prefix=$1/$1
  printf '1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n5, 6\n6, 5\n4, 6\n6, 4\n' >"${prefix}_A.txt"
  printf '1\n1\n1\n2\n2\n2\n3\n' >"${prefix}_graph_indicator.txt"
  printf '1\n-1\n1\n' >"${prefix}_graph_labels.txt"
  printf '3\n5\n3\n5\n5\n5\n9\n' >"${prefix}_node_labels.txt"
}
for name in T other mended lost across rows Z zst; do write_tu $name; done
write_tu ALL
printf '0.5, 1\n2, 3\n-1, 1e-3\n4, 5\n6, 7\n8, 9\n1, 1\n' >ALL/ALL_node_attributes.txt
printf '7\n7\n8\n8\n9\n9\n9\n9\n9\n9\n' >ALL/ALL_edge_labels.txt
printf '1.5\n2.5\n-3\n' >ALL/ALL_graph_attributes.txt
mv other/other_A.txt other/X_A.txt
mv other/other_graph_indicator.txt other/X_graph_indicator.txt
printf '1, 1\n1, 2\n7, 7\n' >>mended/mended_A.txt
sed -i '/^3, 2$/d' mended/mended_A.txt
printf '1, 9\n' >>lost/lost_A.txt
printf '3, 4\n' >>across/across_A.txt
printf '5\n' >>rows/rows_node_labels.txt
gzip -n Z/*
zstd -q --rm zst/zst_node_labels.txt
mkdir U V W X
for name in U V W X; do
  printf '1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n' >$name/${name}_A.txt
  printf '1\n1\n1\n' >$name/${name}_graph_indicator.txt
done
printf '5\n5\n5\n' >U/U_node_labels.txt
printf '6\n6\n6\n' >V/V_node_labels.txt
printf '0\n0\n0\n0\n0\n0\n' >X/X_edge_labels.txt
python3 - <<'PYTHON'
import zipfile
for name, top in ("T.zip", "T/"), ("flat.zip", ""), ("odd.zip", "T\\"):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as to:
        for part in "A", "graph_indicator", "graph_labels", "node_labels":
            file = zipfile.ZipInfo(f"{top}T_{part}.txt")
            to.writestr(file, open(f"T/T_{part}.txt").read())
with zipfile.ZipFile("two.zip", "w") as to:
    for name in "a_A.txt", "b_A.txt":
        to.writestr(zipfile.ZipInfo(name), "")
PYTHON

# All that a graph can have, in one set.
cat >full.jsonl <<'JSON'
{"directed":false,"multigraph":false,"graph":{"id":"a","class":2,"energy":-1.5,"origin":"lab"},"nodes":[{"id":0,"label":"C","x":0.5,"kind":3},{"id":1,"label":"N","x":1.25,"kind":4},{"id":2,"label":"C","x":-2.0,"kind":3},{"id":3,"label":"O","kind":3}],"edges":[{"source":0,"target":1,"label":1,"length":1.5},{"source":0,"target":2,"label":2,"length":0.1},{"source":1,"target":2,"label":1,"length":3.0}]}
{"directed":false,"multigraph":false,"graph":{"id":"b","class":1},"nodes":[{"id":0,"label":"O"},{"id":1,"label":"O"}],"edges":[{"source":0,"target":1,"label":1}]}
{"directed":false,"multigraph":false,"graph":{"id":"c","class":1},"nodes":[],"edges":[]}
JSON
gzip -nk full.jsonl
zstd -qk full.jsonl

# Small files of foreign formats, sound and not: the name says what they are.
line() { printf '%s\n' "$2" >"$1"; }
line half.json '{"nodes":[{"id":0,"label":1},{"id":1}],"edges":[]}'
line twice.json '{"nodes":[{"id":0,"x":1,"x":2}],"edges":[]}'
line same-id.json '{"nodes":[{"id":0},{"id":0}],"edges":[]}'
line loop.json '{"nodes":[{"id":0}],"edges":[{"source":0,"target":0}]}'
line named.json '{"nodes":[{"id":0,"name":"a"},{"id":"z","name":"b"}],"edges":[]}'
line apart.json '{"nodes":[{"id":0,"x":1.0},{"id":1,"x":"a"},{"id":2,"x":1},{"id":3,"x":"1"}],"edges":[]}'
line number.json '{"nodes":[{"id":0,"x":1.5}],"edges":[]}'
line word.json '{"nodes":[{"id":0,"x":"a"}],"edges":[]}'
line slash.json '{"nodes":[{"id":0,"a/b":1}],"edges":[]}'
line missing.json '{"nodes":[{"id":0}],"edges":[{"source":0,"target":7}]}'
line directed.json '{"directed":true,"nodes":[{"id":0},{"id":1}],"edges":[{"source":0,"target":1}]}'
line broken.json '{"nodes":[{"id":0}'
line taken.json '{"graph":{"label":3,"class":1},"nodes":[{"id":0,"..":0.5},{"id":1}],"edges":[{"source":0,"target":1,"index":7,"w":1}]}'
line odd.json '{"nodes":[{"id":0,"label":"\u0001<&]]>"}],"edges":[]}'
line single.json '{"nodes":[{"id":0,"label":0}],"edges":[]}'
printf '{"graph":{"id":"%s"},"nodes":[{"id":0}],"edges":[]}\n' mol-7 1 3 >ids.json
printf '{"nodes":[{"label":1}],"edges":[]}\n{"nodes":[{"label":2.0},{"label":2.5}],"edges":[]}\n' >float.json
{ printf '{"nodes":['; head -c 60000000 /dev/zero | tr '\0' ' '; } | zstd -q >bomb.json.zst
printf 'source,target,weight\nn1,n2,.3\n' >headed.csv
printf ',source,target\n0,a,b\n' >index.csv
printf 'n1,n2,.3\n' >plain.csv
printf 'a b 0.5\nb c NaN\nc d 1e-400\n' >weights.txt
printf '# nodes 5\n0 1\n1 2\n2 2\n1 0\n' >loops.edges
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n' >matrix.mtx
printf 'Creator "x"\ngraph [\n  node [ id 0 ]\n]\n' >graph.gml
printf 'A_\nBw\n@\n?\n' >few.g6
printf 'Bw\nB!\n' >bad.g6
printf 'graph G { a [name="Alice"]; a -- b [label=x]; b -- c; }\n' >part.dot
printf 'strict digraph "g" { subgraph s { a; b } -> {c, d} [w=2]; a -> a; /* c */ a -> c; c -> e [w=3] }\n' >group.dot
printf 'graph { a [label=2.0]; b [label="1.0"]; c [label="2.50e1"] }\n' >whole.dot
printf 'graph { a [label=1] b [label="1.0"] }\n' >spelled.dot
printf 'graph { a -- b\n' >broken.dot
printf 'strict graph { a -- b [w=1]; b -- a [w=2] }\n' >conflict.dot
cat >small.graphml <<'XML'
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d" for="node" attr.name="name" attr.type="string"/>
<key id="w" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="undirected"><node id="a"><data key="d">Alice</data></node><node id="b"/>
<edge source="a" target="b"><data key="w">1.5</data></edge></graph></graphml>
XML
sed 's/target="b"/target="z"/' small.graphml >broken.graphml
iconv -t UTF-16 <<<'<graphml><graph edgedefault="undirected"><node id="a"/></graph></graphml>' >wide.graphml
printf 'not a graph\n' >foreign.gvg
: >empty.gvg
touch empty.zip
echo text >text.zip
mkdir folder

# Reports as mmd and score write them, for rank.
report() { # FILE REFERENCE HASH DEGREE ORBIT...
  local file=$1 reference=$2 hash=$3 results=
  shift 3
  while [ $# -gt 0 ]; do
    results+="${results:+,}{\"file\":\"g\",\"graphs\":9,\"hash\":\"h\",\"connected\":0.$#,\"mmd2\":{\"degree\":{\"value\":$1,\"bandwidth\":1},\"orbit\":{\"value\":$2,\"bandwidth\":1}}}"
    shift 2
  done
  mkdir -p "$(dirname "$file")"
  printf '{"reference":{"file":"%s","graphs":9,"hash":"%s"},"settings":{"descriptors":["degree","orbit"],"kernel":"gaussian","bandwidth":"median","version":"0"},"results":[%s]}' \
    "$reference" "$hash" "$results" >"$file"
}
report one/a.json one/train.gvg 11 0.125 0.5 0.5 0.2
report one/b.json one/train.gvg 11 0.25 0.5 0.375 0.9
report one/c_1.json one/train.gvg 11 0.3 0.4 0.4 0.8
report two/a@0.json two/train.gvg 22 0.1 0.1
report two/a@1.json two/train.gvg 22 0.1 0.1
report two/b.json two/train.gvg 22 0.2 0.3 0.2 0.3
report s-0/a.json s-0/train.gvg 33 0.1 0.1
report s-1/a.json s-1/train.gvg 44 0.3 0.3
score() { printf '{"data":{"file":"%s","graphs":1,"hash":"%s"},"edges":{"true":{"nll":%s}},"prior":{"nll_mean":%s}}' "$@"; }
score s-0/test.gvg 5 0.5 2 >s-0/m@score.json
score s-1/test.gvg 6 0.75 null >s-1/m@score.json
line no.json '{"a": 1}'
printf 'set\tmethod\tmeasure\tmean\none/train.gvg\ta\torbit\t.25\nother\ta\torbit\t9\n' >old.tsv
printf 'set\tmethod\tmean\n' >no-measure.tsv
printf 'set\tmethod\tmeasure\tmean\none\ta\torbit\n' >short.tsv
printf 'set\tmethod\tmeasure\tmean\none\ta\torbit\tx1\n' >word.tsv
printf 'set\tmethod\tmeasure\tmean\none\ta\torbit\t1\none\ta\torbit\t2\n' >twice.tsv
