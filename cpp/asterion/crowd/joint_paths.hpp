// Whether two units can walk paths of two diagrams at once, and if not, when they cannot any more.
//
// Guarantee   exact
// Complexity  O(p) for p pairs of places of one tick that can be reached
// Source      H. Zhang, J. Li, P. Surynek, S. Koenig and T. K. S. Kumar, Multi-agent path finding
//             with mutex propagation, 2020
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "asterion/crowd/timed_search.hpp"

namespace asterion {

class JointPaths {
 public:
  using Node = CrowdMap::Node;

  explicit JointPaths(const CrowdMap& map) : map_(map) {}

  static constexpr Tick kPossible = kEndless;
  static constexpr Tick kUnknown = kEndless - 1;

  // The first tick which no two paths that have kept out of each other's way reach; kPossible if
  // two reach their goals, kUnknown if there are too many pairs.
  Tick impossible_from(const PathDiagram& a, const PathDiagram& b) {
    const Tick last = std::max(a.cost(), b.cost());
    begins_.clear();
    std::size_t pairs = 0;
    for (Tick tick = 0; tick <= last; ++tick) {
      begins_.push_back(pairs);
      pairs += width(a, tick) * width(b, tick);
    }
    if (pairs > kMostPairs) return kUnknown;
    seen_.assign(pairs / 64 + 1, 0);
    pairs_.assign(1, {0, 0, 0, 0});
    stack_.assign(1, 0);
    Tick deepest = 0;
    while (!stack_.empty()) {
      found_ = stack_.back();
      stack_.pop_back();
      const Pair here = pairs_[found_];
      if (here.tick == last) return kPossible;
      deepest = std::max(deepest, here.tick);
      const Tick tick = here.tick + 1;
      for_each_move(a, here.a, here.tick, [&](std::uint32_t to_a) {
        for_each_move(b, here.b, here.tick, [&](std::uint32_t to_b) {
          if (meet(a.nodes[here.a], a.nodes[to_a], b.nodes[here.b], b.nodes[to_b])) return;
          const std::size_t at =
              begins_[tick] + (to_a - first(a, tick)) * width(b, tick) + (to_b - first(b, tick));
          if ((seen_[at / 64] >> (at % 64) & 1) != 0) return;
          seen_[at / 64] |= std::uint64_t{1} << (at % 64);
          stack_.push_back(static_cast<std::uint32_t>(pairs_.size()));
          pairs_.push_back({tick, to_a, to_b, found_});
        });
      });
    }
    return deepest + 1;
  }

  // Two paths that keep out of each other's way, after they were found possible.
  std::array<std::vector<Node>, 2> paths(const PathDiagram& a, const PathDiagram& b) const {
    std::array<std::vector<Node>, 2> paths{std::vector<Node>(a.cost() + 1),
                                           std::vector<Node>(b.cost() + 1)};
    for (std::uint32_t at = found_;; at = pairs_[at].before) {
      const Pair& pair = pairs_[at];
      if (pair.tick <= a.cost()) paths[0][pair.tick] = a.nodes[pair.a];
      if (pair.tick <= b.cost()) paths[1][pair.tick] = b.nodes[pair.b];
      if (pair.tick == 0) return paths;
    }
  }

 private:
  static constexpr std::size_t kMostPairs = 1 << 22;
  struct Pair {
    Tick tick;
    std::uint32_t a, b;    // places in the diagrams
    std::uint32_t before;  // the pair from which it was reached
  };

  static std::uint32_t first(const PathDiagram& d, Tick tick) {
    return d.layers[std::min(tick, d.cost())];
  }
  static std::size_t width(const PathDiagram& d, Tick tick) {
    return d.at(std::min(tick, d.cost())).size();
  }
  template <class Go>
  static void for_each_move(const PathDiagram& d, std::uint32_t from, Tick tick, Go&& go) {
    if (tick >= d.cost()) return go(from);  // it stays at its goal
    for (std::uint32_t move = d.firsts[from]; move < d.firsts[from + 1]; ++move)
      go(d.targets[move]);
  }

  bool meet(Node a, Node to_a, Node b, Node to_b) const {
    if (to_a == to_b || (to_a == b && to_b == a)) return true;
    Node c = CrowdMap::kNone, d = CrowdMap::kNone;
    if (!map_.crosses() || a == to_a || !map_.other_diagonal(a, to_a, c, d)) return false;
    return (b == c && to_b == d) || (b == d && to_b == c);
  }

  const CrowdMap& map_;
  std::vector<std::size_t> begins_;   // of each tick, in the pairs seen
  std::vector<std::uint64_t> seen_;   // a bit per pair
  std::vector<Pair> pairs_;           // that were reached
  std::vector<std::uint32_t> stack_;  // of them, to go on from
  std::uint32_t found_ = 0;
};

}  // namespace asterion
