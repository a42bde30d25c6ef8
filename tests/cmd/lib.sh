# Sourced by the scripts of this folder, each of which tests a command or a convention.
# The program is $GRAPHVQ; the working folder is an empty temporary one.
set -u -o pipefail
: "${GRAPHVQ:?is the path of the program}"
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# The manual as the build writes it.
pages=$(dirname "$(dirname "$GRAPHVQ")")/man
work=$(mktemp -d)
# A child that a signal ends before it became its program comes here, too; [ would be interrupted.
trap '[[ $BASHPID != $$ ]] || rm -rf "$work"' EXIT
mkdir "$work/here" && cd "$work/here" || exit 1
exec </dev/null
export LC_ALL=C
unset SLURM_CPUS_PER_TASK

graphvq() { "$GRAPHVQ" "$@"; }

fail() {
  local frame=$((${#BASH_LINENO[@]} - 2))
  printf '%s:%s: ' "$0" "${BASH_LINENO[frame]}"
  printf '%s\n' "$@"
  exit 1
} >&2

# expect_exit CODE COMMAND...: leaves standard output in `out` (raw: in $work/stdout) and fails
# unless the code is CODE and standard error matches the pattern $said, by default nothing.
#   said='graphvq view: x.gvg: *' expect_exit 1 graphvq view x.gvg
expect_exit() {
  local wanted=$1 code said=${said-}
  shift
  "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
  out=$(tr -d '\0' <"$work/stdout")
  err=$(cat "$work/stderr")
  [ "$code" = "$wanted" ] || fail "$*: exit code $code, expected $wanted" "$err"
  # shellcheck disable=SC2053
  [[ $err == $said ]] || fail "$*: standard error is" "$err" "expected" "$said"
}

# expect_usage PATTERN graphvq COMMAND...: exit code 2, the reason, the hint, no output.
expect_usage() {
  local pattern=$1
  shift
  said="graphvq $2: $pattern
graphvq $2: 'graphvq $2 --help' shows what it takes" expect_exit 2 "$@"
  [ -z "$out" ] || fail "$*: printed" "$out"
}

# expect_text EXPECTED: what the last command printed.
expect_text() { [ "$out" = "$1" ] || fail "printed" "$out" "expected" "$1"; }

expect_same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }

# expect_files NAME...: these alone are in the working folder, hidden ones counted.
expect_files() {
  local found wanted
  found=$(ls -A)
  wanted=$([ $# = 0 ] || printf '%s\n' "$@" | sort)
  [ "$found" = "$wanted" ] || fail "files are" "$found" "expected" "$wanted"
}

# Three graphs as a TUDataset folder: a path of three nodes, a triangle, a single node.
write_tu() {
  mkdir -p "$1"
  local prefix=$1/$(basename "$1")
  printf '1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n5, 6\n6, 5\n4, 6\n6, 4\n' >"${prefix}_A.txt"
  printf '1\n1\n1\n2\n2\n2\n3\n' >"${prefix}_graph_indicator.txt"
  printf '1\n-1\n1\n' >"${prefix}_graph_labels.txt"
  printf '3\n5\n3\n5\n5\n5\n9\n' >"${prefix}_node_labels.txt"
}
