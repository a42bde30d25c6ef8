. "$(dirname "$0")/lib.sh"
# The examples of each command's page, as a reader pastes them in turn, in a folder that has what
# they name; but training is one epoch.

mkdir -p bin have/data have/mutag home/.zfunc home/.config/fish/completions home/.local/share/bash-completion/completions
cat >bin/graphvq <<'SH'
#!/bin/sh
case $1 in
  train-baseline) exec "$GRAPHVQ" "$@" ;;
  train-*) exec "$GRAPHVQ" "$@" --epochs 1 ;;
  *) exec "$GRAPHVQ" "$@" ;;
esac
SH
chmod +x bin/graphvq
export GRAPHVQ
[ -z "$(command -v nauty-geng)" ] || ln -s "$(command -v nauty-geng)" bin/geng  # as Debian calls it
export HOME=$PWD/home
PATH=$PWD/bin:$PATH
cd have || exit 1
graphvq head -n 12 "$source_dir/examples/data/mutag.gvg" -o mutag.gvg
graphvq export tu -q mutag.gvg --out-dir data/MUTAG
graphvq split -q mutag.gvg --out-dir mutag
graphvq export edgelist -q --out-dir roads mutag.gvg
sed 's/^#.*//' roads/0.edges | awk 'NF {print $1 + 1, $2 + 1}' | gzip >roads.txt.gz
rm -r roads
for name in part1 part2 more proteins gen mutag/gen; do cp mutag.gvg $name.gvg; done
cd mutag || exit 1
quick='-q --epochs 1 -t 1'
# shellcheck disable=SC2086
graphvq serialize train.gvg -o train.gvs && graphvq train-tokenizer $quick train.gvs -o tok.safetensors &&
  graphvq tokenize -m tok.safetensors train.gvs -o train.gvt && cp train.gvt valid.gvt &&
  graphvq train-prior $quick train.gvt -o prior.safetensors &&
  graphvq train-edges $quick train.gvt -m tok.safetensors -o edges.safetensors || fail "no models to begin with"
for name in chunk digress; do graphvq mmd -q train.gvg gen.gvg --json -o $name.json; done
cp {tok,prior,edges}.safetensors ..
cd ../..

tried=0
for page in "$source_dir"/man/graphvq*.1; do
  rm -rf lines try && mkdir lines && cp -r have try
  # One file an example: a line .Dl, or what stands between .Bd and .Ed.
  awk '/^\.Sh/ {on = $2 == "EXAMPLES"} !on {next}
    sub(/^\.Dl /, "") {++n; print >("lines/" n)}
    /^\.Bd/ {++n; block = 1; next} /^\.Ed/ {block = 0}
    block {sub(/\\e$/, "\\"); print >("lines/" n)}' "$page"
  [ -n "$(ls lines)" ] || fail "$page has no example"
  for example in lines/*; do
    grep -n '\\[^ ]' "$example" && fail "roff is left in the line above"
    command -v jq >/dev/null || ! grep -q '| jq' "$example" || continue
    (cd try && exec bash -eu -o pipefail "../$example") >"$work/stdout" 2>"$work/stderr"
    code=$?
    # 141: the reader of a pipe had enough.
    [[ $code == @(0|141) ]] || fail "$(basename "$page"): $(cat "$example")" "exit code $code" "$(cat "$work/stderr")"
    ((++tried))
  done
done
[ $tried -ge 50 ] || fail "only $tried examples"
