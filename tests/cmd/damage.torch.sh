. "$(dirname "$0")/lib.sh"
# Files of every kind that a command writes: no cut and no changed byte passes as other content.
# GRAPHVQ_SEED=N draws the places of an earlier run again.

seed=${GRAPHVQ_SEED:-$RANDOM}
golden=$source_dir/tests/formats/container/golden
graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.2,rest=.8 --out-dir .
rm rest.gvg
zstd -dqc train.gvg >raw.gvg
graphvq synth comm -n 12000 -q -o frames.gvg
graphvq serialize -q train.gvg -o train.gvs

small=(-q --epochs 1 --hidden 4 --checkpoint)
graphvq train-tokenizer train.gvs "${small[@]}" tokenizer.state -K 4 -W 3 -o tokenizer.safetensors
graphvq train-tokenizer train.gvs "${small[@]}" continuous.state --kind continuous -W 3 -o continuous.safetensors
graphvq train-tokenizer train.gvs -q --kind raw -o raw.safetensors
graphvq tokenize -q -m tokenizer.safetensors train.gvs -o train.gvt
graphvq tokenize -q -m continuous.safetensors train.gvs -o continuous.gvt
graphvq train-prior train.gvt "${small[@]}" prior.state -o prior.safetensors
graphvq train-prior continuous.gvt "${small[@]}" gaussian.state -o gaussian.safetensors
graphvq train-edges train.gvt "${small[@]}" edges.state -m tokenizer.safetensors -o edges.safetensors
graphvq train-edges train.gvt "${small[@]}" structural.state -m tokenizer.safetensors --decoder structural \
  -o structural.safetensors
graphvq train-joint train.gvt "${small[@]}" joint.state -m tokenizer.safetensors -o joint.safetensors
graphvq train-baseline resample train.gvg -o resample.safetensors
graphvq train-baseline configuration train.gvg -o configuration.safetensors
[ "$(ls | wc -l)" = 23 ] || fail "files are missing" "$(ls)"

"$GRAPHVQ_DAMAGE" "$seed" "$golden"/* ./* >table || fail "damage passed, seed $seed" "$(cat table)"
echo "seed $seed"
cat table
awk -F '\t' 'NR > 1 { cuts += $3; flips += $4; refused += $5; same += $6; passed += $7 }
  END { print "all\t\t" cuts "\t" flips "\t" refused "\t" same "\t" passed; exit cuts + 0 == 0 || passed + 0 > 0 }' table ||
  fail "nothing was tried"
