. "$(dirname "$0")/lib.sh"
# The blocks of every README in examples/ and above, and examples/*.sh, in a copy of the sources' top folder. The program
# small/graphvq cuts training and numbers; cmake and the scripts that set a machine up only say how they were called.

export GRAPHVQ
PATH=$source_dir/tests/cmd/small:$PATH
mkdir -p tree/tests tree/build/release/bin bin sh
cp "$source_dir"/tests/cmd/small/graphvq tree/build/release/bin/
tar -C "$source_dir" --exclude=out -cf - examples | tar -xf - -C tree
graphvq head -n 100 "$source_dir/examples/data/mutag.gvg" -o tree/examples/data/mutag.gvg
graphvq export tu -q tree/examples/data/mutag.gvg --out-dir data/MUTAG
export LOG=$PWD/log
for stand_in in bin/cmake tree/setup.sh tree/tests/run.sh; do
  printf '#!/bin/sh\necho "%s $*" >>"$LOG"\n' "$(basename $stand_in)" >$stand_in
  chmod +x $stand_in
done

# blocks FILE [WORD]: what stands in its fences of `sh`, or `sh WORD`, each a file sh/N.
blocks() {
  rm -f sh/*
  grep -n '^```.' "$1" | grep -v ':```sh\( install\)\?$' && fail "$1: a fence of no kind that is run"
  grep -n '^    ' "$1" && fail "$1: a block without a fence"
  awk -v fence="\`\`\`sh${2:+ $2}" '/^```/ {if (on) on = 0; else if ($0 == fence) {on = 1; ++n}; next}
    on {print >sprintf("sh/%02d", n)}' "$1"
  [ -n "$(ls sh)" ] || fail "$1 has no block ${2-}"
}
# paste_into FOLDER BLOCK...: one shell takes them all.
paste_into() {
  (cd "$1" && shift && cat "$@" | bash -eu -o pipefail) >out 2>err || fail "$(cat "${@:2}")" "$(tail -n 20 err)"
}

# Models of the default size from a few graphs; each of the two ways has drawn 20.
blocks "$source_dir/README.md"
[ "$(ls sh | wc -l)" = 3 ] || fail "README.md has other blocks" "$(ls sh)"
paste_into tree "$PWD"/sh/*
for drawn in joint staged one-stage; do
  [ "$(graphvq info --get graphs tree/mutag/$drawn.gvg)" = 20 ] || fail "$drawn.gvg"
done
grep -q '^| *set .*method' out || fail "rank --markdown printed" "$(cat out)"

# What sets up and builds, by the presets, options and targets that there are.
blocks "$source_dir/README.md" install
PATH=$PWD/bin:$PATH paste_into tree "$PWD"/sh/*
[ "$(graphvq info --get graphs tree/quickstart/{graphvq,one-stage,joint}.gvg | sort -u)" = 20 ] ||
  fail "quickstart.sh drew other numbers"
[ "$(wc -l <tree/quickstart/times.txt)" = 10 ] || fail "quickstart.sh timed" "$(cat tree/quickstart/times.txt)"
for called in setup.sh run.sh 'cmake --preset' 'cmake --build' 'cmake --install'; do
  grep -q "^$called" log || fail "README.md does not call $called" "$(cat log)"
done
presets=$(cd "$source_dir" && cmake --list-presets=all)
while read -r word; do
  case $word in
    --preset=*) grep -q "\"${word#*=}\"" <<<"$presets" ;;
    --install=*) grep -qF "\${sourceDir}/${word#*=}\"" "$source_dir/CMakePresets.json" ;;
    --target=*) grep -rqE "^ *add_(executable|library)\(${word#*=} " "$source_dir"/*/CMakeLists.txt ;;
    -D*) grep -q "^option(${word:2:-1} " "$source_dir/CMakeLists.txt" ;;
  esac || fail "there is no $word"
done < <(sed -E 's/(--preset|--install|--target) /\1=/g; s/(--target=[a-z_]+) ([a-z])/\1 --target=\2/
  s/-D([A-Z_]+)=[^ ]*/-D\1=/g' log | tr ' ' '\n')
for script in setup.sh tests/run.sh examples/quickstart.sh; do
  [ -x "$source_dir/$script" ] && bash -n "$source_dir/$script" || fail "$script is no script"
done
for script in "$source_dir"/examples/*.{sh,py}; do
  case $(basename "$script") in
    quickstart.sh) ;;
    to_networkx.py | from_networkx.py | to_pyg.py | from_pyg.py) ;; # interchange.sh runs these
    *) fail "no test runs $script" ;;
  esac
done

# Each block from the top; make reads its numbers from the environment, and of the paper only plans: rules.torch.sh
# runs all rules.
if command -v make >/dev/null; then
  blocks "$source_dir/examples/RESULTS.md"
  for block in "$PWD"/sh/*; do MAKEFLAGS='EPOCHS=1 COUNT=9 ORDERS=1 THREADS=1' paste_into tree "$block"; done
  blocks "$source_dir/examples/paper/README.md"
  for block in "$PWD"/sh/*; do MAKEFLAGS=n paste_into tree "$block"; done
fi
blocks "$source_dir/examples/data/README.md"
paste_into . "$PWD"/sh/*
expect_same <(graphvq view mutag.gvg) <(graphvq view tree/examples/data/mutag.gvg)

# tests/README.md names presets, files and folders that there are, below build/ aside.
while read -r word; do
  [ -e "$source_dir/$word" ] || fail "tests/README.md: no $word"
done < <(grep -oE '\btests/[a-z_/.-]+' "$source_dir/tests/README.md" | sed 's/\.$//' | grep -v '^tests/test_')
while read -r word; do
  grep -q "\"$word\"" <<<"$presets" || fail "tests/README.md: no preset $word"
done < <(grep -ohE -- '--preset [a-z]+' "$source_dir/tests/README.md" | cut -d' ' -f2)

# Links lead somewhere.
for page in README.md {examples,examples/paper,examples/data,tests}/*.md; do
  [ -e "$source_dir/$page" ] || continue
  while read -r link; do
    [ -e "$source_dir/$(dirname "$page")/$link" ] || fail "$page: no $link"
  done < <(grep -oE '\]\([^):]+\)' "$source_dir/$page" | sed 's/^](//; s/[)#].*//')
done
known=$(cd "$source_dir" && echo README.md examples/{,data/,paper/}*.md)
[ "$known" = 'README.md examples/RESULTS.md examples/data/README.md examples/paper/README.md' ] ||
  fail "no test runs one of $known"
