. "$(dirname "$0")/lib.sh"
# What holds for every command of the table.

commands=$(graphvq --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 20 ] || fail "few commands: $commands"

expect_exit 0 graphvq --version
[[ $out =~ ^graphvq\ [0-9]+\.[0-9]+\.[0-9]+$'\n'(LibTorch\ [0-9]+\.[0-9]+\.[0-9]+|without LibTorch)$ ]] ||
  fail "version is $out"
expect_exit 0 graphvq version
expect_same "$work/stdout" <(graphvq --version)
expect_exit 0 graphvq --help
expect_exit 2 graphvq
said="graphvq: unknown command serialise; did you mean serialize?
graphvq: 'graphvq --help' shows what it takes" expect_exit 2 graphvq serialise
said="graphvq: unknown command frobnicate
graphvq: 'graphvq --help' shows what it takes" expect_exit 2 graphvq frobnicate
for typed in train trian trai; do
  said="graphvq: unknown command $typed; did you mean train-tokenizer, train-prior, train-edges, train-joint, train-baseline?
graphvq: 'graphvq --help' shows what it takes" expect_exit 2 graphvq $typed
done
expect_usage 'unknown command tokenise; did you mean tokenize?' graphvq help tokenise

has_default='^-[^ ]* (FILE|DIR|NAME|TOK|VALUE) |[]}A-Z]=|\[.*\]|REQUIRED|default'
for command in $commands; do
  expect_exit 0 graphvq "$command" --help
  [[ $out == *"Example:"*"graphvq $command"* ]] || fail "$command --help has no example"
  # Choices, numbers and shares have a default, in brackets where it is no value.
  while read -r line; do
    [[ $line =~ $has_default ]] || fail "$command --help: no default: $line"
  done < <(awk '/^  -/ { if (line) print line; line = $0; next }
    /^         / { line = line $0; next } { if (line) print line; line = "" }' <<<"$out" |
    grep -E '^ *-[^ ]+ [A-Z{]')
  expect_same <(graphvq help "$command") <(printf '%s\n' "$out")
  expect_same <(graphvq "$command" --version) <(graphvq --version)

  page=$pages/man1/graphvq-$command.1
  [ -e "$page" ] || fail "no page $page"
  grep -q '^\.Sh EXAMPLES' "$page" || fail "$page has no examples"
  for option in $(grep -oE '^  (-[^ ]+|--[^ ]+)' <<<"$out" | grep -oE -- '--[a-z-]+'); do
    grep -qE "Fl Fl ${option#--}( |\$)" "$page" || fail "$page does not name $option"
  done

  # The example is no misuse, though its files are not here.
  while read -r line; do
    (eval "${line/#graphvq/'"$GRAPHVQ"'}" >/dev/null 2>said </dev/null) || [ $? != 2 ] || fail "$line" "$(cat said)"
  done < <(grep '^  graphvq ' <<<"$out")
  expect_usage 'unknown option --hlep; did you mean --help?' graphvq "$command" --hlep
  expect_usage '*' graphvq "$command" --no-such-thing-at-all
done

# Words in brackets are names of files, not lists; an empty word is none.
graphvq synth er -n 3 -q -o a.gvg
graphvq synth er -n 5 -q -o '[a.gvg]'
expect_exit 0 graphvq info --get graphs a.gvg '[a.gvg]'
expect_text '3
5'
expect_exit 0 graphvq cat '[a.gvg]' a.gvg -o both.gvg
expect_exit 0 graphvq info --get provenance both.gvg
[[ $out == *"graphvq cat '[a.gvg]' a.gvg\""* ]] || fail "$out"
expect_usage '\[a.gvg\]: the output is also an input' graphvq cat '[a.gvg]' -o '[a.gvg]'
expect_usage '--output: an empty name' graphvq cat a.gvg -o ''
expect_usage 'FILE: an empty name' graphvq cat ''
expect_usage '--valid: an empty name' graphvq train-prior a.gvt --valid '' -o x
expect_usage '--valid has no value' graphvq train-prior --valid= a.gvt -o x
expect_usage 'standard input can be read only once' graphvq check - a.gvg - <a.gvg
# A value that looks like an option stays in the history; bytes that are no text are numbers there.
cp a.gvg $'\xff.gvg'
expect_exit 0 graphvq head -n 2 $'\xff.gvg' -o head.gvg
expect_exit 0 graphvq info --get provenance head.gvg
[[ $out == *"head -n 2 \$'\\\\377.gvg'"* ]] || fail "$out"
echo '{"graph":{"class":"-q"},"nodes":[],"edges":[]}' | graphvq import -q json -o q.gvg
expect_exit 0 graphvq split q.gvg --class -q -q --parts t=1 --out-dir q
expect_exit 0 graphvq info --get provenance q/t.gvg
[[ $out == *'split q.gvg --class -q --parts t=1'* ]] || fail "$out"

# Numbers neither wrap around nor are nan.
expect_usage "*'-1' is no whole number of at least 0" graphvq synth er -n -1
expect_usage "*'1e3' is no whole number*" graphvq synth er -n 1e3
expect_usage "*'-7' is no whole number*" graphvq serialize --seed -7
expect_usage "*'99999999999999999999' is no whole number*" graphvq synth er -n 99999999999999999999
# Zeros that lead make no other base.
expect_exit 0 graphvq synth er -n 010 --seed 08 -q --no-provenance -o zeros.gvg
expect_same zeros.gvg <(graphvq synth er -n 10 --seed 8 -q --no-provenance)
expect_usage "*'0x10' is no whole number*" graphvq synth er -n 0x10
expect_usage "*'nan' is no number of at least 1e-09 and at most 1000000000" graphvq sample -n 1 --temperature nan x
expect_usage "*'1e38' is no number of *" graphvq train-prior --lr 1e38 x
expect_usage "*'1e-300' is no number of *" graphvq sample -n 1 --node-temperature 1e-300 x
expect_usage "*'.6' is no number of at least 0 and at most 0.5" graphvq sample -n 1 --sharpen .6 x

# At 80 columns a page indents what is pasted by 11 and breaks none of its lines; it fills .Dl, and breaks that.
for page in "$pages"/man?/graphvq*.[157]; do
  grep -nE '^(Of|The same) ' "$page" && fail "$page: a sentence without its subject first"
  grep -n '^\.Dl' "$page" && fail "$page: .Dl is filled anew, .Bd -literal is not"
  awk '/^\.Ed/ {block = 0} {sub(/\\e$/, "\\")} block && length > 69 {print; bad = 1}
    /^\.Bd -literal/ {block = 1} END {exit bad}' "$page" || fail "$page: more than 69 columns"
done
