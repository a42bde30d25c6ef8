. "$(dirname "$0")/lib.sh"

# complete WORD...: what bash offers for the last word, sorted, in one line.
eval "$(graphvq completion bash)"
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _graphvq 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
expect() {
  local wanted=$1
  shift
  local offered
  offered=$(complete_words "$@")
  [ "$offered" = "$wanted " ] || fail "$*: offered $offered, expected $wanted"
}
mkdir dir
touch a.gvg b.gvs c.txt 'd e.gvg'
expect 'serialize' graphvq ser
expect 'bfs bfs-recent' graphvq serialize --order b
expect 'bfs bfs-recent' graphvq serialize --order = b
expect '--order --orders --output --oversize' graphvq serialize --o
expect 'a.gvg d e.gvg dir' graphvq serialize ''
expect 'a.gvg b.gvs d e.gvg dir' graphvq view ''
expect 'tu' graphvq import t
expect 'er' graphvq synth e
expect 'bash fish zsh' graphvq completion ''
expect 'tokenize' graphvq help tok

for shell in zsh fish; do
  expect_exit 0 graphvq completion $shell
  [[ $out == *--oversize* || $out == *"-l oversize"* ]] || fail "$shell: no --oversize"
  command -v $shell >/dev/null || continue
  $shell -n "$work/stdout" || fail "$shell does not parse it"
done
expect_usage '*bash,zsh,fish*' graphvq completion tcsh
expect_usage '*SHELL is required*' graphvq completion
