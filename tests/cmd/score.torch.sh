. "$(dirname "$0")/lib.sh"

mutag=$source_dir/examples/data/mutag.gvg
graphvq split -q "$mutag" --parts train=.2,test=.1,rest=.7 --out-dir .
graphvq serialize train.gvg -o train.gvs
graphvq train-tokenizer train.gvs -q --epochs 3 -o tok
graphvq tokenize -m tok train.gvs -o train.gvt
graphvq train-prior train.gvt -q --epochs 2 -o prior
graphvq train-edges train.gvt -m tok -q --epochs 2 -o edges

expect_exit 0 graphvq score tok prior edges --data test.gvg --json -o all.json
python3 - <<'PYTHON' || fail "$(cat all.json)"
import json, math
score = json.load(open("all.json"))
for model, keys in {"tokenizer": "feature_accuracy edge_accuracy edge_nll edge_brier edge_ece edge_ece_positive "
                    "edge_ece_negative active_codes perplexity entropy gini",
                    "prior": "nll_mean nll_multi", "edges": "true prior shuffled mean condition_gap"}.items():
    assert set(keys.split()) <= set(score[model]), (model, score[model])
assert abs(math.exp(score["tokenizer"]["entropy"]) - score["tokenizer"]["perplexity"]) < 1e-9
edges = score["edges"]
assert abs(edges["prior"]["nll"] - edges["true"]["nll"] - edges["condition_gap"]) < 1e-12
# Positive and negative pairs are all pairs: MUTAG's shares weigh their mean.
low, high = sorted((edges["true"]["nll_positive"], edges["true"]["nll_negative"]))
assert low <= edges["true"]["nll"] <= high
# The mean of likelihoods over orders is no less than the likelihood of the mean.
assert score["prior"]["nll_multi"] <= score["prior"]["nll_mean"]
PYTHON

# Tokens give what graphs in the same orders give, and threads change nothing.
graphvq serialize -M 8 test.gvg | graphvq tokenize -m tok -o test.gvt
expect_exit 0 graphvq score tok prior edges --data test.gvt --json -t 3 -o tokens.json
measures() { python3 -c 'import json, sys; all = json.load(open(sys.argv[1])); del all["data"], all["settings"]; print(all)' "$1"; }
expect_same <(measures all.json) <(measures tokens.json)
[ "$(python3 -c 'import json; print(json.load(open("all.json"))["data"]["hash"])')" = "$(graphvq info --get hash test.gvg)" ] ||
  fail "the data's hash is not that of its file"
# A report says what it is of.
expect_exit 0 graphvq score edges tok --data test.gvg --train train.gvs -M 2 --seed 5 --json -o named.json
python3 - "$(graphvq info --get hash edges)" "$(graphvq info --get hash tok)" "$(graphvq info --get hash train.gvs)" \
  <<'PYTHON' || fail "$(cat named.json)"
import json, sys
edges, tok, train = sys.argv[1:]
settings = json.load(open("named.json"))["settings"]
assert settings["models"] == [{"file": "edges", "hash": edges}, {"file": "tok", "hash": tok}], settings
assert settings["train"]["hash"] == train and settings["orders"] == 2 and settings["seed"] == 5, settings
assert "orders" not in json.load(open("tokens.json"))["settings"]
PYTHON
expect_usage '*--orders means nothing with sequences*' graphvq score tok --data test.gvt -M 4
expect_usage '*--train counts the codes of a tokenizer*' graphvq score prior --data test.gvt --train train.gvs
expect_exit 0 graphvq score prior edges --data test.gvt
[ "$(sed -n 1p <<<"$out")" = $'model\tcondition\tmeasure\tvalue' ] || fail "no heading" "$out"

# The loss that training reports for validation data is the score's: nats a pair, and nats a token.
graphvq tokenize -m tok train.gvs -o valid.gvt
graphvq train-edges train.gvt -m tok -q --valid valid.gvt --epochs 1 --log log -o one
logged=$(sed 's/.*"valid_loss":\([^}]*\)}/\1/' log)
scored=$(graphvq score one --data valid.gvt | awk -F'\t' '$2 == "true" && $3 == "nll" { print $4 }')
awk -v a="$logged" -v b="$scored" 'BEGIN { exit !((a - b) ^ 2 < 1e-10) }' || fail "trained to $logged, scored $scored"

# Calibration curves, or a clear error where there is no gnuplot.
if command -v gnuplot >/dev/null; then
  expect_exit 0 graphvq score tok prior edges --data test.gvg --json --plot curves.svg -o again.json
  expect_same all.json again.json
  python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("curves.svg")' || fail "curves.svg is no XML"
  for title in "window of the code" "edges, true codes" "edges, mean codes"; do
    grep -q "$title" curves.svg || fail "curves.svg has no $title"
  done
fi

# What sees no codes sees no mean of them; orders that are apart are none of one graph.
graphvq train-edges train.gvt -m tok -q --epochs 1 --condition none -o blind
expect_exit 0 graphvq score blind --data test.gvt --json
python3 -c 'import json, sys
edges = json.load(open(sys.argv[1]))["edges"]
assert edges["true"] == edges["mean"] == edges["shuffled"], edges' "$work/stdout" || fail "$out"
graphvq shuf --seed 1 test.gvt -o apart.gvt
said='graphvq score: apart.gvt: the orders of a graph are not together; no nll_multi' \
  expect_exit 0 graphvq score prior --data apart.gvt
[[ $out == *"nll_multi	nan"* ]] || fail "$out"
# A graph of which one order is there is one; orders of two graphs that are mixed are none.
graphvq head -n 9 test.gvt -o nine.gvt
graphvq cat -q nine.gvt test.gvt -o whole.gvt
expect_exit 0 graphvq score prior --data whole.gvt
[[ $out == *"nll_multi	"[0-9]* ]] || fail "$out"
graphvq serialize -M 2 -q train.gvg | graphvq tokenize -m tok -q -o two.gvt
graphvq head -n 4 two.gvt -o four.gvt
for seed in {0..20}; do
  graphvq shuf --seed $seed four.gvt -o mixed.gvt
  whole=$(graphvq view mixed.gvt | python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.stdin]
def known(row):
    perm = row["order"]["perm"]
    return sorted(sorted((perm[e["source"]], perm[e["target"]])) for e in row["edges"])
print(all(rows[i]["order"]["number"] == i % 2 for i in range(4)) and known(rows[0]) == known(rows[1]))')
  said='*' expect_exit 0 graphvq score prior --data mixed.gvt
  [ "$whole" = "$([[ $out == *"nll_multi	nan"* ]] && echo False || echo True)" ] || fail "seed $seed: $whole" "$out"
done
expect_usage '--train counts the codes of a tokenizer*' graphvq score prior --data test.gvt --train train.gvt
mkdir none
said='graphvq score: pictures need gnuplot*' expect_exit 1 env PATH=none "$GRAPHVQ" score tok --data test.gvg --plot none.svg

said='graphvq score: test.gvg has no tokens: give the tokenizer too*' expect_exit 2 graphvq score prior --data test.gvg
graphvq synth comm -n 0 -q -o none.gvg
said='graphvq score: none.gvg: has no graphs to score on*' expect_exit 1 graphvq score tok --data none.gvg
exit 0
