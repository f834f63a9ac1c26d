// Seeded randomness: the same numbers with every compiler, unlike the distributions of <random>.
#pragma once

#include <cstdint>
#include <random>

namespace asterion::tests {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  // From 0 to most - 1.
  std::uint32_t below(std::uint32_t most) { return next() % most; }
  std::int32_t between(std::int32_t least, std::int32_t most) {
    return least + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(most - least + 1)));
  }
  bool chance(double share) { return next() < share * 4294967296.0; }

 private:
  std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }

  std::mt19937 engine_;
};

}  // namespace asterion::tests
