. "$(dirname "$0")/lib.sh"
# No output, of whatever option, is an input or another output: said before the work, and nothing is lost.

graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.2,valid=.1,rest=.7 --out-dir .
graphvq serialize -q train.gvg -o train.gvs
small=(-q --epochs 1 --hidden 4)
graphvq train-tokenizer train.gvs "${small[@]}" -K 4 -W 3 -o tok
graphvq tokenize -q -m tok train.gvs -o train.gvt
sum=$(cat train.gvg valid.gvg train.gvs tok train.gvt | cksum)
unchanged() { [ "$(cat train.gvg valid.gvg train.gvs tok train.gvt | cksum)" = "$sum" ] || fail "an input is lost"; }

for option in -o --log --checkpoint; do
  expect_usage 'train.gvs: the output is also an input' \
    graphvq train-tokenizer train.gvs --valid valid.gvg "${small[@]}" -o new $option train.gvs
  expect_usage 'valid.gvg: the output is also an input' \
    graphvq train-tokenizer train.gvs --valid valid.gvg "${small[@]}" -o new $option valid.gvg
  expect_usage 'tok: the output is also an input' \
    graphvq train-edges train.gvt -m tok "${small[@]}" -o new $option tok
  expect_usage 'tok: the output is also an input' \
    graphvq train-edges train.gvt -m train.gvg --label-embedding tok "${small[@]}" -o new $option tok
done
for option in -o --plot; do
  expect_usage 'valid.gvg: the output is also an input' graphvq score tok --data valid.gvg $option valid.gvg
  expect_usage 'train.gvg: the output is also an input' graphvq score tok --data valid.gvg --train train.gvg $option train.gvg
  expect_usage 'valid.gvg: the output is also an input' graphvq mmd train.gvg train.gvg --floor valid.gvg $option valid.gvg
done
expect_usage 'train.gvg: the output is also an input' graphvq sample -n 2 tok tok --sizes train.gvg -o train.gvg
expect_usage 'train.gvt: the output is also an input' graphvq train-prior "${small[@]}" -o new --log train.gvt <train.gvt
expect_usage 'tok: the output is also an input' graphvq train-edges -m - train.gvt "${small[@]}" -o new --log tok <tok
unchanged
[ ! -e new ] || fail "an output"

# A folder's files are inputs; another file may join them.
write_tu DS
for file in DS/DS_A.txt DS/DS_node_labels.txt; do
  expect_usage "$file: the output is also an input" graphvq import tu DS -o $file
done
graphvq import tu DS -q -o DS/ds.gvg && graphvq import tu DS -q -o DS/ds.gvg || fail "no file beside those read"

# Two outputs in one place, under whatever name.
ln -s here ../same
for pair in '-o x --checkpoint x' '-o x --log ./x' "--checkpoint ../same/x --log x"; do
  expect_usage '* would both write it' graphvq train-tokenizer train.gvs -q --epochs 1 $pair
done
expect_usage 'x: --output and --plot would both write it' graphvq mmd train.gvg valid.gvg --plot x -o x
expect_exit 0 graphvq train-tokenizer train.gvs "${small[@]}" -o /dev/null --checkpoint /dev/null
mkfifo pipe
said='graphvq train-tokenizer: pipe: is a pipe; each checkpoint replaces the one before' \
  expect_exit 1 graphvq train-tokenizer train.gvs "${small[@]}" -o no --checkpoint pipe
expect_usage '--checkpoint is a file, not standard output' graphvq train-prior train.gvt "${small[@]}" --checkpoint - -o x
expect_usage '--log is a file, not standard output' graphvq train-prior train.gvt "${small[@]}" --log - -o x
expect_usage 'standard output: --output and --plot would both write it' graphvq mmd train.gvg valid.gvg --plot -
# Said before the work: no epoch has been.
said='graphvq train-prior: nowhere/x: No such file or directory' \
  expect_exit 1 graphvq train-prior train.gvt --epochs 1 --hidden 4 --checkpoint nowhere/x -o x
said='graphvq calibrate: tok: is a tokenizer model, expected edges*' expect_exit 1 graphvq calibrate tok --valid train.gvt -o x
graphvq import -q json <(echo '{"nodes":[{"id":0,"label":0}],"edges":[]}') -o single.gvg
graphvq serialize -q single.gvg | graphvq tokenize -q -m tok -o single.gvt
graphvq train-edges -q train.gvt -m tok "${small[@]}" -o edges
said='graphvq calibrate: single.gvt: no pair of nodes to calibrate on' expect_exit 1 graphvq calibrate edges --valid single.gvt -o x
said='graphvq train-edges: single.gvt: nothing to train on' expect_exit 1 graphvq train-edges single.gvt -m tok "${small[@]}" -o x
# Whatever signal ends a training, its temporary goes, too: a closed pipe for its progress among them.
for signal in PIPE USR1 ALRM QUIT XCPU; do
  (ulimit -c 0; exec "$GRAPHVQ" train-prior train.gvt -q --hidden 4 --epochs 100000 -o never) &
  until [ -n "$(find . -name '.never*')" ]; do kill -0 $! || fail "it ended early"; sleep .02; done
  kill -$signal $!
  wait $! 2>/dev/null
  [ $? = $((128 + $(kill -l $signal))) ] || fail "SIG$signal is not what ended it"
  [ -z "$(find . -name '*never*')" ] || fail "SIG$signal leaves a temporary"
done

# What is open already is written where it stands: appended to, or a pipe.
echo keep >f
graphvq stats valid.gvg >plain
for target in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
  graphvq stats valid.gvg -o $target >>f || fail $target
  expect_same <(cat <(echo keep) plain) f
  echo keep >f
  graphvq stats valid.gvg -o $target | cmp - plain || fail "$target is a pipe"
done
graphvq stats valid.gvg -o >(cat >substituted)
wait $!  # for the cat
expect_same plain substituted

# A checkpoint may replace the one that is gone on from, as a job that is queued again does.
train=(train-prior train.gvt --hidden 4 --epochs 12)
graphvq "${train[@]}" -q -o whole
"$GRAPHVQ" "${train[@]}" -q --epochs 12 -o part --checkpoint state 2>/dev/null &
while [ ! -e state ]; do sleep .01; done
kill -TERM $! 2>/dev/null
wait $!
while [ ! -e part ]; do
  graphvq "${train[@]}" -q -o part --checkpoint state --resume state || fail "not resumed"
done
expect_same whole part
exit 0
