# Inputs of strangers that once came out as another graph: each is read right, or refused with the
# way out.
. "$(dirname "$0")/lib.sh"
cases=$source_dir/../shared/data/cases
[ -d "$cases" ] || { echo "skipped: no $cases"; exit 77; }

# refused FILE WORDS COMMAND...: the reason names WORDS, and there is no output.
refused() {
  local words=$1
  shift
  said="graphvq $1: *$words*" expect_exit 1 graphvq "$@" -o out
  [ ! -e out ] || fail "an output"
}
# counts NODES EDGES COMMAND...: what is imported; standard error may say what was repaired.
counts() {
  local nodes=$1 edges=$2
  shift 2
  said='*' expect_exit 0 graphvq "$@" -o in.gvg
  expect_exit 0 graphvq info --get nodes in.gvg
  expect_text "$nodes"
  expect_exit 0 graphvq info --get edges in.gvg
  expect_text "$edges"
}

for end in bz2 xz; do
  words=bzip2
  [ $end = xz ] && words=xz
  refused "$words data, which are not read" import json "$cases/bzip2-xz/in.json.$end"
  refused "$words data, which are not read" import edgelist "$cases/bzip2-xz/in.json.$end"
  refused "$words data, which are not read" stats "$cases/bzip2-xz/in.json.$end"
done
json=$cases/conflict-directed-json/in.json tu=$cases/conflict-tu-attributes/DS
refused 'import --conflicts first, last or drop' import json "$json"
refused 'import --conflicts first, last or drop' import tu "$tu"
for row in first last; do
  counts 2 1 import json --conflicts $row "$json"
  counts 2 1 import tu --conflicts $row "$tu"
done
counts 2 0 import json --conflicts drop "$json"
dot=$cases/conflict-label-hint/in.dot
refused '--edge-labels none' import dot "$dot"
counts 2 1 import dot --edge-labels none "$dot"

list() { echo import edgelist "$cases/$1"; }
refused gSpan $(list edgelist-gspan-lg/in.lg)
refused METIS $(list edgelist-metis/in.graph)
refused 'of no format' stats "$cases/edgelist-metis/in.graph"
refused matrix $(list edgelist-named-matrix/in.csv)
refused matrix $(list edgelist-named-matrix/in.csv) --header
refused 'of no format' stats "$cases/edgelist-showg-e/in.txt"
refused SIF $(list edgelist-sif/in.sif)
refused TGF $(list edgelist-tgf/in.tgf)
refused 'no rows of two ids' $(list empty-edges-file/in.edges)
refused 'no rows of two ids' $(list empty-edges-file/comment.edges)
refused 'node 1.0 beside node 1' $(list float-ids-tsv/in.tsv)
refused 'of no format' stats "$cases/float-ids-tsv/in.tsv"
refused semicolons $(list semicolon-blanks/in.csv)
refused semicolons $(list semicolon-csv/in.csv)
refused 'of no format' stats "$cases/sniffed-table/in.tsv"
for name in head-tail source-destination src-dest start-id-end-id; do
  counts 3 2 $(list heading-$name/in.csv)
done
counts 3 3 $(list hash-names-tsv/in.tsv)
counts 3 2 $(list numpy2-repr/in.edgelist)
expect_exit 0 graphvq view in.gvg
[[ $out == *'"weight":0.5'*'"weight":0.25'* ]] || fail "weights" "$out"

gml=$cases/format-hints/in.gml
expect_usage "FORMAT: 'gml' is GML, which is not read; *" graphvq import gml "$gml"
for name in mtx gexf pajek; do expect_usage "FORMAT: '$name' is *, which is not read; *" graphvq import $name "$gml"; done
refused 'GML, which is not read' import edgelist "$gml"
refused 'GML, which is not read' stats "$gml"
refused 'b has the type short' import graphml "$cases/graphml-unknown-type/in.graphml"
counts 1 0 import graphml --drop b "$cases/graphml-unknown-type/in.graphml"
said='*6 is there as a number and as text*' expect_exit 0 graphvq import json "$cases/label-types-one-file/in.json" -o in.gvg
counts 3 2 import tu --name DS "$cases/zip-backslash/DS.zip"
exit 0
