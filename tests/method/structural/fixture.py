#!/usr/bin/env python3
"""Writes fixture.safetensors: what the PyTorch prototype of the structural models computes.

fixture.py PROTOTYPE.py ORDERED.jsonl OUT.safetensors

ORDERED.jsonl has node-link JSON lines (`graphvq view`, of a .gvs in bfs order) whose node order is
the one to decode in; labels are the codes. Here: molecules 1, 2, 6 and 41 of MUTAG (`serialize
--seed 1`), then graphs 3 and 5 of `synth comm -n 40 --min-nodes 15 --max-nodes 18` (`serialize`):
they bring triangles and several components. Needs torch, numpy, networkx and safetensors.

Tensors: joint.weight.NAME, joint.grad.NAME (of the summed loss of all graphs, in nats), the same
under given. for the network that reads all codes first; for graph G: G.codes [n], G.edges [m, 2],
G.decisions [P, 3] (j, i, bit) in sampling order, G.features [P, F] clipped, G.joint.edges [P] and
G.given.edges [P] (logits), G.joint.codes [n, K] (logits). Root bits have feature span 0.
The metadata names the features in the columns' order, with their sizes, and the network's sizes."""
import importlib.util
import json
import sys

import numpy as np
import torch
from safetensors.torch import save_file

HIDDEN, SEED = 8, 20


def load(path):
    spec = importlib.util.spec_from_file_location("prototype", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path):
    for line in open(path):
        graph = json.loads(line)
        n = len(graph["nodes"])
        adjacency = np.zeros((n, n), np.int64)
        for edge in graph["edges"]:
            u, v = edge["source"], edge["target"]
            adjacency[u, v] = adjacency[v, u] = 1
        yield adjacency, np.array([int(node["label"]) for node in graph["nodes"]])


def randomise(net, codes, count):
    """All weights non-zero, the quota's too, and small enough that no logit saturates."""
    generator = torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for weight in net.parameters():
            weight.copy_(.4 * torch.randn(weight.shape, generator=generator))
        if net.joint:
            net.frac.copy_(torch.bincount(codes, minlength=count).float() / len(codes))


def evaluate(net, adjacency, codes, decisions, features):
    """Edge logits, code logits (None without joint) and the summed loss of one graph."""
    n = len(codes)
    k = torch.tensor(codes)[None]
    mask = torch.ones(1, n, dtype=torch.bool)
    low = torch.tril(torch.tensor(adjacency, dtype=torch.float32)[None], -1)
    low = low / low.sum(2, keepdim=True).clamp(min=1).sqrt()
    j, i, bit = torch.tensor(decisions).T
    span = torch.tensor(features["span"])
    g = torch.zeros_like(j)
    f = torch.stack([torch.tensor(features[name]) for name in net.feats], 1)
    edge = (bit * (span > 0)).float()
    left, right, code_logits, values = net.nodes(k, mask, low)
    logits = net.logit(left[g, j], right[g, i], f, net.chosen(values, g, j, i, edge))
    loss = net.loss(k, mask, low, (g, j, i, bit.float(), f, edge))
    return logits, code_logits[0] if net.joint else None, loss


def main(prototype, graphs, out):
    p = load(prototype)
    names = p.SETS["std"]
    data = list(read(graphs))
    count = int(max(codes.max() for _, codes in data)) + 1
    nets = {}
    for kind, joint in (("joint", 1), ("given", 0)):
        nets[kind] = p.Edges(count, HIDDEN, .1, names, joint=joint, quota=2).eval()
        randomise(nets[kind], torch.tensor(np.concatenate([c for _, c in data])), count)

    tensors, loss = {}, dict.fromkeys(nets, 0)
    for index, (adjacency, codes) in enumerate(data):
        table = p.pairs(adjacency, codes, 1, 1, 0, 0)
        features = {name: table[:, 3 + p.COLS.index(name)] for name in names if name in p.COLS}
        features["left"] = len(codes) - table[:, 0]
        clipped = np.stack([np.minimum(features[f], p.FEATS[f] - 1) for f in names], 1)
        here = f"{index}."
        tensors[here + "codes"] = torch.tensor(codes)
        tensors[here + "edges"] = torch.tensor(np.argwhere(np.triu(adjacency)))
        tensors[here + "decisions"] = torch.tensor(table[:, :3])
        tensors[here + "features"] = torch.tensor(clipped, dtype=torch.uint8)
        for kind, net in nets.items():
            edges, code_logits, nats = evaluate(net, adjacency, codes, table[:, :3], features)
            loss[kind] = loss[kind] + nats
            tensors[here + kind + ".edges"] = edges
            if code_logits is not None:
                tensors[here + kind + ".codes"] = code_logits
    for kind, net in nets.items():
        loss[kind].backward()
        for name, weight in net.named_parameters():
            tensors[f"{kind}.weight.{name}"] = weight
            tensors[f"{kind}.grad.{name}"] = weight.grad
        if net.joint:
            tensors[f"{kind}.weight.frac"] = net.frac
    metadata = {"features": ",".join(names),
                "sizes": ",".join(str(p.FEATS[f]) for f in names),
                "graphs": str(len(data)), "codes": str(count), "hidden": str(HIDDEN),
                **{f"{kind}.loss": repr(loss[kind].item()) for kind in nets}}
    save_file({k: v.detach().contiguous() for k, v in tensors.items()}, out, metadata)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    torch.set_num_threads(1)
    main(*sys.argv[1:])
