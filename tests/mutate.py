#!/usr/bin/env python3
"""Changes one operator, constant or condition of the sources at a time and tells which test notices.

A copy of the tree in build/mutants/tree is changed, built and tested: first by the Catch program of
the folder, then, where that passes, by scripts of tests/cmd that concern it. Each change is a line of
build/mutants/results.tsv: file, number of the line, line before, line after, and the place of the test
that failed, `survived` or `did not compile`. A run goes on where the last one stopped. Survivors that
are no fault stand in tests/mutants.tsv, each with the reason.
"""
import argparse
import collections
import fnmatch
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SURVIVED, NO_FAULT, NO_BUILD, GONE = "survived", "no fault", "did not compile", "gone"

# The first folder whose patterns fit a file is its own: share is of all changes, in percent.
Folder = collections.namedtuple("Folder", "files program torch share scripts")
FOLDERS = {
    "graph": Folder("libgraphvq/graph/* libgraphvq/base/*", "test_graph", False, 12,
                    "stats vun serialize split synth draw"),
    "measure": Folder("libgraphvq/measure/*", "test_measure", False, 22, "stats vun mmd rank select"),
    "train": Folder("libgraphvq/train/* libgraphvq/nn/torch/*", "test_torch", True, 4,
                    "train.torch stages.torch"),
    "model": Folder("libgraphvq/method/*/net*", "test_torch", True, 4, "score.torch structural.torch"),
    "sample": Folder("libgraphvq/method/* libgraphvq/nn/*", "test_method", False, 14,
                     "train-baseline tokenize sample.torch score.torch"),
    "data": Folder("libgraphvq/data/*", "test_data", False, 8, "synth split serialize"),
    "formats": Folder("formats/*", "test_formats", False, 20, "import export check view"),
    "cmd": Folder("cmd/*", None, False, 16, ""),
}
# Scripts that run a file of cmd, beside the script of its name.
SCRIPTS = {
    "cmd/files/*": "cat head info check conventions streams",
    "cmd/files/foreign*": "import export",
    "cmd/files/any_file*": "info cat",
    "cmd/models/*": "train-baseline sample.torch train.torch structural.torch",
    "cmd/program/*": "help completion conventions columns",
    "cmd/report/*": "rank mmd stats",
    "cmd/report/score*": "score.torch",
    "cmd/train_edges*": "structural.torch",
    "cmd/train_*": "train.torch stages.torch continuous.torch",
    "cmd/calibrate*": "score.torch",
}

# What stands for what. clang-format puts spaces around each binary operator and around no other.
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
         "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "/=",
         "/=": "*=", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "true": "false", "false": "true",
         "min": "max", "max": "min", "min_element": "max_element", "max_element": "min_element",
         "floor": "ceil", "ceil": "floor", "continue": "break", "break": "continue"}
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|//.*|/\*.*?\*/'
                   r"|(?P<operator>(?<= )(?:<<|>>|[<>=!+\-*/]=|&&|\|\||[<>+\-*/%&|])(?= |$))"
                   r"|(?P<number>(?<![\w.'])(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w.']))"
                   r"|(?P<word>\b[A-Za-z_]\w*)")
SKIPPED = re.compile(r"\s*(#|//|\*|template|using |static_assert|case |friend |assert\()")


def condition(line, begin):
    """The line with the condition negated that begins at that bracket, or none."""
    depth = 0
    for i in range(begin, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth == 0:
            inner = line[begin + 1:i]
            plain = ";" not in inner and " = " not in inner and not inner.startswith("!")
            return f"{line[:begin]}(!({inner})){line[i + 1:]}" if plain else None
    return None


def changes(line):
    """Every line that differs from `line` in one place."""
    if SKIPPED.match(line):
        return
    for token in TOKEN.finditer(line):
        text, begin, end = token.group(), *token.span()
        others = []
        if token["number"]:
            others = {"0": ["1"], "1": ["2", "0"]}.get(text) or [
                str(int(text) + 1) if text.isdigit() else repr(float(text) * 1.5 or 1.)]
        elif text in SWAPS and '"' not in line[max(0, begin - 2):end + 2]:  # text is put together by +
            others = [SWAPS[text]]
        elif text in ("if", "while") and line[end:end + 2] == " (":
            negated = condition(line, end + 1)
            if negated:
                yield negated
        for other in others:
            yield line[:begin] + other + line[end:]


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def write(path, text):
    if not os.path.exists(path) or read(path) != text:  # ninja goes by times
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)


def fits(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split())


def folder_of(name):
    return next((folder for folder, of in FOLDERS.items() if fits(name, of.files)), None)


class Mutants:
    def __init__(self, args):
        self.args = args
        self.tree = os.path.join(os.path.abspath(args.work), "tree")
        self.results = os.path.join(args.work, "results.tsv")
        self.rows = [line.split("\t") for line in read(self.results).splitlines()] \
            if os.path.exists(self.results) else []
        self.known = {tuple(line.split("\t")[:3]) for line in
                      read(os.path.join(ROOT, "tests", "mutants.tsv")).splitlines()}
        self.builds = set()  # that are configured
        self.seconds = {}  # of each test with the sources as they are; none where it fails or skips

    def copy(self):
        """Makes the tree what ROOT is; files that are the same keep their times."""
        listed = subprocess.check_output(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
        self.names = {name for name in listed.decode().split("\0")
                      if name and os.path.isfile(os.path.join(ROOT, name))}
        for name in self.names:
            source, target = os.path.join(ROOT, name), os.path.join(self.tree, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as file:
                wanted = file.read()
            if os.path.isfile(target):
                with open(target, "rb") as file:
                    if file.read() == wanted:
                        continue
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
        for folder, folders, files in os.walk(self.tree):
            if folder == self.tree and "build" in folders:
                folders.remove("build")
            for path in (os.path.join(folder, name) for name in files):
                if os.path.relpath(path, self.tree) not in self.names:
                    os.remove(path)

    def candidates(self):
        """The changes of each folder, in the order of a hash, which other changes do not move."""
        texts = {name: read(os.path.join(self.tree, name)) for name in self.names
                 if re.search(r"\.[ch]pp$", name) and folder_of(name)}
        included = collections.Counter(
            found for text in texts.values() for found in re.findall(r'#include "([^"]+)"', text))
        found = collections.defaultdict(list)
        for name, text in texts.items():
            # A header that many include takes minutes to build.
            if included[name] > 2 or fits(name, self.args.skip):
                continue
            times = collections.Counter(line.strip() for line in text.split("\n"))
            for line in (line for line, count in times.items() if count == 1):
                found[folder_of(name)] += [(name, line, after) for after in changes(line)]
        for keys in found.values():
            keys.sort(key=lambda key: hashlib.sha1("\t".join(key).encode()).digest())
        return found

    def build(self, torch):
        """A build folder: without LibTorch and quick to compile, or the program with all it has."""
        build = os.path.join(self.tree, "build", "release" if torch else "plain")
        if build not in self.builds:
            words = ["-DCMAKE_BUILD_TYPE=Release"] if torch else [
                "-DGRAPHVQ_TORCH=OFF", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1",
                "-DCMAKE_CXX_FLAGS=-w"]
            if shutil.which("ld.lld") and not torch:
                words.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld")
            if shutil.which("ccache"):
                words.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
            subprocess.run(["cmake", "-S", self.tree, "-B", build, "-G", "Ninja", *words], check=True,
                           stdout=subprocess.DEVNULL)
            self.builds.add(build)
        return build

    def ninja(self, torch, targets):
        done = subprocess.run(["ninja", "-C", self.build(torch), f"-j{self.args.jobs}", *targets],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode == 0, done.stdout.decode(errors="replace")

    def run(self, torch, test, limit):
        """Exit code, none where the time ended, and output of a test in a group of its own."""
        build = self.build(torch)
        words = ["bash", os.path.join(self.tree, "tests", "cmd", test + ".sh")]
        if test.startswith("test_"):
            words = [os.path.join(build, "tests", test), "--abort"]
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
            programs = {"GRAPHVQ": os.path.join(build, "bin", "graphvq"), "TMPDIR": folder,
                        "GRAPHVQ_DAMAGE": os.path.join(build, "tests", "graphvq_damage"),
                        "GRAPHVQ_EDIT": os.path.join(build, "tests", "graphvq_edit")}
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, cwd=self.tree,
                                       stderr=output, start_new_session=True,
                                       env={**os.environ, **programs})
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0)
            return code, output.read(1 << 20).decode(errors="replace")

    def prepare(self, torch, test, targets):
        """Runs a test with the sources as they are: it has to pass before it can tell anything."""
        good, said = self.ninja(torch, targets)
        if good and test.endswith(".torch") and not torch:
            # The program without LibTorch finds the plugin of the other build beside it.
            good, said = self.ninja(True, ["graphvq_plugin"])
            target = os.path.join(self.build(False), "libexec", "graphvq", "torch.so")
            if not os.path.lexists(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                os.symlink(os.path.join(self.build(True), "libexec", "graphvq", "torch.so"), target)
        if not good:
            sys.exit(said[-3000:])
        begin = time.monotonic()
        code, said = self.run(torch, test, 600)
        self.seconds[torch, test] = time.monotonic() - begin if code == 0 else None
        if code != 0:
            print(f"{test} tells nothing, exit code {code}: {said[-300:]}", file=sys.stderr)

    def scripts(self, name):
        chosen = FOLDERS[folder_of(name)].scripts
        if name.startswith("cmd/"):
            own = os.path.basename(name)[:-4].replace("_", "-")
            patterns = [pattern for pattern in SCRIPTS if fnmatch.fnmatch(name, pattern)]
            chosen = f"{own} {own}.torch " + SCRIPTS.get(max(patterns, key=len, default=""), "")
        scripts = [path[10:-3] for path in sorted(self.names) if fits(path, "tests/cmd/*.sh")]
        if self.args.all_commands:
            return [script for script in scripts if script != "lib"]
        return [script for script in chosen.split() if script in scripts]

    def attempt(self, name, before, after):
        """The number of the line, and what notices the change."""
        of, path = FOLDERS[folder_of(name)], os.path.join(self.tree, name)
        text = read(path) if os.path.exists(path) else ""
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if line.strip() == before]
        if len(places) != 1:
            return 0, GONE
        lines[places[0]] = lines[places[0]].replace(before, after)
        programs = ["graphvq", "pages", "graphvq_damage", "graphvq_edit"]
        try:
            for test in ([of.program] if of.program else []) + self.scripts(name):
                targets = [test] if test == of.program else \
                    programs + (["graphvq_plugin"] if of.torch else [])
                if (of.torch, test) not in self.seconds:
                    write(path, text)
                    self.prepare(of.torch, test, targets)
                seconds = self.seconds[of.torch, test]
                if seconds is None:
                    continue
                write(path, "\n".join(lines))
                if not self.ninja(of.torch, targets)[0]:
                    return places[0] + 1, NO_BUILD
                code, said = self.run(of.torch, test, 4 * seconds + 10)
                if code != 0:
                    place = re.search(r"tests/\S+?\.(?:cpp|hpp|sh):\d+(?=: )", said)
                    end = ": no end" if code is None else f": exit code {code}"
                    return places[0] + 1, place.group() if place and code is not None else test + end
        finally:
            write(path, text)
        return places[0] + 1, SURVIVED

    def save(self):
        write(self.results, "".join("\t".join(row) + "\n" for row in self.rows))

    def go(self):
        folders = self.args.folder or FOLDERS
        if self.args.again:
            for row in self.rows:
                key = row[0], row[2], row[3]
                if row[4] == SURVIVED and key not in self.known and folder_of(row[0]) in folders:
                    row[1], row[4] = map(str, self.attempt(*key))
                    print(*row, sep="\t", flush=True)
                    self.save()
            return
        tried = collections.Counter(folder_of(row[0]) for row in self.rows
                                    if row[4] not in (NO_BUILD, GONE))
        done = {(row[0], row[2], row[3]) for row in self.rows}
        found = self.candidates()
        for folder in folders:
            for key in (key for key in found[folder] if key not in done):
                if tried[folder] >= self.args.count * FOLDERS[folder].share // 100:
                    break
                number, verdict = map(str, self.attempt(*key))
                self.rows.append([key[0], number, *key[1:], verdict])
                print(*self.rows[-1], sep="\t", flush=True)
                self.save()
                tried[folder] += verdict not in (NO_BUILD, GONE)

    def summary(self):
        counts = {folder: collections.Counter() for folder in [*FOLDERS, "all"]}
        for name, _, before, after, verdict in self.rows:
            if verdict == SURVIVED and (name, before, after) in self.known:
                verdict = NO_FAULT
            if verdict not in (SURVIVED, NO_FAULT, NO_BUILD, GONE):
                verdict = "noticed"
            counts[folder_of(name)][verdict] += 1
            counts["all"][verdict] += 1
        print("folder", "tried", "noticed", NO_FAULT, SURVIVED, sep="\t")
        for folder, of in counts.items():
            print(folder, of["noticed"] + of[NO_FAULT] + of[SURVIVED], of["noticed"], of[NO_FAULT],
                  of[SURVIVED], sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=420, help="changes to try, over all folders")
    parser.add_argument("--folder", action="append", choices=FOLDERS, help="these alone")
    parser.add_argument("--skip", default="", help="patterns of files that are left as they are")
    parser.add_argument("--again", action="store_true", help="try those once more that survived")
    parser.add_argument("--summary", action="store_true", help="count the results and run nothing")
    parser.add_argument("--all-commands", action="store_true", help="run every script of tests/cmd")
    parser.add_argument("--jobs", type=int, default=1, help="of ninja")
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "mutants"),
                        help="folder of the copy and of results.tsv")
    mutants = Mutants(parser.parse_args())
    if not mutants.args.summary:
        mutants.copy()
        mutants.go()
    mutants.summary()


if __name__ == "__main__":
    main()
