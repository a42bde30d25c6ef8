#pragma once

#include <zip.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphvq {

/// A zip archive in memory; libzip's errors become Errors.
class Zip {
 public:
  Zip(const std::string& bytes, int flags);
  ~Zip();
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  zip_t* get() { return zip_; }
  /// Of its members, in their order.
  std::vector<std::string> names() const;
  [[noreturn]] void fail(const std::string& what);
  /// A member's bytes. Throws Error for damage, and where all members that were read are out of all
  /// proportion to the archive, as check_expansion() has it.
  std::string read(zip_uint64_t index);
  /// What has been written, once closed.
  std::string close();

 private:
  zip_source_t* source_ = nullptr;
  zip_t* zip_ = nullptr;
  std::uint64_t size_;       // of the archive
  std::uint64_t given_ = 0;  // of members
};

/// The name of an archive's first member, by its first bytes; nothing where they are of no archive.
std::optional<std::string_view> first_member(std::string_view start);

}  // namespace graphvq
