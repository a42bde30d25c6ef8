"""Writes protocols.tsv: graphs, and what the published protocols make of them.

A plain repetition, in numpy, scipy, networkx and scikit-learn, of how the code of GraphRNN
(J. You's graph-generation, eval/), GRAN (utils/eval_helper.py, dist_helper.py), SPECTRE and DiGress
(src/analysis/), GDSS (evaluation/, utils/) and GGM-metrics (evaluation/) computes MMD^2. It departs
from them in three places. The earth mover's distance is scipy's, exact, in place of pyemd's (--pyemd
takes that and prints how far apart they are: 6e-14 with pyemd 1.1; older ones round masses to
millionths). For communities DiGress adds 1e-6 to the sums that histograms are divided by before the
earth mover's distance, which is defined for equal masses: left out, 1e-8 of MMD^2. Eigenvalues that
rounding puts above 2 count as 2; theirs drop out of the histogram.

    python3 protocols_fixture.py > protocols.tsv
"""

import itertools
import sys

import networkx as nx
import numpy as np
from scipy.linalg import eigvalsh
from scipy.stats import wasserstein_distance
from sklearn.metrics.pairwise import laplacian_kernel, linear_kernel, pairwise_distances
from sklearn.preprocessing import StandardScaler

PYEMD = "--pyemd" in sys.argv


def graph(n, k, sparse):
    g = nx.empty_graph(n)
    for i, j in itertools.combinations(range(n), 2):
        if (7 * i * i + 13 * j + 5 * k + i * j * (k + 1)) % 23 < sparse:
            g.add_edge(i, j)
    return g


REFERENCE = [graph(8 + k % 5, k, 9) for k in range(12)] + [nx.path_graph(6), nx.wheel_graph(6)]
# Isolated nodes in some, only isolated nodes in one, no node in another.
GENERATED = [graph(6 + k % 7, k, 6) for k in range(3, 14)] + [nx.empty_graph(3), nx.empty_graph(0)]


# Signatures.

def degree(g):
    return np.array(nx.degree_histogram(g), dtype=float)


def clustering(g):
    return np.histogram(list(nx.clustering(g).values()), bins=100, range=(0.0, 1.0))[0].astype(float)


def spectral(g):
    eigs = eigvalsh(nx.normalized_laplacian_matrix(g).todense())
    pmf = np.histogram(np.minimum(eigs, 2), bins=200, range=(-1e-5, 2))[0]
    return pmf / pmf.sum()


def orbits(g):
    """Means over nodes of ORCA's 15 orbits, by the definition."""
    counts = np.zeros(15)
    names = {(2, 1, 1): 0, (3, 2, 1): 1, (3, 2, 2): 2, (3, 3, 2): 3, (4, 4, 2, "c"): 8}
    for size in (2, 3, 4):
        for nodes in itertools.combinations(g.nodes, size):
            sub = g.subgraph(nodes)
            if not nx.is_connected(sub):
                continue
            m = sub.number_of_edges()
            for _, d in sub.degree():
                if size < 4:
                    orbit = names[(size, m, d)]
                elif m == 3:
                    claw = max(dict(sub.degree()).values()) == 3
                    orbit = (6 if d == 1 else 7) if claw else (4 if d == 1 else 5)
                elif m == 4:
                    tail = min(dict(sub.degree()).values()) == 1
                    orbit = 8 + d if tail else 8
                else:
                    orbit = 10 + d if m == 5 else 14
                counts[orbit] += 1
    return counts / g.number_of_nodes()


# Distances and MMD.

def pad(x, y):
    n = max(len(x), len(y))
    return np.pad(x, (0, n - len(x))), np.pad(y, (0, n - len(y)))


def emd(x, y, scaling=1.0):
    x, y = pad(x, y)
    at = np.arange(len(x)) / scaling
    exact = wasserstein_distance(at, at, x, y)
    if PYEMD:
        import pyemd

        theirs = pyemd.emd(x, y, np.abs(at[:, None] - at[None, :]))
        emd.apart = max(getattr(emd, "apart", 0), abs(theirs - exact))
        return theirs
    return exact


def gaussian_emd(sigma=1.0, scaling=1.0):
    return lambda x, y: np.exp(-emd(x, y, scaling) ** 2 / (2 * sigma * sigma))


def gaussian_tv(sigma=1.0):
    def kernel(x, y):
        x, y = pad(x, y)
        d = np.abs(x - y).sum() / 2.0
        return np.exp(-d * d / (2 * sigma * sigma))

    return kernel


def gaussian(sigma=1.0):
    def kernel(x, y):
        x, y = pad(x, y)
        d = np.linalg.norm(x - y, 2)
        return np.exp(-d * d / (2 * sigma * sigma))

    return kernel


def mmd2(xs, ys, kernel, histogram=True, excess=0.0):
    if histogram:
        xs = [x / (np.sum(x) + excess) for x in xs]
        ys = [y / (np.sum(y) + excess) for y in ys]

    def mean(a, b):
        return sum(kernel(x, y) for x in a for y in b) / (len(a) * len(b))

    return mean(xs, xs) + mean(ys, ys) - 2 * mean(xs, ys)


def mmd2_grid(xs, ys, base):
    def squares(a, b):
        return np.array([[np.linalg.norm(np.subtract(*pad(x, y))) ** 2 for y in b] for x in a])

    gg, gr, rr = squares(ys, ys), squares(ys, xs), squares(xs, xs)
    best, at = 0, 0
    for sigma in np.array(sorted(base)) * np.sqrt(gr.mean()):
        gamma = 1 / (2 * sigma**2)
        value = np.exp(-gamma * gg).mean() + np.exp(-gamma * rr).mean() - 2 * np.exp(-gamma * gr).mean()
        if value > best:
            best, at = value, sigma
    return best, at


# What each does to generated graphs.

def without_isolated(g):
    g = g.copy()
    g.remove_nodes_from(list(nx.isolates(g)))
    return g


def not_empty(graphs):
    return [g for g in graphs if g.number_of_nodes() != 0]


def gdss_graph(g):
    g = without_isolated(g)
    if g.number_of_nodes() < 1:
        g.add_node(1)
    return g


def each(signature, graphs):
    return [signature(g) for g in graphs]


def show(*cells):
    print(*(repr(float(c)) if isinstance(c, (float, np.floating)) else c for c in cells), sep="\t")


for name, graphs in ("reference", REFERENCE), ("generated", GENERATED):
    for g in graphs:
        show("graph", name, g.number_of_nodes(), " ".join(f"{u}-{v}" for u, v in g.edges))

GRID = [0.01, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0]


def emd_protocol(name, generated, with_spectral=False):
    ys = generated
    show(name, "degree", mmd2(each(degree, REFERENCE), each(degree, ys), gaussian_emd()))
    show(name, "clustering", mmd2(each(clustering, REFERENCE), each(clustering, ys), gaussian_emd(0.1, 100)))
    show(name, "orbit4", mmd2(each(orbits, REFERENCE), each(orbits, ys), gaussian(30.0), False))
    if with_spectral:
        show(name, "spectral-histogram", mmd2(each(spectral, REFERENCE), each(spectral, ys), gaussian_emd()))


def tv_protocol(name, generated, excess):
    ys = generated
    show(name, "degree", mmd2(each(degree, REFERENCE), each(degree, ys), gaussian_tv(), excess=excess))
    show(name, "clustering", mmd2(each(clustering, REFERENCE), each(clustering, ys), gaussian_tv(0.1), excess=excess))
    show(name, "orbit4", mmd2(each(orbits, REFERENCE), each(orbits, ys), gaussian_tv(30.0), False))
    show(name, "spectral-histogram", mmd2(each(spectral, REFERENCE), each(spectral, ys), gaussian_tv(), excess=excess))


emd_protocol("graphrnn", not_empty(GENERATED))
emd_protocol("digress-comm20", not_empty(GENERATED))
emd_protocol("gdss", [gdss_graph(g) for g in GENERATED], True)
tv_protocol("gran", not_empty([without_isolated(g) for g in GENERATED]), 0.0)
tv_protocol("spectre", not_empty(GENERATED), 1e-6)
tv_protocol("digress", not_empty(GENERATED), 1e-6)


def share(x):
    return x / np.sum(x)


for name, signature, base in (
    ("degree", lambda g: share(degree(g)), GRID),
    ("clustering", lambda g: share(clustering(g)), GRID),
    ("orbit4", orbits, GRID + [30.0]),
    ("spectral-histogram", spectral, GRID),
):
    show("thompson", name, *mmd2_grid(each(signature, REFERENCE), each(signature, not_empty(GENERATED)), base))

# The GIN with weights by formula, in place of random ones: what a node starts from (`inputs`
# numbers), two rounds, eval() of its batch normalisations.

HIDDEN, BN = 35, 1 / np.sqrt(1 + 1e-5)


def layer(number, inputs):
    i, k = np.arange(HIDDEN)[:, None], np.arange(inputs)[None, :]
    return np.sin(1 + 1000 * number + 37 * i + 11 * k) / 4, np.cos(5 * number + 3 * np.arange(HIDDEN)) / 10


def gin(g, h, edge_features=None):
    """h: [n, inputs]; edge_features: [m, width], in the order of g.edges."""
    edges = list(g.edges)
    width = 0 if edge_features is None else edge_features.shape[1]
    sums = [h.sum(axis=0)]
    for r in range(2):
        message = np.zeros((len(h), h.shape[1] + width))
        for e, (u, v) in enumerate(edges):
            extra = [] if edge_features is None else edge_features[e]
            message[u] += np.concatenate([h[v], extra])
            message[v] += np.concatenate([h[u], extra])
        total = message + np.pad(h, ((0, 0), (0, width)))
        w1, b1 = layer(2 * r, total.shape[1])
        w2, b2 = layer(2 * r + 1, HIDDEN)
        h = np.maximum(BN * (total @ w1.T + b1), 0)
        h = h @ w2.T + b2
        h = np.maximum(BN * h, 0)  # of ApplyNodeFunc
        h = np.maximum(BN * h, 0)  # of GIN
        sums.append(h.sum(axis=0))
    return np.concatenate(sums)


def gin_of_degrees(g):
    return gin(g, 2.0 * np.array([[d] for _, d in g.degree()]).reshape(-1, 1))


xs, ys = np.array(each(gin_of_degrees, REFERENCE)), np.array(each(gin_of_degrees, not_empty(GENERATED)))
scaler = StandardScaler().fit(xs)
show("thompson", "gin", *mmd2_grid(scaler.transform(xs), scaler.transform(ys), GRID))
g = nx.wheel_graph(5)
nodes = np.eye(3)[[0, 1, 2, 0, 1]]
edges = np.eye(2)[[e % 2 for e in range(g.number_of_edges())]]
show("gin", "labelled", " ".join(repr(float(x)) for x in gin(g, nodes, edges)))

# Kernels and bandwidths of vectors by formula (tests/measure/mmd/kernel.cpp has them too).
X = np.array([[(7 * i + 3 * k * k) % 11 / 4 for k in range(5)] for i in range(40)])
Y = np.array([[(5 * i + 2 * k) % 13 / 4 for k in range(3)] + [0, 0] for i in range(30)])


def tails(v):
    return np.cumsum(v[:, ::-1], axis=1)[:, ::-1][:, 1:]


def distances(kind, a, b):
    if kind == "emd":
        return pairwise_distances(tails(a), tails(b), metric="cityblock")
    return pairwise_distances(a, b, metric="cityblock") / (2 if kind == "tv" else 1)


show("kernel", "linear", linear_kernel(X, Y).sum(), linear_kernel(X, X).trace())
show("kernel", "laplacian", laplacian_kernel(X, Y, gamma=1 / 2.5).sum())
for kind in "tv", "emd":
    show("kernel", kind, np.exp(-distances(kind, X, Y) ** 2 / (2 * 2.5**2)).sum())
upper = np.triu_indices(len(X), 1)
both = np.concatenate([X, Y])
both_upper = np.triu_indices(len(both), 1)
for kind in "laplacian", "tv", "emd", "gaussian":
    def d(a, b):
        return pairwise_distances(a, b) if kind == "gaussian" else distances(kind, a, b)

    for source, values in (
        ("reference", d(X, X)[upper]),
        ("pooled", d(both, both)[both_upper]),
        ("cross", d(X, Y).ravel()),
    ):
        show("bandwidth", kind, source, np.median(values), values.mean(), np.sqrt((values**2).mean()))

if PYEMD:
    print("pyemd is at most", emd.apart, "from the exact distance", file=sys.stderr)
