. "$(dirname "$0")/lib.sh"

# Labels as codes: no LibTorch takes part.
mutag=$source_dir/examples/data/mutag.gvg
graphvq split -q "$mutag" --out-dir .
graphvq serialize -M 2 train.gvg -o train.gvs
expect_exit 0 graphvq train-tokenizer --kind raw train.gvs --valid valid.gvg -o tok
expect_exit 0 graphvq info --get method tok
expect_text raw
expect_exit 0 graphvq info --get parameters tok
expect_text 0

# MUTAG has 7 labels (NOTES.md: the raw vocabulary is d + 2 = 9); the codes are they.
expect_exit 0 graphvq tokenize -m tok train.gvs -o train.gvt
for fact in 'method raw' 'codes 7' 'window 0' "tokenizer $(graphvq info --get hash tok)"; do
  expect_exit 0 graphvq info --get "${fact% *}" train.gvt
  expect_text "${fact#* }"
done
graphvq view train.gvt | python3 -c '
import json, sys
for graph in map(json.loads, sys.stdin):
    assert graph["codes"] == [node["label"] for node in graph["nodes"]]' || fail "the codes are not the labels"
expect_exit 0 graphvq check train.gvt

# The tokenizer says all there is to say of the labels.
expect_exit 0 graphvq score tok --data train.gvs --json
python3 -c '
import json, sys
score = json.load(sys.stdin)["tokenizer"]
assert (score["feature_accuracy"], score["feature_ce"], score["active_codes"]) == (1, 0, 7)' <<<"$out" || fail "score" "$out"

# Graphs without labels have one code; a label that the tokenizer does not know is an error.
graphvq synth er -n 3 -q | graphvq serialize -o er.gvs
graphvq train-tokenizer --kind raw er.gvs -o one
graphvq tokenize -m one er.gvs -o er.gvt
expect_exit 0 graphvq info --get codes er.gvt
expect_text 1
graphvq synth ring -n 2 -q | graphvq serialize -o ring.gvs
said='graphvq tokenize: ring.gvs: graph 0: node label * is not one that the tokenizer knows*' \
  expect_exit 1 graphvq tokenize -m one ring.gvs -o x
said='graphvq tokenize: er.gvs: graph 0: has no node labels, the tokenizer knows some' expect_exit 1 graphvq tokenize -m tok er.gvs -o x
said='graphvq train-tokenizer: ring.gvs: graph 0: node label *' \
  expect_exit 1 graphvq train-tokenizer --kind raw er.gvs --valid ring.gvs -o x

# What means nothing is refused.
expect_usage '--epochs means nothing with --kind raw' graphvq train-tokenizer --kind raw train.gvs --epochs 3 -o x
expect_usage '--codes means nothing with --kind raw' graphvq train-tokenizer --kind raw train.gvs -K 3 -o x
[ -e x ] && fail "a refused run left a file"
exit 0
