#!/usr/bin/env python3
"""NetworkX graphs as lines that graphvq reads.

    from_networkx.py graphs.pickle | graphvq import json -o graphs.gvg

graphs.pickle has a list of graphs, as GraphRNN's and GRAN's tools write it. Reading a pickle runs
the code in it: read none that you do not trust. In a program, take `line(graph)`. The attribute
`label` of nodes and edges is their label, `graph["id"]` and `graph["class"]` id and class."""
import json
import pickle
import sys


def name(node):
    """Ids are numbers or text; a grid's are pairs."""
    return node if isinstance(node, (int, str)) else str(node)


def line(graph):
    """One graph as a line of node-link JSON."""
    data = {
        "directed": graph.is_directed(),
        "multigraph": graph.is_multigraph(),
        "graph": dict(graph.graph),
        "nodes": [{**about, "id": name(node)} for node, about in graph.nodes(data=True)],
        "edges": [{**about, "source": name(u), "target": name(v)}
                  for u, v, about in graph.edges(data=True)],
    }
    # numpy's scalars and arrays are numbers and lists.
    return json.dumps(data, default=lambda value: value.tolist())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: from_networkx.py FILE.pickle >FILE.jsonl")
    with open(sys.argv[1], "rb") as pickled:
        for each in pickle.load(pickled):
            print(line(each))
