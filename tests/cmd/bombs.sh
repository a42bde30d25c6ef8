. "$(dirname "$0")/lib.sh"
# Small files that claim to be huge: an error at once, within 256 MiB, from every command that reads.

graphvq synth er -n 2 -q --no-provenance -o good.gvg
zstd -dqc good.gvg >raw
python3 - <<'PYTHON' || fail "no bombs"
import gzip, struct, subprocess, zipfile
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
write("zipped.gvg", gzip.compress(head + block(b"\0" * 2**26)))
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
write("lines.s6", b":~~??~~~~\n" * 20)                         # 2^24 - 1 nodes a line
entities = "".join(f'<!ENTITY e{k + 1} "{10 * f"&e{k};"}">' for k in range(10))
laughs = f'<!DOCTYPE graphml [<!ENTITY e0 "ha">{entities}]><graphml><graph><node id="&e10;"/></graph></graphml>'
write("laughs.graphml", laughs.encode())
write("deep.graphml", b"<graphml>" + b"<graph>" * 100_000)
write("spaces.graphml", gzip.compress(b"<graphml><graph>" + b" " * 2**26))
defaults = "".join(f'<key id="k{k}" for="node"><default>x</default></key>' for k in range(4000))
nodes = "".join(f'<node id="n{k}"/>' for k in range(4000))
write("defaults.graphml", f'<graphml>{defaults}<graph edgedefault="directed">{nodes}</graph></graphml>'.encode())
write("deep.dot", b"graph {" + b"{" * 100_000)
numbers = range(2000)
write("defaults.dot", f"graph {{node [{' '.join(f'a{k}=1' for k in numbers)}]; {' '.join(map(str, numbers))}}}".encode())
group = "{" + " ".join(map(str, range(500))) + "}"
write("groups.dot", f"graph {{ {group} -- {group} }}\n".encode() * 10)
def npz(name, entries):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as file:
        for entry, data in entries.items(): file.writestr(entry + ".npy", data)
def npy(shape, data): return b"\x93NUMPY\1\0" + struct.pack("<H", 118) + (b"{'descr': '<i8', 'fortran_order': False, 'shape': %b, }" % shape).ljust(118) + data
npz("zeros.npz", {"edge_index": npy(b"(2, 16777216)", b"\0" * 2**28)})       # 256 MiB in 256 kB
npz("members.npz", {f"node_{k}": npy(b"(1048000,)", b"\0" * 8_384_000) for k in range(16)})  # 8 MiB in 8 kB, each
npz("shape.npz", {"edge_index": npy(b"(2, 1152921504606846976)", b"\0" * 1000)})
npz("many.npz", {"edge_index": npy(b"(2, 0)", b""), "num_edges_list": npy(b"(1,)", b"\0" * 8),
                 "num_nodes_list": npy(b"(1,)", struct.pack("<q", 2**60))})
PYTHON
rm good.gvg raw

# Sanitizers map more than any limit, and have one of their own.
limit=262144
(ulimit -v $limit; graphvq --version) >/dev/null 2>&1 || limit=unlimited
export ASAN_OPTIONS=hard_rss_limit_mb=1024
bounded() { (ulimit -v $limit; exec "$GRAPHVQ" "$@"); }
for file in *; do
  for command in check view 'info --get graphs' stats 'cat -o x' serialize 'split -q --out-dir d' 'draw -o x'; do
    # shellcheck disable=SC2086
    said="graphvq ${command%% *}: *$file: *" expect_exit 1 bounded $command "$file"
    [[ $err != *"out of memory"* ]] || fail "$command $file:" "$err"
  done
done

said='*expands more than 200-fold; *np.savez*' expect_exit 1 bounded import npz members.npz
# Streams without an end.
export -f bounded
export GRAPHVQ limit
endless() {
  said="graphvq stats: standard input: $2" expect_exit 1 bash -c "{ $1; } 2>/dev/null | bounded stats"
  [[ $err != *"out of memory"* ]] || fail "$1:" "$err"
}
endless 'zstd -qc </dev/zero' '*'
endless 'gzip -c </dev/zero' '*'
endless "{ echo '# nodes 3'; yes '1 2'; } | zstd -qc" '*expands more than 200-fold*'
endless "{ echo '# nodes 3'; yes '1 2'; } | gzip -c" '*expands more than 200-fold*'
endless "{ printf '{\"nodes\":['; tr '\\0' ' ' </dev/zero; }" '*more than 1 MiB without a value*'
