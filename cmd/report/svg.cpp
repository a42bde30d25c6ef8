#include "cmd/report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "libgraphvq/graph/layout.hpp"

namespace graphvq {

namespace {

constexpr double margin = 16;
constexpr double gap = 8;     // between cells
constexpr double title = 22;  // the height of a row's name
constexpr double row_gap = 14;
constexpr const char* one_colour = "#4e79a7";
constexpr const char* no_label = "#b9bec6";  // beside labels, whose colours are others

// Tableau 10: told apart at a glance on a light ground, most pairs by colour-blind readers too.
constexpr std::array palette = {"#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2",
                                "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#79706e"};

// After the palette, hues a golden angle apart.
std::string colour(std::size_t category) {
  if (category < palette.size()) return palette[category];
  const auto hue = std::fmod(static_cast<double>(category) * 137.508, 360.0);
  return fmt::format("hsl({:.0f},55%,{}%)", hue, category % 2 == 0 ? 45 : 65);
}

std::string xml_escaped(const std::string& text) {
  std::string result;
  for (const char c : xml_text(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<' || c == '>')
      result += c == '<' ? "&lt;" : "&gt;";
    else
      result += c;
  }
  return result;
}

// Text beyond what fits is cut, in whole characters.
std::string shortened(const std::string& text, std::size_t most) {
  std::string result;
  std::size_t characters = 0;
  for (const char c : text) {
    const bool starts = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (starts && ++characters > most) return result + "…";
    result += c;
  }
  return result;
}

// Positions in the cell: as large as fits, but a graph of a few nodes does not fill it.
std::vector<Point> placed(const Graph& graph, double left, double top, double size, double border) {
  auto points = layout(graph);
  if (points.empty()) return points;
  const auto [x0, x1] = std::ranges::minmax(points, {}, &Point::x);
  const auto [y0, y1] = std::ranges::minmax(points, {}, &Point::y);
  const double extent = std::max(x1.x - x0.x, y1.y - y0.y);
  const double room = (size - 2 * border) * std::min(1.0, std::sqrt(graph.n) / 3);
  const double scale = extent > 0 ? room / extent : 0;
  for (auto& point : points) {
    point.x = left + size / 2 + (point.x - (x0.x + x1.x) / 2) * scale;
    point.y = top + size / 2 + (point.y - (y0.y + y1.y) / 2) * scale;
  }
  return points;
}

void draw_graph(std::string& svg, const Graph& graph, const char* bare, double left, double top,
                double size) {
  svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", left,
                     top, size, size);
  const double radius = size * std::clamp(.15 / std::sqrt(graph.n + 1), .012, .04);
  const auto points = placed(graph, left, top, size, radius + size / 24);
  // Many edges are drawn thin, or a clique is a blot.
  const auto edges = static_cast<double>(graph.edges.size());
  if (edges > 0)
    svg += fmt::format("<path stroke-width=\"{:.2f}\" d=\"",
                       std::clamp(10 / std::sqrt(edges), .4, 1.4));
  for (const auto& [u, v] : graph.edges)
    svg += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", points[u].x, points[u].y, points[v].x,
                       points[v].y);
  if (!graph.edges.empty()) svg += "\"/>\n";
  for (Node i = 0; i < graph.n; ++i)
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n",
                       points[i].x, points[i].y, radius,
                       graph.node_labels.empty() ? bare : colour(graph.node_labels[i]));
}

struct Legend {
  std::string svg;
  double height = 0;
};

// The raw values in lines as wide as the sheet.
Legend legend(const Alphabet& labels, double width, double top) {
  constexpr double line = 20;
  constexpr double letter = 7.2;  // a generous mean width at 12 px
  constexpr std::size_t longest = 40;
  Legend result;
  double x = margin;
  double y = top + line / 2;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto text = shortened(label_text(labels[i]), longest);
    const double entry = 34 + letter * static_cast<double>(text.size());
    if (x > margin && x + entry > width - margin) {
      x = margin;
      y += line;
    }
    result.svg += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
        x + 5, y, colour(i), x + 15, y + 4, xml_escaped(text));
    x += entry;
  }
  if (!labels.empty()) result.height = y + line / 2 - top + margin / 2;
  return result;
}

}  // namespace

std::string xml_text(const std::string& text) {
  const auto valid =
      nlohmann::json::parse(
          nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
          .get<std::string>();
  const std::string_view rest = valid;
  std::string result;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const auto character = rest.substr(i, 3);
    const bool none = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    if (none) i += 2;
    const bool control = static_cast<unsigned char>(rest[i]) < 0x20 || rest[i] == 0x7F;
    result += none || control ? '?' : rest[i];
  }
  return result;
}

std::string contact_sheet(const std::vector<SheetRow>& rows, const Alphabet& labels,
                          std::size_t columns, double size, const Advance& advance) {
  std::size_t drawn = 0;
  const double width =
      2 * margin + static_cast<double>(columns) * (size + gap) - (columns > 0 ? gap : 0);
  std::string cells;
  double y = margin;
  for (const auto& row : rows) {
    cells += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}</text>\n", margin,
                         y + 14, xml_escaped(row.name), row.graphs.empty() ? ": no graphs" : "");
    y += title;
    double x = margin;
    for (const auto& graph : row.graphs) {
      draw_graph(cells, graph, labels.empty() ? one_colour : no_label, x, y, size);
      advance(++drawn);
      x += size + gap;
    }
    y += (row.graphs.empty() ? 0 : size) + row_gap;
  }
  const auto key = legend(labels, width, y);
  const double height = y + key.height;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n"
             "<style>text{{font:12px sans-serif;fill:#333}}.name{{font-weight:bold;font-size:14px}}"
             "rect{{fill:#fff;stroke:#dcdfe4}}path{{fill:none;stroke:#8a919c;"
             "stroke-linecap:round}}circle{{stroke:#fff;stroke-width:.8}}</style>\n"
             "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" style=\"fill:#f5f6f8;stroke:none\"/>\n",
             width, height) +
         cells + key.svg + "</svg>\n";
}

}  // namespace graphvq
