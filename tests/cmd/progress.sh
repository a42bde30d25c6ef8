. "$(dirname "$0")/lib.sh"
# Long work shows on a terminal how far it is, on standard error alone; -q silences it.
command -v script >/dev/null || exit 77

graphvq synth er -n 20000 -q -o g.gvg
graphvq head -n 100 g.gvg -o few.gvg
graphvq export graph6 -q g.gvg -o g.g6
export TERM=xterm
bar=$'\r\e[K*'
# on_terminal LINE: what the terminal shows of it.
on_terminal() { said='*' expect_exit 0 script -qec "$1" typescript; }
# shows WHAT LINE: the line, where @ is the program, says that on the terminal, and with -q nothing;
# standard output is the same.
shows() {
  local line=${2//@/"'$GRAPHVQ'"}
  on_terminal "$line >data"
  # shellcheck disable=SC2053
  [[ $out == $bar$1*'/s'* ]] || fail "$line: no progress" "$out"
  on_terminal "$line -q >quiet"
  [ -z "$out" ] || fail "$line -q:" "$out"
  expect_same data quiet
}
# A bar takes a fifth of a second to appear: the input takes longer.
slowly() { echo "{ head -c \$((\$(wc -c <$1) / 2)) $1; sleep 1; tail -c +\$((\$(wc -c <$1) / 2 + 1)) $1; } | @ $2"; }
for line in cat 'serialize -M 8' 'mmd --desc clustering few.gvg -' 'vun few.gvg -' 'export graph6'; do
  shows graphs "$(slowly g.gvg "$line")"
done
shows 'graphs read' "$(slowly g.gvg 'shuf -n 100')"
shows 'graphs read' "$(slowly g.g6 'import graph6')"

# Graphs that stand on the terminal themselves are not mixed with a bar.
on_terminal "$(slowly g.gvg 'export graph6' | sed "s|@|'$GRAPHVQ'|")"
expect_same g.g6 <(tr -d '\r' <"$work/stdout")
on_terminal "'$GRAPHVQ' synth er -n 400000 >data"
[[ $out == $bar'%'*'graphs'*'/s'*'s left'* ]] || fail "no share of the whole" "$out"
exit 0
