#include "asterion/world/interrupt.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>

namespace asterion::tests {
namespace {

struct Counted final : Courtesy {
  int looks = 0;
  void look() override { ++looks; }
};

}  // namespace

TEST_CASE("a loop looks again and again, once in many rounds") {
  Counted counted;
  Courtesy* const former = Courtesy::exchange(&counted);
  Breather breathe;
  for (int before = 0, times = 0; times < 100; ++times, before = counted.looks) {
    for (int round = 0; round < 1000; ++round) breathe();
    CHECK(counted.looks > before);
    CHECK(counted.looks < before + 100);
  }
  Courtesy::exchange(former);
}

TEST_CASE("a loop ends soon after it is told to, however long it has run") {
  const std::atomic<bool> stop = true;
  const auto ends = [&] {
    const Interrupt::Helper helper(stop);
    const auto begin = std::chrono::steady_clock::now();
    for (Breather breathe; std::chrono::steady_clock::now() - begin < std::chrono::seconds(10);)
      breathe();
  };
  CHECK_THROWS_AS(ends(), Interrupt::Stopped);
}

}  // namespace asterion::tests
