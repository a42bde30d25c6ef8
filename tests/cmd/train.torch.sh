. "$(dirname "$0")/lib.sh"

mutag=$source_dir/examples/data/mutag.gvg
graphvq split -q "$mutag" --parts train=.2,valid=.1,rest=.7 --out-dir .
graphvq serialize -M 2 train.gvg -o train.gvs
graphvq serialize valid.gvg -o valid.gvs
tok=(train-tokenizer train.gvs --epochs 3)

# The model depends on data, options and seed: not on threads, and a .gvg is put in order as `serialize` does it.
expect_exit 0 graphvq "${tok[@]}" -q --valid valid.gvs -t 1 -o one.tok
expect_exit 0 graphvq "${tok[@]}" -q --valid valid.gvs -t 3 -o three.tok
expect_same one.tok three.tok
expect_exit 0 graphvq "${tok[@]}" -q --valid valid.gvs --seed 1 -o seed.tok
cmp -s one.tok seed.tok && fail "the seed does nothing"
tensors() { tail -c +$((9 + $(od -An -t u8 -N 8 "$1"))) "$1"; }
expect_exit 0 graphvq "${tok[@]}" -q --valid valid.gvg -o graphs.tok
expect_same <(tensors one.tok) <(tensors graphs.tok)
expect_exit 0 graphvq info --get kind one.tok
expect_text tokenizer

# Progress is a line an epoch; NOTES.md: 4,143 parameters for MUTAG, of which this split has all 7 labels.
said='*epoch 3/3: loss *, validation *, * s
graphvq train-tokenizer: 4143 parameters, the weights of epoch *' expect_exit 0 graphvq "${tok[@]}" --valid valid.gvs -o out.tok
said='*: 3623 parameters, *' expect_exit 0 graphvq "${tok[@]}" --context features -o features.tok

graphvq tokenize -m one.tok train.gvs -o train.gvt
graphvq tokenize -m one.tok valid.gvs -o valid.gvt
said='*: 14882 parameters, *' expect_exit 0 graphvq train-prior train.gvt --epochs 1 -o prior
said='*: 20744 parameters, *' expect_exit 0 graphvq train-edges train.gvt -m one.tok --epochs 1 -o edges
said='*: 23816 parameters, *' expect_exit 0 graphvq train-edges train.gvt -m one.tok --epochs 1 --chunk-input concat -o concat

# Nor on the instructions that LibTorch's libraries would choose on other processors.
expect_exit 0 graphvq train-edges train.gvt -m one.tok -q --epochs 1 -o usual
for variable in MKL_ENABLE_INSTRUCTIONS=AVX2 ONEDNN_MAX_CPU_ISA=AVX2 MKL_CBWR=AVX2 ATEN_CPU_CAPABILITY=avx2; do
  expect_exit 0 env "$variable" "$GRAPHVQ" train-edges train.gvt -m one.tok -q --epochs 1 -o other
  grep -q avx2 /proc/cpuinfo && expect_same usual other
done

# A codebook's use is in it, too: K codes, of which those in use give the perplexity its bound.
expect_exit 0 graphvq "${tok[@]}" -q --log tok.log -o logged.tok
python3 - <<'PYTHON' || fail "$(cat tok.log)"
import json
lines = [json.loads(line) for line in open("tok.log")]
assert len(lines) == 3
for line in lines:
    assert set(line) == {"epoch", "seconds", "train_loss", "valid_loss", "dead_codes", "perplexity"}, line
    assert 0 <= line["dead_codes"] < 32 and 1 <= line["perplexity"] <= 32, line
PYTHON

# A log has one object an epoch, with the keys of the page.
expect_exit 0 graphvq train-prior train.gvt -q --valid valid.gvt --epochs 2 --log log -o prior
[ "$(sed 's/:[^,}]*//g' log | sort -u)" = '{"epoch","seconds","train_loss","valid_loss"}' ] || fail "log" "$(cat log)"
[ "$(wc -l <log)" = 2 ] || fail "log" "$(cat log)"

# Every switch changes the model.
edges=(train-edges train.gvt -m one.tok -q --epochs 1 --no-provenance)
graphvq "${edges[@]}" -o plain
for switch in '--condition mean' '--condition none' '--condition shuffled' '--readout ar' '--readout pair' \
  '--chunk-input concat' '--corrupt .5' '--pos-weight 3' '-B 4' '--hidden 16' '--lr .01' '--batch 7' '--seed 5'; do
  # shellcheck disable=SC2086
  expect_exit 0 graphvq "${edges[@]}" $switch -o other
  cmp -s <(tensors plain) <(tensors other) && fail "$switch changes nothing"
done

# Stopped by a signal and resumed, twice in one file, a run ends in the bytes of an unbroken one.
long=(train-prior train.gvt --valid valid.gvt --epochs 40)
graphvq "${long[@]}" -q -o unbroken
stop_after() { # LINES OPTION...
  local lines=$1
  shift
  "$GRAPHVQ" "${long[@]}" --log slow.log --checkpoint state -o broken "$@" 2>stop.err &
  local pid=$!
  until [ "$(cat slow.log 2>/dev/null | wc -l)" -ge "$lines" ]; do sleep .02; done
  kill -TERM $pid
  wait $pid
  [ $? = 143 ] || fail "exit code after SIGTERM" "$(cat stop.err)"
  grep -q 'stopped; --resume state goes on' stop.err || fail "no word of the checkpoint" "$(cat stop.err)"
  [ -e broken ] && fail "an interrupted run left a model"
}
stop_after 3
stop_after 8 --resume state
expect_exit 0 graphvq "${long[@]}" -q --log slow.log --resume state -o broken
expect_same unbroken broken
[ "$(wc -l <slow.log)" = 40 ] || fail "the log has not every epoch" "$(cat slow.log)"
# A kill between the line of an epoch and its checkpoint leaves lines that come again.
rm slow.log broken
stop_after 3
printf '%s\n' '{"epoch":39}' '{"epo' | head -c -1 >>slow.log
sed -i '1i # second try' slow.log
cp slow.log other.log
expect_exit 0 graphvq "${long[@]}" -q --log slow.log --resume state -o broken
[ "$(sed 's/.*"epoch":\([0-9]*\).*/\1/' slow.log)" = "$(echo '# second try'; seq 40)" ] || fail "$(cat slow.log)"
# Lines of others stay, whatever follows them, and what has no end gets one.
{ cat other.log; printf '\nnotes'; } >notes.log
expect_exit 0 graphvq "${long[@]}" -q --log notes.log --resume state -o broken
[ "$(head -c "$(($(wc -c <other.log) + 7))" notes.log | tail -c 7)" = $'\nnotes' ] || fail "$(cat notes.log)"
[ "$(tail -n 1 notes.log | cut -c 1-11)" = '{"epoch":40' ] || fail "$(cat notes.log)"
expect_exit 0 graphvq info --get provenance state
[[ $out == *'graphvq train-prior train.gvt --valid valid.gvt --epochs 40'* ]] || fail "$out"
# What an earlier run left goes with the first line of this one; what is open already is added to.
said='*device cuda*' expect_exit 1 graphvq train-prior train.gvt --device cuda:7 --log slow.log -o x
[ "$(wc -l <slow.log)" = 41 ] || fail "an old log is lost"
echo A >all.log
graphvq train-prior train.gvt --epochs 1 -q -o x --log /dev/stdout >>all.log
[ "$(wc -l <all.log)" = 2 ] && [ "$(head -n 1 all.log)" = A ] || fail "$(cat all.log)"
expect_usage 'standard output: --output and --log would both write it' \
  graphvq train-prior train.gvt --epochs 1 -q --log /dev/fd/1
expect_usage '--checkpoint is a file, not standard output' \
  graphvq train-prior train.gvt --epochs 1 -q -o x --checkpoint /dev/stdout
rm -f x
said='*was made with epochs 40, this run has 41*' expect_exit 1 graphvq train-prior train.gvt --valid valid.gvt \
  --epochs 41 --resume state -o x
said='*is a prior model, expected a checkpoint*' expect_exit 1 graphvq "${long[@]}" --resume unbroken -o x

# Every training goes on in its own checkpoint.
graphvq serialize valid.gvg -q | graphvq tokenize -m one.tok -q -o few.gvt
for training in "train-tokenizer valid.gvs" "train-prior few.gvt" "train-edges few.gvt -m one.tok" \
  "train-joint few.gvt -m one.tok"; do
  rm -f same
  # shellcheck disable=SC2086
  expect_exit 0 graphvq $training -q --epochs 2 --checkpoint same -o once
  # shellcheck disable=SC2086
  expect_exit 0 graphvq $training -q --epochs 2 --checkpoint same --resume same -o again
  expect_same once again
  # shellcheck disable=SC2086
  said='*same: the output is also an input*' expect_exit 2 graphvq $training -q --epochs 2 --resume same -o same
done
said='*absent: No such file or directory' expect_exit 1 graphvq train-prior few.gvt --checkpoint absent --resume absent -o x

# What does not fit is refused in one line, and no file is left.
said='graphvq train-prior: train.gvs: *expected tokens*' expect_exit 1 graphvq train-prior train.gvs -o x
said='graphvq train-edges: train.gvt: *tokenizer*' expect_exit 1 graphvq train-edges train.gvt -m seed.tok -o x
said='graphvq train-edges: valid.gvs: *' expect_exit 1 graphvq train-edges train.gvt -m one.tok --valid valid.gvs -o x
said='graphvq train-prior: device cuda*' expect_exit 1 graphvq train-prior train.gvt --device cuda:7 -o x
expect_usage '--patience needs --valid' graphvq train-prior train.gvt --patience 3 -o x
graphvq synth comm -n 0 -q | graphvq serialize -o empty.gvs
said='graphvq train-tokenizer: empty.gvs: has no graphs to train on*' expect_exit 1 graphvq train-tokenizer empty.gvs -o x
[ -e x ] && fail "a refused run left a file"
exit 0
