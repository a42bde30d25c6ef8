. "$(dirname "$0")/lib.sh"

# report FILE REFERENCE HASH DEGREE ORBIT...: a report whose results have these pairs of MMDs.
report() {
  local file=$1 reference=$2 hash=$3 results=
  shift 3
  while [ $# -gt 0 ]; do
    results+="${results:+,}{\"file\":\"g\",\"graphs\":9,\"hash\":\"h\",\"mmd2\":{\"degree\":{\"value\":$1,\"bandwidth\":1},\"orbit\":{\"value\":$2,\"bandwidth\":1}}}"
    shift 2
  done
  mkdir -p "$(dirname "$file")"
  printf '{"reference":{"file":"%s","graphs":9,"hash":"%s"},"settings":{"descriptors":["degree","orbit"],"kernel":"gaussian","bandwidth":"median","version":"0"},"results":[%s]}' \
    "$reference" "$hash" "$results" >"$file"
}
row() { awk -F'\t' -v s="$1" -v m="$2" -v q="$3" '$1 == s && $2 == m && $3 == q' "$work/stdout" | cut -f4-; }

# By hand: on set one, seed 1 ranks a 1 and 1.5, b 2 and 1.5, seed 2 a 2 and 1, b 1 and 2.
report one/a.json one/train.gvg 11 0.125 0.5 0.5 0.2
report one/b.json one/train.gvg 11 0.25 0.5 0.375 0.9
report two/a@0.json two/train.gvg 22 0.1 0.1
report two/a@1.json two/train.gvg 22 0.1 0.1
report two/b.json two/train.gvg 22 0.2 0.3 0.2 0.3
all=(one/a.json one/b.json two/a@0.json two/a@1.json two/b.json)
expect_exit 0 graphvq rank "${all[@]}" --against a
expect_text "$(printf '%s\n' \
  'set	method	measure	runs	mean	low	high	difference	t	p' \
  'one/train.gvg	a	rank	2	1.375	1.25	1.5	0	0	1' \
  'one/train.gvg	b	rank	2	1.625	1.5	1.75	0.25	1	0.5' \
  'one/train.gvg	a	degree	2	0.3125	0.125	0.5	0	0	1' \
  'one/train.gvg	b	degree	2	0.3125	0.25	0.375	0	0	1' \
  'one/train.gvg	a	orbit	2	0.35	0.2	0.5	0	0	1' \
  'one/train.gvg	b	orbit	2	0.7	0.5	0.9	0.35	1	0.5' \
  'two/train.gvg	a	rank	2	1	1	1	0	0	1' \
  'two/train.gvg	b	rank	2	2	2	2	1	inf	0' \
  'two/train.gvg	a	degree	2	0.1	0.1	0.1	0	0	1' \
  'two/train.gvg	b	degree	2	0.2	0.2	0.2	0.1	inf	0' \
  'two/train.gvg	a	orbit	2	0.1	0.1	0.1	0	0	1' \
  'two/train.gvg	b	orbit	2	0.3	0.3	0.3	0.2	inf	0' \
  'all	a	rank	4	1.1875	1.125	1.25	0	0	1' \
  'all	b	rank	4	1.8125	1.75	1.875	0.625	2.61116	0.079605')"

# A Markdown and a LaTeX table: the best in bold, the significant starred, names escaped.
expect_exit 0 graphvq rank "${all[@]}" --against a --markdown --desc degree
[ "$(sed -n '1p;2p;6p' <<<"$out")" = "$(printf '%s\n' '| set | method | rank | degree |' '|---|---|---:|---:|' \
  '| two/train.gvg | b | 2 [2, 2] \* | 0.2 [0.2, 0.2] \* |')" ] || fail "$out"
report one/c_1.json one/train.gvg 11 0.3 0.4 0.4 0.8
expect_exit 0 graphvq rank one/a.json one/c_1.json --latex
[[ $out == '\begin{tabular}{llrrr}'* && $out == *'c\_1 & '* && $out == *'\textbf{0.312}'* ]] || fail "$out"

# Splits that change with the seed: two sets of one run, or one of two.
report s-0/a.json s-0/train.gvg 33 0.1 0.1
report s-1/a.json s-1/train.gvg 44 0.3 0.3
expect_exit 0 graphvq rank s-0/a.json s-1/a.json
[ "$(row s-0/train.gvg a degree)" = "1	0.1	nan	nan" ] || fail "$out"
expect_exit 0 graphvq rank s-0/a.json s-1/a.json --merge-seeds
[ "$(row 's-*/train.gvg' a degree)" = "2	0.2	0.1	0.3" ] || fail "$out"

# Another table beside: its own, an older one with other columns and rows, and what is none.
report b/a.json b/train.gvg 11 0.125 0.5
expect_exit 0 graphvq rank b/a.json -o old.tsv
expect_exit 0 graphvq rank b/a.json --beside old.tsv
[ "$(row b/train.gvg a orbit)" = "1	0.5	nan	nan	0.5" ] || fail "$out"
printf 'mean\tset\tmethod\tmeasure\r\n.25\tb/train.gvg\ta\torbit\n9\tother\ta\torbit' >old.tsv
expect_exit 0 graphvq rank b/a.json --beside old.tsv
[ "$(row b/train.gvg a orbit)$(row b/train.gvg a degree)" = "1	0.5	nan	nan	0.251	0.125	nan	nan	nan" ] || fail "$out"
expect_exit 0 graphvq rank b/a.json --beside old.tsv --markdown --desc orbit
[ "$(sed -n 3p <<<"$out")" = '| b/train.gvg | a | **1** | **0.5** (0.25) |' ] || fail "$out"
no_table() {
  printf "$1" >old.tsv
  said="graphvq rank: old.tsv: $2" expect_exit 1 graphvq rank b/a.json --beside old.tsv -o table.tsv
  [ ! -e table.tsv ] || fail "a table is left"
}
no_table '\n' 'line 1: the heading has no set'
no_table '' 'has no heading'
no_table 'set\tmethod\tmean\n' 'line 1: the heading has no measure'
no_table 'set\tmethod\tmeasure\tmean\none\ta\torbit\n' 'line 2: has 3 cells, the heading 4'
no_table 'set\tmethod\tmeasure\tmean\none\ta\torbit\tx1\n' 'line 2: x1 is no number'
no_table 'set\tmethod\tmeasure\tmean\none\ta\torbit\t1\none\ta\torbit\t2\n' 'line 3: a second mean of orbit of a on one'

# What mmd writes is read; its own result for a file that is the reference is the best.
graphvq synth ring -n 40 -q -o ring.gvg
graphvq synth comm -n 40 -q -o comm.gvg
graphvq mmd ring.gvg ring.gvg --json -o same.json
graphvq mmd ring.gvg comm.gvg --json -o other.json
expect_exit 0 graphvq rank same.json other.json
[ "$(row all same rank)$(row all other rank)" = "1	1	nan	nan1	2	nan	nan" ] || fail "$out"

# Methods that are shown and not ranked leave the ranks of the others alone, and are not the best.
report one/floor.json one/train.gvg 11 0 0 0 0
expect_exit 0 graphvq rank one/a.json one/b.json one/floor.json --unranked floor
[ "$(row one/train.gvg a rank)" = "2	1.375	1.25	1.5" ] || fail "$out"
[ -z "$(row one/train.gvg floor rank)$(row all floor rank)" ] || fail "$out"
expect_exit 0 graphvq rank one/a.json one/b.json one/floor.json --unranked floor --markdown --desc orbit
[ "$(sed -n '3p;5p' <<<"$out")" = "$(printf '%s\n' '| one/train.gvg | a | **1.25** [1, 1.5] | **0.35** [0.2, 0.5] |' \
  '| one/train.gvg | floor |  | 0 [0, 0] |')" ] || fail "$out"
# One that is not ranked may have fewer runs, or none on a set; its test has no pairs.
report short/floor.json one/train.gvg 11 0 0
expect_exit 0 graphvq rank one/a.json one/b.json short/floor.json --unranked floor --against a
[ "$(row one/train.gvg a rank | cut -f 1-2)" = "2	1.375" ] || fail "$out"
[ "$(row one/train.gvg floor orbit)" = "1	0	nan	nan	nan	nan	nan" ] || fail "$out"
expect_usage '--unranked z: the methods are a' graphvq rank one/a.json --unranked z
expect_usage '--unranked leaves no method to rank' graphvq rank one/a.json --unranked a

# Further numbers: of mmd by name, of score by path; null is nan.
for share in 0.25 0.75; do
  sed 's/"hash":"h"/&,"connected":'$share/g one/a.json >one/shares@$share.json
done
expect_exit 0 graphvq rank one/shares@0.25.json one/shares@0.75.json --values connected
[ "$(row one/train.gvg shares connected | cut -f1,2)" = "4	0.5" ] || fail "$out"
score() { printf '{"data":{"file":"%s","graphs":1,"hash":"%s"},"edges":{"true":{"nll":%s}},"prior":{"nll_mean":%s}}' "$@"; }
score s-0/test.gvg 5 0.5 2 >s-0/m@score.json
score s-1/test.gvg 6 0.75 null >s-1/m@score.json
expect_exit 0 graphvq rank s-0/m@score.json s-1/m@score.json --merge-seeds --values edges.true.nll,prior.nll_mean
[ "$(row 's-*/test.gvg' m edges.true.nll | cut -f2)" = 0.625 ] || fail "$out"
[ "$(row 's-*/test.gvg' m prior.nll_mean | cut -f2)" = nan ] || fail "$out"
expect_exit 0 graphvq rank s-0/m@score.json --values edges.true.nll --markdown
expect_text "$(printf '%s\n' '| set | method | edges.true.nll |' '|---|---|---:|' '| s-0/test.gvg | m | 0.5 |')"
expect_usage '--values chooses what of the reports is shown' graphvq rank s-0/m@score.json
expect_usage 'the list of reports has s-0/m@score.json twice' graphvq rank s-0/m@score.json s-0/m@score.json --values a
expect_usage '--values has a twice' graphvq rank s-0/m@score.json --values a,a
said='graphvq rank: s-0/m@score.json: has no edges.no' \
  expect_exit 1 graphvq rank s-0/m@score.json --values edges.no
said='graphvq rank: one/a.json: has settings *' expect_exit 1 graphvq rank s-0/m@score.json one/a.json --values edges.true.nll

said='graphvq rank: a has fewer runs against two/train.gvg than other methods' \
  expect_exit 1 graphvq rank two/a@0.json two/b.json
graphvq mmd ring.gvg comm.gvg --json --bandwidth 1 -o wide.json
said='graphvq rank: wide.json: has settings *' expect_exit 1 graphvq rank other.json wide.json
for option in --no-labels '--block 10'; do
  # shellcheck disable=SC2086
  graphvq mmd -q ring.gvg comm.gvg --json $option -o apart.json
  said='graphvq rank: apart.json: has settings *' expect_exit 1 graphvq rank other.json apart.json
done
for seed in 0 5; do graphvq mmd -q ring.gvg comm.gvg --json --desc gin --seed $seed -o gin$seed.json; done
said='graphvq rank: gin5.json: has settings *' expect_exit 1 graphvq rank gin0.json gin5.json
# Against a method that has no ranks there is nothing to test.
expect_exit 0 graphvq rank "${all[@]}" --unranked a --against a
[ "$(row one/train.gvg b rank | cut -f 5-)" = 'nan	nan	nan' ] || fail "$out"
# Any signature and kernel; other protocols are other measures.
graphvq mmd -q ring.gvg comm.gvg --json --kernel linear --desc gin,label-edge,wl,orbit4 -o linear.json
expect_exit 0 graphvq rank linear.json
cut -f 3 "$work/stdout" >measures
expect_same measures <(printf '%s\n' measure rank gin label-edge wl orbit4 rank)
graphvq mmd -q ring.gvg comm.gvg --json --preset gran -o gran.json
graphvq mmd -q ring.gvg comm.gvg --json --preset gdss -o gdss.json
expect_exit 0 graphvq rank gran.json --desc orbit4,spectral-histogram
said='graphvq rank: gdss.json: has settings *gdss*gran*' expect_exit 1 graphvq rank gran.json gdss.json
echo '{"a": 1}' >no.json
said='graphvq rank: no.json: is no report of mmd --json*' expect_exit 1 graphvq rank no.json
expect_usage '--against z: the methods are a, b' graphvq rank "${all[@]}" --against z
expect_usage '*--latex*' graphvq rank one/a.json --latex --markdown
exit 0
