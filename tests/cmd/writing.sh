. "$(dirname "$0")/lib.sh"
# Whatever ends a command that writes, the old file stays or the new one is whole.
#   GRAPHVQ_KILLS=N   tries of each signal for each command (default 1)

kills=${GRAPHVQ_KILLS:-1}
mkdir in
graphvq synth er -n 1000 -q -o in/a.gvg
graphvq serialize in/a.gvg -o in/a.gvs
graphvq export tu in/a.gvg -q --out-dir in/tu 2>/dev/null
commands=('synth er -n 1000 -q -o out' 'serialize -q in/a.gvg -o out' 'cat in/a.gvg in/a.gvg -o out' 'cat -z 19 in/a.gvs -o out'
  'head -n 700 in/a.gvg -o out' 'shuf in/a.gvs -o out' 'import -q tu in/tu -o out' 'view in/a.gvg -o out'
  'stats in/a.gvs -o out' 'export json in/a.gvg -o out')
echo old >old

tries=0 found=0
for command in "${commands[@]}"; do
  read -ra words <<<"$command"
  start=$EPOCHREALTIME
  expect_exit 0 graphvq "${words[@]}"
  # Moments from before it starts to after it ends, in microseconds.
  length=$(((${EPOCHREALTIME/./} - ${start/./}) * 11 / 10))
  mv out new
  for ((k = 0; k < kills; ++k)); do
    for signal in KILL TERM INT HUP; do
      after=$((RANDOM * length / 32768))
      rm -f out
      ((k % 2)) && cp old out
      "$GRAPHVQ" "${words[@]}" 2>"$work/stderr" &
      pid=$!
      sleep "$(printf '%d.%06d' $((after / 1000000)) $((after % 1000000)))"
      kill -$signal $pid 2>/dev/null
      wait $pid 2>/dev/null
      code=$?
      what="$command, $signal after $after us, exit code $code"
      [ ! -e out ] || cmp -s out new || cmp -s out old || fail "$what: out is neither old nor new"
      [ $code != 0 ] || cmp -s out new || fail "$what: not written"
      [ $signal = KILL ] || [ -z "$(find . -maxdepth 1 -name '.out*')" ] || fail "$what: a temporary is left"
      # Text has no trailer that could be missing: the name of a temporary tells.
      for left in $(find . -maxdepth 1 -name '.out*'); do
        said="graphvq check: $left: what a command left that was killed*" expect_exit 1 graphvq check -q "$left"
        ((++found))
        rm "$left"
      done
      ((++tries))
    done
  done
  rm -f out new
done
# A folder of files is the new set, the old one, or none.
graphvq head -n 700 in/a.gvg -o in/b.gvg
for format in tu ogb; do
  graphvq export $format -q --out-dir in/old/set in/b.gvg
  start=$EPOCHREALTIME
  expect_exit 0 graphvq export $format -q --out-dir set in/a.gvg
  length=$(((${EPOCHREALTIME/./} - ${start/./}) * 11 / 10))
  graphvq view set -o new
  graphvq view in/old/set -o former
  for ((k = 0; k < kills; ++k)); do
    after=$((RANDOM * length / 32768))
    rm -rf set
    ((k % 2)) && cp -r in/old/set set
    "$GRAPHVQ" export $format -q --out-dir set in/a.gvg &
    pid=$!
    sleep "$(printf '%d.%06d' $((after / 1000000)) $((after % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    ! graphvq view set >now 2>/dev/null || cmp -s now new || cmp -s now former || fail "$format: half a set after $after us"
    ((++tries))
  done
  rm -rf set in/old new former now
done
[ "$kills" = 1 ] || echo "$tries tries, after which $found temporaries were left"

# No room: a limit of the shell, a full file system, a folder that takes no files.
cp old out
for command in "${commands[@]}"; do
  said='graphvq*: out: cannot write: File too large' expect_exit 1 bash -c "ulimit -f 2; '$GRAPHVQ' $command"
  expect_same out old
  said='graphvq*: /proc/out*: *' expect_exit 1 bash -c "'$GRAPHVQ' ${command/ -o out/ -o /proc/out}"
done
expect_files in old out
full() { unshare -rm bash -c "mount -t tmpfs -o size=16k none in/tu && cp old in/tu/out && { $1; code=\$?; cmp old in/tu/out && ls -A in/tu && exit \$code; }"; }
if full true >/dev/null 2>&1; then
  for command in "${commands[0]}" "${commands[2]}" "${commands[7]}"; do
    said='graphvq*: in/tu/out: cannot write: No space left on device' \
      expect_exit 1 full "'$GRAPHVQ' ${command/ -o out/ -o in/tu/out}"
    expect_text out
  done
else
  echo "no file system of our own: the full disk is skipped"
fi
