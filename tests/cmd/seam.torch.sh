# A method is a folder and a line in all.cpp: the program with tests/seam/coin trains, draws,
# scores, checkpoints and explains it.
. "$(dirname "$0")/lib.sh"
GRAPHVQ=${GRAPHVQ_SEAM:?is the path of the program with one method more}

# Four graphs of four nodes, three of six pairs an edge: its logit is 0.
for i in 1 2 3 4; do printf '0 1\n1 2\n2 3\n' >$i.edges; done
graphvq import edgelist -q 1.edges 2.edges 3.edges 4.edges -o paths.gvg
expect_exit 0 graphvq train-baseline coin -q paths.gvg --start 2 --epochs 200 --lr .2 -o coin
expect_exit 0 graphvq info --get method coin
expect_text coin
expect_exit 0 graphvq info --get config coin
[[ $out == *'"start":2.0'* ]] || fail "info shows no start" "$out"
expect_exit 0 graphvq score coin --data paths.gvg --json
python3 -c '
import json, math, sys
report = json.load(sys.stdin)["baseline"]
assert abs(report["nll_mean"] - 6 * math.log(2)) < 1e-3, report  # six fair coins a graph
assert abs(report["edge_nll"] - math.log(2)) < 1e-3, report' <<<"$out" || fail "score" "$out"

# Its graphs have the training sizes; parts in order are the whole.
graphvq sample -q -n 400 coin -o many.gvg
graphvq check -q many.gvg || fail "many.gvg is damaged"
expect_exit 0 graphvq info --get nodes many.gvg
expect_text 1600
expect_exit 0 graphvq info --get edges many.gvg
((out > 1090 && out < 1310)) || fail "$out edges of 2400 pairs" # five deviations of 24.5
for i in 1 2 3; do graphvq sample -q -n 40 coin --part $i/3 | graphvq view; done >parts
expect_same <(graphvq view many.gvg | head -n 40) parts

# A run that was stopped goes on to the bytes of an unbroken one; the options of others are refused.
graphvq train-baseline coin -q --no-provenance paths.gvg --epochs 6 -o whole
expect_exit 0 graphvq train-baseline coin -q --no-provenance paths.gvg --epochs 6 --checkpoint now -o again
graphvq train-baseline coin -q --no-provenance paths.gvg --epochs 6 --resume now -o resumed
expect_same whole again
expect_same whole resumed
expect_usage 'coin has no --simple' graphvq train-baseline coin --simple swaps paths.gvg -o x
expect_usage 'er has no --start' graphvq train-baseline er --start 1 paths.gvg -o x
expect_usage 'er has no --epochs' graphvq train-baseline er --epochs 1 paths.gvg -o x
expect_exit 0 graphvq train-baseline er paths.gvg -o er
expect_exit 0 graphvq sample -q -n 3 er -o er.gvg
expect_usage '--device means nothing with a baseline' graphvq sample -n 1 coin --device cpu -o x

expect_exit 0 graphvq train-baseline --help
for word in coin 'one density for all pairs' --start 'Logit of an edge'; do
  [[ $out == *"$word"* ]] || fail "help has no $word" "$out"
done
expect_exit 0 graphvq completion bash
[[ $out == *--start* && $out == *coin* ]] || fail "completion has no coin"
exit 0
