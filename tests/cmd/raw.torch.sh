. "$(dirname "$0")/lib.sh"

# The staged method with labels as codes, from data to graphs.
graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.2,valid=.1,rest=.7 --out-dir .
graphvq serialize -M 2 train.gvg -o train.gvs
graphvq serialize valid.gvg -o valid.gvs
graphvq train-tokenizer --kind raw train.gvs -o tok
for part in train valid; do graphvq tokenize -m tok $part.gvs -o $part.gvt; done

# NOTES.md: 13,481 parameters with the label embedding, and the same Stage B.
said='*: 13481 parameters, *' expect_exit 0 graphvq train-prior train.gvt --valid valid.gvt --epochs 2 -o prior
said='*: 20744 parameters, *' expect_exit 0 graphvq train-edges train.gvt -m tok --label-embedding prior --epochs 2 -o edges
for model in 'prior 13481' 'edges 20744'; do
  expect_exit 0 graphvq info --get parameters "${model% *}"
  expect_text "${model#* }"
done
# The history has what the decoder comes of, the prior too.
expect_exit 0 graphvq info --get provenance edges
for part in "$(graphvq info --get hash tok)" "$(graphvq info --get hash prior)" 'graphvq train-prior train.gvt'; do
  [[ $out == *"$part"* ]] || fail "no $part in $out"
done
expect_exit 0 graphvq train-edges train.gvt -m tok -q --epochs 2 -o drawn
cmp -s edges drawn && fail "the prior's embedding changes nothing"

expect_exit 0 graphvq calibrate edges --valid valid.gvt -q -o cal
expect_exit 0 graphvq score tok prior cal --data valid.gvg --json
expect_exit 0 graphvq sample -q -n 20 tok prior edges -o gen.gvg
expect_exit 0 graphvq info --get node_labels gen.gvg
expect_text "$(graphvq info --get node_labels train.gvg)"
# In two steps as in one; the codes are the labels that the graphs bear.
graphvq sample -q -n 20 tok prior --tokens -o gen.gvt
expect_exit 0 graphvq info --get method gen.gvt
expect_text raw
graphvq sample -q tok edges --given gen.gvt -o given.gvg
records() { graphvq view "$1" | sed 's/"codes".*//; s/"order".*//'; }
expect_same <(records gen.gvg | sed 's/}$//') <(records given.gvg | sed 's/}$//')
graphvq view gen.gvt | python3 -c '
import json, sys
for graph in map(json.loads, sys.stdin):
    assert graph["codes"] == [node["label"] for node in graph["nodes"]]' || fail "the codes are not the labels"

expect_usage '--one-stage needs windows, which a raw tokenizer has not' graphvq sample -n 1 tok prior --one-stage -o x
expect_usage '--label-embedding means nothing with --condition none' \
  graphvq train-edges train.gvt -m tok --label-embedding prior --condition none -o x
said='graphvq train-edges: edges: is an edges model, expected prior*' \
  expect_exit 1 graphvq train-edges train.gvt -m tok --label-embedding edges -o x
said='graphvq sample: prior: was trained on tokenizer *' expect_exit 1 graphvq sample -n 1 <(graphvq serialize -M 3 train.gvg |
  graphvq train-tokenizer --kind raw) prior edges -o x
exit 0
