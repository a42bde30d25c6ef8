"""What the benches share: a command of another process, measured."""
import collections, contextlib, os, subprocess, sys, tempfile, time

Run = collections.namedtuple("Run", "seconds wall peak said")


def run(arguments, keep=False):
    """Seconds of processor and of wall time, peak MB, and standard output if it is to be kept."""
    peak, start = 0, time.monotonic()
    with tempfile.TemporaryFile() if keep else contextlib.nullcontext(subprocess.DEVNULL) as said:
        child = subprocess.Popen(arguments, stdout=said)
        # ru_maxrss would count Python's own memory, which the child has until it execs.
        while True:
            done, status, usage = os.wait4(child.pid, os.WNOHANG)
            if done:
                break
            with open(f"/proc/{child.pid}/status") as state:
                peak = max([peak] + [int(line.split()[1]) for line in state if line.startswith("VmHWM")])
            time.sleep(.02)
        wall = time.monotonic() - start
        if status != 0:
            sys.exit(f"{arguments}: status {status}")
        text = ""
        if keep:
            said.seek(0)
            text = said.read().decode()
    return Run(usage.ru_utime + usage.ru_stime, wall, peak / 1024, text)
