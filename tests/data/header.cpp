#include "libgraphvq/data/header.hpp"

#include <catch2/catch.hpp>

using namespace graphvq;

namespace {

using Places = std::vector<std::uint32_t>;

Provenance step(const std::string& command, std::vector<std::string> inputs = {}) {
  return {command, "1", {}, std::move(inputs)};
}

}  // namespace

TEST_CASE("histories share the steps that they begin with") {
  std::vector<Provenance> chain = {step("synth"), step("split", {"a"})};
  CHECK(join_history(chain, {step("synth"), step("split", {"a"}), step("serialize", {"b"})}) ==
        Places{0, 1, 2});
  CHECK(chain.size() == 3);
  auto other = step("synth");
  other.seed = 1;
  CHECK(join_history(chain, {other}) == Places{3});
}

TEST_CASE("after a step of its own a history shares those with known inputs alone") {
  std::vector<Provenance> chain = {step("synth"), step("split", {"a"}), step("head")};
  CHECK(join_history(chain, {step("import"), step("split", {"a"}), step("head")}) ==
        Places{3, 1, 4});
}

TEST_CASE("a step that knows more of its inputs is the same where all before it are") {
  std::vector<Provenance> chain = {step("cat", {"a"})};
  CHECK(join_history(chain, {step("cat", {"a", "b"})}) == Places{0});
  CHECK(join_history(chain, {step("cat")}) == Places{0});
  CHECK(join_history(chain, {step("cat", {"b"})}) == Places{1});
  CHECK(join_history(chain, {step("import"), step("cat", {"a", "b"})}) == Places{2, 3});
}

TEST_CASE("a step that a history has twice stands there twice") {
  std::vector<Provenance> chain = {step("head")};
  CHECK(join_history(chain, {step("head"), step("head")}) == Places{0, 1});
  CHECK(join_history(chain, {step("head"), step("head")}) == Places{0, 1});
  CHECK(chain.size() == 2);
}

TEST_CASE("doubles hold integers of 53 bits") {
  constexpr std::int64_t bits53 = std::int64_t{1} << 53;
  CHECK(fits_double(0));
  CHECK(fits_double(bits53));
  CHECK(fits_double(-bits53 + 1));
  CHECK_FALSE(fits_double(bits53 + 1));
  CHECK_FALSE(fits_double(-bits53 - 1));
  CHECK(fits_double(INT64_MIN));
  CHECK_FALSE(fits_double(INT64_MAX));
}
