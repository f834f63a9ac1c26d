#include "asterion/world/interrupt.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>

namespace asterion::tests {
namespace {

struct Counted final : YieldHook {
  int looks = 0;
  void poll() override { ++looks; }
};

}  // namespace

TEST_CASE("a loop looks again and again, once in many rounds") {
  Counted counted;
  YieldHook* const former = YieldHook::exchange(&counted);
  InterruptPoller poll;
  for (int before = 0, times = 0; times < 100; ++times, before = counted.looks) {
    for (int round = 0; round < 1000; ++round) poll();
    CHECK(counted.looks > before);
    CHECK(counted.looks < before + 100);
  }
  YieldHook::exchange(former);
}

TEST_CASE("a loop ends soon after it is told to, however long it has run") {
  const std::atomic<bool> stop = true;
  const auto ends = [&] {
    const Interrupt::Helper helper(stop);
    const auto begin = std::chrono::steady_clock::now();
    for (InterruptPoller poll; std::chrono::steady_clock::now() - begin < std::chrono::seconds(10);)
      poll();
  };
  CHECK_THROWS_AS(ends(), Interrupt::Stopped);
}

}  // namespace asterion::tests
