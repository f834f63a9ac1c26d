#include "asterion/world/cost_array.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/random.hpp"

namespace asterion::tests {

TEST_CASE("costs are what was written last, in bytes as long as all of them fit") {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    CostArray costs(40);
    std::vector<double> model(40);
    for (std::size_t i = 0; i < 40; ++i) costs.set(i, 0);
    bool fit = true;
    for (int i = 0; i < 200; ++i) {
      const double odd[] = {0.5, 256, 1e9, kInfinity};
      const double cost = random.chance(0.01) ? odd[random.below(4)] : random.below(256);
      const std::size_t cell = random.below(40);
      costs.set(cell, cost);
      model[cell] = cost;
      fit = fit && CostArray::fits_a_byte(cost);
      REQUIRE((costs.bytes() != nullptr) == fit);
      REQUIRE((costs.doubles() != nullptr) == !fit);
    }
    for (std::size_t i = 0; i < 40; ++i) REQUIRE(costs[i] == model[i]);
  }
}

TEST_CASE("whole numbers from 0 to 255 fit a byte, and nothing else") {
  for (const double fits : {0.0, 1.0, 254.0, 255.0}) CHECK(CostArray::fits_a_byte(fits));
  for (const double not_so : {-1.0, 0.5, 254.5, 256.0, kInfinity})
    CHECK_FALSE(CostArray::fits_a_byte(not_so));
  CHECK_FALSE(CostArray::fits_a_byte(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("an array that was handed out survives a change of type") {
  CostArray costs(2);
  costs.set(0, 7);
  costs.set(1, 9);
  const auto held = costs.bytes();
  costs.set(1, 0.25);
  CHECK(held[0] == 7);
  CHECK(held[1] == 9);
  CHECK(costs[0] == 7);
  CHECK(costs[1] == 0.25);
}

TEST_CASE("a copy and the original do not touch each other") {
  for (const double cost : {3.0, 3.5}) {
    CostArray costs(2);
    costs.set(0, cost);
    costs.set(1, 1);
    CostArray copy = costs.clone();
    CHECK((copy.bytes() != nullptr) == (costs.bytes() != nullptr));
    copy.set(0, 8);
    costs.set(1, 2.5);
    CHECK(costs[0] == cost);
    CHECK(copy[0] == 8);
    CHECK(copy[1] == 1);
  }
}

}  // namespace asterion::tests
