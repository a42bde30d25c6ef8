. "$(dirname "$0")/lib.sh"

graphvq synth comm -n 30 -q -o comm.gvg
expect_exit 0 graphvq select comm.gvg --factors .5,1 --steps 4
[ "$(sed -n 1p <<<"$out")" = "descriptor	kernel	factor	bandwidth	spearman	pearson	add_spearman	add_pearson	remove_spearman	remove_pearson	rewire_spearman	rewire_pearson" ] || fail "$out"
# Five signatures with two bandwidths of two kernels, and the linear one without.
[ "$(wc -l <<<"$out")" = 26 ] || fail "$out"
[ "$(grep -c "	linear	-	-	" <<<"$out")" = 5 ] || fail "$out"
# Best first; the means are of the three changes.
awk -F'\t' 'NR > 1 { mean = ($7 + $9 + $11) / 3; if (mean - $5 > 1e-4 || $5 - mean > 1e-4 || (NR > 2 && $5 > last)) exit 1; last = $5 }' \
  <<<"$out" || fail "$out"
graphvq select -t 3 --factors .5,1 --steps 4 <comm.gvg >piped
expect_same piped "$work/stdout"

# Labels do not change; the earth mover's distance is for histograms.
expect_exit 0 graphvq select comm.gvg --factors 1 --desc label,gin,wl,clustering --kernel emd,tv --steps 3
awk -F'\t' '$1 == "label" && $5 != 0 || $2 == "emd" && $1 != "clustering" { exit 1 }' <<<"$out" || fail "$out"
[ "$(wc -l <<<"$out")" = 6 ] || fail "$out"

expect_exit 0 graphvq select comm.gvg --factors 1 --desc degree --kernel gaussian --steps 3 --json
python3 - "$work/stdout" <<'PYTHON' || fail "$out"
import json, sys
report = json.load(open(sys.argv[1]))
(result,) = report["results"]
assert report["reference"]["graphs"] == 30 and result["descriptor"] == "degree", report
assert set(result["curves"]) == {"add", "remove", "rewire"}, report
for curve in result["curves"].values():
    assert len(curve["mmd2"]) == 4 and curve["mmd2"][0] == 0 < curve["mmd2"][3], curve
PYTHON

graphvq synth er -n 0 -q -o none.gvg
said='graphvq select: none.gvg: has no graphs to perturb*' expect_exit 1 graphvq select none.gvg
graphvq synth er -n 3 -q -o bare.gvg
said='graphvq select: bare.gvg: has no node labels for --desc label*' expect_exit 1 graphvq select --desc label bare.gvg
expect_usage '*box*' graphvq select --kernel box comm.gvg
expect_usage '*tv twice*' graphvq select --kernel tv,tv comm.gvg
expect_usage '--factors has 1 twice' graphvq select --factors 1,1 comm.gvg
expect_usage '*degree twice*' graphvq select --desc degree,degree comm.gvg
expect_usage '*spectral*' graphvq select --desc spectrum comm.gvg
expect_usage "*'0'*" graphvq select --factors 0 comm.gvg
exit 0
