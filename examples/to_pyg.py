#!/usr/bin/env python3
"""graphvq's graphs as a list of PyTorch Geometric's Data.

    graphvq export npz graphs.gvg -o graphs.npz && to_pyg.py graphs.npz graphs.pt

In a program, take `data(arrays)` of what numpy.load gives. `edge_index` has both directions;
`y` is the class; node_x is `x` and edge_attr `edge_attr` where the set has them, all other arrays
stand under their own names (node_label, edge_label, ...)."""
import sys

import numpy as np
import torch
from torch_geometric.data import Data


def data(arrays):
    """Yields the Data of each graph."""
    node = edge = 0
    counts = zip(arrays["num_nodes_list"], arrays["num_edges_list"])
    for number, (nodes, edges) in enumerate(counts):
        one = Data(edge_index=torch.from_numpy(arrays["edge_index"][:, edge:edge + edges].copy()),
                   num_nodes=int(nodes))
        for key in arrays:
            if key == "edge_index" or key.startswith("num_"):
                continue
            kind = key.split("_")[0]
            part = {"node": slice(node, node + nodes), "edge": slice(edge, edge + edges),
                    "graph": slice(number, number + 1)}[kind]
            values = torch.from_numpy(arrays[key][part].copy())
            if values.dtype == torch.float64:
                values = values.float()
            one[{"node_x": "x", "edge_attr": "edge_attr", "graph_label": "y"}.get(key, key)] = values
        node += nodes
        edge += edges
        yield one


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: to_pyg.py FILE.npz FILE.pt")
    torch.save(list(data(dict(np.load(sys.argv[1])))), sys.argv[2])
