. "$(dirname "$0")/lib.sh"
# select, score and calibrate say how far they are on standard error alone, and nothing with -q.
command -v script >/dev/null || exit 77

graphvq synth comm -n 100 -q -o g.gvg
graphvq serialize -q -M 3 g.gvg -o g.gvs
graphvq head -n 20 g.gvs -o few.gvs
tiny=(-q --epochs 1 --hidden 64)
graphvq train-tokenizer "${tiny[@]}" few.gvs -o tok
graphvq tokenize -q -m tok few.gvs -o few.gvt
graphvq tokenize -q -m tok g.gvs -o g.gvt
graphvq train-prior "${tiny[@]}" few.gvt -o prior
graphvq train-edges "${tiny[@]}" few.gvt -m tok -o edges
graphvq train-edges "${tiny[@]}" few.gvt -m tok --decoder structural -o structural
graphvq train-joint "${tiny[@]}" few.gvt -m tok -o joint
export TERM=xterm

# apart FILE LINE: the file is what it is without a terminal to tell of progress, and -q tells nothing.
apart() {
  local file=$1 line=$2
  said='*' expect_exit 0 script -qec "'$GRAPHVQ' $line >$file" typescript
  mv "$file" loud
  said='*' expect_exit 0 script -qec "'$GRAPHVQ' $line -q >$file" typescript
  [ -z "$out" ] || fail "$line -q:" "$out"
  expect_same loud "$file"
}
apart selected 'select --desc degree,spectral g.gvg'
# How many threads there are changes no byte.
for models in 'tok -M 100 --data g.gvg' 'prior edges --data g.gvt' 'structural --data g.gvt' 'joint --data g.gvt'; do
  apart scores "score $models --json -t 1"
  # shellcheck disable=SC2086
  expect_exit 0 graphvq score $models --json -t 3 -q
  expect_same scores "$work/stdout"
done
for model in edges structural joint; do
  apart calibrated "calibrate $model --valid g.gvt -t 1"
  expect_exit 0 graphvq calibrate $model --valid g.gvt -t 3 -q
  expect_same calibrated "$work/stdout"
done
exit 0
