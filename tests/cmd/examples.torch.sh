. "$(dirname "$0")/lib.sh"
# The examples of each command's page, as a reader pastes them in turn, in a folder that has what
# they name; but training is one epoch.

mkdir -p have/data have/mutag home/.zfunc home/.config/fish/completions home/.local/share/bash-completion/completions
export GRAPHVQ
export HOME=$PWD/home
PATH=$source_dir/tests/cmd/small:$PATH
cd have || exit 1
graphvq head -n 12 "$source_dir/examples/data/mutag.gvg" -o mutag.gvg
graphvq export tu -q mutag.gvg --out-dir data/MUTAG
graphvq split -q mutag.gvg --out-dir mutag
graphvq export edgelist -q --out-dir roads mutag.gvg
sed 's/^#.*//' roads/000000.edges | awk 'NF {print $1 + 1, $2 + 1}' | gzip >roads.txt.gz
rm -r roads
for name in part1 part2 more proteins gen mutag/gen; do cp mutag.gvg $name.gvg; done
cd mutag || exit 1
quick='-q --epochs 1 -t 1'
# shellcheck disable=SC2086
graphvq serialize train.gvg -o train.gvs && graphvq train-tokenizer $quick train.gvs -o tok.safetensors &&
  graphvq tokenize -m tok.safetensors train.gvs -o train.gvt && cp train.gvt valid.gvt &&
  graphvq train-prior $quick train.gvt -o prior.safetensors &&
  graphvq train-edges $quick train.gvt -m tok.safetensors -o edges.safetensors &&
  graphvq train-joint $quick train.gvt -m tok.safetensors -o joint.safetensors || fail "no models to begin with"
cp {tok,joint}.safetensors ..
cd ../..

tried=0
for page in "$pages"/man1/graphvq*.1; do
  rm -rf lines try && mkdir lines && cp -r have try
  # One file a command between .Bd and .Ed: it goes on after \ or |, and a loop to its end.
  awk '/^\.Sh/ {on = $2 == "EXAMPLES" || $2 == "READING"} /^\.Ed/ {block = 0} /^\.Bd/ {block = on; next} !block {next}
    !more {file = sprintf("lines/%02d", ++n)}
    {sub(/\\e$/, "\\"); print >file; loop += /do$/; loop -= /^done/; more = loop || /[\\|]$/}' "$page"
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
