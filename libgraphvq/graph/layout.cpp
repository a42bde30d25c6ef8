#include "libgraphvq/graph/layout.hpp"

// circle_layout.hpp needs what this includes.
#include "libgraphvq/graph/boost.hpp"

#include <algorithm>
#include <boost/graph/circle_layout.hpp>
#include <boost/graph/fruchterman_reingold.hpp>
#include <boost/graph/kamada_kawai_spring_layout.hpp>
#include <boost/graph/topology.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

namespace {

using Topology = boost::square_topology<std::minstd_rand>;
constexpr Node largest_for_springs = 150;
constexpr std::size_t full = largest_for_full_layout;
constexpr std::size_t most_steps = 200;

// Ends Kamada-Kawai where the energy's gradient is small, or when steps run out: on symmetric
// graphs it may circle for ever.
class Settled {
 public:
  explicit Settled(std::size_t nodes) : sweeps_(20 * nodes) {}

  bool operator()(double gradient, std::size_t /*node*/, const BoostGraph& /*graph*/, bool global) {
    constexpr unsigned most_moves = 20;  // of one node in a row
    if (global) {
      moves_ = 0;
      return gradient < 1e-3 || sweeps_-- == 0;
    }
    return gradient < 1e-3 || ++moves_ >= most_moves;
  }

 private:
  std::size_t sweeps_;
  unsigned moves_ = 0;
};

struct Piece {
  std::vector<Node> nodes;
  std::vector<Point> points;  // lower left corner at 0, mean edge length 1
  double width = 0, height = 0;
};

std::vector<Point> place(const BoostGraph& graph) {
  using Edge = boost::graph_traits<BoostGraph>::edge_descriptor;
  const auto n = boost::num_vertices(graph);
  std::vector<Topology::point_type> position(n);
  const auto index = boost::get(boost::vertex_index, graph);
  const auto map = boost::make_iterator_property_map(position.begin(), index);
  // As wide as a ring of unit edges: from a smaller circle springs settle in knots.
  boost::circle_graph_layout(graph, map, std::max(1.0, static_cast<double>(n) / 6));
  std::minstd_rand unused;
  if (n > 2 && n <= largest_for_springs) {
    const auto length = boost::make_function_property_map<Edge>([](const Edge&) { return 1.0; });
    boost::kamada_kawai_spring_layout(graph, map, length, Topology(unused, 2.0),
                                      boost::edge_length(1.0), Settled(n));
  } else if (n > largest_for_springs) {
    const double side = std::sqrt(static_cast<double>(n));
    boost::circle_graph_layout(graph, map, side / 3);
    // All pairs of nodes in a step: what they cost in all is bounded.
    const auto steps = std::min<std::size_t>(most_steps, most_steps * full * full / (n * n));
    if (steps > 0)
      boost::fruchterman_reingold_force_directed_layout(
          graph, map, Topology(unused, side),
          boost::cooling(boost::linear_cooling<double>(steps, side / 10)));
  }
  std::vector<Point> points;
  for (const auto& p : position) points.push_back({p[0], p[1]});
  return points;
}

// Turns the points so that they spread along x.
void turn(std::vector<Point>& points) {
  Point mean;
  for (const auto& p : points) {
    mean.x += p.x / static_cast<double>(points.size());
    mean.y += p.y / static_cast<double>(points.size());
  }
  double xx = 0, xy = 0, yy = 0;
  for (const auto& p : points) {
    xx += (p.x - mean.x) * (p.x - mean.x);
    xy += (p.x - mean.x) * (p.y - mean.y);
    yy += (p.y - mean.y) * (p.y - mean.y);
  }
  const double angle = -.5 * std::atan2(2 * xy, xx - yy);
  for (auto& p : points) {
    const double x = p.x - mean.x;
    const double y = p.y - mean.y;
    p = {x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle)};
  }
}

void normalise(Piece& piece, const BoostGraph& graph) {
  double length = 0;
  for (auto [e, end] = boost::edges(graph); e != end; ++e) {
    const auto& a = piece.points[boost::source(*e, graph)];
    const auto& b = piece.points[boost::target(*e, graph)];
    length += std::hypot(a.x - b.x, a.y - b.y) / static_cast<double>(boost::num_edges(graph));
  }
  const double scale = length > 1e-9 ? 1 / length : 1;
  const auto [left, right] = std::ranges::minmax(piece.points, {}, &Point::x);
  const auto [low, high] = std::ranges::minmax(piece.points, {}, &Point::y);
  const Point corner{left.x, low.y};
  piece.width = (right.x - left.x) * scale;
  piece.height = (high.y - low.y) * scale;
  for (auto& p : piece.points) p = {(p.x - corner.x) * scale, (p.y - corner.y) * scale};
}

std::vector<Piece> pieces(const Graph& graph) {
  const auto parts = components(graph);
  std::vector<Piece> list(parts.sizes.size());
  std::vector<Node> local(graph.n);
  for (Node v = 0; v < graph.n; ++v) {
    auto& nodes = list[parts.of[v]].nodes;
    local[v] = static_cast<Node>(nodes.size());
    nodes.push_back(v);
  }
  std::vector<BoostGraph> graphs;
  for (const auto& piece : list) graphs.emplace_back(piece.nodes.size());
  for (const auto& [u, v] : graph.edges) boost::add_edge(local[u], local[v], graphs[parts.of[u]]);
  for (std::size_t k = 0; k < list.size(); ++k) {
    list[k].points = place(graphs[k]);
    turn(list[k].points);
    normalise(list[k], graphs[k]);
  }
  std::ranges::stable_sort(list, std::ranges::greater{},
                           [](const Piece& piece) { return piece.nodes.size(); });
  return list;
}

}  // namespace

std::vector<Point> layout(const Graph& graph) {
  std::vector<Point> points(graph.n);
  if (graph.n == 0) return points;
  constexpr double gap = 1;
  const auto list = pieces(graph);
  double area = 0, widest = 0;
  for (const auto& piece : list) {
    area += (piece.width + gap) * (piece.height + gap);
    widest = std::max(widest, piece.width);
  }
  // Rows about as wide as the whole is high.
  const double row = std::max(widest, std::sqrt(area));
  double x = 0, y = 0, tallest = 0, total_width = 0;
  for (const auto& piece : list) {
    if (x > 0 && x + piece.width > row) {
      x = 0;
      y += tallest + gap;
      tallest = 0;
    }
    for (std::size_t k = 0; k < piece.nodes.size(); ++k)
      points[piece.nodes[k]] = {x + piece.points[k].x, y + piece.points[k].y};
    total_width = std::max(total_width, x + piece.width);
    tallest = std::max(tallest, piece.height);
    x += piece.width + gap;
  }
  const double height = y + tallest;
  const double side = std::max({total_width, height, 1e-9});
  for (auto& p : points) {
    p.x = (p.x + (side - total_width) / 2) / side;
    p.y = (p.y + (side - height) / 2) / side;
  }
  return points;
}

}  // namespace graphvq
