. "$(dirname "$0")/lib.sh"
# What goes wrong often says in the same line, behind a semicolon, how to go on.

write_tu T
graphvq import -q tu T -o g.gvg
graphvq serialize -q --order bfs g.gvg -o bfs.gvs
graphvq serialize -q --order dfs g.gvg -o dfs.gvs
tiny=(-q --epochs 1 --hidden 2)
graphvq train-tokenizer "${tiny[@]}" bfs.gvs --checkpoint state -o tok
graphvq train-tokenizer "${tiny[@]}" bfs.gvs --seed 1 -o other
graphvq train-tokenizer "${tiny[@]}" bfs.gvs --kind continuous -o latent
graphvq tokenize -q -m tok bfs.gvs -o t.gvt
graphvq tokenize -q -m other bfs.gvs -o other.gvt
graphvq tokenize -q -m latent bfs.gvs -o latent.gvt
graphvq train-prior "${tiny[@]}" t.gvt -o prior
graphvq train-prior "${tiny[@]}" other.gvt -o prior2
graphvq train-edges "${tiny[@]}" t.gvt -m tok -o edges
graphvq train-baseline resample g.gvg -o base
graphvq synth er -q -n 2 | graphvq serialize -q --order bfs -o bare.gvs
graphvq head -n 0 g.gvg -o none.gvg
graphvq head -n 0 bfs.gvs -o none.gvs
head -c -20 g.gvg >cut.gvg
head -c -20 tok >cut.tok
zstd -dqc g.gvg | gzip | head -c -20 >cut.gz
echo '{"nodes": [{"id": 0, "x": 1.5}], "edges": []}' >number.json
echo '{"nodes": [{"id": 0, "x": "a"}], "edges": []}' >word.json
mkdir folder
ls >before

while IFS='|' read -r command hint; do
  # shellcheck disable=SC2086
  said="graphvq ${command%% *}: *; $hint" expect_exit 1 graphvq $command
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$command: more than a line" "$err"
done <<'TABLE'
tokenize -m tok g.gvg -o x|`graphvq serialize` makes them of these
tokenize -m tok t.gvt -o x|name the .gvs that they were made of
train-prior bfs.gvs -o x|`graphvq tokenize` makes them of these
train-prior g.gvg -o x|`graphvq serialize` and `graphvq tokenize` make them of these
split bfs.gvs --out-dir x|name the .gvg that they were made of
split g.gvg --class 7 --out-dir x|`graphvq info` lists the classes
tokenize -m tok dfs.gvs -o x|`graphvq serialize --order bfs` makes that
tokenize -m prior bfs.gvs -o x|`graphvq train-tokenizer` makes one
tokenize -m g.gvg bfs.gvs -o x|`graphvq train-\*` make models
train-tokenizer bfs.gvs --valid dfs.gvs -o x|`graphvq serialize --order bfs` makes that
train-edges t.gvt -m other -o x|`graphvq tokenize` with that one
train-prior t.gvt --valid other.gvt -o x|`graphvq tokenize` both with one
train-joint latent.gvt -m latent -o x|`graphvq train-tokenizer --kind vq` gives some
train-prior t.gvt --resume prior -o x|--checkpoint makes one
train-prior t.gvt --resume state -o x|`graphvq info` shows its command
train-tokenizer bfs.gvs --epochs 1 --hidden 4 --resume state -o x|resume with the options of before
train-prior t.gvt --device cuda:77 -o x|*
sample -n 1 tok prior2 edges -o x|name the models of one tokenizer
sample -n 1 tok tok prior edges -o x|name one
sample -n 1 tok base -o x|name no other model
sample -n 1 tok state edges -o x|the same training with --resume ends in one
sample --given other.gvt tok edges -o x|`graphvq tokenize` with that one
sample --given t.gvt -n 9 tok edges -o x|without -n, all are drawn
score tok --data other.gvt -o x|`graphvq tokenize` with that one
serialize g.gvg --max-nodes 2 --oversize error -o x|--oversize drop or truncate goes on
mmd --desc label -q bare.gvs bare.gvs -o x|leave that out
view tok -o x|`graphvq info` shows it
cat g.gvg -o folder|name a file in it
train-tokenizer none.gvs -o x|`graphvq info` shows the steps that left none
train-tokenizer bfs.gvs --valid none.gvs -o x|`graphvq info` shows the steps that left none
train-baseline er none.gvg -o x|`graphvq info` shows the steps that left none
sample -n 1 tok prior edges --sizes none.gvg -o x|`graphvq info` shows the steps that left none
score tok --data none.gvs -o x|`graphvq info` shows the steps that left none
vun -q g.gvg none.gvg|`graphvq info` shows the steps that left none
select none.gvg|`graphvq info` shows the steps that left none
train-joint t.gvt -m tok -q --epochs 9 --lr 1e9 -o x|a lower --lr or a --clip may help
check cut.gvg|copy or make it again
check cut.gz|copy or make it again
info cut.tok|copy or make it again
cat g.gvg bfs.gvs -o x|join files of one kind
cat bfs.gvs dfs.gvs -o x|`graphvq serialize` both with the same options
cat t.gvt other.gvt -o x|`graphvq tokenize` both with one tokenizer
cat number.json word.json -o x|rename it in one
stats folder|`graphvq import FORMAT` says what is missing
info --get window g.gvg|without --get, all it has are shown
TABLE
said='*; Debian has it as gnuplot-nox' expect_exit 1 env PATH=none "$GRAPHVQ" mmd -q g.gvg g.gvg --plot x
cp "$GRAPHVQ" alone
said='*without LibTorch (-DGRAPHVQ_TORCH=ON) or copied without it' expect_exit 1 ./alone train-prior t.gvt -o x
rm alone
expect_same before <(ls)
