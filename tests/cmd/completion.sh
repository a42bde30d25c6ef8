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
touch a.gvg b.gvs c.md 'd e.gvg' dir/train.gvg dir/tok.safetensors dir/kar.graphml dir/old.zip dir/r.json dir/x.svg
mkdir dir/more
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

# Files by suffix, in folders too; folders alone; lists.
expect 'dir/kar.graphml dir/more dir/old.zip dir/r.json dir/train.gvg' graphvq mmd dir/
expect 'dir/train.gvg' graphvq mmd dir/train.gvg dir/tr
expect 'dir/train.gvg' graphvq vun dir/tr
expect 'dir/kar.graphml' graphvq stats dir/k
expect 'dir/tok.safetensors' graphvq train-joint -m dir/to
expect 'dir/tok.safetensors' graphvq tokenize --model = dir/to
expect 'dir/more dir/tok.safetensors' graphvq calibrate dir/
expect 'dir/more dir/tok.safetensors' graphvq sample dir/
expect 'dir/more dir/tok.safetensors' graphvq score dir/
expect 'dir/more dir/r.json' graphvq rank dir/
expect 'dir' graphvq split --out-dir ''
expect 'orbit orbit4' graphvq mmd --desc orb
expect 'degree,orbit degree,orbit4' graphvq mmd --desc degree,orb
expect 'connected,max-degree=' graphvq vun --rule connected,m
expect 'grid mean median' graphvq mmd --bandwidth ''

for shell in zsh fish; do
  expect_exit 0 graphvq completion $shell
  [[ $out == *--oversize* || $out == *"-l oversize"* ]] || fail "$shell: no --oversize"
done

# The shells themselves: a person types a line, Tab and Return.
touch a.log
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
         "serialize a": "serialize a.gvg", "completion fi": "completion fish", "cat a.gvg -o a.l": "cat a.gvg -o a.log",
         "mmd dir/tr": "mmd dir/train.gvg", "mmd a.gvg dir/tr": "mmd a.gvg dir/train.gvg", "stats dir/k": "stats dir/kar.graphml",
         "train-joint -m dir/to": "train-joint -m dir/tok.safetensors", "calibrate dir/t": "calibrate dir/tok.safetensors",
         "sample dir/t": "sample dir/tok.safetensors", "split --out-dir dir/m": "split --out-dir dir/more",
         "mmd --desc degree,clus": "mmd --desc degree,clustering"}
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
        got = until(b"GOT:([^:]*):")[1].decode().rstrip("/")
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
