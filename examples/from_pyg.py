#!/usr/bin/env python3
"""A list of PyTorch Geometric's Data as arrays that graphvq reads.

    from_pyg.py graphs.pt graphs.npz && graphvq import npz graphs.npz -o graphs.gvg

graphs.pt is what torch.save wrote of a list of Data. Loading it runs the code in it: load none
that you do not trust. In a program, take `arrays(list)`; a Dataset is such a list, too. `x`,
`edge_attr` and `y` become node_x, edge_attr and graph_label (graph_y, where they are no classes);
node_*, edge_* and graph_* stay under their names."""
import sys

import numpy as np
import torch


def arrays(graphs):
    """All graphs in OGB's layout, edges as they stand in edge_index."""
    graphs = list(graphs)
    result = {
        "edge_index": torch.cat([g.edge_index for g in graphs], dim=1).numpy().astype(np.int64),
        "num_nodes_list": np.array([g.num_nodes for g in graphs], dtype=np.int64),
        "num_edges_list": np.array([g.edge_index.shape[1] for g in graphs], dtype=np.int64),
    }
    for key in graphs[0].keys() if graphs else []:
        if key in ("edge_index", "num_nodes"):
            continue
        values = torch.cat([g[key].reshape(1, -1) if key == "y" else g[key] for g in graphs]).numpy()
        classes = key == "y" and values.shape[1] == 1 and np.issubdtype(values.dtype, np.integer)
        known = {"x": "node_x", "edge_attr": "edge_attr", "y": "graph_label" if classes else "graph_y"}
        target = known.get(key, key)
        if not target.startswith(("node_", "edge_", "graph_")):
            sys.exit(f"from_pyg.py: {key} is neither a node's, an edge's nor a graph's")
        result[target] = values[:, 0] if classes else values
    return result


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: from_pyg.py FILE.pt FILE.npz")
    np.savez(sys.argv[2], **arrays(torch.load(sys.argv[1], weights_only=False)))
