. "$(dirname "$0")/lib.sh"

write_tu T
graphvq import -q tu T -o good.gvg
expect_exit 0 graphvq check good.gvg
expect_text 'good.gvg: sound, 3 graphs'
expect_exit 0 graphvq check -q good.gvg
expect_text ''
expect_exit 0 graphvq check - <good.gvg
expect_text 'standard input: sound, 3 graphs'

# Every file is read and named.
zstd -dqc good.gvg | head -c -1 >cut.gvg
printf 'not a graph\n' >foreign.gvg
: >empty.gvg
said='graphvq check: cut.gvg: *
graphvq check: foreign.gvg: *
graphvq check: empty.gvg: *
graphvq check: missing.gvg: No such file or directory' \
  expect_exit 1 graphvq check cut.gvg foreign.gvg empty.gvg missing.gvg good.gvg
expect_text 'good.gvg: sound, 3 graphs'

# Any changed byte is noticed.
size=$(stat -c %s good.gvg)
for ((at = 0; at < size; at += 7)); do
  cp good.gvg bad.gvg
  byte=$(od -An -tu1 -j $at -N 1 good.gvg)
  printf "\\x$(printf %x $((byte ^ 16)))" | dd of=bad.gvg bs=1 seek=$at conv=notrunc status=none
  said='graphvq check: bad.gvg: *' expect_exit 1 graphvq check bad.gvg
done

# A brace where that of a model would be makes no model of DOT.
printf 'graph G { a -- b }\n' >g.dot
expect_exit 0 graphvq check g.dot
expect_text 'g.dot: sound, 1 graph'

# A model is named by its kind.
expect_exit 0 graphvq train-baseline resample good.gvg -o good.model
expect_exit 0 graphvq check good.model
[[ $out == 'good.model: sound, baseline model, '*' tensors' ]] || fail "$out"
