. "$(dirname "$0")/lib.sh"
# Files in and out: what holds for the one object that reads and the one that writes.

graphvq synth er -n 5 -q -o a.gvg

# Binary never reaches a terminal.
if command -v script >/dev/null; then
  for line in 'synth er -n 1' 'cat a.gvg' 'serialize a.gvg' 'cat a.gvg -o /dev/tty'; do
    out=$(script -qec "'$GRAPHVQ' $line" /dev/null)
    [ $? = 2 ] && [[ $out == *'binary'*'-o FILE'*'pipe'* ]] || fail "$line: $out"
  done
  out=$(script -qec "'$GRAPHVQ' view a.gvg" /dev/null) || fail "text to a terminal: $out"
  # A bare command on a terminal shows what it takes.
  out=$(script -qec "'$GRAPHVQ' cat" /dev/null)
  [ $? = 2 ] && [[ $out == *Example:* ]] || fail "cat: $out"
  out=$(script -qec "'$GRAPHVQ' help" /dev/null) || fail "help: $out"
fi

# The output is no input: by name, by links, by redirection.
cp a.gvg b.gvg
ln -s b.gvg soft.gvg
ln b.gvg hard.gvg
for target in b.gvg ./b.gvg soft.gvg hard.gvg; do
  expect_usage "$target: the output is also an input" graphvq cat b.gvg -o $target
  expect_usage "$target: the output is also an input" graphvq cat a.gvg b.gvg -o $target
  expect_usage "$target: the output is also an input" graphvq view b.gvg -o $target
done
expect_usage 'b.gvg: the output is also an input' graphvq cat - -o b.gvg <b.gvg
# By redirection alone, of commands that open their output before they read.
cp a.gvg s.gvg
for line in 'view' 'stats' 'draw' 'select' 'vun a.gvg -' 'mmd a.gvg -' 'mmd - a.gvg' 'cat' 'shuf'; do
  # shellcheck disable=SC2086
  expect_usage 's.gvg: the output is also an input' graphvq $line -o s.gvg <s.gvg
  # shellcheck disable=SC2086
  graphvq $line <s.gvg >>s.gvg 2>/dev/null
  [ $? = 2 ] || fail "$line appended to its input"
done
expect_usage 's.gvg: the output is also an input' graphvq mmd a.gvg - --plot s.gvg <s.gvg
expect_same a.gvg s.gvg
rm s.gvg
graphvq cat b.gvg >>b.gvg 2>/dev/null
[ $? = 2 ] || fail "appended to its input"
expect_same a.gvg b.gvg
graphvq cat b.gvg >b.gvg 2>/dev/null
[ $? = 2 ] || fail "redirected to its input"
rm b.gvg soft.gvg hard.gvg

# Targets that cannot be written; nothing is left.
mkdir folder
said='graphvq cat: folder: is a folder*' expect_exit 1 graphvq cat a.gvg -o folder
said='graphvq cat: no/such/x.gvg: No such file or directory' \
  expect_exit 1 graphvq cat a.gvg -o no/such/x.gvg
for command in 'cat a.gvg' 'view a.gvg' 'stats a.gvg' 'draw a.gvg' 'synth er -q -n 3' 'help' \
  'completion bash' 'info a.gvg' 'check a.gvg' 'cat --help'; do
  said='graphvq*standard output: *No space left on device' \
    expect_exit 1 bash -c "'$GRAPHVQ' $command >/dev/full"
done
said='graphvq cat: /dev/full: *No space left on device' expect_exit 1 graphvq cat a.gvg -o /dev/full
if [ "$(id -u)" != 0 ]; then
  cp a.gvg locked.gvg && chmod a-w locked.gvg
  said='graphvq cat: locked.gvg: Permission denied' expect_exit 1 graphvq cat a.gvg -o locked.gvg
  rm -f locked.gvg
fi
said='graphvq cat: folder: is a folder of no known format*' expect_exit 1 graphvq cat folder
said='graphvq cat: none.gvg: No such file or directory' expect_exit 1 graphvq cat none.gvg

# An error leaves the old file and no other.
echo old >kept.gvg
head -c -1 a.gvg >cut.gvg
said='graphvq cat: cut.gvg: *' expect_exit 1 graphvq cat a.gvg cut.gvg -o kept.gvg
[ "$(cat kept.gvg)" = old ] || fail "kept.gvg was replaced"
expect_files a.gvg cut.gvg folder kept.gvg

# A link's file is replaced, a mode is kept, a new file follows the mask.
ln -s made.gvg before.gvg  # what it names is made
expect_exit 0 graphvq synth er -n 2 -q -o before.gvg
[ -L before.gvg ] && [ -f made.gvg ] || fail "the link was replaced"
rm before.gvg made.gvg
ln -s round.gvg round.gvg
said='graphvq synth: round.gvg: Too many levels*' expect_exit 1 graphvq synth er -n 2 -q -o round.gvg
rm round.gvg
ln -s /dev/stdout out
graphvq cat a.gvg -o out | cmp - <(graphvq cat a.gvg) || fail "a link to standard output"
rm out
ln -s kept.gvg link.gvg
chmod 640 kept.gvg
expect_exit 0 graphvq cat a.gvg -o link.gvg
[ -L link.gvg ] && [ "$(stat -c %a kept.gvg)" = 640 ] || fail "link or mode are lost"
(umask 027; graphvq cat a.gvg -o masked.gvg)
[ "$(stat -c %a masked.gvg)" = 640 ] || fail "the mask is not followed"
rm link.gvg masked.gvg kept.gvg cut.gvg

# A reader that leaves early is no error worth words.
err=$(graphvq synth er -n 2000 -q 2>&1 >big.gvg; { graphvq view big.gvg; echo $? >&3; } 2>&1 3>code | head -n 1 >/dev/null)
[ -z "$err" ] && [ "$(cat code)" = 141 ] || fail "closed pipe: $(cat code) $err"
rm big.gvg code

# A signal leaves no temporary file.
mkfifo pipe
"$GRAPHVQ" cat -o never.gvg <pipe &
child=$!
exec 9>pipe
cat a.gvg >&9
until [ -n "$(find . -name '.never*')" ]; do kill -0 $child || fail "it ended early"; sleep .02; done
kill -TERM $child
wait $child
[ $? = 143 ] || fail "exit code after TERM"
exec 9>&-
rm pipe
expect_files a.gvg folder

# Names.
for name in 'with blank.gvg' $'new\nline.gvg' '-dash.gvg' '[list].gvg' 'quote'\''s.gvg'; do
  expect_exit 0 graphvq cat -o "$name" a.gvg
  expect_exit 0 graphvq cat -o again.gvg -- "$name"
  said='*' expect_exit 0 graphvq stats --summary -- "$name"
  [ "$(wc -l <<<"$out")" = 2 ] || fail "$name: $out"
  expect_exit 0 graphvq draw -n 1 -o sheet.svg -- "$name"
  rm -- "$name"
done
expect_exit 0 graphvq info again.gvg
[[ $out == *"'quote'\\''s.gvg'"* ]] || fail "history is not shell: $out"

# What cannot change the result is not in the history, so that makes no other file.
graphvq cat a.gvg -o one.gvg
graphvq cat -z 1 -o two.gvg a.gvg
expect_same one.gvg two.gvg

# One level of compression or none: the same content.
hash=$(graphvq info --get hash one.gvg)
for level in 0 1 19; do
  graphvq cat -z $level a.gvg -o z.gvg
  [ "$(graphvq info --get hash z.gvg)" = "$hash" ] || fail "level $level: another hash"
done
zstd -dqc one.gvg >raw.gvg
[ "$(graphvq info --get hash raw.gvg)" = "$hash" ] || fail "raw: another hash"
