// The order of nodes with the same f: the one place that knows the tie rules.
//
//   rule        first by                                    then by arrival
//   automatic   larger g                                    last in, first out
//   high_g      larger g                                    first in, first out
//   low_g       smaller g                                   first in, first out
//   fifo                                                    first in, first out
//   lifo                                                    last in, first out
//   random      a random number, from a seed                first in, first out
//   straight    a move straight on before a turn            first in, first out
//
// tie_keys() turns a rule into keys that are compared after f, smallest first. Queues with buckets
// implement `automatic` alone, and of that only the order of arrival.
#pragma once

#include <cstdint>

namespace asterion {

enum class Ties : std::uint8_t { automatic, high_g, low_g, fifo, lifo, random, straight };

struct Order {
  Ties ties = Ties::automatic;
  std::uint64_t seed = 0;
};

struct TieKeys {
  enum class ByG : std::uint8_t { not_at_all, larger_first, smaller_first };

  ByG by_g = ByG::not_at_all;
  bool straight_first = false;
  bool random = false;
  bool last_in_first = false;

  // The key after f, except for the random rule.
  double key(double g, bool turns) const {
    if (by_g != ByG::not_at_all) return by_g == ByG::larger_first ? -g : g;
    return straight_first && turns ? 1 : 0;
  }
  // The key in whole numbers, never negative; `far` is more than any g.
  template <class Cost>
  Cost whole_key(Cost g, Cost far) const {
    if (by_g == ByG::larger_first) return far - g;
    return by_g == ByG::smaller_first ? g : Cost{0};
  }
  // The last key, for the node that arrived as number 1, 2, 3 ...
  std::int32_t arrival(std::int32_t number) const { return last_in_first ? -number : number; }
  std::uint32_t arrival(std::uint32_t number) const { return last_in_first ? ~number : number; }
};

constexpr TieKeys tie_keys(Ties ties) {
  using ByG = TieKeys::ByG;
  switch (ties) {
    case Ties::automatic:
      return {.by_g = ByG::larger_first, .last_in_first = true};
    case Ties::high_g:
      return {.by_g = ByG::larger_first};
    case Ties::low_g:
      return {.by_g = ByG::smaller_first};
    case Ties::fifo:
      return {};
    case Ties::lifo:
      return {.last_in_first = true};
    case Ties::random:
      return {.random = true};
    case Ties::straight:
      return {.straight_first = true};
  }
  return {};
}

// The next number of a seeded stream (S. Vigna's SplitMix64).
inline std::uint64_t next_random(std::uint64_t& seed) {
  std::uint64_t z = seed += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

// A random permutation of all 32-bit numbers (C. Wellons, hash prospector): it turns the numbers of
// arrivals into distinct random keys.
inline std::uint32_t shuffled(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

}  // namespace asterion
