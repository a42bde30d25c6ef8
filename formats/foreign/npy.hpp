#pragma once

#include <string>
#include <string_view>

#include "formats/foreign/ogb.hpp"

namespace graphvq {

/// One array of numpy's .npy format, versions 1 to 3: numbers and booleans of either byte order,
/// of one or two dimensions, in either layout. Throws Error with the reason; objects, which are
/// pickles, and text are refused.
OgbArray read_npy(std::string_view bytes);

/// Version 1, little-endian: int64 or float64.
std::string write_npy(const OgbArray& array);

}  // namespace graphvq
