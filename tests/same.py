#!/usr/bin/env python3
"""Compares two builds of the program over all commands, byte for byte: a check of changes that
shall change nothing.

    tests/same.py OLD NEW [--quick] [-j N] [--case PATTERN]... [--keep DIR] [--cache DIR] [--list]

OLD and NEW are paths of two executables, each with its libexec beside its bin as built. Every
case of tests/same/*.cases runs with both in a folder of its own; exit code, standard output and
all files written must agree. Standard error and the help are words, which may change on purpose:
their differences are shown and counted apart. The exit code is 1 if anything but words differs.

What OLD does is kept in a cache, by the content of its executable and the cases, so that later
runs cost the time of NEW alone. NEW works on the files that OLD made, so a change shows in the
cases that it touches and not in all after them. --quick leaves out what trains.

A case is a line `NAME: COMMAND` for bash, where `graphvq` is the program. Indented lines below
are values: the command runs once for each, put where it has {}. Later cases may use what earlier
ones wrote; names that begin with `out` are compared and removed. tests/same/inputs.sh writes what
the first cases need. Files called *.loose, such as a checkpoint of a run stopped by a signal,
are not compared. To add a case, add its line; with --case NAME (or a pattern) it runs alone.
"""
import argparse
import concurrent.futures
import difflib
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
folder = here / "same"
case_files = [folder / f"{name}.cases" for name in ("files", "models", "judging", "words")]
limit = 120  # seconds a case
prelude = """
graphvq() { "$GRAPHVQ" "$@"; }
q='-q --no-provenance'
small="$q --epochs 2 --hidden 8 --batch 8"
"""
# What differs between two runs of one program: seconds of training, and where it ran.
masks = [(rb'"seconds":[0-9.e+-]+', b'"seconds":S'), (rb"[0-9.]+ s\b", b"S s"),
         (rb"/[^ ]*/same-[a-z0-9_]{8}/", b"PLACE/"),
         (rb"graphvq [^\n]*\d/s, [^\n]*\n", b"")]  # progress, which slow machines see


class Case:
    def __init__(self, name, command):
        self.name, self.command = name, command
        self.trains = re.search(r"graphvq train-(tokenizer|prior|edges|joint)\b", command)
        self.words = name.startswith("help")


def read_cases(data):
    """All cases in order; those that read shared data only where that is."""
    cases, names = [], set()

    def add(name, command):
        if "data/" in command and not data:
            return
        number, unique = 1, name
        while unique in names:
            number += 1
            unique = f"{name}~{number}"
        names.add(unique)
        cases.append(Case(unique, command))

    for file in case_files:
        lines = [line.rstrip() for line in file.read_text().splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        for at, line in enumerate(lines):
            if line.startswith(" "):
                continue
            name, command = line.split(": ", 1)
            values = []
            while at + 1 < len(lines) and lines[at + 1].startswith(" "):
                at += 1
                values.append(lines[at].strip())
            for value in values:
                slug = re.sub(r"[^A-Za-z0-9.+=]+", "-", value).strip("-")[:60]
                add(f"{name}.{slug}", command.replace("{}", value))
            if not values:
                add(name, command)
    return cases


class Bench:
    """A folder where the cases of one program run."""

    def __init__(self, program, data):
        self.program = program
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="same-"))
        self.work = self.place / "work"
        self.work.mkdir()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.place), "LC_ALL": "C",
                            "TERM": "dumb", "SLURM_CPUS_PER_TASK": "1", "GRAPHVQ": str(program)}
        subprocess.run(["bash", "-eu", folder / "inputs.sh", here], cwd=self.work, check=True)
        inputs = shutil.copytree(self.work, self.place / "inputs")
        self.sources = {str(path.relative_to(inputs)): path for path in inputs.rglob("*")}
        if data:
            (self.work / "data").symlink_to(data)
        self.seen = self.files()

    def files(self):
        """What tells each file in the working folder from another in its place."""
        found = {}
        for root, _, names in os.walk(self.work):
            for name in names:
                path = os.path.join(root, name)
                status = os.lstat(path)
                found[path] = status.st_ino, status.st_mtime_ns, status.st_size
        return found

    def run(self, case, result):
        """Runs the case; the folder `result` holds its exit code, streams and files."""
        result.mkdir(parents=True)
        with open(result / "stdout", "wb") as out, open(result / "stderr", "wb") as err:
            child = subprocess.Popen(
                ["bash", "-c", prelude + case.command], cwd=self.work, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
            try:
                code = child.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
                code = f"none in {limit} s"
        (result / "exit").write_text(f"{code}\n")
        now = self.files()
        for path in sorted(now):
            if now[path] != self.seen.get(path) and (os.path.isfile(path) or os.path.islink(path)):
                to = result / "files" / os.path.relpath(path, self.work)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, to, follow_symlinks=False)
        self.clean()
        return result

    def clean(self):
        for path in self.work.glob("out*"):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self.seen = self.files()

    def restore(self, old, new=None):
        """Leaves the files that OLD wrote in a case, after NEW wrote its own, if it ran."""
        files = [path for path in written(old) if not path.startswith("out")]
        self.sources |= {path: old / "files" / path for path in files}
        for path in {*files, *(written(new) if new else [])}:
            to = self.work / path
            to.unlink(missing_ok=True)
            if path in self.sources:
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.sources[path], to, follow_symlinks=False)
        self.seen = self.files()

    def close(self):
        shutil.rmtree(self.place)


def written(result):
    root = result / "files"
    return sorted(str(path.relative_to(root)) for path in root.rglob("*")
                  if path.is_symlink() or not path.is_dir())


def content(path, program):
    if path.is_symlink():
        return os.readlink(path).encode()
    data = path.read_bytes()
    if path.name in ("stdout", "stderr") or path.suffix == ".log":
        data = data.replace(str(program.parent).encode(), b"BIN")
        for pattern, word in masks:
            data = re.sub(pattern, word, data)
    return data


def first_difference(old, new):
    """Where two outputs part, in words."""
    try:
        pairs = zip(old.decode().splitlines(), new.decode().splitlines())
        for number, (a, b) in enumerate(pairs, 1):
            if a != b:
                return f"line {number}: {a[:80]!r}, now {b[:80]!r}"
    except UnicodeDecodeError:
        pass
    byte = next((at for at, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return f"from byte {byte}, of {len(old)} and {len(new)}"


def compare(case, old, new, programs):
    """Returns what differs in outputs and what in words, as lists of lines."""
    outputs, words = [], []
    codes = [(result / "exit").read_text().strip() for result in (old, new)]
    if codes[0] != codes[1]:
        outputs.append(f"exit code {codes[0]}, now {codes[1]}")
    streams = {name: [content(result / name, program)
                      for result, program in zip((old, new), programs)]
               for name in ("stdout", "stderr")}
    a, b = streams["stdout"]
    if a != b:
        (words if case.words else outputs).append(f"standard output: {first_difference(a, b)}")
    a, b = streams["stderr"]
    if a != b:
        lines = [text.decode(errors="replace").splitlines() for text in (a, b)]
        words += [line for line in difflib.unified_diff(*lines, lineterm="", n=0)
                  if not line.startswith(("---", "+++", "@@"))][:12]
    names = [written(result) for result in (old, new)]
    for path in sorted(set(names[0] + names[1])):
        if path.endswith(".loose"):
            continue
        if path not in names[1] or path not in names[0]:
            outputs.append(f"{path}: " + ("not written" if path in names[0] else "written"))
            continue
        a, b = (content(result / "files" / path, program)
                for result, program in zip((old, new), programs))
        if a != b:
            outputs.append(f"{path}: {first_difference(a, b)}")
    return outputs, words


def key_of(program, data):
    """Names what OLD's results depend on."""
    hashed = hashlib.sha256(f"{prelude} {bool(data)}".encode())
    libexec = program.parent.parent / "libexec"
    for path in [program, *sorted(libexec.rglob("*")), folder / "inputs.sh", *case_files]:
        if path.is_file():
            hashed.update(hashlib.sha256(path.read_bytes()).digest())
    return hashed.hexdigest()[:16]


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_old(program, cases, cache, data):
    """Fills the cache, unless it is there."""
    if cache.is_dir():
        return
    bench, times = Bench(program, data), {}
    cache.parent.mkdir(parents=True, exist_ok=True)
    part = pathlib.Path(tempfile.mkdtemp(dir=cache.parent))
    for number, case in enumerate(cases, 1):
        start = seconds()
        bench.run(case, part / case.name)
        times[case.name] = round(seconds() - start, 3)
        tell(f"old {number}/{len(cases)}")
    bench.close()
    (part / "times.json").write_text(json.dumps(times))
    try:
        part.rename(cache)
    except OSError:  # another run was faster
        shutil.rmtree(part)


def run_new(programs, cases, chosen, cache, kept, data):
    """Runs the chosen cases, each among the files of OLD's earlier ones; returns what differs."""
    bench, found = Bench(programs[1], data), []
    for case in cases:
        old, new = cache / case.name, kept / case.name
        if case.name not in chosen:
            bench.restore(old)
            continue
        bench.run(case, new)
        outputs, words = compare(case, old, new, programs)
        bench.restore(old, new)
        if outputs or words:
            found.append((case, outputs, words))
        else:
            shutil.rmtree(new)
        tell(f"new {case.name}")
    bench.close()
    return found


def tell(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description="Compares two builds of the program.",
                                     epilog="The head of this script says more.")
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="leave out what trains")
    parser.add_argument("-j", type=int, default=1, metavar="N", help="cases of NEW at once")
    parser.add_argument("--case", action="append", metavar="PATTERN", help="only cases named so")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR",
                        help="where results of NEW that differ are left")
    parser.add_argument("--cache", type=pathlib.Path, metavar="DIR",
                        default=pathlib.Path.home() / ".cache" / "graphvq-same")
    parser.add_argument("--list", action="store_true", help="print the cases, with OLD's seconds")
    return parser.parse_args()


def report(found, cache, kept):
    """Prints a line a case whose outputs differ, then what differs in words alone."""
    for case, outputs, words in found:
        if outputs:
            print(f"DIFFERS {case.name}: " + "; ".join(outputs + words))
    for case, outputs, words in found:
        if not outputs:
            print(f"words   {case.name}:", *words, sep="\n        ")
    if found:
        print(f"A case in full: diff -r {cache}/CASE {kept}/CASE; its command: --list --case CASE")


def main():
    options = arguments()
    programs = [path.resolve(strict=True) for path in (options.old, options.new)]
    data = (here.parent / "../shared/data").resolve()
    data = data if data.is_dir() else None
    cases = read_cases(data)
    chosen = [case for case in cases if not (options.quick and case.trains) and
              any(fnmatch.fnmatchcase(case.name, each) for each in options.case or ["*"])]
    if not chosen:
        sys.exit("no such case")
    cache = options.cache / key_of(programs[0], data)
    run_old(programs[0], cases, cache, data)
    if options.list:
        times = json.loads((cache / "times.json").read_text())
        for case in chosen:
            print(f"{times[case.name]:7.2f}  {case.name}: {case.command}")
        return 0

    kept = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="same-kept-"))
    for case in cases:
        shutil.rmtree(kept / case.name, ignore_errors=True)
    start = seconds()
    parts = [{case.name for case in chosen[i::options.j]} for i in range(options.j)]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        runs = [pool.submit(run_new, programs, cases, part, cache, kept, data) for part in parts]
        found = {case.name: (case, *rest) for run in runs for case, *rest in run.result()}
    tell("")
    report([found[case.name] for case in chosen if case.name in found], cache, kept)
    if not found and not options.keep:
        kept.rmdir()
    differ = sum(bool(outputs) for _, outputs, _ in found.values())
    print(f"{len(chosen)} cases: {differ} differ, {len(found) - differ} in words alone; "
          f"{seconds() - start:.0f} s of processor time")
    return int(differ > 0)


sys.exit(main())
