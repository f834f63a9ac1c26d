// Lines of sight.
#include "asterion/world/line_of_sight.hpp"

#include <doctest/doctest.h>

namespace asterion::tests {

TEST_CASE("a line along a row or a column of any length does not leave it") {
  constexpr std::int32_t kFarthest = 2147483646;
  for (const std::int32_t far : {1000, 1 << 29, (1 << 30) + 1, kFarthest}) {
    int left = 1000;  // cells to look at: a fault shows within the first few
    bool stays = true;
    const auto ends = [&](bool inside) { return !(stays = inside) || --left == 0; };
    in_sight({0, 0}, {0, far}, far + 1, [&](NodeId cell) { return ends(cell <= 1000); });
    CHECK(stays);
    left = 1000;
    in_sight({far, 0}, {0, 0}, 2, [&](NodeId cell) { return ends(cell % 2 == 0); });
    CHECK(stays);
  }
}

}  // namespace asterion::tests
