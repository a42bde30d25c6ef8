#!/usr/bin/env bash
# From a bare clone to graphs drawn by the GraphVQ method and by the structural model: sets the machine up, builds
# graphvq, learns MUTAG and compares what it draws with the real molecules.
#   examples/quickstart.sh [DIR]     all files go to DIR (default: quickstart)
set -euo pipefail
here=$(cd "$(dirname "$(realpath "$0")")/.." && pwd)
dir=${1:-$PWD/quickstart}
mkdir -p "$dir" && dir=$(realpath "$dir")
cd "$here"

stage() {
  local title=$1 start=$EPOCHREALTIME
  shift
  echo "== $title" >&2
  "$@"
  awk -v t="$title" -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%-28s %7.1f s\n", t, b - a }' >>"$dir/times.txt"
}
build() {
  cmake --preset release -DGRAPHVQ_TESTS=OFF >/dev/null
  cmake --build --preset release --target graphvq graphvq_plugin
}
: >"$dir/times.txt"
stage "set-up" ./setup.sh
stage "build" build
PATH=$here/build/release/bin:$PATH
cp examples/data/mutag.gvg "$dir/mutag.gvg"
cd "$dir"

data() {
  graphvq split mutag.gvg --seed 0 --out-dir .
  graphvq serialize -M 8 train.gvg -o train.gvs
  graphvq serialize valid.gvg -o valid.gvs
}
tokenizer() {
  graphvq train-tokenizer train.gvs --valid valid.gvg -o tok.safetensors --log tok.log
  graphvq tokenize -m tok.safetensors train.gvs -o train.gvt
  graphvq tokenize -m tok.safetensors valid.gvs -o valid.gvt
}
prior() { graphvq train-prior train.gvt --valid valid.gvt -o prior.safetensors --log prior.log; }
edges() {
  graphvq train-edges train.gvt -m tok.safetensors --valid valid.gvt --corrupt .15 --log edges.log |
    graphvq calibrate - --valid valid.gvt -o edges.safetensors
}
joint() {
  graphvq train-tokenizer --kind raw train.gvs -o raw.safetensors
  graphvq serialize -M 64 train.gvg | graphvq tokenize -m raw.safetensors -o train.raw.gvt
  graphvq serialize -M 4 valid.gvg | graphvq tokenize -m raw.safetensors -o valid.raw.gvt
  graphvq train-joint train.raw.gvt -m raw.safetensors --valid valid.raw.gvt -o joint.safetensors --log joint.log
}
sample() {
  graphvq sample -n 2000 {tok,prior,edges}.safetensors -o graphvq.gvg
  graphvq sample -n 2000 --one-stage {tok,prior}.safetensors -o one-stage.gvg
  graphvq sample -n 2000 {raw,joint}.safetensors -o joint.gvg
}
measure() { graphvq mmd train.gvg graphvq.gvg one-stage.gvg joint.gvg --floor test.gvg >mmd.tsv; }
draw() { graphvq draw -n 10 train.gvg graphvq.gvg one-stage.gvg joint.gvg -o graphs.svg; }

stage "split, serialize" data
stage "tokenizer" tokenizer
stage "prior" prior
stage "edge decoder" edges
stage "joint model" joint
stage "sample 3 x 2000" sample
stage "mmd" measure
stage "draw" draw

echo >&2
cat times.txt >&2
echo >&2
column -t -s "$(printf '\t')" mmd.tsv 2>/dev/null || cat mmd.tsv
echo "real molecules and drawn ones: $dir/graphs.svg" >&2
