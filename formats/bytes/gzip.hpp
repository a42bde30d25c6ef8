#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"

namespace graphvq {

/// The content of gzip members (RFC 1952) that follow one another. A member cut short, damaged or
/// followed by other bytes is an Error.
std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> members);

/// One gzip member, without name or time: the bytes follow from the content alone.
std::string gzipped(std::string_view content);

}  // namespace graphvq
