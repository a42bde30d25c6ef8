. "$(dirname "$0")/lib.sh"
# Small files that claim to be huge: an error at once, within 256 MiB, from every command that reads.

graphvq synth er -n 2 -q --no-provenance -o good.gvg
zstd -dqc good.gvg >raw
python3 - <<'PYTHON' || fail "no bombs"
import gzip, struct, subprocess
head = open("raw", "rb").read()
head = head[:11 + struct.unpack("<I", head[7:11])[0]]
def varint(x):
    out = b""
    while x >= 128: out += bytes([x & 127 | 128]); x >>= 7
    return out + bytes([x])
def block(payload, claim=None): return b"R" + varint(len(payload) if claim is None else claim) + payload
def write(name, data, packed=False):
    if packed: data = subprocess.run(["zstd", "-19", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout
    open(name, "wb").write(data)
n = varint(2**60)
write("nodes.gvg", head + block(n + b"\0" * 1000))
write("neighbours.gvg", head + block(b"\1" + n + b"\0" * 1000))
write("columns.gvg", head + block(b"\1\0\x10" + n + b"\0" * 1000))
write("id.gvg", head + block(b"\0\4" + n + b"x"))
write("record.gvg", head + block(b"", 2**60))
write("trailer.gvg", head + b"T" + n)
write("inputs.gvg", head + b"T" + varint(30) + b"\0\0\0" + n + b"\0" * 20)
write("header.gvg", b"GVQ\1\1\1\0\xff\xff\xff\xff{}")
write("zeros.gvg", head + block(b"\0" * 2**26), True)           # 64 MiB in 6 kB
write("nothing.gvg", b"\0" * 2**26, True)
write("cut.gvg", head + block(b"\0" * 1000, 2**28))             # claims 256 MiB, has 1 kB
deep = b"[" * 100_000
write("deep.gvg", b"GVQ\1\1\1\0" + struct.pack("<I", len(deep)) + deep, True)
deep = b'{"a":' * 100_000
write("deeper.gvg", b"GVQ\1\1\1\0" + struct.pack("<I", len(deep)) + deep, True)
write("deep.safetensors", struct.pack("<Q", len(deep)) + deep)
write("long.safetensors", struct.pack("<Q", 2**60) + b"{}")
for k, shape in enumerate(("[1152921504606846976]", "[4294967296,4294967296]", "[9223372036854775807]", "[0,18446744073709551615]")):
    x = b'{"__metadata__":{"graphvq.format":"1"},"x":{"dtype":"F64","shape":%b,"data_offsets":[0,9223372036854775800]}}' % shape.encode()
    write(f"shape{k}.safetensors", struct.pack("<Q", len(x)) + x)
write("deep.json", b'{"nodes":' + b"[" * 100_000)
write("deeper.json", b'{"nodes":[],"edges":[],"graph":' + b'{"a":' * 100_000)
write("list.json", gzip.compress(b'{"nodes":[{"a":[' + b"1," * 4_000_000 + b'1]}],"edges":[]}'))  # columns, 8 kB
write("empty.json", gzip.compress(b'{"nodes":[' + b"{}," * 2_700_000 + b'1],"edges":[]}'))
write("nodes.g6", b"~~" + b"~" * 6 + b"\n")
write("nodes.s6", b":~~" + b"~" * 6 + b"\n")
PYTHON
rm good.gvg raw

# Sanitizers map more than any limit.
limit=262144
(ulimit -v $limit; graphvq --version) >/dev/null 2>&1 || limit=unlimited
bounded() { (ulimit -v $limit; exec timeout 20 "$GRAPHVQ" "$@"); }
for file in *; do
  for command in check view 'info --get graphs' stats 'cat -o x' serialize 'split -q --out-dir d' 'draw -o x'; do
    # shellcheck disable=SC2086
    said="graphvq ${command%% *}: *$file: *" expect_exit 1 bounded $command "$file"
    [[ $err != *"out of memory"* ]] || fail "$command $file:" "$err"
  done
done
