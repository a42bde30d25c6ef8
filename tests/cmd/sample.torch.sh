. "$(dirname "$0")/lib.sh"

mutag=$source_dir/examples/data/mutag.gvg
graphvq split -q "$mutag" --parts train=.3,valid=.7 --out-dir .
graphvq serialize train.gvg -o train.gvs
graphvq train-tokenizer train.gvs -q --epochs 2 -o tok
graphvq tokenize -m tok train.gvs -o train.gvt
graphvq train-prior train.gvt -q --epochs 2 -o prior
graphvq train-edges train.gvt -m tok -q --epochs 2 -o edges
models=(edges tok prior) # in any order
records() { graphvq view "$@"; }

expect_exit 0 graphvq sample -q -n 40 "${models[@]}" -o all.gvg
expect_exit 0 graphvq check -q all.gvg
expect_exit 0 graphvq info --get graphs all.gvg
expect_text 40

# Threads change no byte; more graphs, parts and stages change no record.
expect_exit 0 graphvq sample -q -n 40 -t 3 "${models[@]}" -o threads.gvg
expect_same all.gvg threads.gvg
expect_exit 0 graphvq sample -q -n 7 "${models[@]}" -o few.gvg
expect_same <(records few.gvg) <(records all.gvg | head -n 7)
for i in 1 2 3; do graphvq sample -q -n 40 --part $i/3 "${models[@]}" -o part.$i; done
expect_same <(records part.1; records part.2; records part.3) <(records all.gvg)
expect_same <(graphvq cat part.[123] | graphvq view) <(records all.gvg)
expect_exit 0 graphvq sample -q -n 40 --tokens tok prior -o all.gvt
expect_exit 0 graphvq sample -q --given all.gvt tok edges -o given.gvg
expect_same <(records given.gvg) <(records all.gvg)
expect_exit 0 graphvq sample -q --given all.gvt -n 7 tok edges -o given.7
expect_same <(records given.7) <(records few.gvg)
# What is drawn for a file has its history.
[[ $(graphvq info given.7) == *"--tokens tok prior"*"--given all.gvt -n 7"* ]] || fail "$(graphvq info given.7)"
said='graphvq sample: all.gvt: has 40 graphs, -n asks for 41*' expect_exit 1 graphvq sample -n 41 --given all.gvt tok edges -o x
expect_exit 0 graphvq sample -q --given all.gvt --part 2/3 tok edges -o given.2
expect_same <(records given.2) <(records part.2)
expect_exit 0 graphvq sample -q -n 40 --seed 1 "${models[@]}" -o other.gvg
cmp -s <(records all.gvg) <(records other.gvg) && fail "the seed does nothing"
expect_exit 0 graphvq sample -q -n 0 "${models[@]}" -o none.gvg
expect_exit 0 graphvq info --get graphs none.gvg
expect_text 0

# The codes of a token file are as many as nodes.
graphvq view all.gvt | python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    assert len(record["codes"]) == len(record["nodes"]) > 0 and not record["edges"]'

# Sizes.
expect_exit 0 graphvq sample -q -n 9 --sizes 5 "${models[@]}" -o five.gvg
expect_exit 0 graphvq info --get nodes five.gvg
expect_text 45
graphvq sample -q -n 50 --sizes 3-4 "${models[@]}" | graphvq stats | sed 1d | cut -f 2 | sort -u >sizes
expect_same sizes <(printf '3\n4\n')
graphvq sample -q -n 50 --sizes five.gvg "${models[@]}" -o as-five.gvg
graphvq stats as-five.gvg | sed 1d | cut -f 2 | sort -u >sizes
expect_same sizes <(printf '5\n')
# Where sizes come from is in the history: the file's hash and its own steps.
[[ $(graphvq info --get provenance as-five.gvg) == *"sample -n 9 --sizes 5 "*"$(graphvq info --get hash five.gvg)"* ]] ||
  fail "$(graphvq info --get provenance as-five.gvg)"

# A temperature near 0 is the threshold; sharpening by .5 too.
graphvq sample -q -n 20 --threshold "${models[@]}" | graphvq view >threshold
expect_same threshold <(graphvq sample -q -n 20 --temperature 1e-6 "${models[@]}" | graphvq view)
expect_same threshold <(graphvq sample -q -n 20 --sharpen .5 "${models[@]}" | graphvq view)
expect_exit 0 graphvq sample -q -n 20 --one-stage tok prior -o one-stage.gvg
graphvq train-tokenizer train.gvs -q --epochs 1 -W 0 -o narrow
graphvq tokenize -m narrow train.gvs -o narrow.gvt
expect_usage '--one-stage needs windows*' graphvq sample --given narrow.gvt --one-stage narrow -o x
expect_exit 0 graphvq sample -q -n 20 --node-temperature 2 "${models[@]}" -o hot.gvg

# The temperature that calibrate stores is used; 1 before.
graphvq tokenize -m tok train.gvs -o valid.gvt
said='graphvq calibrate: temperature 0.9*: validation * nats a decision, * at temperature 1' \
  expect_exit 0 graphvq calibrate edges --valid valid.gvt -o cool
graphvq sample -q -n 40 tok prior cool -o cool.gvg
cmp -s <(records all.gvg) <(records cool.gvg) && fail "the calibrated temperature does nothing"

# None of these maps LibTorch.
for command in "sample -q -n 5 tok prior edges" "tokenize -m tok train.gvs" "synth er -n 3 -q" "serialize train.gvg" \
  "mmd train.gvg valid.gvg" "view train.gvg"; do
  # shellcheck disable=SC2086
  LD_DEBUG=files graphvq $command 2>&1 >/dev/null | grep -q 'libtorch\|libc10' && fail "$command maps LibTorch"
done

# What does not fit is refused.
graphvq train-tokenizer train.gvs -q --epochs 1 --seed 9 -o tok9
said='graphvq sample: prior: was trained on tokenizer *, not on **' expect_exit 1 graphvq sample -n 1 tok9 prior edges
expect_usage 'a prior means nothing with --given' graphvq sample --given all.gvt tok prior edges
expect_usage 'an edge decoder means nothing with --tokens' graphvq sample -n 1 --tokens tok prior edges
expect_usage 'an edge decoder means nothing with --one-stage' graphvq sample -n 1 --one-stage tok prior edges
expect_usage '--sizes means nothing with --given*' graphvq sample --given all.gvt tok edges --sizes empirical
expect_usage 'needs an edge decoder (or --one-stage, or --tokens)' graphvq sample -n 1 tok prior
expect_usage 'needs a prior or a joint model' graphvq sample -n 1 tok edges
expect_usage '-n COUNT is missing' graphvq sample "${models[@]}"
said='graphvq sample: tok: a second tokenizer model*' expect_exit 1 graphvq sample -n 1 tok tok prior edges
said='graphvq sample: device cuda*' expect_exit 1 graphvq sample -n 1 --device cuda "${models[@]}" -o x
said='graphvq sample: train.gvs: *expected tokens*' expect_exit 1 graphvq sample --given train.gvs tok edges -o x
[ -e x ] && fail "a refused run left a file"
exit 0
