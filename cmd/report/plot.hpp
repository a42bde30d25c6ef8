#pragma once

#include <string>
#include <vector>

namespace graphvq {

/// One curve of a panel.
struct Curve {
  std::string title;
  std::vector<double> x, y;
  bool bold = false;  // black and wide: what the others are compared with
};

struct Panel {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  bool unit_square = false;  // both axes from 0 to 1, with the diagonal
};

/// Panels side by side as SVG, drawn by gnuplot. Throws Error where it is not installed or fails.
std::string plot_svg(const std::vector<Panel>& panels);

}  // namespace graphvq
