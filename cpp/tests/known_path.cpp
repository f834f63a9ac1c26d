// The path that a navigator has planned: where each node is on it, after plans that join it, moves
// and doubts. The oracle is a list of nodes that is looked through.
#include "asterion/replan/known_path.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "tests/random.hpp"

namespace asterion::tests {
namespace {

constexpr std::uint32_t kNodes = 200;

// Different nodes, in any order, none of which is on `other`.
std::vector<NodeId> some_nodes(Random& random, const std::vector<NodeId>& other) {
  std::vector<NodeId> nodes(kNodes);
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  std::erase_if(nodes, [&](NodeId node) { return std::ranges::find(other, node) != other.end(); });
  for (std::size_t i = nodes.size(); i > 1; --i)
    std::swap(nodes[i - 1], nodes[random.below(static_cast<std::uint32_t>(i))]);
  nodes.resize(random.below(static_cast<std::uint32_t>(nodes.size()) + 1));
  return nodes;
}

}  // namespace

TEST_CASE("a known path knows the place of each of its nodes, and how far it holds") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    KnownPath path;
    std::vector<NodeId> nodes;  // from the goal to the start
    std::size_t holds = 0;
    std::vector<std::size_t> risen;  // places
    for (int act = 0; act < 400; ++act) {
      const std::size_t length = nodes.size();
      const auto any = [&](std::size_t below) {
        return random.below(static_cast<std::uint32_t>(below));
      };
      switch (random.below(6)) {
        case 0:  // a plan of its own
          path.doubt_from(0);
          nodes = some_nodes(random, {});
          path.follow({nodes.rbegin(), nodes.rend()});
          holds = nodes.size();
          risen.clear();
          break;
        case 1:
        case 2: {  // one that joins it
          if (holds == 0) continue;
          const std::size_t joint = any(holds);
          const NodeId node = nodes[joint];
          nodes.resize(joint);
          std::vector<NodeId> others = nodes;
          others.push_back(node);
          std::vector<NodeId> plan = some_nodes(random, others);
          plan.resize(std::min<std::size_t>(plan.size(), 20));
          plan.push_back(node);
          path.follow(plan);
          nodes.insert(nodes.end(), plan.rbegin(), plan.rend());
          holds = nodes.size();
          risen.clear();
          break;
        }
        case 3:
          if (length == 0) continue;
          nodes.resize(any(length) + 1);
          holds = std::min(holds, nodes.size());
          path.cut_after(nodes.size() - 1);
          break;
        case 4: {
          if (length == 0) continue;
          const std::size_t place = any(length);
          holds = std::min(holds, place);
          risen.push_back(place);
          path.rise_at(place);
          break;
        }
        default: {
          const std::size_t from = any(length + 1);
          holds = std::min(holds, from);
          path.doubt_from(from);
        }
      }
      REQUIRE(path.size() == nodes.size());
      REQUIRE(path.is_sure() == (holds == nodes.size()));
      if (!nodes.empty()) {
        const bool rose = std::ranges::find(risen, nodes.size() - 1) != risen.end();
        REQUIRE(path.first_move_rose() == rose);
      }
      for (NodeId node = 0; node < kNodes; ++node) {
        const auto at = std::ranges::find(nodes, node);
        const auto place = static_cast<std::size_t>(at - nodes.begin());
        REQUIRE(path.place(node).value_or(nodes.size()) == place);
        REQUIRE(path.leads_on(node) == (place < holds));
      }
    }
  }
}

}  // namespace asterion::tests
