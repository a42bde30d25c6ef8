. "$(dirname "$0")/lib.sh"

# Every switch of the ablations changes the weights that are learned, or is refused where it means nothing.
graphvq split -q "$source_dir/examples/data/mutag.gvg" --parts train=.1,valid=.05,rest=.85 --out-dir .
graphvq serialize -M 2 train.gvg -o train.gvs
graphvq serialize valid.gvg -o valid.gvs

# The tensors of a safetensors file, without its header.
tensors() {
  cat "$1" >whole
  [ -s whole ] || fail "no file of tensors"
  tail -c +$((9 + $(od -An -tu8 -N8 whole))) whole | sha256sum
}
# differ COMMAND BASE SWITCH...: each switch gives other tensors than BASE has, and than the ones before it.
differ() {
  local seen switch now
  seen=$(tensors "$2")
  for switch in "${@:3}"; do
    # shellcheck disable=SC2086
    eval "$1 $switch -o switched" || fail "$1 $switch"
    now=$(tensors switched)
    [[ $seen != *"$now"* ]] || fail "$1 $switch: the weights are as without it"
    seen+=$now
  done
}
once='-q --epochs 1'
graphvq train-tokenizer $once train.gvs -o tok
differ "graphvq train-tokenizer $once train.gvs" tok '-K 8' '-W 4' '-W 0' '--hidden 16' '--context nodes' \
  '--beta 4' '--decay .5' '--kind continuous' '--kind continuous -W 4' \
  '--kind continuous --context nodes' '--seed 1' '--batch 4' '--lr 1e-2'
# Without a window the features are all there is.
expect_same <(eval "graphvq train-tokenizer $once train.gvs -W 0" | tensors /dev/stdin) \
  <(eval "graphvq train-tokenizer $once train.gvs --context features" | tensors /dev/stdin)
# Enough steps that a code dies.
graphvq train-tokenizer -q --epochs 20 --batch 4 -K 64 --decay .5 train.gvs -o dying
differ 'graphvq train-tokenizer -q --epochs 20 --batch 4 -K 64 --decay .5 train.gvs' dying --revive

graphvq tokenize -m tok train.gvs -o train.gvt
graphvq train-prior $once train.gvt -o prior
differ "graphvq train-prior $once train.gvt" prior '--hidden 16' '--layers 1'
graphvq train-edges $once train.gvt -m tok -o edges
differ "graphvq train-edges $once train.gvt -m tok" edges '--condition mean' '--condition none' \
  '--condition shuffled' '--chunk-input concat' '--readout ar' '--readout pair' '-B 1' '-B 4' '-B 16' '-B 32' \
  '--corrupt .15' '--corrupt .3' '--pos-weight 3' '--pos-weight 5' '--hidden 16' '--decoder structural'
# One switch and no more: the weights that training starts from are those of pair. The least rate moves them a little.
for condition in pair mean none shuffled; do
  expect_exit 0 graphvq train-edges -q --epochs 1 --lr 1e-9 train.gvt -m tok --condition $condition -o start.$condition
done
python3 - <<'PYTHON' || fail "a condition starts elsewhere"
import json, struct
def weights(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    return {name: struct.unpack(f"<{(b - a) // 4}f", body[a:b]) for name, each in header.items()
            if name != "__metadata__" and each["dtype"] == "F32" for a, b in [each["data_offsets"]]}
pair = weights("start.pair")
assert max(abs(x) for tensor in pair.values() for x in tensor) > .1
for condition in "mean", "none", "shuffled":
    other = weights("start." + condition)
    assert other.keys() == pair.keys()
    for name, tensor in pair.items():
        assert max(abs(x - y) for x, y in zip(tensor, other[name], strict=True)) < 1e-7, (condition, name)
PYTHON
for order in 'dfs -M 2' 'degree -M 2' 'random -M 2' native 'bfs-recent -M 2' 'bfs -M 1' 'bfs -M 4'; do
  # shellcheck disable=SC2086
  graphvq serialize --order $order train.gvg -o order.gvs || fail "--order $order"
  graphvq train-tokenizer $once order.gvs -o switched
  [ "$(tensors switched)" != "$(tensors tok)" ] || fail "--order $order changes nothing"
done

graphvq train-prior $once train.gvt -o prior
graphvq sample -n 3 -q tok prior --tokens -o few.gvt
expect_usage '--temperature means nothing with --one-stage' graphvq sample -n 1 tok prior --one-stage --temperature 2 -o x
expect_usage '--sharpen means nothing with --tokens' graphvq sample -n 1 tok prior --tokens --sharpen .1 -o x
expect_usage '--node-temperature means nothing with --given' \
  graphvq sample tok edges --given few.gvt --node-temperature 2 -o x
expect_usage '--window means nothing with --context features' graphvq train-tokenizer --context features -W 4 train.gvs -o x
expect_usage '--corrupt means nothing with --condition none' \
  graphvq train-edges train.gvt -m tok --condition none --corrupt .1 -o x
expect_usage '--readout means nothing with --decoder structural' \
  graphvq train-edges train.gvt -m tok --decoder structural --readout ar -o x
exit 0
