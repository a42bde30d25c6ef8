. "$(dirname "$0")/lib.sh"

# The structural models through all commands that take them.
mutag=$source_dir/examples/data/mutag.gvg
graphvq split -q "$mutag" --parts train=.2,valid=.1,rest=.7 --out-dir .
graphvq serialize -M 4 train.gvg -o train.gvs
graphvq serialize -M 2 valid.gvg -o valid.gvs
graphvq train-tokenizer --kind raw -q train.gvs -o tok
graphvq tokenize -m tok train.gvs -o train.gvt
graphvq tokenize -m tok valid.gvs -o valid.gvt
joint=(train-joint train.gvt -m tok --epochs 2 --epoch-records 96 --hidden 16 --no-provenance)
tensors() { tail -c +$((9 + $(od -An -t u8 -N 8 "$1"))) "$1"; }

# 137,055 parameters with 7 labels: summed by hand in tests/model/structural.cpp.
said='*epoch 1/1: loss *
graphvq train-joint: 137055 parameters, *' expect_exit 0 graphvq train-joint train.gvt -m tok --epochs 1 --epoch-records 32 -o whole
expect_exit 0 graphvq info --get parameters whole
expect_text 137055
expect_exit 0 graphvq "${joint[@]}" -q --valid valid.gvt -t 1 -o one
expect_exit 0 graphvq "${joint[@]}" -q --valid valid.gvt -t 3 -o three
expect_same one three
expect_exit 0 graphvq "${joint[@]}" -q -o plain
for switch in '--roots learned' '--dropout 0' '--hidden 17' '--final-lr 1' '--weight-decay .01' '--clip .01' \
  '--epoch-records 64' '--without triangles' '--without kinship' '--without passing' '--without row' \
  '--without frontier' '--without chosen' '--without counts' '--without quota' '--seed 3'; do
  # shellcheck disable=SC2086
  expect_exit 0 graphvq "${joint[@]}" -q $switch -o other
  cmp -s <(tensors plain) <(tensors other) && fail "$switch changes nothing"
done
# A list is one word: what follows is the file.
expect_exit 0 graphvq train-joint --without row,counts train.gvt -m tok --epochs 1 --epoch-records 32 -q -o other

# Stopped after any batch, a run goes on to the same bytes.
"$GRAPHVQ" "${joint[@]}" --epochs 40 --log slow.log --checkpoint state -o broken 2>stop.err &
pid=$!
until [ "$(cat slow.log 2>/dev/null | wc -l)" -ge 2 ]; do sleep .02; done
kill -TERM $pid
wait $pid
[ $? = 143 ] || fail "exit code after SIGTERM" "$(cat stop.err)"
expect_exit 0 graphvq "${joint[@]}" -q --epochs 40 --resume state -o broken
expect_exit 0 graphvq "${joint[@]}" -q --epochs 40 -o unbroken
expect_same unbroken broken

# Samples: connected as all of training is; parts and threads; codes first and then their edges.
sample=(sample tok one --no-provenance -q)
expect_exit 0 graphvq "${sample[@]}" -n 300 -t 1 -o all.gvg
expect_exit 0 graphvq "${sample[@]}" -n 300 -t 3 -o threads.gvg
expect_same all.gvg threads.gvg
expect_exit 0 graphvq stats --summary all.gvg
graphvq view all.gvg >all
for i in 1 2 3; do graphvq "${sample[@]}" -n 300 --part $i/3 | graphvq view -; done >parts
expect_same all parts
graphvq "${sample[@]}" -n 40 | graphvq view - >few
expect_same few <(head -n 40 all)
graphvq "${sample[@]}" -n 40 --tokens -o few.gvt
graphvq "${sample[@]}" --given few.gvt | graphvq view - >given
expect_same few given
for switch in '--temperature .5' '--node-temperature .5' '--sharpen .3' '--threshold' '--seed 9' '--sizes 12'; do
  # shellcheck disable=SC2086
  graphvq "${sample[@]}" -n 40 $switch | graphvq view - >other
  cmp -s few other && fail "$switch changes nothing"
done

expect_exit 0 graphvq calibrate one --valid valid.gvt -q -o calibrated
expect_exit 0 graphvq score tok calibrated --data valid.gvt
for key in nll_mean nll_multi code_nll edge_nll edge_ece; do
  grep -q "^joint		$key	[0-9]" <<<"$out" || fail "score has no $key" "$out"
done

# Calibrated, too, the codes and then their edges are the whole.
graphvq train-tokenizer train.gvs -q --epochs 20 --hidden 16 -K 16 --batch 8 -o vq
graphvq tokenize -m vq train.gvs -o vq.gvt
expect_exit 0 graphvq train-joint vq.gvt -m vq --hidden 8 --epochs 1 --epoch-records 64 -q -o warm
expect_exit 0 graphvq calibrate warm --valid vq.gvt -q -o cool
expect_exit 0 graphvq sample vq cool -n 100 --no-provenance -q --one-stage -o whole.gvg
cmp -s <(graphvq view whole.gvg) <(graphvq sample vq warm -n 100 -q --one-stage | graphvq view) &&
  fail "the calibrated temperature does nothing with --one-stage"
expect_usage 'a joint model means nothing with --given --one-stage' graphvq sample vq cool --given vq.gvt --one-stage
expect_exit 0 graphvq sample vq cool -n 100 --no-provenance -q --tokens -o cool.gvt
expect_exit 0 graphvq sample vq --given cool.gvt --no-provenance -q --one-stage -o parts.gvg
expect_same <(graphvq view whole.gvg) <(graphvq view parts.gvg)
# The last of more parts than can be counted.
last=18446744073709551615
expect_exit 0 graphvq "${sample[@]}" -n $last --part $last/$last -o last.gvg
expect_exit 0 graphvq info --get graphs last.gvg
expect_text 1

# Given all codes: the prior draws them, the decoder their edges.
expect_exit 0 graphvq train-prior train.gvt --epochs 1 -q -o prior
expect_exit 0 graphvq train-edges train.gvt -m tok --decoder structural --hidden 16 --epochs 2 --epoch-records 96 -q -o edges
expect_exit 0 graphvq sample tok prior edges -n 50 -q -o edges.gvg
expect_exit 0 graphvq check edges.gvg
expect_exit 0 graphvq score tok prior edges --data valid.gvt
for condition in true prior shuffled; do
  grep -q "^edges	$condition	nll	[0-9]" <<<"$out" || fail "score has no $condition" "$out"
done

# What does not fit is refused, with the reason.
graphvq serialize --order dfs train.gvg -o dfs.gvs
graphvq train-tokenizer --kind raw -q dfs.gvs -o dfs.tok
graphvq tokenize -m dfs.tok dfs.gvs -o dfs.gvt
said='graphvq sample: one: a joint model, but edges draws edges already; name one of the two' \
  expect_exit 1 graphvq sample -n 1 tok edges one
said='graphvq train-joint: dfs.gvt: has its nodes in the order dfs, *breadth-first*' expect_exit 1 graphvq train-joint dfs.gvt -m dfs.tok -o x
said='graphvq sample: one: draws its codes itself; leave out the prior prior' expect_exit 1 graphvq sample tok one prior -n 1 -o x
expect_usage '--condition means nothing with --decoder structural' \
  graphvq train-edges train.gvt -m tok --decoder structural --condition mean -o x
expect_usage '--dropout means nothing with --decoder chunk' graphvq train-edges train.gvt -m tok --dropout .2 -o x
expect_usage '--without quota: belongs to train-joint' \
  graphvq train-edges train.gvt -m tok --decoder structural --without quota -o x
said='*structural models are sampled on the CPU*' expect_exit 1 graphvq sample tok one -n 1 --device cuda -o x
[ -e x ] && fail "a refused run left a file"
exit 0
