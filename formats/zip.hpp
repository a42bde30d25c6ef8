#pragma once

#include <zip.h>

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
  /// What has been written, once closed.
  std::string close();

 private:
  zip_source_t* source_ = nullptr;
  zip_t* zip_ = nullptr;
};

/// A member's bytes. Throws Error for damage and for what expands more than 200-fold.
std::string zip_member(Zip& zip, zip_uint64_t index, const zip_stat_t& stat);

/// The name of an archive's first member, by its first bytes; nothing where they are of no archive.
std::optional<std::string_view> first_member(std::string_view start);

}  // namespace graphvq
