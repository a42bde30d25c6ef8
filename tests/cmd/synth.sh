. "$(dirname "$0")/lib.sh"

said='graphvq synth: 3 graphs: 64 nodes (64 to 64) and * edges (* to *) on average, 1 of them connected' \
  expect_exit 0 graphvq synth planar -n 3 -o planar.gvg
said='graphvq synth: 400 graphs: * nodes (* to *) and * edges (* to *) on average, * of them connected' \
  expect_exit 0 graphvq synth comm -o comm.gvg
for name in ring-role ring comm er grid tree planar sbm lobster; do
  expect_exit 0 graphvq synth $name -n 30 -q -o $name.gvg
  expect_same <(graphvq view $name.gvg) <(graphvq synth -q $name -n 30 | graphvq view)
done
# The first of many are those of few; parts in order are the whole.
expect_same <(graphvq view ring.gvg) <(graphvq synth -q ring -n 50 | graphvq view | head -n 30)
for i in 1 2 3 4; do graphvq synth -q ring -n 30 --part $i/4 | graphvq view; done >parts
expect_same <(graphvq view ring.gvg) parts
cmp -s <(graphvq view ring.gvg) <(graphvq synth -q ring -n 30 --seed 1 | graphvq view) &&
  fail "the seed does nothing"

# However an option is written that cannot change the result, it is not in the history.
for options in '-n 30 -q -o x.gvg' '-qn 30 -ox.gvg' '-n 30 -qo x.gvg' '-n 30 --quiet --output=x.gvg'; do
  graphvq synth er $options
  expect_same er.gvg x.gvg
done

# Parameters.
expect_exit 0 graphvq synth -q er -n 9 --p 1 --min-nodes 5 --max-nodes 5 -o full.gvg
expect_exit 0 graphvq info --get edges full.gvg
expect_text 90
expect_exit 0 graphvq synth -q comm -n 5 --communities 2 --p-in 0 --p-out 0 -o apart.gvg
expect_exit 0 graphvq info --get edges apart.gvg
expect_text 0
expect_exit 0 graphvq info --get node_labels apart.gvg
expect_text '[0,1]'
said='graphvq synth: 0 graphs' expect_exit 0 graphvq synth er -n 0 -o none.gvg
expect_exit 0 graphvq check -q none.gvg

expect_usage "NAME: 'com' is none of ring-role,ring,comm,er,grid,tree,planar,sbm,lobster; did you mean comm?" graphvq synth com
# Four by four: 16 nodes, 24 edges.
expect_exit 0 graphvq synth -q grid -n 3 --min-side 4 --max-side 4 -o grid.gvg
expect_exit 0 graphvq info --get edges grid.gvg
expect_text 72
expect_exit 0 graphvq synth -q tree -n 2 --min-nodes 1000 --max-nodes 1000 -o tree.gvg
expect_exit 0 graphvq info --get edges tree.gvg
expect_text 1998
expect_usage 'grid has no --max-nodes' graphvq synth grid --max-nodes 9
expect_usage 'tree has no --p1' graphvq synth tree --p1 .5
expect_usage '--min-block 41 is more than --max-block 40' graphvq synth sbm --min-block 41
said='graphvq synth: no lobster of 900 to 1000 nodes *' \
  expect_exit 1 graphvq synth -q lobster --min-nodes 900 --max-nodes 1000 -o x
expect_usage 'er has no --p-in' graphvq synth er --p-in .5
expect_usage 'comm has no --p' graphvq synth comm --p .5
expect_usage 'ring has no --communities' graphvq synth ring --communities 2
expect_usage "--p: 'nan' is no number *" graphvq synth er --p nan
expect_usage "--p-out: '1.5' is no number *" graphvq synth comm --p-out 1.5
expect_usage '--min-nodes 31 is more than --max-nodes 30' graphvq synth er --min-nodes 31
for part in 0/3 4/3 1 a/b 1/0; do expect_usage '--part*I/N*' graphvq synth er --part $part; done
expect_usage "--count: '-1' is no whole number *" graphvq synth er -n -1
