#include "cmd/report/plot.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "cmd/report/svg.hpp"
#include "formats/bytes/bytes.hpp"
#include "libgraphvq/base/error.hpp"

extern char** environ;

namespace graphvq {

namespace {

constexpr int panel_width = 480, panel_height = 500;

// As gnuplot reads text between double quotes, its markup off.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  auto line = text;
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  for (const char c : xml_text(line)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string script(const std::vector<Panel>& panels) {
  std::string text = fmt::format(
      "set terminal svg size {},{} dynamic enhanced font 'sans,12' background 'white'\n"
      "set multiplot layout 1,{}\nset key outside bottom center vertical maxcols 1 height 1 Left "
      "reverse noenhanced\n"
      "set grid\n",
      panel_width * panels.size(), panel_height, panels.size());
  for (const auto& panel : panels) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      text += fmt::format("$curve{} << END\n", k);
      for (std::size_t i = 0; i < panel.curves[k].x.size(); ++i)
        text += fmt::format("{:.9g} {:.9g}\n", panel.curves[k].x[i], panel.curves[k].y[i]);
      text += "END\n";
    }
    text +=
        fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                    quoted(panel.title), quoted(panel.x_label), quoted(panel.y_label));
    if (panel.unit_square)
      text += "set xrange [0:1]\nset yrange [0:1]\nset size square\n";
    else
      text += "set autoscale\nset size nosquare\n";
    text += "plot ";
    if (panel.unit_square) text += "x with lines linetype 0 notitle, ";
    for (std::size_t k = 0; k < panel.curves.size(); ++k)
      text += fmt::format("{}$curve{} with linespoints pointtype 7 pointsize .5{} title {}",
                          k ? ", " : "", k,
                          panel.curves[k].bold ? " linewidth 2 linecolor 'black'" : "",
                          quoted(panel.curves[k].title));
    text += "\n";
  }
  return text + "unset multiplot\n";
}

using ScratchFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// A file without a name, removed when it is closed.
ScratchFile scratch() {
  ScratchFile file(std::tmpfile(), std::fclose);
  if (!file) throw Error(fmt::format("no temporary file for gnuplot: {}", std::strerror(errno)));
  return file;
}

std::string content(const ScratchFile& file) {
  std::rewind(file.get());
  FdSource source(fileno(file.get()), "gnuplot's output");
  std::string text;
  read_up_to(source, text, std::numeric_limits<std::size_t>::max());
  return text;
}

// What gnuplot says in the end, behind the script's line and a caret.
std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  text.erase(0, text.rfind('\n') + 1);
  return text.empty() ? "no word why" : text;
}

}  // namespace

std::string plot_svg(const std::vector<Panel>& panels) {
  const ScratchFile in = scratch(), out = scratch(), log = scratch();
  const auto text = script(panels);
  FdSink(fileno(in.get()), "gnuplot's input").write(text);
  std::rewind(in.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const ScratchFile* files[] = {&in, &out, &log};
  for (int fd = 0; fd < 3; ++fd)
    posix_spawn_file_actions_adddup2(&actions, fileno(files[fd]->get()), fd);
  std::string program = "gnuplot";
  std::string no_settings = "-d";  // of the user's, which would change the picture
  char* arguments[] = {program.data(), no_settings.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure == ENOENT)
    throw Error("pictures need gnuplot, which is not installed; Debian has it as gnuplot-nox");
  if (failure != 0) throw Error(fmt::format("gnuplot: {}", std::strerror(failure)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  auto svg = content(out);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || svg.empty())
    throw Error(fmt::format("gnuplot failed: {}", last_line(content(log))));
  return svg;
}

}  // namespace graphvq
