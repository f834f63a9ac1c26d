#include "asterion/world/few.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "random.hpp"

namespace asterion::tests {
namespace {

using Numbers = Few<std::uint32_t>;

std::vector<std::uint32_t> listed(const Numbers& few) { return {few.begin(), few.end()}; }

}  // namespace

TEST_CASE("a short list holds what a vector does, whatever is done to it") {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    Numbers few;
    std::vector<std::uint32_t> vector;
    for (int i = 0; i < 12; ++i) {
      const auto value = static_cast<std::uint32_t>(random.below(100));
      switch (random.below(5)) {
        case 0:
        case 1:
          few.push_back(value);
          vector.push_back(value);
          break;
        case 2: {
          const auto size =
              vector.empty() ? 0 : random.below(static_cast<std::uint32_t>(vector.size() + 1));
          few.shorten(size);
          vector.resize(size);
          break;
        }
        case 3: {
          Numbers moved = std::move(few);
          few = moved;  // a copy
          CHECK(listed(moved) == vector);
          break;
        }
        case 4:
          few = Numbers(std::span<const std::uint32_t>(vector));
          break;
      }
      REQUIRE(listed(few) == vector);
      CHECK(few.size() == vector.size());
      CHECK(few.empty() == vector.empty());
      if (!vector.empty()) CHECK(few.back() == vector.back());
    }
  }
}

TEST_CASE("a short list that was moved from is empty, or as it was") {
  for (std::size_t size : {0, 1, 2, 5}) {
    Numbers few;
    for (std::uint32_t i = 0; i < size; ++i) few.push_back(i);
    const Numbers moved = std::move(few);
    CHECK(moved.size() == size);
    CHECK((few.empty() || few.size() == size));  // NOLINT(bugprone-use-after-move)
  }
}

}  // namespace asterion::tests
