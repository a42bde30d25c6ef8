. "$(dirname "$0")/lib.sh"

# complete WORD...: what bash offers for the last word, sorted, in one line.
eval "$(graphvq completion bash)"
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _graphvq 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
expect() {
  local wanted=$1
  shift
  local offered
  offered=$(complete_words "$@")
  [ "$offered" = "$wanted " ] || fail "$*: offered $offered, expected $wanted"
}
mkdir dir
touch a.gvg b.gvs c.txt 'd e.gvg'
expect 'serialize' graphvq ser
expect 'bfs bfs-recent' graphvq serialize --order b
expect 'bfs bfs-recent' graphvq serialize --order = b
expect '--order --orders --output --oversize' graphvq serialize --o
expect 'a.gvg d e.gvg dir' graphvq serialize ''
expect 'a.gvg b.gvs d e.gvg dir' graphvq view ''
expect 'tu' graphvq import t
expect 'er' graphvq synth e
expect 'bash fish zsh' graphvq completion ''
expect 'tokenize' graphvq help tok

for shell in zsh fish; do
  expect_exit 0 graphvq completion $shell
  [[ $out == *--oversize* || $out == *"-l oversize"* ]] || fail "$shell: no --oversize"
done

# The shells themselves: a person types a line, Tab and Return.
touch a.txt
cat >type.py <<'PYTHON'
import os, pty, re, select, signal, sys, time
shell, program = sys.argv[1:]
start = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$("{0}" completion bash)"; graphvq() {{ echo "GOT:$*:"; }}'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -Uz compinit; compinit -u -D; fpath=($PWD/zsh $fpath); autoload -Uz _graphvq; '
                                 'compdef _graphvq graphvq; graphvq() {{ echo "GOT:$*:"; }}'),
    "fish": (["fish", "--no-config", "-i"], '"{0}" completion fish | source; function graphvq; echo "GOT:$argv:"; end'),
}[shell]
lines = {"ser": "serialize", "serialize --ov": "serialize --oversize", "serialize --order rand": "serialize --order random",
         "serialize a": "serialize a.gvg", "completion fi": "completion fish", "cat a.gvg -o a.t": "cat a.gvg -o a.txt"}
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", PS1="> ")
    os.execvp(start[0][0], start[0])
seen = b""
def until(pattern, seconds=60):
    global seen
    end = time.time() + seconds
    while not (found := re.search(pattern, seen)):
        if time.time() > end or not select.select([terminal], [], [], max(0, end - time.time()))[0]:
            sys.exit(f"{shell}: no {pattern} in {seen.decode(errors='replace')}")
        seen += os.read(terminal, 65536)
    seen = b""
    return found
# The word is made by the shell, so that its echo is none.
os.write(terminal, (start[1].format(program) + '; echo READ"Y"\n').encode())
until(b"READY")
for typed, whole in lines.items():
    for pause in (.3, 1, 3, 10):  # a busy machine may take longer to complete than we to type on
        os.write(terminal, f"graphvq {typed}\t".encode())
        time.sleep(pause)
        os.write(terminal, b"\n")
        got = until(b"GOT:([^:]*):")[1].decode()
        if got == whole:
            break
    else:
        sys.exit(f"{shell}: {typed} became {got}, not {whole}")
os.kill(child, signal.SIGKILL)
PYTHON
mkdir zsh
graphvq completion zsh >zsh/_graphvq
for shell in bash zsh fish; do
  command -v $shell >/dev/null || { echo "no $shell: its completion is not tried"; continue; }
  HOME=$PWD python3 type.py $shell "$GRAPHVQ" >typed 2>&1 || fail "$(cat typed)"
done
expect_usage '*bash,zsh,fish*' graphvq completion tcsh
expect_usage '*SHELL is required*' graphvq completion
