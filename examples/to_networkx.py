#!/usr/bin/env python3
"""graphvq's graphs as NetworkX graphs.

    graphvq export json graphs.gvg | to_networkx.py graphs.pickle

writes a pickled list of graphs, the form of GraphRNN's and GRAN's tools; in a program, take
`graphs(lines)`. Labels are the attribute `label` of nodes and edges, id and class are
`graph["id"]` and `graph["class"]`, other attributes stand under their names.

Nodes are 0, 1, 2...; what they were called elsewhere is their attribute `name`, and a list `pos` is
pos_0, pos_1... To have the names back: networkx.relabel_nodes(graph, dict(graph.nodes(data="name")))."""
import json
import pickle
import sys

import networkx as nx


def graphs(lines):
    """Yields the graph of each line."""
    for line in lines:
        data = json.loads(line)
        graph = nx.Graph(**data["graph"])
        for node in data["nodes"]:
            graph.add_node(node.pop("id"), **node)
        for edge in data["edges"]:
            graph.add_edge(edge.pop("source"), edge.pop("target"), **edge)
        yield graph


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: to_networkx.py FILE.pickle <FILE.jsonl")
    everything = list(graphs(sys.stdin))
    with open(sys.argv[1], "wb") as out:
        pickle.dump(everything, out)
