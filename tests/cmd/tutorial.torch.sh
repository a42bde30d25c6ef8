. "$(dirname "$0")/lib.sh"
# Each command line of the tutorial, as a reader pastes it. (Under pipefail `view | head -n 1` would be an error.)

page=$pages/man7/graphvq-tutorial.7
ln -s "$source_dir/examples" examples
mkdir bin
ln -s "$GRAPHVQ" bin/graphvq
sed -n '/^\.Bd -literal/,/^\.Ed/{/^\./d;s/\\e$/\\/;p}' "$page" >lines.sh
[ "$(grep -c graphvq lines.sh)" -ge 20 ] || fail "few command lines" "$(cat lines.sh)"
grep -n '\\[^ ]' lines.sh && fail "roff is left in the lines above"
PATH=$PWD/bin:$PATH bash -eu lines.sh >"$work/stdout" 2>"$work/stderr" ||
  fail "exit code $?" "$(tail -n 20 "$work/stderr")"

# What the page promises.
expect_exit 0 graphvq stats --summary joint/new.gvg
[ "$(tail -n 1 "$work/stdout" | cut -f 7)" = 1 ] || fail "not all graphs are connected" "$out"
expect_exit 0 graphvq info --get graphs mutag/new.gvg
expect_text 200
[ "$(wc -l <mutag/prior.log)" = 5 ] || fail "the log has $(wc -l <mutag/prior.log) lines"
expect_exit 0 graphvq info mutag/new.gvg
for command in 'import tu' split serialize train-tokenizer train-prior train-edges calibrate sample; do
  [[ $out == *". graphvq $command"* ]] || fail "the history has no $command" "$out"
done
