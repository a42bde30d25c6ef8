#!/usr/bin/env python3
"""Peak memory and rate of the commands that stream, over a million small graphs.

    tests/bench/streams.py [PROGRAM]    (default build/release/bin/graphvq)

A line a command: seconds of one core, raw content a second, peak memory; `zstd` for scale, as it
reads the set and as it writes its content.
"""
import os, subprocess, sys, tempfile

from process import run

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
program = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else root + "/build/release/bin/graphvq")
sets = {"MUTAG": (root + "/examples/data/mutag.gvg", 5320), "SYN-COMM": ("comm.gvg", 100)}
commands = ["check", "info", "stats --summary", "stats", "view", "cat", "cat -z 0", "cat -z 3", "head -n 1000000", "shuf", "serialize -q"]

os.chdir(tempfile.mkdtemp())
subprocess.run([program, "synth", "comm", "-n", "10000", "-q", "-o", "comm.gvg"], check=True)
print("set\tcommand\tseconds\tMB/s\tpeak MB")
for name, (path, times) in sets.items():
    with open(path, "rb") as part, open("set.gvg", "wb") as whole:
        whole.write(part.read() * times)
    subprocess.run("zstd -dqf set.gvg -o raw".split(), check=True)
    content = os.path.getsize("raw")
    print(f"{name}\t{content / 1e6:.0f} MB of content, {os.path.getsize('set.gvg') / 1e6:.0f} MB compressed")
    lines = ["zstd -dc set.gvg", "zstd -1 -qc --single-thread raw"]
    for command in lines + [f"{command} set.gvg" for command in commands]:
        words = command.split()
        shown = " ".join(words[:-1])
        done = run(words if words[0] == "zstd" else [program] + words)
        print(f"{name}\t{shown}\t{done.seconds:.2f}\t{content / done.seconds / 1e6:.0f}\t{done.peak:.1f}", flush=True)
for name in os.listdir("."):
    os.remove(name)
os.rmdir(os.getcwd())
