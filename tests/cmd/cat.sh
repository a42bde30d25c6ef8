. "$(dirname "$0")/lib.sh"

write_tu A
write_tu B
printf '7\n3\n7\n3\n3\n3\n12\n' >B/B_node_labels.txt
printf '2\n1\n2\n' >B/B_graph_labels.txt
graphvq import -q tu A -o a.gvg
graphvq import -q tu B -o b.gvg

# Labels keep their raw values, whatever their numbers are.
expect_exit 0 graphvq cat a.gvg b.gvg -o both.gvg
expect_same <(graphvq view both.gvg) <(graphvq view a.gvg b.gvg)
expect_exit 0 graphvq info --get node_labels both.gvg
expect_text '[3,5,7,9,12]'
expect_exit 0 graphvq info --get classes both.gvg
expect_text '[-1,1,2]'
expect_exit 0 graphvq info --get provenance both.gvg
[ "$(grep -o '"command"' <<<"$out" | wc -l)" = 3 ] || fail "history is $out"
for file in a.gvg b.gvg; do
  [[ $out == *"$(graphvq info --get hash $file)"* ]] || fail "$file is no input of $out"
done

# Pipes and standard input.
expect_exit 0 graphvq cat <(cat a.gvg) - -o piped.gvg <b.gvg
expect_same <(graphvq view piped.gvg) <(graphvq view both.gvg)
said='*standard input can be read only once*' expect_exit 2 graphvq cat - - <a.gvg

# A file that another takes the place of after its header has been read.
cp a.gvg changing.gvg
mkfifo pipe
"$GRAPHVQ" cat changing.gvg pipe -o no.gvg 2>said.err &
exec 3>pipe
cp b.gvg other.gvg && mv other.gvg changing.gvg
cat a.gvg >&3
exec 3>&-
wait $! && fail "exit 0 of a file that changed"
grep -qx 'graphvq cat: changing.gvg: changed while it was read' said.err || fail "$(cat said.err)"
[ ! -e no.gvg ] || fail "no.gvg is there"

# A step that another file knows the inputs of is no other step; one that is twice in a file stays so.
graphvq shuf a.gvg -o shuffled.gvg
graphvq split -q shuffled.gvg --out-dir parts
expect_exit 0 graphvq cat shuffled.gvg parts/train.gvg -o joined.gvg
expect_exit 0 graphvq info --get provenance joined.gvg
[ "$(grep -o '"command":"graphvq [a-z]*' <<<"$out" | cut -d ' ' -f 2 | tr '\n' ' ')" = 'import shuf split cat ' ] || fail "$out"
graphvq shuf a.gvg | graphvq shuf -o twice.gvg
graphvq cat a.gvg twice.gvg -o thrice.gvg
expect_exit 0 graphvq info --get provenance thrice.gvg
[ "$(grep -c '"graphvq shuf' <(tr , '\n' <<<"$out"))" = 2 ] || fail "$out"
# One command line of two inputs is two steps, before they are known and after.
for seed in 1 2; do
  graphvq synth er -n 4 --seed $seed -q -o er$seed.gvg
  graphvq shuf <er$seed.gvg >er$seed.shuf
done
graphvq split -q er2.shuf --out-dir er2
for pair in 'er1.shuf er2.shuf' 'er1.shuf er2/train.gvg'; do
  # shellcheck disable=SC2086
  graphvq cat $pair -o apart.gvg
  expect_exit 0 graphvq info --get provenance apart.gvg
  [ "$(grep -c '"graphvq shuf' <(tr , '\n' <<<"$out"))" = 2 ] || fail "$out"
done
# Numbers and the same column's integers are numbers.
for weight in 0.5 1; do
  echo '{"nodes":[{"id":0,"w":'$weight'},{"id":1}],"edges":[]}' >$weight.json
done
expect_same <(graphvq cat 0.5.json 1.json | graphvq view) <(graphvq import json 0.5.json 1.json | graphvq view)
expect_same <(graphvq cat 1.json 0.5.json | graphvq view) <(graphvq import json 1.json 0.5.json | graphvq view)
mkdir dash
(cd dash && touch ./- && graphvq cat - <../a.gvg | graphvq view | cmp - <(graphvq view ../a.gvg)) || fail "a file called -"

# The shell's cat where headers agree.
cat a.gvg a.gvg >aa.gvg
expect_exit 0 graphvq info --get graphs aa.gvg
expect_text 6
cat a.gvg b.gvg >ab.gvg
said='graphvq check: ab.gvg: *graphvq cat*' expect_exit 1 graphvq check ab.gvg

# What cannot be joined.
graphvq serialize a.gvg -o a.gvs
graphvq serialize --order dfs b.gvg -o b.gvs
said='graphvq cat: a.gvs and b.gvg do not agree in records: sequence and graph*' \
  expect_exit 1 graphvq cat a.gvs b.gvg -o no.gvs
said='graphvq cat: a.gvs and b.gvs do not agree in order: bfs and dfs*' \
  expect_exit 1 graphvq cat a.gvs b.gvs -o no.gvs
[ ! -e no.gvs ] || fail "no.gvs is there"

# More files than may be open at once.
(ulimit -n 32; graphvq cat $(yes a.gvg | head -n 200) | graphvq info --get graphs) | grep -qx 600 ||
  fail "two hundred files"
