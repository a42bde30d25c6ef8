#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

namespace graphvq::test {

/// Where GRAPHVQ_SEEDS names a folder, keeps an input of a test there as a seed of the fuzzer of
/// that name. Large ones are left out, and those beyond some: a fuzzer learns little from them.
inline void keep_seed(const std::string& fuzzer, std::string_view bytes) {
  constexpr std::size_t large = 4096;
  constexpr int some = 250;
  const char* root = std::getenv("GRAPHVQ_SEEDS");
  if (root == nullptr || bytes.size() > large) return;
  const auto folder = std::filesystem::path(root) / fuzzer;
  std::filesystem::create_directories(folder);
  const std::filesystem::directory_iterator kept(folder);
  if (std::distance(begin(kept), end(kept)) >= some) return;
  const auto name = std::to_string(std::hash<std::string_view>{}(bytes));
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

}  // namespace graphvq::test
