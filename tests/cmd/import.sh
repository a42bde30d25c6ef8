. "$(dirname "$0")/lib.sh"

write_tu T
expect_exit 0 graphvq import tu T -o t.gvg
expect_exit 0 graphvq stats t.gvg
[ "$(cut -f 2-4,7 <<<"$out" | tail -n 3 | tr '\t\n' ' ,')" = '3 2 1 1,3 3 1 -1,1 0 1 1,' ] || fail "$out"

# Repairs are counted on one line of standard error, or refused.
printf '1, 1\n1, 2\n' >>T/T_A.txt
printf '7, 7\n' >>T/T_A.txt
sed -i '/^3, 2$/d' T/T_A.txt
said='graphvq import: T: 2 *, 1 *, 1 *' expect_exit 0 graphvq import tu T -o repaired.gvg
expect_same <(graphvq view t.gvg) <(graphvq view repaired.gvg)
expect_exit 0 graphvq import -q tu T -o quiet.gvg
for option in '--loops error' '--duplicates error' '--asymmetric error' --strict; do
  said='graphvq import: T/T_A.txt: line *' expect_exit 1 graphvq import tu T $option -o no.gvg
done

# Without labels; under another name.
expect_exit 0 graphvq import -q tu T --node-labels none -o bare.gvg
expect_exit 0 graphvq info --get node_labels bare.gvg
expect_text '[]'
mv T other
said='graphvq import: other/other_*' expect_exit 1 graphvq import tu other -o no.gvg
expect_exit 0 graphvq import -q tu other/ --name T -o named.gvg
expect_same <(graphvq view named.gvg) <(graphvq view t.gvg)

# Damage names the line.
write_tu D
printf '1, 9\n' >>D/D_A.txt
said='graphvq import: D/D_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu D -o no.gvg
write_tu D
printf '3, 4\n' >>D/D_A.txt
said='graphvq import: D/D_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu D -o no.gvg
write_tu D
printf '5\n' >>D/D_node_labels.txt
said='graphvq import: D/D_node_labels.txt: *' expect_exit 1 graphvq import tu D -o no.gvg
[ ! -e no.gvg ] || fail "no.gvg is there"

expect_usage "FORMAT: 'tux' is none of tu*" graphvq import tux T
expect_usage 'PATH is missing: tu is read from a folder' graphvq import tu
said='graphvq import: nowhere*' expect_exit 1 graphvq import tu nowhere

# A file that expands without end is refused while little of it is in memory.
{ printf '{"nodes":['; head -c 60000000 /dev/zero | tr '\0' ' '; } | zstd -q >bomb.json.zst
said='graphvq stats: bomb.json.zst: line 1, column *: graph 0: more than 1 MiB without a value' \
  expect_exit 1 graphvq stats bomb.json.zst
{ printf '1 2\n'; head -c 60000000 /dev/zero | tr '\0' '\n'; } | zstd -q >bomb.edges.zst
said='graphvq stats: bomb.edges.zst: line *: expands more than 200-fold*' \
  expect_exit 1 graphvq stats bomb.edges.zst

# The collection's zip, with a folder in it or without, and gzipped files.
write_tu Z
graphvq import tu Z -o z.gvg
python3 - <<'PYTHON'
import glob, zipfile
for name, cut in ("Z.zip", 0), ("flat.zip", 2):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as to:
        for file in glob.glob("Z/*"):
            to.write(file, file[cut:])
with zipfile.ZipFile("two.zip", "w") as to:
    to.writestr("a_A.txt", "")
    to.writestr("b_A.txt", "")
PYTHON
for zip in Z.zip flat.zip; do
  expect_exit 0 graphvq import tu $zip -o zip.gvg
  expect_same <(graphvq view z.gvg) <(graphvq view zip.gvg)
done
expect_exit 0 graphvq stats --summary Z.zip
said='graphvq import: two.zip: a_A.txt and b_A.txt: --name says which' expect_exit 1 graphvq import tu two.zip -o no.gvg
said='graphvq import: flat.zip: a zip without X_A.txt' expect_exit 1 graphvq import tu --name X flat.zip -o no.gvg
printf '1, 9\n' >>Z/Z_A.txt
(cd Z && python3 -m zipfile -c ../bad.zip Z_*)
said='graphvq import: bad.zip: Z_A.txt: line 11, column 4: *' expect_exit 1 graphvq import tu bad.zip -o no.gvg
write_tu Z
gzip Z/*
expect_exit 0 graphvq import tu Z -o zip.gvg
expect_same <(graphvq view z.gvg) <(graphvq view zip.gvg)
expect_exit 0 graphvq stats --summary Z

[ ! -e no.gvg ] || fail "no.gvg is there"
exit 0
