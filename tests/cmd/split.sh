. "$(dirname "$0")/lib.sh"

graphvq synth comm -n 100 -q -o c.gvg
said='graphvq split: graphs: train 80, valid 10, test 10' expect_exit 0 graphvq split c.gvg --out-dir parts
expect_exit 0 ls parts
expect_text 'test.gvg
train.gvg
valid.gvg'
expect_exit 0 graphvq info --get graphs parts/train.gvg parts/valid.gvg parts/test.gvg
expect_text '80
10
10'
# Every graph is in one part, in the order of the input.
expect_same <(graphvq view parts/*.gvg | sort) <(graphvq view c.gvg | sort)
expect_same <(graphvq view c.gvg | grep -Fxf <(graphvq view parts/train.gvg)) <(graphvq view parts/train.gvg)
graphvq split -q --out-dir again <c.gvg
expect_same <(graphvq view parts/train.gvg) <(graphvq view again/train.gvg)
graphvq split -q --seed 1 --out-dir other c.gvg
cmp -s <(graphvq view parts/train.gvg) <(graphvq view other/train.gvg) && fail "the seed does nothing"
expect_exit 0 graphvq info --get provenance parts/valid.gvg
[[ $out == *'graphvq split c.gvg --out-dir parts'* ]] || fail "history is $out"

# A part that stays empty is named.
said='graphvq split: graphs: a 1, b 0; no graph in b' \
  expect_exit 0 graphvq split <(graphvq head -n 1 c.gvg) --parts a=.9,b=.1 --out-dir few

# Filters.
write_tu T
graphvq import -q tu T -o t.gvg
said='graphvq split: 2 of 3 graphs dropped*' expect_exit 0 graphvq split t.gvg --class -1 --parts all=1 --out-dir one
expect_exit 0 graphvq info --get edges one/all.gvg
expect_text 3
said='graphvq split: 1 of 3 graphs dropped*' \
  expect_exit 0 graphvq split t.gvg --min-nodes 2 --parts a=.5,b=.5 --out-dir two
expect_exit 0 graphvq info --get graphs two/a.gvg two/b.gvg
expect_text '1
1'
expect_exit 0 graphvq split -q t.gvg --max-nodes 0 --parts a=.5,b=.5 --out-dir none
expect_exit 0 graphvq check none/a.gvg none/b.gvg

# Isomorphic graphs in one part: none of the others is in the training part, as MUTAG's otherwise are.
mutag=$source_dir/examples/data/mutag.gvg
for seed in 0 1; do
  graphvq split -q $mutag --seed $seed --isomorphic-together --out-dir apart
  expect_exit 0 graphvq vun apart/train.gvg apart/valid.gvg apart/test.gvg
  [ "$(cut -f10 <<<"$out" | tr '\n' ' ')" = 'novel 1 1 ' ] || fail "$out"
  expect_exit 0 graphvq vun apart/valid.gvg apart/test.gvg
  [ "$(cut -f10 <<<"$out" | tr '\n' ' ')" = 'novel 1 ' ] || fail "$out"
  expect_same <(graphvq view apart/*.gvg | sort) <(graphvq view $mutag | sort)
done
graphvq split -q $mutag --out-dir dealt
expect_exit 0 graphvq vun dealt/train.gvg dealt/test.gvg
[ "$(sed 1d <<<"$out" | cut -f10)" != 1 ] || fail "$out"

# All parts or none.
mkdir -p half/b.gvg
said='graphvq split: half/b.gvg: is a folder*' \
  expect_exit 1 graphvq split t.gvg --parts a=.5,b=.5 --out-dir half
expect_exit 0 ls -A half
expect_text b.gvg
mkdir self
cp t.gvg self/a.gvg
expect_usage 'self/a.gvg: the output is also an input' \
  graphvq split self/a.gvg --parts b=.5,a=.5 --out-dir self
expect_exit 0 ls -A self
expect_text a.gvg

for parts in a=.5 a=.6,b=.6 a=x,b=1 =1 a=.5,a=.5 a/b=1 a=-.5,b=1.5 a=nan,b=1 ''; do
  expect_usage '*' graphvq split t.gvg --parts "$parts" --out-dir bad
done
said='graphvq split: t.gvg/x/y: Not a directory' expect_exit 1 graphvq split t.gvg --out-dir t.gvg/x/y
expect_usage '*out-dir is required' graphvq split t.gvg
said='graphvq split: t.gvg: no graph has class 5*' expect_exit 1 graphvq split t.gvg --class 5 --out-dir bad
[ ! -e bad ] || fail "bad is there"
