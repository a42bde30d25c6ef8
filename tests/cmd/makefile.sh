. "$(dirname "$0")/lib.sh"
# What examples/Makefile remakes where an option changes, with a program that makes empty files and says its name.
command -v make >/dev/null || exit 77

cat >stub <<'SH'
#!/bin/sh
echo "$1" >>"$LOG"
while [ $# -gt 0 ]; do
  case $1 in
    --out-dir) for part in train valid test; do echo >"$2/$part.gvg"; done ;;
    -o) echo >"$2" ;;
  esac
  shift
done
SH
chmod +x stub
export LOG=$PWD/log
: >mine.gvg

# expect_runs COMMANDS OPTIONS...: these make runs, in their order, and then nothing more.
expect_runs() {
  local wanted=$1
  shift
  for wanted in "$wanted" ''; do
    : >log
    make -s -f "$source_dir/examples/Makefile" GRAPHVQ="$PWD/stub" SET=mine.gvg OUT=out "$@" >/dev/null 2>err ||
      fail "make $*" "$(cat err)"
    [ "$(paste -sd ' ' log)" = "$wanted" ] || fail "make $* ran" "$(paste -sd ' ' log)" "expected" "$wanted"
  done
}
# What make has to do in order, from the outcome of the stage named.
judge='sample mmd draw'
tokens='tokenize tokenize'
joint="$tokens train-joint $judge"

expect_runs "split serialize serialize train-tokenizer $joint"
expect_runs "$judge" COUNT=10
expect_runs "$judge" COUNT=10 SHARPEN=.1
expect_runs "train-joint $judge" TRAIN='--without row,frontier'
expect_runs "serialize train-tokenizer $joint" ORDERS=3
expect_runs "serialize serialize train-tokenizer $joint" ORDER=dfs
expect_runs "split serialize serialize train-tokenizer $joint" MAX_NODES=
expect_runs "split serialize serialize train-tokenizer $joint" SEED=1
expect_runs "split serialize serialize train-tokenizer $joint"
expect_runs "vun" RULE=planar,connected
expect_runs "vun" RULE=connected
expect_runs "serialize serialize train-tokenizer $tokens train-prior train-edges calibrate $judge" MODEL=staged
# Asking alone changes nothing.
make -n -f "$source_dir/examples/Makefile" GRAPHVQ="$PWD/stub" SET=mine.gvg OUT=out COUNT=11 >plan
grep -q 'sample .* -n 11 ' plan || fail "make -n COUNT=11 plans" "$(cat plan)"
expect_runs '' MODEL=staged

said="*MODEL is joint or staged, not 'foo'*" expect_exit 2 make -f "$source_dir/examples/Makefile" MODEL=foo
said="*no names with blanks: SET 'a b.gvg'*" expect_exit 2 make -f "$source_dir/examples/Makefile" SET='a b.gvg'
