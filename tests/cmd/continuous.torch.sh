. "$(dirname "$0")/lib.sh"

# The staged method with latent vectors as tokens, from data to graphs.
graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.2,valid=.1,rest=.7 --out-dir .
graphvq serialize -M 2 train.gvg -o train.gvs
graphvq serialize valid.gvg -o valid.gvs
said='*: 3119 parameters, *' expect_exit 0 graphvq train-tokenizer --kind continuous train.gvs --valid valid.gvs --epochs 2 -o tok
# NOTES.md: 2,599 parameters of features alone, as in the paper.
said='*: 2599 parameters, *' expect_exit 0 graphvq train-tokenizer --kind continuous --context features train.gvs --epochs 1 -o x
for part in train valid; do graphvq tokenize -m tok $part.gvs -o $part.gvt; done

# Tokens are float32 vectors in a container of version 3, which all commands of files carry.
for fact in 'version 3' 'latent 32' 'method continuous'; do
  expect_exit 0 graphvq info --get "${fact% *}" valid.gvt
  expect_text "${fact#* }"
done
said='graphvq info: valid.gvt: a tokens file has no codes*' expect_exit 1 graphvq info --get codes valid.gvt
expect_exit 0 graphvq check valid.gvt
graphvq view valid.gvt >view.jsonl
python3 - <<'PYTHON' || fail "view"
import json, struct
for graph in map(json.loads, open("view.jsonl")):
    assert "codes" not in graph and len(graph["tokens"]) == len(graph["nodes"])
    for row in graph["tokens"]:
        assert len(row) == 32 and list(struct.unpack("<32f", struct.pack("<32f", *row))) == row
PYTHON
graphvq head -n 3 valid.gvt | graphvq view >head.jsonl
expect_same head.jsonl <(sed -n 1,3p view.jsonl)
graphvq shuf --seed 1 valid.gvt | graphvq view | sort >shuf.jsonl
expect_same shuf.jsonl <(sort view.jsonl)
graphvq cat valid.gvt valid.gvt | graphvq view >cat.jsonl
expect_same cat.jsonl <(cat view.jsonl view.jsonl)
graphvq serialize valid.gvg | graphvq train-tokenizer --kind raw -o raw
graphvq tokenize -m raw valid.gvs -o raw.gvt
said='graphvq cat: valid.gvt and raw.gvt do not agree in window: 8 and 0; *' expect_exit 1 graphvq cat valid.gvt raw.gvt -o x.gvt

said='*: 15840 parameters, *' expect_exit 0 graphvq train-prior train.gvt --valid valid.gvt --epochs 2 -o prior
said='*: 20744 parameters, *' expect_exit 0 graphvq train-edges train.gvt -m tok --valid valid.gvt --corrupt .15 --epochs 2 -o edges
for model in 'tok 3119' 'prior 15840' 'edges 20744'; do
  expect_exit 0 graphvq info --get parameters "${model% *}"
  expect_text "${model#* }"
done
# As many threads as you like, and a run that was broken off goes on to the same bytes.
graphvq train-prior train.gvt -q --valid valid.gvt --epochs 2 -t 3 -o again
expect_same prior again
graphvq train-edges train.gvt -m tok -q --valid valid.gvt --corrupt .15 --epochs 2 -t 3 -o again
expect_same edges again

# What training reports for validation tokens is what score says, after calibration of no effect on it.
graphvq train-prior train.gvt -q --valid valid.gvt --epochs 1 --log prior.log -o one
graphvq train-edges train.gvt -m tok -q --valid valid.gvt --epochs 1 --log edges.log -o two
logged() { sed 's/.*"valid_loss":\([^}]*\)}/\1/' "$1"; }
graphvq score one two --data valid.gvt >scores
close() { awk -v a="$1" -v b="$2" 'BEGIN { exit !((a - b) ^ 2 < 1e-7 * (1 + a * a)) }' || fail "$1 is not $2"; }
# The log's mean is over nodes, the score's over graphs.
graphvq head -n 1 valid.gvt -o single.gvt
graphvq train-prior train.gvt -q --valid single.gvt --epochs 1 --log single.log -o single
close "$(logged single.log)" "$(graphvq score single --data single.gvt | awk -F'\t' '$3 == "nll_mean" { print $4 }')"
close "$(logged edges.log)" "$(awk -F'\t' '$2 == "true" && $3 == "nll" { print $4 }' scores)"
expect_exit 0 graphvq calibrate edges --valid valid.gvt -q -o cal
expect_usage '--train counts codes, and this tokenizer has none' graphvq score tok --data valid.gvg --train valid.gvg
expect_exit 0 graphvq score tok prior cal --data valid.gvg --json
python3 -c '
import json, sys
score = json.load(sys.stdin)
assert {"feature_accuracy", "edge_auroc"} <= set(score["tokenizer"]) and "perplexity" not in score["tokenizer"]
assert {"true", "prior", "shuffled", "mean", "condition_gap"} == set(score["edges"])' <<<"$out" || fail "$out"

# In two steps as in one, in parts as whole, on any number of threads; in one stage too.
graphvq sample -q -n 20 tok prior cal -o gen.gvg
graphvq sample -q -n 20 -t 3 tok cal prior | graphvq view >threads.jsonl
expect_same threads.jsonl <(graphvq view gen.gvg)
graphvq sample -q -n 20 tok prior --tokens -o gen.gvt
graphvq sample -q tok cal --given gen.gvt -o given.gvg
expect_same <(graphvq view given.gvg) <(graphvq view gen.gvg)
for part in 1 2 3; do graphvq sample -q -n 20 --part $part/3 tok prior cal | graphvq view; done >parts.jsonl
expect_same parts.jsonl <(graphvq view gen.gvg)
graphvq sample -q -n 20 --node-temperature .25 tok prior cal | graphvq view >cold.jsonl
cmp -s cold.jsonl threads.jsonl && fail "--node-temperature changes nothing"
expect_exit 0 graphvq sample -q -n 20 --one-stage tok prior -o one-stage.gvg

for option in '-K 8' '--beta 1' '--decay .5' --revive; do
  # shellcheck disable=SC2086
  expect_usage '* means nothing with --kind continuous' graphvq train-tokenizer --kind continuous $option train.gvs -o x
done
said='graphvq train-joint: train.gvt: has continuous tokens, a structural decoder takes codes; *' \
  expect_exit 1 graphvq train-joint train.gvt -m tok -o y
said='graphvq train-edges: train.gvt: has continuous tokens, *' \
  expect_exit 1 graphvq train-edges --decoder structural train.gvt -m tok -o y
expect_usage '--label-embedding means nothing with continuous tokens' \
  graphvq train-edges train.gvt -m tok --label-embedding prior -o y
said='graphvq sample: gaussian models are sampled on the CPU; use --device cpu' \
  expect_exit 1 graphvq sample -n 1 tok prior cal --device cuda -o y
exit 0
