#!/usr/bin/env python3
"""Agreement of the measures with other packages on the same files, a line each of a table.

    tests/third_party.py PROGRAM

What is not installed is skipped and said so. Exits 1 where something differs, 77 where nothing
could be compared.
"""
import functools, importlib, itertools, json, math, os, subprocess, sys, tempfile, warnings

warnings.filterwarnings("ignore")
program = os.path.realpath(sys.argv[1])
rows = []


def graphvq(*words):
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def compare(package, what, pairs, tolerance=1e-9):
    """Ours and theirs, relative to the greater where that is above 1."""
    pairs = list(pairs)
    worst = max(abs(a - b) / max(1, abs(a), abs(b)) for a, b in pairs)
    rows.append((package, what, len(pairs), f"{worst:.1e}", "agrees" if worst <= tolerance else "DIFFERS"))


def part(*modules):
    """Runs a function with the modules, or says that it is skipped."""

    def run(function):
        try:
            found = [importlib.import_module(name) for name in modules]
        except ImportError as error:
            rows.append((function.__doc__, "everything", 0, "-", f"skipped: {error}"))
        else:
            function(*found)

    return run


os.chdir(tempfile.mkdtemp())
files, n = ("comm.gvg", "ring-role.gvg"), 60
for name, count in zip(files, (n, 50)):
    graphvq("synth", name[:-4], "-n", str(count), "--seed", str(count), "-q", "-o", name)


@functools.cache
def graphs(name):
    import networkx as nx

    result = []
    for line in graphvq("view", name).splitlines():
        record = json.loads(line)
        graph = nx.Graph()
        for node in record["nodes"]:
            graph.add_node(node["id"], label=node.get("label"))
        links = record["links"] if "links" in record else record["edges"]
        graph.add_edges_from((link["source"], link["target"]) for link in links)
        result.append(graph)
    return result


@functools.cache
def signatures():
    """By descriptor, one zero-padded array of the graphs of both files."""
    import networkx as nx
    import numpy as np

    def orbit(graph):
        a = nx.to_numpy_array(graph)
        d, square = a.sum(0), a @ a
        triangles = sum(nx.triangles(graph).values()) / 3
        cycles = sum(c * (c - 1) / 2 for c in square[np.triu_indices(len(a), 1)]) / 2
        paths = sum((d[u] - 1) * (d[v] - 1) for u, v in graph.edges) - 3 * triangles
        cliques = sum(len(c) == 4 for c in itertools.takewhile(lambda c: len(c) < 5, nx.enumerate_all_cliques(graph)))
        return [triangles, sum(k * (k - 1) / 2 for k in d), paths, cycles, cliques]

    def histogram(values, bins):
        return np.bincount(values, minlength=bins) / len(values)

    def clustering(graph):
        # A coefficient on a bin's edge is in the upper bin, 1 in the last.
        return histogram([min(99, int(c * 100 + 1e-9)) for c in nx.clustering(graph).values()], 100)

    def spectrum(graph):
        # nx.normalized_laplacian_matrix, which needs scipy.
        a = nx.to_numpy_array(graph)
        d = a.sum(0)
        scale = np.divide(1, np.sqrt(d), out=np.zeros(len(a)), where=d > 0)
        return np.linalg.eigvalsh(np.diag((d > 0) * 1.0) - scale[:, None] * a * scale)

    of = {
        "degree": lambda g: histogram([d for _, d in g.degree], 1),
        "clustering": clustering,
        "orbit": orbit,
        "spectral": spectrum,
        "components": lambda g: histogram([len(c) for c in nx.connected_components(g)], 1),
    }
    result = {}
    for descriptor, function in of.items():
        all_graphs = [function(graph) for name in files for graph in graphs(name)]
        width = max(map(len, all_graphs))
        result[descriptor] = np.array([np.pad(np.array(s, float), (0, width - len(s))) for s in all_graphs])
    return result


def mmd2(gram):
    """Biased, of the n graphs of the first file and the others."""
    m = len(gram) - n
    return gram[:n, :n].sum() / n**2 + gram[n:, n:].sum() / m**2 - 2 * gram[:n, n:].sum() / (n * m)


def ours(*options):
    report = json.loads(graphvq("mmd", "-q", *files, "--json", *options))
    return report["results"][0]["mmd2"]


@part("numpy", "networkx")
def _(np, nx):
    """networkx"""
    table = [line.split("\t") for name in files for line in graphvq("stats", name).splitlines()]
    column = table[0].index("triangles")
    found = [float(line[column]) for line in table if line != table[0]]
    expected = [sum(nx.triangles(g).values()) / 3 for name in files for g in graphs(name)]
    compare("networkx", "triangles of each graph", zip(found, expected), 0)

    for name in files:
        distinct = []
        for graph in graphs(name):
            same = lambda other: nx.is_isomorphic(graph, other, node_match=lambda a, b: a["label"] == b["label"])
            if not any(nx.could_be_isomorphic(graph, other) and same(other) for other in distinct):
                distinct.append(graph)
        unique = json.loads(graphvq("vun", "-q", files[0], name, "--json"))["results"][0]["unique"]["value"]
        compare("networkx", f"graphs of {name} distinct by is_isomorphic, labels too", [(unique * len(graphs(name)), len(distinct))])

    found, pairs = ours(), []
    for descriptor, s in signatures().items():
        square = ((s[:, None] - s[None]) ** 2).sum(-1)
        between = np.sqrt(square[:n, :n][np.triu_indices(n, 1)])
        bandwidth = np.median(between) or np.median(between[between > 0])
        pairs.append((found[descriptor]["bandwidth"], bandwidth))
        pairs.append((found[descriptor]["value"], mmd2(np.exp(-square / (2 * bandwidth**2)))))
    compare("networkx", "bandwidths and MMD^2 of the paper's five signatures, in numpy", pairs)


@part("numpy", "networkx", "sklearn.metrics.pairwise")
def _(np, nx, pairwise):
    """scikit-learn"""
    bandwidth = 0.7
    kernels = {
        "gaussian": lambda s: pairwise.rbf_kernel(s, gamma=1 / (2 * bandwidth**2)),
        "laplacian": lambda s: pairwise.laplacian_kernel(s, gamma=1 / bandwidth),
        "linear": pairwise.linear_kernel,
    }
    for kernel, gram in kernels.items():
        found = ours("--kernel", kernel, *([] if kernel == "linear" else ["--bandwidth", str(bandwidth)]))
        compare("scikit-learn", f"MMD^2 by {kernel}_kernel, five signatures",
                ((found[d]["value"], mmd2(gram(s))) for d, s in signatures().items()))


@part("numpy", "networkx", "scipy.stats")
def _(np, nx, stats):
    """scipy"""
    pairs = []
    for descriptor in ("degree", "clustering"):
        s, bandwidth = signatures()[descriptor], 1.5
        bins = np.arange(s.shape[1])
        emd = np.zeros((len(s), len(s)))
        for i, j in itertools.combinations(range(len(s)), 2):
            emd[i, j] = emd[j, i] = stats.wasserstein_distance(bins, bins, s[i], s[j])
        found = ours("--kernel", "emd", "--bandwidth", str(bandwidth), "--desc", descriptor)[descriptor]["value"]
        pairs.append((found, mmd2(np.exp(-(emd**2) / (2 * bandwidth**2)))))
    compare("scipy", "MMD^2 by wasserstein_distance, degree and clustering", pairs)


@part("numpy", "networkx", "polygraph.metrics.gaussian_tv_mmd", "polygraph.metrics.rbf_mmd", "polygraph.two_sample_tests.permutation_mmd")
def _(np, nx, tv, rbf, permutation):
    """polygraph-benchmark"""
    x, y = (graphs(name) for name in files)
    eigvalsh = np.linalg.eigvalsh
    metrics = {
        "gran": {"degree": tv.GaussianTVDegreeMMD2, "clustering": tv.GaussianTVClusteringMMD2,
                 "orbit4": tv.GaussianTVOrbitMMD2, "spectral-histogram": tv.GaussianTVSpectralMMD2},
        "thompson": {"degree": rbf.RBFDegreeMMD2, "clustering": rbf.RBFClusteringMMD2,
                     "orbit4": rbf.RBFOrbitMMD2, "spectral-histogram": rbf.RBFSpectralMMD2},
    }
    for preset, classes in metrics.items():
        found = ours("--preset", preset, "--desc", ",".join(classes))
        for descriptor, metric in classes.items():
            # numpy.histogram loses the 2 of a bipartite component where rounding puts it above 2.
            clipped = descriptor == "spectral-histogram"
            if clipped:
                np.linalg.eigvalsh = lambda a: np.clip(eigvalsh(a), 0, 2)
            theirs = metric(x).compute(y)
            np.linalg.eigvalsh = eigvalsh
            compare("polygraph", f"{metric.__name__}{', eigenvalues clipped to [0, 2]' if clipped else ''}, mmd --preset {preset}",
                    [(found[descriptor]["value"], float(theirs))])
    # Their p-value counts no division that is the sets themselves, and is drawn.
    kernel = tv.GaussianTV(tv.SparseDegreeHistogram(), bw=1.0)
    near = x[:30], x[30:]
    theirs = permutation.BootStrapMMDTest(near[0], kernel, variant="biased").compute(near[1], num_samples=2000)
    graphvq("head", "-n", "30", files[0], "-o", "first.gvg")
    with open("rest.jsonl", "w") as rest:
        rest.writelines(graphvq("view", files[0]).splitlines(True)[30:])
    found = json.loads(graphvq("mmd", "-q", "first.gvg", "rest.jsonl", "--json", "--kernel", "tv", "--bandwidth", "1",
                               "--desc", "degree", "--permutations", "2000"))["results"][0]["mmd2"]["degree"]["p"]
    deviation = math.sqrt(2 * max(theirs * (1 - theirs), 0.01) / 2000)
    compare("polygraph", "p-value of BootStrapMMDTest, to 4 standard errors", [(found, float(theirs))], 4 * deviation)


print("package\twhat\tnumbers\tgreatest difference\tverdict")
for row in rows:
    print(*row, sep="\t")
sys.exit(1 if any(row[-1] == "DIFFERS" for row in rows) else 0 if any(row[-1] == "agrees" for row in rows) else 77)
