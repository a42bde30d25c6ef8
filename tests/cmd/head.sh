. "$(dirname "$0")/lib.sh"

graphvq synth er -n 30 -q -o all.gvg
graphvq serialize -M 2 all.gvg -o all.gvs

# The first records of the file, ten by default, of any layer.
for file in all.gvg all.gvs; do
  expect_exit 0 graphvq head $file -o ten
  expect_same <(graphvq view ten) <(graphvq view $file | head -n 10)
done
expect_exit 0 graphvq head -n 0 all.gvg -o none.gvg
expect_exit 0 graphvq info --get graphs none.gvg
expect_text 0
graphvq head -n 99 - <all.gvg | graphvq view >whole
expect_same whole <(graphvq view all.gvg)

# The history names the whole input.
graphvq head -n 3 all.gvg -o three.gvg
expect_exit 0 graphvq info --get provenance three.gvg
[[ $out == *'"graphvq head -n 3 all.gvg"'*"$(graphvq info --get hash all.gvg)"* ]] || fail "$out"
graphvq head -n 3 --no-provenance all.gvg | graphvq info --get provenance | grep -qx '\[\]' ||
  fail "a history all the same"

# Damage behind the last record that is kept is damage.
head -c -1 all.gvg >cut.gvg
said='graphvq head: cut.gvg: *' expect_exit 1 graphvq head -n 1 cut.gvg -o no.gvg
[ ! -e no.gvg ] || fail "no.gvg is there"
