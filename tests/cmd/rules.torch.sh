. "$(dirname "$0")/lib.sh"
# Every rule of every Makefile of examples/, and the arrays of paper.slurm, on a small scale: one epoch, few graphs, and
# one value of each list of numbers. A rule that makes nothing here fails the test.
command -v make >/dev/null || exit 77

export GRAPHVQ
PATH=$source_dir/tests/cmd/small:$PATH
# Make reads its own variables from here, those of sbatch's jobs, too.
small() { MAKEFLAGS="$(printf '%q ' "${numbers[@]}")" "$@" >log 2>&1 || fail "$*" "$(tail -n 30 log)"; }

# expect_rules FOLDER DATABASE...: each rule that `make -p` printed made a file below FOLDER, which is made by the rule
# with % that fits it best; other targets are in .PHONY, whose goals the test makes.
expect_rules() {
  find "$1" -type f >files
  cat "${@:2}" | awk '
    /^\.PHONY:/ {for (i = 2; i <= NF; ++i) phony[$i]}
    /^[^#\t ].*:/ {targets = $0; sub(/:.*/, "", targets)}
    /^#  recipe to execute .from/ {n = split(targets, each, " "); for (i = 1; i <= n; ++i) rules[each[i]]}
    END {
      while ((getline file <"files") > 0) {
        delete rules[file]
        best = ""
        for (rule in rules) {
          at = index(rule, "%")
          if (!at || length(rule) - 1 >= length(file) || length(rule) <= length(best)) continue
          tail = substr(rule, at + 1)
          if (substr(file, 1, at - 1) == substr(rule, 1, at - 1) &&
              substr(file, length(file) - length(tail) + 1) == tail) best = rule
        }
        made[best]
      }
      for (rule in rules) if (!(rule in made) && !(rule in phony)) {print rule; bad = 1}
      exit bad
    }' >idle || fail "rules of $1 that made nothing:" "$(cat idle)"
}
# goals MAKEFILE: those of .PHONY but `clean`.
goals() { sed -n 's/^\.PHONY: *//p' "$1" | tr ' ' '\n' | sed '/^changed$\|^clean$/d'; }

graphvq head -n 100 "$source_dir/examples/data/mutag.gvg" -o mutag.gvg

examples() {
  numbers=(EPOCHS=1 COUNT=9 ORDERS=1 THREADS=1)
  for model in joint staged; do
    local goal of=(-C "$source_dir/examples" SET="$PWD/mutag.gvg" OUT="$PWD/out" MODEL=$model RULE=connected)
    for goal in $(goals "$source_dir/examples/Makefile"); do small make "${of[@]}" "$goal"; done
    small make -pq "${of[@]}"
    mv log "$model.rules"
  done
  expect_rules "$PWD/out" {joint,staged}.rules
  small make "${of[@]}" clean
  [ ! -e out ] || fail "make clean leaves" "$(ls out)"
}

paper() {
  local folder=$source_dir/examples/paper out=$PWD/paper/quick goal
  numbers=(SYNTHETIC=12 REAL=20 COUNT=3 EPOCHS=1 ORDERS=1 ORDERS_proteins=1 JOINT_ORDERS=1 'JOINT=--epochs 1'
    'ORDER=native random' CODES=8 MANY=M2 WINDOW=W2 ONE_STAGE=W2 CHUNK=b1 WEIGHT=w+3 TEMPERATURE=tau.8 COIN=2)
  graphvq export tu -q mutag.gvg --out-dir tu/PROTEINS
  # The header of paper.slurm, as it says it: one job of its array, the reports of MUTAG.
  mkdir bin
  cat >bin/sbatch <<'SBATCH'
#!/bin/bash
array='' words=()
for word; do
  case $word in
    --array=*-*) array=${word#*=} ;;
    --parsable) echo 7 ;;
    --dependency=afterok:7) ;;
    -*) exit 2 ;;
    *) words+=("$word") ;;
  esac
done
export SLURM_CPUS_PER_TASK=2
[ -n "$array" ] || exec bash "${words[@]}"
for i in $(seq "${array%-*}" "${array#*-}"); do
  SLURM_ARRAY_TASK_ID=$i bash "${words[@]}" >&2 || exit
done
SBATCH
  chmod +x bin/sbatch
  sed -n '/^#SBATCH/q; s/^#   //p' "$folder/../slurm/paper.slurm" |
    sed "s/   .*//; s,/path/to/TU,$PWD/tu,; s/--array=0-14/--array=0-0/; s,^cd .*,cd $folder," >array.sh
  [ "$(grep -c 'sbatch\|make' array.sh)" = 3 ] || fail "the header of paper.slurm is" "$(cat array.sh)"
  PATH=$PWD/bin:$PATH OUT=$out SETS=mutag SEEDS=0 small bash -eu array.sh
  [ -e "$out/tables/main.md" ] && [ -e "$out/figures/weight.svg" ] || fail "paper.slurm made" "$(find "$out")"

  # The rest: sets that rules are for alone, a second seed, and what no table has.
  local of=(-C "$folder" -j2 TU="$PWD/tu")
  small make "${of[@]}" QUICK=1 OUT="$out" SETS=proteins "$out/proteins.0/floor.json"
  small make "${of[@]}" QUICK=1 OUT="$out" SETS=ring "$out/tables/window.md" "$out/tables/window.tex"
  small make "${of[@]}" QUICK=1 OUT="$out" SETS=mutag 'SEEDS=0 1' "$out/tables/temperature.md"
  small make "${of[@]}" QUICK=1 OUT="$out" "$out"/mutag.0/{labels.prior.safetensors,w+3@edges.json}
  of+=(SETS=mutag)
  for goal in $(goals "$folder/Makefile"); do
    case $goal in
      quick) small make "${of[@]}" OUT="$(dirname "$out")" quick ;;
      *) small make "${of[@]}" QUICK=1 OUT="$out" "$goal" ;;
    esac
  done
  small make "${of[@]}" QUICK=1 OUT="$out" -pq
  expect_rules "$out" log
  small make "${of[@]}" OUT="$out" clean
  [ ! -e "$out" ] || fail "make clean leaves" "$(find "$out")"
}

# At full scale each kind of command is one that the program takes, though its files are not here.
plan() {
  numbers=()
  small make -n -C "$source_dir/examples/paper" GRAPHVQ=graphvq OUT=out TU=tu SEEDS='0 1 2' all
  # One of those that differ in names of files alone.
  sed ':more; /\\$/{N; s/\\\n//; b more}; s/.*&& *graphvq/graphvq/' log | tr '|' '\n' | awk '/^ *graphvq / {
      kind = $0
      gsub(/ [^ ]*\/[^ ]*/, "", kind)
      gsub(/--seed [0-9]/, "", kind)
      if (!seen[kind]++) print
    }' >plan
  [ "$(wc -l <plan)" -ge 100 ] || fail "the plan is" "$(cat plan)"
  while read -r line; do
    (eval "$line") >/dev/null 2>said </dev/null || [ $? != 2 ] || fail "$line" "$(cat said)"
  done <plan
}

for makefile in $(cd "$source_dir/examples" && find . -name Makefile -printf '%P\n'); do
  case $makefile in
    Makefile) examples ;;
    paper/Makefile) paper && plan ;;
    *) fail "no test runs examples/$makefile" ;;
  esac
done
