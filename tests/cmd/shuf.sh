. "$(dirname "$0")/lib.sh"

graphvq synth er -n 30 -q -o all.gvg
graphvq serialize -M 2 all.gvg -o all.gvs

# Each record once, in another order, which the seed sets.
for file in all.gvg all.gvs; do
  expect_exit 0 graphvq shuf $file -o shuffled
  expect_same <(graphvq view shuffled | sort) <(graphvq view $file | sort)
  cmp -s <(graphvq view shuffled) <(graphvq view $file) && fail "$file keeps its order"
done
graphvq shuf - <all.gvs -o again
expect_same <(graphvq view again) <(graphvq view shuffled)
graphvq shuf --seed 1 all.gvs -o seed
cmp -s <(graphvq view seed) <(graphvq view shuffled) && fail "the seed does nothing"

# A sample is the start of the whole.
expect_exit 0 graphvq shuf -n 7 all.gvs -o seven
expect_same <(graphvq view seven) <(graphvq view shuffled | head -n 7)
expect_exit 0 graphvq info --get provenance seven
[[ $out == *'"graphvq shuf -n 7 all.gvs","inputs":["'"$(graphvq info --get hash all.gvs)"*'"seed":0'* ]] ||
  fail "$out"
graphvq shuf -n 0 all.gvg | graphvq info --get graphs | grep -qx 0 || fail "-n 0"

head -c -1 all.gvg >cut.gvg
said='graphvq shuf: cut.gvg: *' expect_exit 1 graphvq shuf cut.gvg -o no.gvg
[ ! -e no.gvg ] || fail "no.gvg is there"
