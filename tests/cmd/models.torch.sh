. "$(dirname "$0")/lib.sh"
# Models whose hash is right and whose content is not, or that are of another tokenizer's shape.

graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.2,rest=.8 --out-dir .
graphvq serialize -q train.gvg -o train.gvs
small=(-q --epochs 1 --hidden 4)
graphvq train-tokenizer train.gvs "${small[@]}" -K 4 -W 3 -o tok
graphvq tokenize -q -m tok train.gvs -o train.gvt
graphvq train-prior train.gvt "${small[@]}" -o prior
graphvq train-edges train.gvt "${small[@]}" -m tok -o edges
graphvq train-joint train.gvt "${small[@]}" -m tok -o joint
graphvq train-baseline er train.gvg -o er

# false MODEL POINTER JSON REASON: what sample says of the model changed there.
false_model() {
  "$GRAPHVQ_EDIT" "$2" "$3" <$1 >false || fail "$1: no $2"
  local models=(tok prior edges)
  case $1 in
    joint) models=(tok joint) ;;
    er) models=(er) ;;
  esac
  said="graphvq sample: false: $4" expect_exit 1 graphvq sample -n 2 -o out "${models[@]/#$1/false}"
  [ ! -e out ] || fail "an output"
}
# A table of K = 5 codes is not what 4 trained rows are.
false_model prior /config/codes 5 "tensor 'embedding.weight' is f32 *, expected f32 *"
false_model tok /config/features 3 'has 7 node labels for 3 features'
false_model tok /config/node_labels '[1.5,2,3,4,5,6,7]' 'a raw value is 1.5, neither an integer nor text'
false_model tok /config/node_labels '[1,2,3,4,5,6,9223372036854775808]' 'a raw value is 9223372036854775808, *'
false_model prior /method '"foo"' 'is a prior model of the unknown method foo'
false_model edges /method '"foo"' 'is an edges model of the unknown method foo'
false_model prior /config/hidden 4.5 'hidden is 4.5, no whole number in 1..65536'
false_model prior /config/sizes '[]' 'has no sizes to draw from'
false_model prior /config/sizes '{"a":[10,1]}' 'no list where one is due'
false_model prior /config/sizes '[[4294967299,1]]' 'a size is 4294967299, no whole number in 0..16777216'
false_model prior /config/sizes '[[10,-1]]' 'the count of a size is -1, no whole number in 1..*'
false_model prior /tensor/output.weight nan "tensor 'output.weight' has values that are not finite"
false_model edges /tensor/readout.bias nan "tensor 'readout.bias' has values that are not finite"
false_model joint /config/joint false 'is a joint model that is not joint'
false_model er /config/sizes '[[3.7,1.9]]' 'a size is 3.7, no whole number in 0..16777216'

# Finite weights whose logits are not: states of about 1 times 3e38, over 4 of them.
cp edges huge
for change in "gru.bias_ih_l1 1" "readout.weight 3e38" "readout.bias 3e38"; do
  "$GRAPHVQ_EDIT" "/tensor/${change% *}" "${change#* }" <huge >next && mv next huge || fail "no ${change% *}"
done
said='graphvq sample: graph 0: a logit of the model is not finite*' expect_exit 1 graphvq sample -n 1 --sizes 9 tok prior huge -o out
said='graphvq score: graph *: a logit of the model is not finite*' expect_exit 1 graphvq score huge --data train.gvt -o out
[ ! -e out ] || fail "an output"

# Labels are what a tokenizer without tensors has: the sampler must not look beyond them.
graphvq train-tokenizer -q --kind raw train.gvs -o raw
graphvq tokenize -q -m raw train.gvs -o raw.gvt
graphvq train-prior raw.gvt "${small[@]}" -o rawprior
"$GRAPHVQ_EDIT" /config/features 3 <raw >few && "$GRAPHVQ_EDIT" /config/node_labels '[0,1,2]' <few >false
"$GRAPHVQ_EDIT" /parent "\"$(graphvq info --get hash false)\"" <rawprior >child
said='graphvq sample: child: has 7 codes, its tokenizer 3' expect_exit 1 graphvq sample -n 2 --tokens false child

# Graphs without labels under a tokenizer that knows some.
graphvq synth er -n 2 -q | graphvq serialize -q -o bare.gvs
said='graphvq tokenize: bare.gvs: graph 0: has no node labels, the tokenizer knows some' \
  expect_exit 1 graphvq tokenize -m tok bare.gvs -o out
exit 0
