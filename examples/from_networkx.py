#!/usr/bin/env python3
"""NetworkX graphs as lines that graphvq reads.

    from_networkx.py graphs.pickle | graphvq import json -o graphs.gvg

graphs.pickle has a graph or a list of graphs, as GraphRNN's and GRAN's tools write it. Reading a
pickle runs the code in it: read none that you do not trust. In a program, take `line(graph)`. The
attribute `label` of nodes and edges is their label, `graph["id"]` and `graph["class"]` id and class.
Values that are None or NaN are left out; infinite ones and what JSON does not have are errors."""
import json
import pickle
import sys


def plain(value):
    """numpy's scalars and arrays as numbers and lists."""
    return value.tolist() if hasattr(value, "tolist") else value


def within(value):
    """What json asks where it has no form for something in a list."""
    if not hasattr(value, "tolist"):
        raise TypeError(f"JSON has no {type(value).__name__}")
    return value.tolist()


def name(node):
    """Ids are numbers or text; a grid's are pairs."""
    node = plain(node)
    return node if isinstance(node, (int, str)) else str(node)


def values(about, what):
    """The attributes that have a value; `what` has them, for messages."""
    kept = {}
    for key, value in about.items():
        value = plain(value)
        if value is None or value != value:
            continue
        try:
            kept[key] = json.loads(json.dumps(value, default=within, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{what}: {key} is {value!r}: {error}") from error
    return kept


def line(graph):
    """One graph as a line of node-link JSON. Raises ValueError for a value that JSON cannot have."""
    return json.dumps({
        "directed": graph.is_directed(),
        "multigraph": graph.is_multigraph(),
        "graph": values(graph.graph, "the graph"),
        "nodes": [{**values(about, f"node {node}"), "id": name(node)}
                  for node, about in graph.nodes(data=True)],
        "edges": [{**values(about, f"edge {u}-{v}"), "source": name(u), "target": name(v)}
                  for u, v, about in graph.edges(data=True)],
    })


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: from_networkx.py FILE.pickle >FILE.jsonl")
    with open(sys.argv[1], "rb") as pickled:
        graphs = pickle.load(pickled)
    graphs = [graphs] if hasattr(graphs, "nodes") or not hasattr(graphs, "__iter__") else graphs
    lines = []
    for number, graph in enumerate(graphs):
        if not hasattr(graph, "nodes"):
            sys.exit(f"from_networkx.py: {sys.argv[1]}: entry {number} is no graph: {type(graph)}")
        try:
            lines.append(line(graph))
        except ValueError as error:
            sys.exit(f"from_networkx.py: {sys.argv[1]}: graph {number}: {error}")
    # Nothing is printed where a graph is wrong, so that nothing is imported.
    for each in lines:
        print(each)


if __name__ == "__main__":
    main()
