#!/usr/bin/env python3
"""The structural model: processor time and peak memory, on one core.

    tests/bench/structural.py [PROGRAM [TRIAL]]    (default build/release/bin/graphvq)

TRIAL is the same model in PyTorch, a script that takes --train, --valid, --out (node-link JSON
lines), --steps and --samples and prints "sampled N in X s"; this Python needs what it imports. It
gets the same graphs, steps, batches, validations and rate. A line "what, value, unit" for each
measurement: processor seconds of whole processes, orders and features of the graphs included.
"""
import os, re, sys, tempfile

from process import run

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
program = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else root + "/build/release/bin/graphvq")
trial = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else None
steps, samples = 1000, 2000


def graphvq(*lines):
    """Seconds of all the command lines, peak of the worst."""
    results = [run([program] + line.split()) for line in lines]
    return sum(result[0] for result in results), max(result[1] for result in results)


def train(graphs, orders, options):
    """Seconds and peak from graphs to a model."""
    graphvq(f"split -q {graphs} --out-dir .")
    return graphvq(
        f"serialize -q -M {orders} train.gvg -o train.gvs", "serialize -q -M 4 valid.gvg -o valid.gvs",
        "train-tokenizer -q -t 1 --kind raw train.gvs -o tok", "tokenize -q -t 1 -m tok train.gvs -o train.gvt",
        "tokenize -q -t 1 -m tok valid.gvs -o valid.gvt",
        f"train-joint -q -t 1 {options} -m tok train.gvt --valid valid.gvt -o joint")


def report(what, value, unit):
    print(f"{what}\t{value:.4g}\t{unit}", flush=True)


os.chdir(tempfile.mkdtemp())
ours, peak = train(root + "/examples/data/mutag.gvg", 16, f"--lr 8e-3 --clip 1 --epochs 25 --epoch-records {32 * steps // 25}")
report(f"MUTAG, {steps} steps", ours, "s")
report("MUTAG, training, peak", peak, "MB")
sampling, peak = graphvq(f"sample -q -t 1 -n {samples} tok joint -o ours.gvg")
report("MUTAG, sampling", sampling / samples * 1e3, "ms a graph and core")
report("MUTAG, sampling, peak", peak, "MB")
if trial:
    for part in "train", "valid":
        graphvq(f"export -q json {part}.gvg -o {part}.jsonl")
    theirs, peak, said = run([sys.executable, trial, "--train", "train.jsonl", "--valid", "valid.jsonl",
                              "--out", "theirs.jsonl", "--steps", str(steps), "--samples", str(samples)], keep=True)
    theirs_sampling = float(re.search(r"sampled \d+ in ([\d.]+)", said)[1])
    report("MUTAG, trial / graphvq, training", (theirs - theirs_sampling) / ours, "times")
    report("MUTAG, trial / graphvq, sampling", theirs_sampling / sampling, "times")
    report("MUTAG, trial, peak", peak, "MB")
graphvq("synth sbm -n 64 -q -o sbm.gvg")
seconds, peak = train("sbm.gvg", 4, "--epochs 1 --epoch-records 160")
report("SBM of 42 to 179 nodes, 5 steps", seconds, "s")
report("SBM of 42 to 179 nodes, training, peak", peak, "MB")
graphvq("synth tree -n 64 --min-nodes 1000 --max-nodes 1000 -q -o tree.gvg")
seconds, peak = train("tree.gvg", 4, "--epochs 1 --epoch-records 160")
report("trees of 1,000 nodes, 5 steps", seconds, "s")
report("trees of 1,000 nodes, training, peak", peak, "MB")
seconds, peak = graphvq("sample -q -t 1 -n 64 tok joint -o large.gvg")
report("trees of 1,000 nodes, sampling", seconds / 64 * 1e3, "ms a graph and core")
report("trees of 1,000 nodes, sampling, peak", peak, "MB")
