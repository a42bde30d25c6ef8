#!/usr/bin/env python3
"""The structural model: processor time on one core, wall time on two, and peak memory.

    tests/bench/structural.py [PROGRAM [TRIAL]]    (default build/release/bin/graphvq)

TRIAL is the same model in PyTorch, a script that takes --train, --valid, --out (node-link JSON
lines), --steps and --samples and prints "sampled N in X s"; this Python needs what it imports. It
gets the same graphs, steps, batches, validations and rate, and as many threads as it takes. A line
"what, value, unit" for each measurement: processor seconds of whole processes, orders and features
of the graphs included; "on two cores": seconds of wall time, which mean something on a quiet machine.
"""
import os, re, sys, tempfile

from process import Run, run

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
program = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else root + "/build/release/bin/graphvq")
trial = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else None
steps, samples = 1000, 2000


def graphvq(*lines):
    """The command lines one after another: sums of their seconds, peak of the worst."""
    results = [run([program] + line.split()) for line in lines]
    return Run(sum(result.seconds for result in results), sum(result.wall for result in results),
               max(result.peak for result in results), "")


def train(graphs, orders, options, threads=1):
    """From graphs to a model."""
    graphvq(f"split -q {graphs} --out-dir .")
    return graphvq(
        f"serialize -q -M {orders} train.gvg -o train.gvs", "serialize -q -M 4 valid.gvg -o valid.gvs",
        f"train-tokenizer -q -t {threads} --kind raw train.gvs -o tok",
        f"tokenize -q -t {threads} -m tok train.gvs -o train.gvt",
        f"tokenize -q -t {threads} -m tok valid.gvs -o valid.gvt",
        f"train-joint -q -t {threads} {options} -m tok train.gvt --valid valid.gvt -o joint")


def report(what, value, unit):
    print(f"{what}\t{value:.4g}\t{unit}", flush=True)


os.chdir(tempfile.mkdtemp())
mutag = [root + "/examples/data/mutag.gvg", 16, f"--lr 8e-3 --clip 1 --epochs 25 --epoch-records {32 * steps // 25}"]
both = train(*mutag, threads=2)
ours = train(*mutag)
report(f"MUTAG, {steps} steps", ours.seconds, "s")
report(f"MUTAG, {steps} steps, on two cores", both.wall, "s")
report("MUTAG, training, peak", ours.peak, "MB")
sampling = graphvq(f"sample -q -t 1 -n {samples} tok joint -o ours.gvg")
report("MUTAG, sampling", sampling.seconds / samples * 1e3, "ms a graph and core")
report("MUTAG, sampling, peak", sampling.peak, "MB")
if trial:
    for part in "train", "valid":
        graphvq(f"export -q json {part}.gvg -o {part}.jsonl")
    theirs = run([sys.executable, trial, "--train", "train.jsonl", "--valid", "valid.jsonl",
                  "--out", "theirs.jsonl", "--steps", str(steps), "--samples", str(samples)], keep=True)
    theirs_sampling = float(re.search(r"sampled \d+ in ([\d.]+)", theirs.said)[1])
    report("MUTAG, trial / graphvq, training", (theirs.seconds - theirs_sampling) / ours.seconds, "times")
    report("MUTAG, trial / graphvq, training, on two cores", (theirs.wall - theirs_sampling) / both.wall, "times")
    report("MUTAG, trial / graphvq, sampling", theirs_sampling / sampling.seconds, "times")
    report("MUTAG, trial, peak", theirs.peak, "MB")
graphvq("synth sbm -n 64 -q -o sbm.gvg")
large = train("sbm.gvg", 4, "--epochs 1 --epoch-records 160")
report("SBM of 42 to 179 nodes, 5 steps", large.seconds, "s")
report("SBM of 42 to 179 nodes, training, peak", large.peak, "MB")
graphvq("synth tree -n 64 --min-nodes 1000 --max-nodes 1000 -q -o tree.gvg")
large = train("tree.gvg", 4, "--epochs 1 --epoch-records 160")
report("trees of 1,000 nodes, 5 steps", large.seconds, "s")
report("trees of 1,000 nodes, training, peak", large.peak, "MB")
large = graphvq("sample -q -t 1 -n 64 tok joint -o large.gvg")
report("trees of 1,000 nodes, sampling", large.seconds / 64 * 1e3, "ms a graph and core")
report("trees of 1,000 nodes, sampling, peak", large.peak, "MB")
