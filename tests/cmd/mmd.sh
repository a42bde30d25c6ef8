. "$(dirname "$0")/lib.sh"

# A path of three nodes, a triangle, a single node.
write_tu T
graphvq import -q tu T -o t.gvg

# Equal files are at distance 0. The medians by hand: degree .94, 1.25, 1.41; clustering 0, 2^.5
# twice; orbit 1, 5^.5, 10^.5; spectral .71, 2.12, 5^.5; components 0, 2^.5 twice.
line() {
  printf '%s\t3\t0\t0\t0\t0\t0\t1\t0.666667\t0\t1\t2.33333\t1.66667\t' "$1"
  printf '1.24722\t1.41421\t2.23607\t2.12132\t1.41421\tgaussian,median,reference,biased\n'
}
names=$(printf '%s\t' file graphs degree clustering orbit spectral components connected \
  nondegenerate novel unique nodes edges degree_bandwidth clustering_bandwidth orbit_bandwidth \
  spectral_bandwidth components_bandwidth && echo settings)
expect_exit 0 graphvq mmd t.gvg t.gvg --floor t.gvg
expect_text "$names
$(line t.gvg)
$(line floor:t.gvg)"
graphvq mmd t.gvg <t.gvg >piped
sed 's/standard input/t.gvg/' piped | head -n 2 >renamed
expect_exit 0 graphvq mmd -t 3 t.gvg t.gvg
expect_same renamed "$work/stdout"

# The triangle alone, whose label 5 is another category in its own file. Two thirds of the
# reference's components are as big, d^2 = 2: (2 - 2 exp(-1)) / 9.
mkdir U
printf '1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n' >U/U_A.txt
printf '1\n1\n1\n' >U/U_graph_indicator.txt
printf '5\n5\n5\n' >U/U_node_labels.txt
graphvq import -q tu U -o u.gvg
expect_exit 0 graphvq mmd t.gvg u.gvg --desc components --bandwidth 1
expect_text "$(printf '%s\n' \
  'file	graphs	components	connected	nondegenerate	novel	unique	nodes	edges	components_bandwidth	settings' \
  'u.gvg	1	0.140471	1	1	0	1	3	3	1	gaussian,fixed,biased')"
novel() { graphvq mmd --desc degree "$@" | cut -f 6 | tail -n 1; }
[ "$(novel t.gvg u.gvg --train u.gvg)" = 0 ] || fail "known to --train"
[ "$(novel u.gvg t.gvg --train t.gvg)" = 0 ] || fail "--train alone counts"
[ "$(novel u.gvg t.gvg)" = 0.666667 ] || fail "REFERENCE counts without --train"

# Other raw values make other graphs, unless labels are left out.
printf '6\n6\n6\n' >U/U_node_labels.txt
graphvq import -q tu U -o v.gvg
[ "$(novel u.gvg v.gvg)" = 1 ] || fail "label 5 is label 6"
[ "$(novel u.gvg v.gvg --no-labels)" = 0 ] || fail "labels count in spite of --no-labels"
rm U/U_node_labels.txt
graphvq import -q tu U -o w.gvg
said='graphvq mmd: w.gvg: only one of it and u.gvg has node labels*--no-labels*' \
  expect_exit 0 graphvq mmd u.gvg w.gvg
expect_exit 0 graphvq mmd -q u.gvg w.gvg
expect_exit 0 graphvq mmd --no-labels u.gvg w.gvg

# So do edge labels, where a signature counts them.
printf '0\n0\n0\n0\n0\n0\n' >U/U_edge_labels.txt
graphvq import -q tu U -o x.gvg
said='graphvq mmd: w.gvg: only one of it and x.gvg has edge labels*' \
  expect_exit 0 graphvq mmd x.gvg w.gvg --desc gin
expect_exit 0 graphvq mmd -q x.gvg w.gvg --desc gin
expect_exit 0 graphvq mmd --no-labels x.gvg w.gvg --desc gin
expect_exit 0 graphvq mmd x.gvg w.gvg

# Both estimators and rules reach the result.
settings() { graphvq mmd t.gvg t.gvg --desc components "$@" | cut -f 3,10,11 | tail -n 1; }
[ "$(settings --estimator unbiased --bandwidth 0)" = "$(
  printf -- '-0.444444\t0\tgaussian,fixed,unbiased')" ] || fail "$(settings --estimator unbiased)"
[ "$(settings --bandwidth mean)" = "$(
  printf '0\t0.942809\tgaussian,mean,reference,biased')" ] || fail "$(settings --bandwidth mean)"
[ "$(settings --bandwidth mean --bandwidth-from pooled)" = "$(
  printf '0\t0.754247\tgaussian,mean,pooled,biased')" ] ||
  fail "$(settings --bandwidth mean --bandwidth-from pooled)"

# Whatever else the numbers depend on.
[ "$(graphvq mmd -q --no-labels --self-loops add-reference --train u.gvg t.gvg t.gvg --desc components --bandwidth 1 |
  sed -n 2p | cut -f 11)" = gaussian,fixed,biased,no-labels,self-loops=add-reference,train=u.gvg ] || fail "settings"

# JSON.
expect_exit 0 graphvq mmd --json t.gvg u.gvg --desc components --bandwidth 1 --floor t.gvg
t=$(graphvq info --get hash t.gvg)
u=$(graphvq info --get hash u.gvg)
version=$(graphvq --version | sed -n '1s/.* //p')
[ "$(tr -d ' \n' <"$work/stdout" | sed 's/0\.14047[0-9]*/D/')" = "$(tr -d ' \n' <<EOF
{"floor":{"connected":1.0,"edges":1.6666666666666667,"file":"t.gvg","graphs":3,"hash":"$t",
"mmd2":{"components":{"bandwidth":1.0,"value":0.0}},"nodes":2.3333333333333335,
"nondegenerate":0.6666666666666666,"novel":0.0,"unique":1.0},
"reference":{"file":"t.gvg","graphs":3,"hash":"$t"},
"results":[{"connected":1.0,"edges":3.0,"file":"u.gvg","graphs":1,"hash":"$u",
"mmd2":{"components":{"bandwidth":1.0,"value":D}},"nodes":3.0,
"nondegenerate":1.0,"novel":0.0,"unique":1.0}],
"settings":{"bandwidth":1.0,"descriptors":["components"],"estimator":"biased","kernel":"gaussian",
"labels":true,"version":"$version"}}
EOF
)" ] || fail "$out"

# A classifier: nothing tells a set from itself, much a ring from communities.
graphvq synth comm -n 200 --seed 1 -q -o comm.gvg
graphvq synth comm -n 200 --seed 2 -q -o again.gvg
graphvq synth ring -n 200 -q -o ring.gvg
expect_exit 0 graphvq mmd -q --classifier comm.gvg again.gvg ring.gvg
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "classifier") k = i }
  NR == 2 { exit !($k >= 0 && $k < .25) } NR == 3 { exit !($k > .8 && $k <= 1 && $(k + 1) != "") }' \
  <<<"$out" || fail "$out"
cp "$work/stdout" once
expect_exit 0 graphvq mmd -q --classifier comm.gvg again.gvg ring.gvg -t 3
expect_same once "$work/stdout"
whole() {
  graphvq mmd -q comm.gvg again.gvg ring.gvg --permutations 99 --bootstrap 60 --subsample 10,50 \
    --halves --ratio --json "$@"
}
whole -t 1 >one
whole -t 3 >three
expect_same one three
whole --seed 1 | cmp -s one - && fail "the seed draws nothing"
python3 - one <<'PYTHON' || fail "$(cat one)"
import json, sys
report = json.load(open(sys.argv[1]))
again, ring = [result["mmd2"] for result in report["results"]]
for name in again:
    assert again[name]["p"] > .01 and ring[name]["p"] == .01, name
    low, high = ring[name]["ci"]
    assert low < ring[name]["value"] < high, name
    low, high = report["halves"]["mmd2"][name]["range"]
    assert low < report["halves"]["mmd2"][name]["value"] < high, name
    assert ring[name]["ratio"] == ring[name]["value"] / report["halves"]["mmd2"][name]["value"]
    assert [part["parts"] for part in ring[name]["subsamples"]] == [20, 4]
PYTHON
expect_exit 0 graphvq mmd -q --classifier comm.gvg ring.gvg --seed 4 --json
python3 - "$work/stdout" <<'PYTHON' || fail "$out"
import json, sys
score = json.load(open(sys.argv[1]))["results"][0]["classifier"]
assert abs(score["distance"] ** 2 - score["divergence"][score["descriptor"]]) < 1e-12, score
PYTHON
said='graphvq mmd: t.gvg: a classifier needs eight graphs*' expect_exit 1 graphvq mmd -q --classifier comm.gvg t.gvg

# Beside the distance: two graphs of components of three nodes against one node. Only theirs of the
# three ways to set one apart has 2 - 2 exp(-1); all resamples and the one part of each are the same,
# and halves of the reference are at 0.
graphvq head -n 2 t.gvg -o r.gvg
printf '@\n' >s.g6
beside() {
  graphvq mmd -q r.gvg s.g6 --desc components --bandwidth 1 --permutations 99 --bootstrap 50 \
    --subsample 1 "$@"
}
expect_exit 0 beside --halves --ratio
expect_text "$(printf '%s\n' \
  'file	graphs	components	connected	nondegenerate	novel	unique	nodes	edges	components_bandwidth	components_ratio	components_p	components_low	components_high	components_at_1	components_at_1_sd	settings' \
  's.g6	1	1.26424	1	0	1	1	1	0	1	-	0.333333	1.26424	1.26424	1.26424	-	gaussian,fixed,biased,permutations=99,bootstrap=50,seed=0' \
  'halves:r.gvg	1	0	1	1	0	1	3	2.5	1	-	-	-	-	-	-	gaussian,fixed,biased,permutations=99,bootstrap=50,seed=0')"
expect_exit 0 beside --floor u.gvg --ratio --json
python3 - "$work/stdout" <<'PYTHON' || fail "$out"
import json, math, sys
report = json.load(open(sys.argv[1]))
of = report["results"][0]["mmd2"]["components"]
assert math.isclose(of["p"], 1 / 3) and of["permutations"] == 2, of
assert all(math.isclose(x, of["value"]) for x in of["ci"]) and of["ratio"] is None, of
assert of["subsamples"] == [{"graphs": 1, "parts": 1, "mean": of["value"], "sd": None}], of
assert "ratio" not in report["floor"]["mmd2"]["components"] and "halves" not in report
assert report["settings"]["permutations"] == 99 and report["settings"]["bootstrap"] == 50
assert report["settings"]["subsample"] == [1] and report["settings"]["seed"] == 0
PYTHON
[ "$(graphvq mmd -q r.gvg s.g6 --floor t.gvg --ratio --desc components --bandwidth 1 | cut -f 11 |
  sed -n 2p)" = 9 ] || fail "two thirds of one and two of another: the squares are a ninth"
expect_usage '*--floor*--halves*' graphvq mmd --ratio t.gvg t.gvg
said='graphvq mmd: u.gvg: subsamples of 2 graphs*' expect_exit 1 graphvq mmd --subsample 2 t.gvg u.gvg
said='graphvq mmd: u.gvg: *halves' expect_exit 1 graphvq mmd --halves u.gvg t.gvg

# In blocks of two the generated pairs are the equal ones alone; a block of all is exact.
expect_exit 0 graphvq mmd t.gvg t.gvg --desc components --bandwidth 1 --block 2
expect_text "$(printf '%s\n' \
  'file	graphs	components	connected	nondegenerate	novel	nodes	edges	components_bandwidth	settings' \
  't.gvg	3	0.280942	1	0.666667	0	2.33333	1.66667	1	gaussian,fixed,biased,block=2')"
[ "$(graphvq mmd t.gvg t.gvg --desc components --bandwidth 1 --block 3 | cut -f 3 | tail -n 1)" = 0 ] ||
  fail "one block is not exact"
for option in --classifier '--permutations 9' '--bootstrap 9' '--subsample 1' '--bandwidth-from pooled'; do
  expect_usage '--block*' graphvq mmd --block 2 $option t.gvg t.gvg
done

# Loops of a loader at the nodes of molecules without a triangle make the clustering MMD^2 of the
# paper's table out of nothing: .80 to .86, and none without them.
mutag=$source_dir/examples/data/mutag.gvg
loops() {
  graphvq mmd "$mutag" "$mutag" --floor "$mutag" --desc clustering --bandwidth-from pooled "$@" |
    cut -f 3 | tail -n 2 | paste -s -d ' '
}
[ "$(loops)" = "0 0" ] || fail "$(loops)"
loops --self-loops add-reference >looped
awk '{ exit !($1 > .8 && $1 < .86 && $2 == 0) }' looped || fail "$(cat looped)"
graphvq mmd "$mutag" "$mutag" --json --self-loops add-reference | grep -q '"self_loops": "add-reference"' ||
  fail "the settings do not say it"

# A picture, or a clear error where there is no gnuplot.
if command -v gnuplot >/dev/null; then
  expect_exit 0 graphvq mmd -q t.gvg ring.gvg --floor u.gvg --block 50 --plot sets.svg
  for text in '<svg' Degrees Clustering Spectra t.gvg ring.gvg u.gvg; do
    grep -q "$text" sets.svg || fail "no $text in the picture"
  done
  expect_exit 0 graphvq mmd -q t.gvg ring.gvg --floor u.gvg --plot again.svg -t 3
  expect_same sets.svg again.svg
  # Nobody's settings change it; a name that XML has no letters for; a report that fails has no picture.
  mkdir home
  echo 'no such command' >home/.gnuplot
  HOME=$PWD/home expect_exit 0 graphvq mmd -q t.gvg ring.gvg --floor u.gvg --plot again.svg
  expect_same sets.svg again.svg
  cp t.gvg $'\x01\xff.gvg'
  expect_exit 0 graphvq mmd -q t.gvg $'\x01\xff.gvg' --plot odd.svg
  python3 -c 'import xml.etree.ElementTree as e; e.parse("odd.svg")' || fail "odd.svg is no XML"
  said='*No space left on device' expect_exit 1 graphvq mmd -q t.gvg ring.gvg --plot lone.svg -o /dev/full
  [ ! -e lone.svg ] || fail "a picture without its report"
fi
said='graphvq mmd: pictures need gnuplot*' \
  expect_exit 1 env PATH=none "$GRAPHVQ" mmd t.gvg t.gvg --plot none.svg -o report
[ ! -e none.svg ] && [ ! -e report ] || fail "output in spite of the error"
# Kernels that are not positive definite say so; emd has histograms alone by default.
said='graphvq mmd: the tv kernel is not positive definite*' expect_exit 0 graphvq mmd --kernel tv t.gvg u.gvg
expect_exit 0 graphvq mmd -q --kernel emd t.gvg t.gvg
# Medians by hand: degree 2/3, 4/3, 2; clustering 0, 99 bins twice; components 0, 2, 2.
[ "$(sed -n 2p <<<"$out" | cut -f 3-5,12-15)" = "0	0	0	1.33333	99	2	emd,median,reference,biased" ] || fail "$out"
expect_usage '*emd: orbit is no histogram*' graphvq mmd --kernel emd --desc degree,orbit t.gvg t.gvg
# Mean shares of component sizes (0, 1, 0, 2) / 3 and (0, 0, 0, 1): (1 + 1) / 9.
expect_exit 0 graphvq mmd --kernel linear --desc components t.gvg u.gvg
[ "$(sed -n 2p <<<"$out" | cut -f 3,10,11)" = "0.222222	-	linear,biased" ] || fail "$out"
expect_exit 0 graphvq mmd --json --kernel linear --desc components t.gvg u.gvg
grep -q bandwidth <<<"$out" && fail "linear has a bandwidth"
expect_usage '--bandwidth says nothing*' graphvq mmd --kernel linear --bandwidth 1 t.gvg t.gvg
expect_usage '--bandwidth-from says nothing*' graphvq mmd --kernel linear --bandwidth-from cross t.gvg t.gvg
expect_usage "*box*" graphvq mmd --kernel box t.gvg t.gvg
# The grid is of multiples; its greatest MMD^2 is that of a bandwidth in it.
expect_exit 0 graphvq mmd --bandwidth grid --bandwidth-from cross --desc orbit4 t.gvg u.gvg
read -r value bandwidth <<<"$(sed -n 2p <<<"$out" | cut -f 3,10)"
[ "$(graphvq mmd --bandwidth "$bandwidth" --desc orbit4 t.gvg u.gvg | sed -n 2p | cut -f 3)" = "$value" ] || fail "$out"

# Presets: the single node of t is left out where isolated nodes are, and counted.
said='graphvq mmd: the tv kernel*t.gvg: left out 1 nodes and 1 graphs, as gran does' \
  expect_exit 0 graphvq mmd --preset gran u.gvg t.gvg
[ "$(sed -n 1p <<<"$out" | cut -f 1-6)" = "file	graphs	degree	clustering	orbit4	spectral-histogram" ] || fail "$out"
[ "$(sed -n 2p <<<"$out" | cut -f 2,7,17)" = "3	1	gran,biased" ] || fail "$out"
expect_exit 0 graphvq mmd -q --json --preset gran --desc orbit4 u.gvg t.gvg
python3 - "$work/stdout" <<'PYTHON' || fail "$out"
import json, sys
report = json.load(open(sys.argv[1]))
(result,) = report["results"]
assert report["settings"]["preset"] == "gran" and report["settings"]["kernels"] == {"orbit4": "tv"}
assert result["dropped"] == {"nodes": 1, "graphs": 1} and result["graphs"] == 3, result
assert result["mmd2"]["orbit4"]["bandwidth"] == 30, result
PYTHON
for name in graphvq graphrnn spectre digress digress-comm20 gdss thompson; do
  expect_exit 0 graphvq mmd -q --preset $name t.gvg t.gvg
  awk -F'\t' 'NR == 2 { exit !($3 == 0 && $4 == 0 && $5 == 0) }' <<<"$out" || fail "$out"
done
expect_same <(graphvq mmd t.gvg u.gvg | cut -f -18) <(graphvq mmd --preset graphvq t.gvg u.gvg | cut -f -18)
expect_usage '--estimator says nothing beside --preset' graphvq mmd --preset gran --estimator biased t.gvg t.gvg
expect_usage '*gran has no spectral:*' graphvq mmd --preset gran --desc spectral t.gvg t.gvg
expect_usage '*grann*' graphvq mmd --preset grann t.gvg t.gvg

# Labels: what has none has no histogram of them; they reach gin and wl, unless left out.
said='graphvq mmd: w.gvg: has no node labels for --desc label*' expect_exit 1 graphvq mmd -q --desc label w.gvg u.gvg
said='graphvq mmd: w.gvg: has no node labels for --desc label-edge*' \
  expect_exit 1 graphvq mmd -q --desc label-edge u.gvg w.gvg
expect_usage '*nothing of --desc label' graphvq mmd --no-labels --desc label u.gvg v.gvg
value() { graphvq mmd -q "$@" | sed -n 2p | cut -f 3; }
for each in label label-edge wl gin; do
  [ "$(value --desc $each u.gvg v.gvg)" != 0 ] || fail "$each: label 5 is label 6"
  [ "$(value --desc $each u.gvg u.gvg)" = 0 ] || fail "$each"
done
for each in wl gin; do
  [ "$(value --desc $each --no-labels u.gvg v.gvg)" = 0 ] || fail "$each: labels count"
done
[ "$(value --desc gin comm.gvg ring.gvg)" = "$(value --desc gin comm.gvg ring.gvg -t 3)" ] || fail "threads"
[ "$(value --desc gin comm.gvg ring.gvg)" != "$(value --desc gin comm.gvg ring.gvg --seed 1)" ] || fail "seed of gin"
expect_usage '*cannot use wl*' graphvq mmd --classifier --desc wl comm.gvg ring.gvg
expect_exit 0 graphvq mmd -q --classifier --desc gin,label-edge comm.gvg ring.gvg

# An empty file on either side, one graph for the unbiased estimator.
graphvq synth er -n 0 -q -o none.gvg
said='graphvq mmd: none.gvg: *' expect_exit 1 graphvq mmd none.gvg t.gvg
said='graphvq mmd: none.gvg: *' expect_exit 1 graphvq mmd t.gvg u.gvg none.gvg -o report
[ ! -e report ] || fail "a report in spite of the error"
said='graphvq mmd: u.gvg: *two graphs' expect_exit 1 graphvq mmd --estimator unbiased t.gvg u.gvg

expect_usage '*spectral*' graphvq mmd --desc spectrum t.gvg t.gvg
expect_usage '--subsample has 2 twice' graphvq mmd --subsample 2,2 t.gvg t.gvg
expect_usage '*degree twice*' graphvq mmd --desc degree,orbit,degree t.gvg t.gvg
expect_usage "*'wide'*" graphvq mmd --bandwidth wide t.gvg t.gvg
expect_usage "*'-1'*" graphvq mmd --bandwidth=-1 t.gvg t.gvg
expect_usage '--bandwidth-from*' graphvq mmd --bandwidth 1 --bandwidth-from pooled t.gvg t.gvg
expect_usage '*REFERENCE*' graphvq mmd
