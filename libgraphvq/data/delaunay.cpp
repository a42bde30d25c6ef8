#include "libgraphvq/data/delaunay.hpp"

#include <algorithm>
#include <boost/polygon/voronoi.hpp>

template <>
struct boost::polygon::geometry_concept<graphvq::Site> {
  using type = boost::polygon::point_concept;
};

template <>
struct boost::polygon::point_traits<graphvq::Site> {
  using coordinate_type = int;
  static coordinate_type get(const graphvq::Site& point, const orientation_2d& axis) {
    return axis == HORIZONTAL ? point.x : point.y;
  }
};

namespace graphvq {

std::vector<Edge> delaunay(std::span<const Site> points) {
  boost::polygon::voronoi_diagram<double> diagram;
  boost::polygon::construct_voronoi(points.begin(), points.end(), &diagram);
  std::vector<Edge> edges;
  for (const auto& side : diagram.edges()) {
    const auto u = static_cast<Node>(side.cell()->source_index());
    const auto v = static_cast<Node>(side.twin()->cell()->source_index());
    if (u < v) edges.push_back({u, v});  // each side stands there from both cells
  }
  std::ranges::sort(edges);
  return edges;
}

}  // namespace graphvq
