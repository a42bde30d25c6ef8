#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes/bytes.hpp"
#include "formats/foreign/repairs.hpp"
#include "libgraphvq/data/header.hpp"

// The formats of other programs: one list, which import, export, completion and the commands that
// read any graphs follow.

namespace graphvq {

/// How foreign files are read.
struct ForeignOptions {
  enum class Policy { repair, error };

  Policy loops = Policy::repair;
  Policy duplicates = Policy::repair;
  Policy asymmetric = Policy::repair;
  bool node_labels = true;  // false: leave them out
  bool edge_labels = true;
  bool strict = false;  // every repair is an error
  /// What rows of one edge that disagree in a value or label become: the value of the first or last
  /// row that has one, or no edge.
  enum class Conflicts { error, first, last, drop };
  Conflicts conflicts = Conflicts::error;
  std::vector<std::string> drop = {};    // columns to leave out, label and class among them
  std::optional<std::int64_t> first_id;  // edge lists: ids are numbers from here on
  // Edge lists: whether the first line names the columns; where unset, its names say so.
  std::optional<bool> header;
  std::string name;  // TU: prefix of the files; the folder's own where empty
};

/// A foreign set in memory; the header has its alphabets and columns.
struct ForeignGraphs {
  Header header;
  std::vector<Graph> graphs;
  Repairs repairs;
};

class ForeignBuilder;

/// Writes records as another format has them.
class ForeignWriter {
 public:
  virtual ~ForeignWriter() = default;
  /// Throws Error, without the record's number, for what the format cannot hold.
  virtual void write(const Record& record) = 0;
  virtual void finish() {}
};

/// Opens an output: the file of a folder, or the only one for "".
using OpenSink = std::function<ByteSink&(const std::string& file)>;

struct ForeignFormat {
  std::string_view name;  // on the command line
  std::string_view summary;
  std::vector<std::string_view> suffixes;  // without the dot
  /// Those of files that are of this format whatever they start with.
  std::vector<std::string_view> sure_suffixes = {};
  bool folder = false;  // a folder of files, to read and to write
  bool binary = false;
  bool one_graph = false;  // a file is one graph
  bool ids = false;        // has a place for graphs' ids
  /// Reads a file; null where there are only folders. Throws Error naming `name` and the place.
  void (*read)(ByteSource& source, const std::string& name, ForeignBuilder& into) = nullptr;
  void (*read_folder)(const std::filesystem::path& folder, ForeignBuilder& into) = nullptr;
  /// Whether a file may be of this format, by its first bytes; a folder, by what it holds.
  bool (*starts)(std::string_view start) = nullptr;
  bool (*is_folder)(const std::filesystem::path& folder) = nullptr;
  /// Whether read_folder takes a file of that name as part of the set called `set`.
  bool (*is_file_of)(const std::string& file, const std::string& set) = nullptr;
  std::unique_ptr<ForeignWriter> (*writer)(const Header& header, const OpenSink& open) = nullptr;
  /// What it cannot hold of a file, as words; null where it holds all.
  std::vector<std::string> (*left_out)(const Header& header) = nullptr;
  /// What gets another name, as words; null where names stay or are none.
  std::vector<std::string> (*renamed)(const Header& header) = nullptr;
};

/// Labels, classes and attributes of a file, as words: all, or those with text among their values.
std::vector<std::string> labels_of(const Header& header);
std::vector<std::string> text_of(const Header& header);
/// Whether one of the values is text.
bool has_text(const Alphabet& alphabet);

std::span<const ForeignFormat> foreign_formats();
/// Null for an unknown name.
const ForeignFormat* find_format(std::string_view name);

/// The format of a file by its first bytes (after decompression) and, where those leave it open,
/// its suffix; of a folder by its files. Null where it is none.
const ForeignFormat* detect_format(std::string_view start, const std::string& path);
const ForeignFormat* detect_folder(const std::filesystem::path& folder);

}  // namespace graphvq
