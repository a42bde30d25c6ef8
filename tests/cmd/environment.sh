. "$(dirname "$0")/lib.sh"
# What surrounds a process changes no byte and breaks nothing.

write_tu T
printf '2, 3\n' >>T/T_A.txt  # an edge again, for a word on standard error
graphvq import -q tu T -o t.gvg
work_through() {
  graphvq import -q tu T | graphvq serialize -M 2 >"$1.gvs" && graphvq view "$1.gvs" >"$1.json" &&
    graphvq stats t.gvg >"$1.tsv" && graphvq info t.gvg >>"$1.tsv" &&
    graphvq mmd -q --json t.gvg t.gvg >>"$1.json" && graphvq draw t.gvg >>"$1.json"
}
work_through plain || fail "a plain environment"
same_in() {
  local name=$1
  shift
  (export "$@"; work_through other) 2>"$work/stderr" || fail "$name: exit code $?" "$(cat "$work/stderr")"
  for suffix in gvs json tsv; do cmp -s plain.$suffix other.$suffix || fail "$name changes .$suffix"; done
}
same_in "a German locale" LC_ALL=de_DE.UTF-8
same_in "a Turkish locale" LC_ALL=tr_TR.UTF-8
same_in "an unknown locale" LC_ALL=xx_YY LANG=nonsense
same_in "UTF-8" LC_ALL=C.UTF-8
same_in "a time zone" TZ=Pacific/Kiritimati
same_in "a dumb terminal" TERM=dumb NO_COLOR=1
same_in "an unknown terminal" TERM=no-such-terminal COLUMNS=1 LINES=1
same_in "a job of three CPUs" SLURM_CPUS_PER_TASK=3
same_in "a bad number of CPUs" SLURM_CPUS_PER_TASK=-7x
(unset HOME TERM LANG USER; work_through other) || fail "without HOME"
expect_same plain.gvs other.gvs
env -i "$GRAPHVQ" serialize -M 2 t.gvg | "$GRAPHVQ" view | cmp - <(graphvq serialize -M 2 t.gvg | graphvq view) ||
  fail "an empty environment"

# Another working folder: the records are the same, the history has the paths as they were typed.
here=$PWD
(cd / && "$GRAPHVQ" serialize -M 2 --no-provenance "$here/t.gvg") >root.gvs || fail "from /"
expect_same root.gvs <(graphvq serialize -M 2 --no-provenance t.gvg)
mkdir gone
(cd gone && rmdir ../gone && "$GRAPHVQ" view "$here/t.gvg") | cmp - <(graphvq view t.gvg) ||
  fail "a working folder that is gone"

# Standard streams that are closed.
said='*' expect_exit 1 bash -c "'$GRAPHVQ' view t.gvg >&-"
said='*' expect_exit 1 bash -c "'$GRAPHVQ' view <&-"
expect_exit 0 bash -c "'$GRAPHVQ' view t.gvg 2>&-"
expect_exit 0 bash -c "'$GRAPHVQ' view t.gvg <&-"
# A file that takes the number of a closed stream gets no message into it.
graphvq import tu T -o closed.gvg >&- 2>&- <&- || fail "all three closed"
expect_same closed.gvg t.gvg

# Ten thousand files in one command.
graphvq head -n 1 t.gvg -o one.gvg
mkdir many
python3 -c 'import os
for i in range(10000): os.link("one.gvg", f"many/{i}.gvg")'
printf 'many/%s.gvg\n' {0..9999} >names
# shellcheck disable=SC2046
expect_exit 0 graphvq cat -q $(<names) -o all.gvg
expect_exit 0 graphvq info --get graphs all.gvg
expect_text 10000
# shellcheck disable=SC2046
expect_exit 0 graphvq check -q $(<names)
# shellcheck disable=SC2046
expect_exit 0 graphvq stats --summary $(<names)
[ "$(wc -l <<<"$out")" = 10001 ] || fail "not a line a file"
rm -r many

# Names of all kinds, as input, output, folder and in messages.
for name in 'with blank' $'new\nline' $'tab\there' '-dash' '*' "quo'te\"s" 'back\slash' '$HOME `x`' 'ümläut' $'latin\xe9\xff' \
  '%s%n{}' "$(printf 'long%.0s' {1..60})"; do
  file=$name.gvg
  expect_exit 0 graphvq cat t.gvg -o "$file"
  expect_exit 0 graphvq check -q -- "$file"
  expect_exit 0 graphvq info -- "$file"
  expect_exit 0 graphvq stats --summary -- "$file"
  [ "$(wc -l <<<"$out")" = 2 ] || fail "$name: more lines than files" "$out"
  expect_exit 0 graphvq view -- "$file"
  expect_exit 0 graphvq serialize -o o.gvs -- "$file"
  expect_exit 0 graphvq view o.gvs
  expect_exit 0 graphvq info --get provenance o.gvs
  expect_exit 0 graphvq mmd -q --json t.gvg -- "$file"
  python3 -c 'import json,sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$work/stdout" || fail "$name: no JSON"
  expect_exit 0 graphvq draw -n 1 -o o.svg -- "$file"
  expect_exit 0 graphvq split -q --out-dir="$name" -- "$file"
  expect_exit 0 graphvq check -q "./$name"/*.gvg
  wanted="graphvq view: ./$name/none.gvg: No such file or directory"
  wanted=${wanted//$'\n'/\\x0a}  # a message is one line
  wanted=${wanted//$'\t'/\\x09}
  "$GRAPHVQ" view "./$name/none.gvg" 2>"$work/stderr" && fail "$name: exit code 0"
  [ "$(cat "$work/stderr")" = "$wanted" ] || fail "$name:" "$(cat "$work/stderr")"
  rm -r -- "./$name" "./$file"
done
