. "$(dirname "$0")/lib.sh"
# Long work shows on a terminal how far it is, on standard error alone; -q silences it.
command -v script >/dev/null || exit 77

graphvq synth er -n 20000 -q -o g.gvg
export TERM=xterm
bar=$'\r\e[K*'
for line in 'synth er -n 40000' 'serialize -M 8 g.gvg' 'mmd --desc clustering g.gvg g.gvg' 'vun g.gvg g.gvg'; do
  said='*' expect_exit 0 script -qec "'$GRAPHVQ' $line >data" typescript
  # shellcheck disable=SC2053
  [[ $out == $bar'graphs'*'/s'* ]] || fail "$line: no progress" "$out"
  said='*' expect_exit 0 script -qec "'$GRAPHVQ' $line -q >quiet" typescript
  [[ $out != *'/s'* ]] || fail "$line -q: $out"
  expect_same data quiet
done
[[ $(script -qec "'$GRAPHVQ' synth er -n 40000 >data" typescript) == *'%'*'s left'* ]] || fail "no share of the whole"
exit 0
