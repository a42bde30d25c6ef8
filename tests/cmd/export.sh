. "$(dirname "$0")/lib.sh"

# A set with all that a graph can have: labels, classes, attributes, an isolated node, no nodes.
cat >full.jsonl <<'JSON'
{"directed":false,"multigraph":false,"graph":{"id":"a","class":2,"energy":-1.5,"origin":"lab"},"nodes":[{"id":0,"label":"C","x":0.5,"kind":3},{"id":1,"label":"N","x":1.25,"kind":4},{"id":2,"label":"C","x":-2.0,"kind":3},{"id":3,"label":"O","kind":3}],"edges":[{"source":0,"target":1,"label":1,"length":1.5},{"source":0,"target":2,"label":2,"length":0.1},{"source":1,"target":2,"label":1,"length":3.0}]}
{"directed":false,"multigraph":false,"graph":{"id":"b","class":1},"nodes":[{"id":0,"label":"O"},{"id":1,"label":"O"}],"edges":[{"source":0,"target":1,"label":1}]}
{"directed":false,"multigraph":false,"graph":{"id":"c","class":1},"nodes":[],"edges":[]}
JSON
expect_exit 0 graphvq import json full.jsonl -o full.gvg
expect_exit 0 graphvq export json full.gvg -o again.jsonl
expect_same full.jsonl again.jsonl
expect_same <(graphvq view full.gvg) full.jsonl
expect_exit 0 graphvq info --get node_columns full.gvg
expect_text '[{"name":"x"},{"name":"kind","values":[3,4]}]'
expect_exit 0 graphvq info --get version full.gvg
expect_text 2

# Through split, cat and an order, then back by its permutation.
graphvq split -q full.gvg --out-dir parts --parts all=1
expect_same <(graphvq view parts/all.gvg | sort) full.jsonl
graphvq synth er -q -n 1 -o bare.gvg
graphvq cat full.gvg bare.gvg | graphvq view | head -n 3 >cat.jsonl
expect_same cat.jsonl full.jsonl
echo '{"nodes":[{"id":0,"kind":"odd","y":2.0}],"edges":[]}' | graphvq import json -o odd.gvg
graphvq cat full.gvg odd.gvg -o joined.gvg
expect_same <(graphvq view joined.gvg | head -n 3) full.jsonl
[[ $(graphvq view joined.gvg | tail -n 1) == *'"nodes":[{"id":0,"kind":"odd","y":2.0}]'* ]] || fail "odd one"
echo '{"nodes":[{"id":0,"x":"text"}],"edges":[]}' | graphvq import json -o text.gvg
said='*full.gvg and text.gvg do not agree: column x has numbers*' \
  expect_exit 1 graphvq cat full.gvg text.gvg -o no.gvg
graphvq serialize --order random full.gvg | graphvq view >ordered.jsonl
python3 - <<'PYTHON' || fail "serialize"
import json
def facts(graph, name):
    nodes = {name(n["id"]): {k: v for k, v in n.items() if k != "id"} for n in graph["nodes"]}
    edges = {frozenset((name(e["source"]), name(e["target"]))):
             {k: v for k, v in e.items() if k not in ("source", "target")} for e in graph["edges"]}
    return graph["graph"], nodes, edges
for line, ordered in zip(open("full.jsonl"), open("ordered.jsonl"), strict=True):
    ordered = json.loads(ordered)
    perm = ordered["order"]["perm"]
    assert facts(json.loads(line), lambda i: i) == facts(ordered, lambda i: perm[i])
PYTHON

# What a format cannot hold is said, or refused; nothing is left of a folder that was made.
said='graphvq export: full.gvg: node labels, edge labels, classes, attribute x, * not kept by graph6' \
  expect_exit 0 graphvq export graph6 full.gvg
expect_text $'Cw\nA_\n?'
said='graphvq export: full.gvg: node labels*' expect_exit 1 graphvq export graph6 --strict full.gvg
said='graphvq export: full.gvg: node labels, attribute origin not kept by tu' \
  expect_exit 1 graphvq export tu --strict full.gvg --out-dir no
printf '%s\n' '{"nodes":[{"id":0,"label":1}],"edges":[]}' '{"nodes":[{"id":0}],"edges":[]}' |
  graphvq import json -o half.gvg
said='graphvq export: half.gvg: graph 1: has no node labels, where other graphs have' \
  expect_exit 1 graphvq export tu half.gvg --out-dir no
[ ! -e no ] || fail "a folder is left"
expect_usage '--out-dir is missing*' graphvq export tu full.gvg
expect_usage 'json is one file*' graphvq export json full.gvg --out-dir no

# A name that OGB's layout has otherwise is kept as another, and that is said.
echo '{"graph":{"label":3,"class":1},"nodes":[{"id":0,"..":0.5},{"id":1}],"edges":[{"source":0,"target":1,"index":7,"w":1}]}' |
  graphvq import json -o taken.gvg
renamed='taken.gvg: edge attribute index kept as index_, graph attribute label kept as label_'
said="graphvq export: $renamed" expect_exit 0 graphvq export npz taken.gvg -o taken.npz
said="graphvq export: $renamed" expect_exit 0 graphvq export ogb taken.gvg --out-dir taken
said="graphvq export: $renamed" expect_exit 1 graphvq export --strict ogb taken.gvg --out-dir no
for file in taken.npz taken; do
  expect_exit 0 graphvq view $file
  expect_text '{"directed":false,"multigraph":false,"graph":{"class":1,"label_":3},"nodes":[{"id":0,"..":0.5},{"id":1}],"edges":[{"source":0,"target":1,"index_":7,"w":1}]}'
done
echo '{"nodes":[{"id":0,"a/b":1}],"edges":[]}' | graphvq import json -o slash.gvg
said='graphvq export: slash.gvg: "node_a/b": a name that no file can have' \
  expect_exit 1 graphvq export ogb slash.gvg --out-dir no
[ ! -e no ] || fail "a folder is left"

# An id that is not the graph's number is lost where it has no place.
printf '{"graph":{"id":"%s"},"nodes":[{"id":0}],"edges":[]}\n' mol-7 1 3 | graphvq import json -o ids.gvg
for format in graph6 sparse6 npz tu ogb edgelist; do
  to='-o ids.out'
  [[ $format != @(tu|ogb|edgelist) ]] || to="--out-dir ids.$format"
  # shellcheck disable=SC2086
  said="graphvq export: ids.gvg: graph 0: its id mol-7 not kept by $format" \
    expect_exit 1 graphvq export --strict $format ids.gvg $to
  # shellcheck disable=SC2086
  said="graphvq export: ids.gvg: 1 graph id not kept by $format" expect_exit 0 graphvq export $format ids.gvg $to
done
for format in json dot graphml; do
  expect_exit 0 graphvq export --strict $format ids.gvg
done

# A TU folder comes back as it was.
write_tu T
printf '0.5, 1\n2, 3\n-1, 1e-3\n4, 5\n6, 7\n8, 9\n1, 1\n' >T/T_node_attributes.txt
printf '7\n7\n8\n8\n9\n9\n9\n9\n9\n9\n' >T/T_edge_labels.txt
printf '1.5\n2.5\n-3\n' >T/T_graph_attributes.txt
graphvq import tu T -o t.gvg
expect_exit 0 graphvq export tu t.gvg --out-dir U
expect_exit 0 graphvq import tu U -o u.gvg
expect_same <(graphvq view t.gvg) <(graphvq view u.gvg)
expect_exit 0 graphvq export tu t.gvg --out-dir U --name T
for what in A graph_indicator graph_labels graph_attributes node_labels node_attributes edge_labels; do
  # The rows of A may stand in another order; numbers are written shortest.
  [ $what = A ] || [ $what = node_attributes ] || [ $what = edge_labels ] ||
    expect_same T/T_$what.txt U/T_$what.txt
done
expect_same <(sort T/T_A.txt) <(sort U/T_A.txt)

# A file of the set that is a link keeps being one.
expect_exit 0 graphvq export tu t.gvg --out-dir linked
mkdir store
for file in linked/*; do mv "$file" store/ && ln -s "../store/${file#*/}" "$file"; done
expect_exit 0 graphvq export tu t.gvg --out-dir linked
for file in linked/*; do [ -L "$file" ] || fail "$file is no link"; done
expect_same <(graphvq import tu linked | graphvq view) <(graphvq view t.gvg)

# A file of another set would be read as one of the new: nothing is written.
graphvq export -q graph6 t.gvg | graphvq import graph6 -o plain.gvg
expect_exit 0 graphvq export tu t.gvg --out-dir set
expect_exit 0 graphvq export tu t.gvg --out-dir set
cp -r set former
said='graphvq export: set/set_edge_labels.txt: is of another set; remove it or choose another folder' \
  expect_exit 1 graphvq export tu plain.gvg --out-dir set
diff -r set former || fail "set is another"
mkdir gz csv
echo 1 | gzip >gz/gz_node_labels.txt.gz
said='graphvq export: gz/gz_node_labels.txt.gz: is of another set*' expect_exit 1 graphvq export tu plain.gvg --out-dir gz
[ "$(ls -A gz)" = gz_node_labels.txt.gz ] || fail "gz is another"
touch csv/node_x.csv csv/README
said='graphvq export: csv/node_x.csv: is of another set*' expect_exit 1 graphvq export ogb plain.gvg --out-dir csv
rm csv/node_x.csv
expect_exit 0 graphvq export ogb plain.gvg --out-dir csv
graphvq head -n 1 plain.gvg -o one.gvg
expect_exit 0 graphvq export edgelist plain.gvg --out-dir lists
expect_exit 0 graphvq export edgelist plain.gvg --out-dir lists
graphvq synth er -n 12 -q -o dozen.gvg
graphvq export -q edgelist dozen.gvg --out-dir dozen
expect_same <(graphvq import edgelist dozen/*.edges | graphvq export graph6) <(graphvq export graph6 -q dozen.gvg)
said='graphvq export: lists/000001.edges: is of another set*' expect_exit 1 graphvq export edgelist one.gvg --out-dir lists

# Any command reads any of them, under gzip and zstd, from a file, a folder or a pipe.
graphvq export -q graph6 t.gvg -o t.g6
gzip -k full.jsonl
zstd -qk full.jsonl
for file in full.jsonl full.jsonl.gz full.jsonl.zst; do
  expect_same <(graphvq view $file) full.jsonl
  expect_same <(graphvq view - <$file) full.jsonl
done
expect_exit 0 graphvq stats --summary T t.g6 full.jsonl.gz
[ "$(cut -f 2,3 <<<"$out" | tail -n 3 | tr '\t\n' ' ,')" = '3 2.333,3 2.333,3 2,' ] || fail "$out"
expect_exit 0 graphvq check full.jsonl T t.g6
expect_exit 0 graphvq mmd t.gvg t.g6 T --no-labels
expect_exit 0 graphvq info --get hash T
hash=$out
expect_exit 0 graphvq import --no-provenance tu T -o hashed.gvg
expect_exit 0 graphvq info --get hash hashed.gvg
expect_text "$hash"
printf '{"nodes":[{"id":0},{"id":0}],"edges":[]}\n' >bad.json
said='graphvq stats: bad.json: line 1, column *: graph 0: node id 0 stands twice' \
  expect_exit 1 graphvq stats bad.json
mkdir nothing
said='graphvq stats: nothing: is a folder of no known format*' expect_exit 1 graphvq stats nothing
iconv -t UTF-16 <<<'<graphml><graph edgedefault="undirected"><node id="a"/></graph></graphml>' >wide
for text in $'graph\n{\n a -- b\n}' 'graph{a--b}' $'digraph\n{a -> b; b -> a}' $'\n\n# nodes 2\n0 1' $'# x\n\n# nodes 2\n0 1' "$(printf 'graph{a}')"; do
  expect_exit 0 bash -c '"$1" stats --summary <<<"$2"' - "$GRAPHVQ" "$text"
  [ "$(tail -n 1 <<<"$out" | cut -f 2,3)" = "1	$([ "$text" = 'graph{a}' ] && echo 1 || echo 2)" ] || fail "$text" "$out"
done
expect_exit 0 graphvq stats --summary wide
expect_exit 0 bash -c '"$1" stats --summary <<<"[]"' - "$GRAPHVQ"
said='graphvq stats: standard input: is empty' expect_exit 1 graphvq stats
# What is mended in a file that is read twice is said once.
echo '{"nodes":[{"id":0}],"edges":[{"source":0,"target":0}]}' >loop.json
said='graphvq cat: loop.json: 1 self-loop dropped' expect_exit 0 graphvq cat loop.json -o loop.gvg
printf 'n' >none
said='graphvq stats: none: *' expect_exit 1 graphvq stats none

# What a sequence has beside its graph.
graphvq serialize -q t.gvg -o t.gvs
expect_exit 0 bash -c '"$1" export json --strict t.gvs | grep -q "\"order\":"' - "$GRAPHVQ"
said='graphvq export: t.gvs: *orders*not kept by sparse6' expect_exit 0 graphvq export sparse6 t.gvs -o t.s6
said='graphvq export: t.gvs: *orders*not kept by sparse6' expect_exit 1 graphvq export sparse6 --strict t.gvs

# As many files as there are graphs, in folders that are made; those go where the work fails.
graphvq synth er -n 200 -q -o many.gvg
expect_exit 0 graphvq export edgelist --out-dir deep/er many.gvg
[ "$(ls -A deep/er | wc -l)" = 200 ] || fail "not 200 files"
head -c -1 many.gvg >cut.gvg
said='graphvq export: cut.gvg: *' expect_exit 1 graphvq export edgelist --out-dir lost/in/here cut.gvg
[ ! -e lost ] || fail "lost is there"
expect_usage '--name is what files start with*' graphvq export tu --out-dir tu --name ../x many.gvg
