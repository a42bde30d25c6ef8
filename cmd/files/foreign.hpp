#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"
#include "formats/foreign/foreign.hpp"

namespace graphvq {

/// What a container starts with where it is not compressed.
constexpr std::string_view container_start = "GVQ";

/// Whether a file of these first `model_start` bytes or more is a model.
constexpr std::size_t model_start = 9;
bool starts_model(std::string_view bytes);
/// That graphs are expected there.
Error model_for_graphs(const std::string& name);

bool is_folder(const std::string& path);

/// The content of a container: the source's own, decompressed, or what it would be were the source,
/// which is of some foreign format, imported. Repairs are counted on standard error. Throws Error
/// where it is of no format.
std::unique_ptr<ByteSource> container_content(ByteSource& source, const std::string& name);
std::unique_ptr<ByteSource> folder_content(const std::string& path);

/// Reads one file or folder (`-`: standard input) of a format.
void read_foreign(const ForeignFormat& format, const std::string& path, ForeignBuilder& into);

/// One line on standard error about repairs, if there were any, unless --quiet was given.
void say_repairs(const std::string& name, const Repairs& repairs);

}  // namespace graphvq
