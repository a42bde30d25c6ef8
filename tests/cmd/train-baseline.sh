. "$(dirname "$0")/lib.sh"

graphvq split -q "$source_dir/examples/data/mutag.gvg" --out-dir .
for method in resample configuration er label-block; do
  expect_exit 0 graphvq train-baseline $method train.gvg -o $method
  expect_exit 0 graphvq info --get method $method
  expect_text $method
  expect_exit 0 graphvq sample -q -n 40 $method -o $method.gvg
  graphvq check -q $method.gvg || fail "$method.gvg is damaged"
  expect_exit 0 graphvq info --get node_labels $method.gvg
  expect_text "$(graphvq info --get node_labels train.gvg)"
  # The first of many are those of few; parts in order are the whole.
  expect_same <(graphvq view $method.gvg) <(graphvq sample -q -n 60 $method | graphvq view | head -n 40)
  for i in 1 2 3; do graphvq sample -q -n 40 $method --part $i/3 | graphvq view; done >parts
  expect_same <(graphvq view $method.gvg) parts
  cmp -s <(graphvq view $method.gvg) <(graphvq sample -q -n 40 $method --seed 1 | graphvq view) && fail "the seed does nothing"
done

# What is remembered is not new; kept degrees are at no distance.
graphvq train-baseline configuration --simple swaps train.gvg -o swaps
graphvq sample -q -n 2000 swaps -o swaps.gvg
graphvq sample -q -n 2000 resample -o resample.gvg
for file in swaps resample; do
  expect_exit 0 graphvq mmd train.gvg $file.gvg --desc degree --json
  python3 -c '
import json, sys
result = json.load(sys.stdin)["results"][0]
assert result["mmd2"]["degree"]["value"] < .001, result
assert sys.argv[1] == "swaps" or result["novel"] == 0, result' $file <<<"$out" || fail "$file" "$out"
done

# Sizes, where they are drawn.
expect_exit 0 graphvq sample -q -n 5 er --sizes 9 -o nine.gvg
expect_exit 0 graphvq info --get nodes nine.gvg
expect_text 45
expect_usage '--sizes means nothing *' graphvq sample -n 5 configuration --sizes 9 -o x
expect_usage '--temperature means nothing with a baseline' graphvq sample -n 5 er --temperature 2 -o x
expect_usage '--tokens means nothing with a baseline' graphvq sample -n 5 er --tokens -o x
said='graphvq sample: er: a baseline stands alone; name no other model' expect_exit 1 graphvq sample -n 5 er swaps -o x
expect_usage 'er has no --simple' graphvq train-baseline er --simple swaps train.gvg -o x
expect_usage 'resample has no --labels' graphvq train-baseline resample --labels graph train.gvg -o x
expect_usage 'a baseline has no likelihood *' graphvq score er --data test.gvg
graphvq train-baseline er --labels graph train.gvg -o graph
said='graphvq sample: no training graph has 3 nodes, whose labels to take' \
  expect_exit 1 graphvq sample -q -n 5 graph --sizes 3 -o x
said='graphvq train-baseline: *: has no graphs to train on*' \
  expect_exit 1 graphvq train-baseline er <(graphvq synth er -n 0 -q) -o x
[ -e x ] && fail "a refused run left a file"
exit 0
