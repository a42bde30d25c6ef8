"""What the benches share: a command of another process, measured."""
import contextlib, os, subprocess, sys, tempfile, time


def run(arguments, keep=False):
    """Seconds of processor time, peak MB, and standard output if it is to be kept."""
    peak = 0
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
        if status != 0:
            sys.exit(f"{arguments}: status {status}")
        text = ""
        if keep:
            said.seek(0)
            text = said.read().decode()
    return usage.ru_utime + usage.ru_stime, peak / 1024, text
