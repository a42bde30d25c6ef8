#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cmd/files/io.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/measures.hpp"
#include "cmd/report/reports.hpp"
#include "cmd/report/writer.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/judge/statistics.hpp"

namespace graphvq {

namespace {

constexpr double significant = .05;

// One quantity of one method on a set, or on all of them.
struct Line {
  std::string set, method, measure;
  std::size_t runs = 0;
  double mean = 0;
  Interval interval;
  PairedTest test;
  bool best = false;                                         // of the methods
  double beside = std::numeric_limits<double>::quiet_NaN();  // the mean of another table
};

class Rank final : public Command {
 public:
  void setup(Options& options) override {
    options
        .add("FILE", paths_,
             "Reports of mmd --json or score --json (.json); a method is a file's stem, up to an @")
        .file("");
    options.output(output_);
    options.add("--against", against_, "Paired t-tests of each method against method NAME")
        .type("NAME");
    options.add("--desc", measures_, "MMDs that are ranked [all that the files have]")
        .type(fmt::format("{{{}}}", fmt::join(names_of(all_descriptors), ",")))
        .list();
    options
        .add("--values", values_,
             "Further numbers of the reports, such as connected or edges.true.nll; not ranked "
             "[none]")
        .type("LIST")
        .list();
    options.add("--unranked", unranked_, "Methods that are shown and not ranked [none]")
        .type("LIST")
        .list();
    options
        .add("--beside", beside_,
             "Another table of rank, as TSV: its means stand in brackets beside these")
        .file();
    options.flag("--merge-seeds", merge_,
                 "References whose paths differ in numbers alone are one set under several seeds");
    options.add("--bootstrap", resamples_, "Resamples of the seeds for the intervals")
        .shown()
        .whole(1, 10000000)
        .type("R");
    options.flag("--markdown", markdown_, "A Markdown table, the best in bold");
    options.flag("--latex", latex_, "A LaTeX tabular, the best in bold");
    options.seed(seed_);
  }

  void check() override {
    if (markdown_ && latex_) throw UsageError("--markdown and --latex: one table is written");
    refuse_repeats("--desc", measures_);
    refuse_repeats("--values", values_);
  }

  int run() override {
    or_standard(paths_);
    refuse_repeats("the list of reports", paths_);
    Means beside;
    if (!beside_.empty()) beside = read_means(beside_);
    TextOutput output(output_);
    const auto reports = read_reports(paths_, measures_, values_, unranked_, merge_);
    const auto known = [&](const char* option, const std::string& name) {
      if (std::ranges::count(reports.methods, name) == 0)
        throw UsageError(fmt::format("{} {}: the methods are {}", option, name,
                                     fmt::join(reports.methods, ", ")));
    };
    if (!against_.empty()) known("--against", against_);
    for (const auto& name : unranked_) known("--unranked", name);
    if (std::ranges::all_of(reports.methods, [&](const auto& name) { return unranked(name); }))
      throw UsageError("--unranked leaves no method to rank");
    auto lines = summarise(reports);
    for (auto& line : lines)
      if (const auto found = beside.find({escaped(line.set), escaped(line.method), line.measure});
          found != beside.end())
        line.beside = found->second;
    std::vector<TableRow> rows;
    for (const auto& line : lines) rows.push_back(row(line));
    output.write(markdown_ || latex_ ? wide(lines, reports) : tsv(rows, row({})));
    output.commit();
    return 0;
  }

 private:
  Line summarise(const std::string& set, const std::string& method, const std::string& measure,
                 const Strata& values, const Strata& other) const {
    Line line{set,
              method,
              measure,
              0,
              stratified_mean(values),
              bootstrap_interval(values, resamples_, seed_),
              {}};
    std::vector<double> x, y;
    for (const auto& part : values) x.insert(x.end(), part.begin(), part.end());
    for (const auto& part : other) y.insert(y.end(), part.begin(), part.end());
    line.runs = x.size();
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    // A method with fewer runs has no pairs.
    if (!against_.empty())
      line.test = x.size() == y.size() ? paired_t_test(x, y) : PairedTest{none, none, none};
    return line;
  }

  bool unranked(const std::string& method) const {
    return std::ranges::count(unranked_, method) > 0;
  }

  std::vector<Line> summarise(const Reports& reports) const {
    const auto methods = reports.methods.size();
    const auto against = static_cast<std::size_t>(std::ranges::find(reports.methods, against_) -
                                                  reports.methods.begin());
    std::vector<std::size_t> ranked;  // methods
    for (std::size_t m = 0; m < methods; ++m)
      if (!unranked(reports.methods[m])) ranked.push_back(m);
    std::vector<Line> lines;
    // Of methods without values there is no line; the best is of those that are ranked.
    const auto add = [&](const std::string& set, const std::string& measure,
                         const std::vector<Strata>& of_methods, bool compared) {
      const auto first = lines.size();
      for (std::size_t m = 0; m < methods; ++m)
        if (!of_methods[m].empty())
          lines.push_back(summarise(set, reports.methods[m], measure, of_methods[m],
                                    against < methods ? of_methods[against] : Strata{}));
      double least = std::numeric_limits<double>::infinity();
      const auto added = std::span(lines).subspan(first);
      for (auto& line : added) line.best = compared && !unranked(line.method);
      for (const auto& line : added)
        if (line.best) least = std::min(least, line.mean);
      for (auto& line : added) line.best = line.best && line.mean == least;
    };
    std::vector<Strata> ranks_of_all(methods);
    const auto measures = reports.measures.size();
    for (const auto& set : reports.sets) {
      if (measures > 0) {
        std::vector<Strata> ranks(methods);
        for (const auto m : ranked) ranks[m].resize(1);
        for (const auto& run : set.runs) {
          std::vector<std::vector<double>> measured;
          for (const auto m : ranked)
            measured.emplace_back(run[m].begin(),
                                  run[m].begin() + static_cast<std::ptrdiff_t>(measures));
          const auto means = mean_ranks(measured);
          for (std::size_t k = 0; k < ranked.size(); ++k) ranks[ranked[k]][0].push_back(means[k]);
        }
        add(set.name, "rank", ranks, true);
        for (const auto m : ranked) ranks_of_all[m].push_back(ranks[m][0]);
      }
      for (std::size_t k = 0; k < measures + reports.values.size(); ++k) {
        std::vector<Strata> values(methods);
        for (const auto& run : set.runs)
          for (std::size_t m = 0; m < methods; ++m) {
            if (run[m].empty()) continue;
            values[m].resize(1);
            values[m][0].push_back(run[m][k]);
          }
        add(set.name, k < measures ? reports.measures[k] : reports.values[k - measures], values,
            k < measures);
      }
    }
    if (measures > 0) add("all", "rank", ranks_of_all, true);
    return lines;
  }

  TableRow row(const Line& line) const {
    TableRow result = {{"set", line.set},           {"method", line.method},
                       {"measure", line.measure},   {"runs", line.runs},
                       {"mean", line.mean},         {"low", line.interval.low},
                       {"high", line.interval.high}};
    if (!against_.empty())
      result.insert(result.end(),
                    {{"difference", line.test.difference}, {"t", line.test.t}, {"p", line.test.p}});
    if (!beside_.empty()) result.emplace_back("beside", line.beside);
    return result;
  }

  // A row a method and set, a column a measure.
  std::string wide(const std::vector<Line>& lines, const Reports& reports) const {
    std::vector<std::string> columns = reports.measures;
    if (!columns.empty()) columns.insert(columns.begin(), "rank");
    columns.insert(columns.end(), reports.values.begin(), reports.values.end());
    std::string text =
        latex_ ? fmt::format("\\begin{{tabular}}{{ll{:r>{}}}}\n\\hline\n", "", columns.size()) : "";
    std::vector<std::string> heading = {"set", "method"};
    for (const auto& column : columns) heading.push_back(marked(column));
    text += joined(heading);
    text += latex_ ? "\\hline\n" : "|---|---|" + repeated("---:|", columns.size()) + "\n";
    auto names = std::vector<std::string>();
    for (const auto& set : reports.sets) names.push_back(set.name);
    if (!reports.measures.empty()) names.emplace_back("all");
    for (const auto& set : names) {
      for (const auto& method : reports.methods) {
        if (std::ranges::none_of(
                lines, [&](const Line& line) { return line.set == set && line.method == method; }))
          continue;
        std::vector<std::string> cells = {marked(set), marked(method)};
        for (const auto& column : columns) {
          const auto found = std::ranges::find_if(lines, [&](const Line& line) {
            return line.set == set && line.method == method && line.measure == column;
          });
          cells.push_back(found == lines.end() ? "" : value(*found));
        }
        text += joined(cells);
      }
      if (latex_) text += "\\hline\n";
    }
    return text + (latex_ ? "\\end{tabular}\n" : "");
  }

  std::string value(const Line& line) const {
    auto text = fmt::format("{:.3g}", line.mean);
    if (line.best) text = latex_ ? "\\textbf{" + text + "}" : "**" + text + "**";
    if (!std::isnan(line.interval.low))
      text += fmt::format(" [{:.3g}, {:.3g}]", line.interval.low, line.interval.high);
    if (!against_.empty() && line.test.p < significant) text += latex_ ? "$^{*}$" : " \\*";
    if (!std::isnan(line.beside)) text += fmt::format(" ({:.3g})", line.beside);
    return text;
  }

  std::string joined(const std::vector<std::string>& cells) const {
    return latex_ ? fmt::format("{} \\\\\n", fmt::join(cells, " & "))
                  : fmt::format("| {} |\n", fmt::join(cells, " | "));
  }

  static std::string repeated(const std::string& text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
  }

  // Text that neither Markdown nor LaTeX reads as markup.
  std::string marked(const std::string& text) const {
    const std::string special = latex_ ? "&%$#_{}" : "|*_`\\";
    std::string result;
    for (const char c : escaped(text)) {
      if (latex_ && (c == '\\' || c == '~' || c == '^')) {
        result += c == '\\' ? "\\textbackslash{}" : fmt::format("\\{}{{}}", c);
        continue;
      }
      if (special.find(c) != std::string::npos) result += '\\';
      result += c;
    }
    return result;
  }

  std::vector<std::string> paths_, measures_, values_, unranked_;
  std::string output_, against_, beside_;
  bool merge_ = false, markdown_ = false, latex_ = false;
  unsigned resamples_ = 2000;
  std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_rank() { return std::make_unique<Rank>(); }

}  // namespace graphvq
