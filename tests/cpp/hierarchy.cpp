// Contraction hierarchies against Floyd and Warshall: the costs of paths, and the paths themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "asterion/index/contraction.hpp"
#include "asterion/index/hierarchy_search.hpp"
#include "random.hpp"

namespace asterion::tests {
namespace {

template <class W>
using Matrix = std::vector<std::vector<W>>;

// Cheapest arcs, and cheapest paths; no arc leads from a node to itself.
template <class W>
struct Oracle {
  Matrix<W> arcs, paths;
};

template <class W>
struct Case {
  NodeId nodes = 0;
  bool symmetric = false;
  struct Arc {
    NodeId from, to;
    W weight;
  };
  std::vector<Arc> arcs;
  Density dense;

  Oracle<W> oracle() const {
    Matrix<W> cost(nodes, std::vector<W>(nodes, kNoArc<W>));
    for (const Arc& arc : arcs) {
      cost[arc.from][arc.to] = std::min(cost[arc.from][arc.to], arc.weight);
      if (symmetric) cost[arc.to][arc.from] = std::min(cost[arc.to][arc.from], arc.weight);
    }
    Oracle<W> oracle{cost, cost};
    auto& paths = oracle.paths;
    for (NodeId i = 0; i < nodes; ++i) paths[i][i] = 0;
    for (NodeId over = 0; over < nodes; ++over)
      for (NodeId from = 0; from < nodes; ++from)
        for (NodeId to = 0; to < nodes; ++to)
          if (std::max(paths[from][over], paths[over][to]) < kNoArc<W>)
            paths[from][to] = std::min(paths[from][to], paths[from][over] + paths[over][to]);
    return oracle;
  }
};

// Few arcs or many, in one component or several; equal weights, so that there are ties, zeros,
// loops and parallel arcs. Their sums are exact. Half of the graphs count as dense at some time.
template <class W>
Case<W> random_case(Random& random) {
  Case<W> graph;
  graph.nodes = 1 + random.below(24);
  graph.symmetric = random.chance(0.5);
  if (random.chance(0.5)) graph.dense = {random.below(5), 1 + random.below(9)};
  const std::uint32_t most = random.chance(0.5) ? 4 : 1000;
  for (auto count = random.below(4 * graph.nodes); count > 0; --count)
    graph.arcs.push_back(
        {random.below(graph.nodes), random.below(graph.nodes),
         static_cast<W>(random.below(most)) / (std::is_same_v<W, double> ? 8 : 1)});
  return graph;
}

template <class W>
struct Made {
  Hierarchy<W> hierarchy;
  std::vector<NodeId> number, node;
};

template <class W>
Made<W> made(const Case<W>& graph) {
  Contraction<W> contraction(graph.nodes, graph.symmetric, kNoArc<W>, {}, graph.dense);
  for (const auto& arc : graph.arcs) contraction.add(arc.from, arc.to, arc.weight);
  while (contraction.step()) {
  }
  Made<W> made;
  made.hierarchy = contraction.finish(made.number);
  made.node.resize(graph.nodes, kNoIndex);
  for (NodeId i = 0; i < graph.nodes; ++i) {
    REQUIRE(made.number[i] < graph.nodes);
    REQUIRE(made.node[made.number[i]] == kNoIndex);
    made.node[made.number[i]] = i;
  }
  return made;
}

template <class W>
std::vector<Gate<W>> some_gates(Random& random, const Made<W>& made) {
  std::vector<Gate<W>> gates;
  for (auto count = 1 + random.below(3); count > 0; --count)
    gates.push_back({random.below(static_cast<std::uint32_t>(made.node.size())),
                     static_cast<W>(random.below(20))});
  return gates;
}

template <class W>
W cheapest(const Oracle<W>& oracle, const Made<W>& made, const std::vector<Gate<W>>& starts,
           const std::vector<Gate<W>>& goals) {
  W best = kNoArc<W>;
  for (const Gate<W>& a : starts)
    for (const Gate<W>& b : goals) {
      const W between = oracle.paths[made.node[a.node]][made.node[b.node]];
      if (between < kNoArc<W>) best = std::min(best, a.weight + between + b.weight);
    }
  return best;
}

// Checks the path found last, which must have this cost without the costs of its gates.
template <class W>
void check_path(const Oracle<W>& oracle, const Made<W>& made, HierarchySearch<W>& search,
                const std::vector<Gate<W>>& starts, const std::vector<Gate<W>>& goals, W cost) {
  std::vector<NodeId> nodes;
  const auto add = [&](NodeId node) { nodes.push_back(made.node[node]); };
  search.path(
      made.hierarchy, [](const auto&) {}, [&](NodeId first, std::size_t) { add(first); },
      [&](const auto& part) { add(part.end); });
  REQUIRE(!nodes.empty());
  W sum = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    REQUIRE(oracle.arcs[nodes[i - 1]][nodes[i]] < kNoArc<W>);
    sum += oracle.arcs[nodes[i - 1]][nodes[i]];
  }
  const auto gate_at = [&](const std::vector<Gate<W>>& gates, NodeId node) {
    W least = kNoArc<W>;
    for (const Gate<W>& gate : gates)
      if (made.node[gate.node] == node) least = std::min(least, gate.weight);
    return least;
  };
  REQUIRE(gate_at(starts, nodes.front()) < kNoArc<W>);
  REQUIRE(gate_at(goals, nodes.back()) < kNoArc<W>);
  CHECK(gate_at(starts, nodes.front()) + sum + gate_at(goals, nodes.back()) == cost);
}

}  // namespace

TEST_CASE_TEMPLATE("a hierarchy gives what Floyd and Warshall give, and the path", W, std::uint32_t,
                   double) {
  Random random(1);
  int below = 0, not_below = 0, shortcuts = 0;
  for (int round = 0; round < 400; ++round) {
    const Case<W> graph = random_case<W>(random);
    const Oracle<W> oracle = graph.oracle();
    const Made<W> from_graph = made(graph);
    for (const Unpacked& each : from_graph.hierarchy.up(false).unpacked)
      shortcuts += each.is_shortcut();
    HierarchySearch<W> search(graph.nodes);
    for (int query = 0; query < 40; ++query) {
      const auto starts = some_gates(random, from_graph), goals = some_gates(random, from_graph);
      const W wanted = cheapest(oracle, from_graph, starts, goals);
      const W bound = random.chance(0.8) ? kNoArc<W> : static_cast<W>(random.below(60));
      const W cost = search.run(from_graph.hierarchy, starts, goals, {}, bound);
      REQUIRE(cost == std::min(wanted, bound));
      (wanted < bound ? below : not_below) += 1;
      if (wanted < bound) check_path(oracle, from_graph, search, starts, goals, cost);
    }
  }
  CHECK(below > 5000);  // there was something to check
  CHECK(not_below > 1000);
  CHECK(shortcuts > 1000);
}

TEST_CASE("the effort of joining neighbours is what it takes to join them") {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const NodeId nodes = 1 + random.below(20);
    std::vector<std::set<NodeId>> beside(nodes);
    for (NodeId arcs = random.below(3 * nodes); arcs > 0; --arcs) {
      const NodeId a = random.below(nodes), b = random.below(nodes);
      if (a == b) continue;
      beside[a].insert(b);
      beside[b].insert(a);
    }
    std::vector<NodeId> order(nodes);
    for (NodeId at = 0; at < nodes; ++at) order[at] = at;
    for (NodeId at = nodes; at > 1; --at) std::swap(order[at - 1], order[random.below(at)]);
    const auto neighbours = [&](NodeId node, auto&& visit) {
      for (const NodeId other : beside[node]) visit(other);
    };
    const JoiningEffort effort = joining_effort(order, nodes, neighbours, kInfinity);
    double edges = 0, pairs = 0;
    for (const NodeId node : order) {
      const std::set<NodeId> around = beside[node];
      edges += static_cast<double>(around.size());
      pairs += static_cast<double>(around.size() * around.size());
      for (const NodeId a : around) {
        beside[a].erase(node);
        for (const NodeId b : around)
          if (a != b) beside[a].insert(b);
      }
      beside[node].clear();
    }
    CHECK(effort.edges == edges);
    CHECK(effort.pairs == pairs);
  }
}

}  // namespace asterion::tests
