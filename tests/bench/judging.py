#!/usr/bin/env python3
"""The measures beside networkx, numpy, scikit-learn and polygraph-benchmark on the same files.

    tests/bench/judging.py [PROGRAM] [GRAPHS]    (default build/release/bin/graphvq, 2000)

A line each of a table: seconds of one core, theirs and ours, the best of a few, and their ratio.
Ours are whole runs of the program, the reading of files with them; theirs start from graphs or
arrays in memory. What is not installed is left out, and said so.
"""
import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[threads] = "1"
import json, resource, subprocess, sys, tempfile, time, warnings

import networkx as nx
import numpy as np

warnings.filterwarnings("ignore")
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
program = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else root + "/build/release/bin/graphvq")
count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
os.chdir(tempfile.mkdtemp())


def graphvq(*words):
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def processor(use):
    used = resource.getrusage(use)
    return used.ru_utime + used.ru_stime


def ours(*words):
    def once():
        start = processor(resource.RUSAGE_CHILDREN)
        graphvq("mmd", "-q", "-t", "1", *words)
        return processor(resource.RUSAGE_CHILDREN) - start

    return min(once() for _ in range(3))


def theirs(work, *arguments):
    start = time.process_time()
    result = work(*arguments)
    first = time.process_time() - start
    if first > 1:
        return first, result
    start = time.process_time()
    work(*arguments)
    return min(first, time.process_time() - start), result


def report(what, other, own):
    # What start and reading leave of a small difference is no measurement.
    ratio = f"{other / own:.1f}" if own > 0.01 else "-"
    print(f"{what}\t{other:.3f}\t{own:.3f}\t{ratio}", flush=True)


def graphs(name):
    result = []
    for line in graphvq("view", name).splitlines():
        record = json.loads(line)
        graph = nx.Graph()
        graph.add_nodes_from(node["id"] for node in record["nodes"])
        links = record["links"] if "links" in record else record["edges"]
        graph.add_edges_from((link["source"], link["target"]) for link in links)
        result.append(graph)
    return result


def padded(rows):
    width = max(map(len, rows))
    return np.array([np.pad(np.asarray(row, float), (0, width - len(row))) for row in rows])


def orbit(graph):
    a = nx.to_numpy_array(graph)
    d, square = a.sum(0), a @ a
    common = square[np.triu_indices(len(a), 1)]
    triangles = np.trace(square @ a) / 6
    cliques = sum(len(c) == 4 for c in nx.enumerate_all_cliques(graph))
    paths = sum((d[u] - 1) * (d[v] - 1) for u, v in graph.edges) - 3 * triangles
    return [triangles, (d * (d - 1) / 2).sum(), paths, (common * (common - 1) / 2).sum() / 2, cliques]


descriptors = {
    "degree": lambda g: np.array(nx.degree_histogram(g)) / len(g),
    "clustering": lambda g: np.histogram(list(nx.clustering(g).values()), bins=100, range=(0, 1))[0] / len(g),
    "orbit": orbit,
    "spectral": lambda g: np.linalg.eigvalsh(nx.normalized_laplacian_matrix(g).toarray()),
    "components": lambda g: np.bincount([len(c) for c in nx.connected_components(g)]) / nx.number_connected_components(g),
}

print("what\ttheirs, s\tours, s\ttheirs / ours")
graphvq("synth", "comm", "-n", "1", "-q", "-o", "one.gvg")
for seed, name in enumerate("xy"):
    graphvq("synth", "comm", "-n", str(count), "--seed", str(seed), "-q", "-o", name + ".gvg")
x, y = graphs("x.gvg"), graphs("y.gvg")

arrays, all_five = {}, 0


def described(name, *files):
    # In small blocks against one graph: nearly all of it is the descriptor.
    return ours("one.gvg", *files, "--desc", name, "--bandwidth", "1", "--block", "50")


for name, function in descriptors.items():
    seconds, rows = theirs(lambda: [function(g) for g in x])
    arrays[name] = padded(rows + [function(g) for g in y])
    report(f"descriptor {name} of {count} graphs: networkx and numpy", seconds, described(name, "x.gvg"))
    all_five += seconds
report(f"all five of {count} graphs: networkx and numpy", all_five,
       ours("one.gvg", "x.gvg", "--bandwidth", "1", "--block", "50"))

try:
    from scipy.spatial.distance import pdist
    from sklearn.metrics.pairwise import rbf_kernel
except ImportError as error:
    print(f"kernels: skipped: {error}")
else:

    def kernels(s):
        a, b = s[:count], s[count:]
        between = pdist(a)
        bandwidth = np.median(between) or np.median(between[between > 0])
        gamma = 1 / (2 * bandwidth**2)
        return rbf_kernel(a, gamma=gamma).mean() + rbf_kernel(b, gamma=gamma).mean() - 2 * rbf_kernel(a, b, gamma=gamma).mean()

    for name, s in arrays.items():
        seconds, _ = theirs(kernels, s)
        own = ours("x.gvg", "y.gvg", "--desc", name) - described(name, "x.gvg", "y.gvg")
        report(f"median and Gaussian kernels, {name}, {count} by {count}: scipy and scikit-learn", seconds, own)

try:
    from polygraph.metrics import rbf_mmd
except ImportError as error:
    print(f"whole metrics: skipped: {error}")
else:
    metrics = {"degree": rbf_mmd.RBFDegreeMMD2, "clustering": rbf_mmd.RBFClusteringMMD2,
               "orbit4": rbf_mmd.RBFOrbitMMD2, "spectral-histogram": rbf_mmd.RBFSpectralMMD2}
    few = min(count, 500)
    for name in "xy":
        graphvq("head", "-n", str(few), name + ".gvg", "-o", name + "-few.gvg")
    for name, metric in metrics.items():
        seconds, _ = theirs(lambda: metric(x[:few]).compute(y[:few]))
        report(f"{metric.__name__}, {few} by {few}: polygraph-benchmark", seconds,
               ours("x-few.gvg", "y-few.gvg", "--preset", "thompson", "--desc", name))
