// The path that a unit walks, and its arcs that leave a range of nodes. The oracle is a list of
// nodes from the start to the end.
#include "asterion/navigate/unit_path.hpp"

#include <doctest/doctest.h>

#include <set>

#include "random.hpp"

namespace asterion::tests {
namespace {

// `length` nodes with numbers that go up and down, like on a path over a map.
std::vector<NodeId> way(Random& random, std::size_t length) {
  std::vector<NodeId> nodes;
  std::int32_t at = random.between(0, 5000);
  for (; nodes.size() < length; at = std::max(0, at + random.between(-30, 30)))
    if (nodes.empty() || nodes.back() != static_cast<NodeId>(at))
      nodes.push_back(static_cast<NodeId>(at));
  return nodes;
}

}  // namespace

TEST_CASE("a unit's path visits the arcs that leave a range of nodes, after any change of it") {
  using Arcs = std::multiset<std::pair<NodeId, NodeId>>;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    UnitPath path;
    std::vector<NodeId> nodes;
    for (int act = 0; act < 300; ++act) {
      switch (random.below(4)) {
        case 0:
          nodes = way(random, random.below(400));
          path.replace(nodes);
          break;
        case 1: {  // extend it
          if (nodes.empty()) continue;
          std::vector<NodeId> more = way(random, random.below(200));
          more.insert(more.begin(), nodes.back());
          path.append(more);
          nodes.insert(nodes.end(), more.begin() + 1, more.end());
          break;
        }
        case 2: {  // reroute to one of its nodes, at its last visit
          if (nodes.empty()) continue;
          const auto joint = nodes[random.below(static_cast<std::uint32_t>(nodes.size()))];
          const auto last = std::find(nodes.rbegin(), nodes.rend(), joint);
          std::vector<NodeId> round = way(random, random.below(100));
          round.push_back(joint);
          path.reroute(round);
          std::vector<NodeId> rest(last.base(), nodes.end());
          nodes = round;
          nodes.insert(nodes.end(), rest.begin(), rest.end());
          break;
        }
        default:
          for (std::uint32_t steps = random.below(100); steps > 0 && path.can_step(); --steps) {
            path.step();
            nodes.erase(nodes.begin());
          }
      }
      REQUIRE(path.nodes() == nodes);
      const NodeId low = random.below(5000), high = low + random.below(200);
      Arcs expected, visited;
      for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
        if (nodes[i] >= low && nodes[i] <= high) expected.emplace(nodes[i], nodes[i + 1]);
      path.for_each_arc_from(low, high, [&](NodeId from, NodeId to) { visited.emplace(from, to); });
      REQUIRE(visited == expected);
    }
  }
}

}  // namespace asterion::tests
