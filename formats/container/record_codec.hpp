#pragma once

#include <string>
#include <string_view>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// Appends the payload of a record block (grammar in reader.cpp).
void encode(const Record& record, std::string& out);

/// The inverse, into a record whose memory is used again; throws Error with the reason where the
/// bytes are not what encode() gives for some record, so that its graph is sound. What it allocates
/// is bounded by a small multiple of `payload`.
void decode(std::string_view payload, Record& record);

/// Throws Error where the header breaks its own rules.
void check(const Header& header);

/// Throws Error where the record breaks an invariant or does not fit the header.
void check(const Record& record, const Header& header);

/// The same of a record that decode() gave.
void check_decoded(const Record& record, const Header& header);

}  // namespace graphvq
