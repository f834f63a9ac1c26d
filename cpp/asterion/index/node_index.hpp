// The index of a graph, or of a grid whose cells cost different things: a contraction hierarchy
// over all nodes.
//
// Guarantee   a cheapest path of the state that it was made of
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/index/contraction.hpp"
#include "asterion/index/hierarchy_search.hpp"
#include "asterion/index/hierarchy_table.hpp"
#include "asterion/index/index_file.hpp"
#include "asterion/index/index_state.hpp"

namespace asterion {

// An arc of the world.
struct NodeArc {
  NodeId from, to;
  double cost;
};
inline bool by_ends(const NodeArc& a, const NodeArc& b) {
  if (a.from != b.from) return a.from < b.from;
  return a.to != b.to ? a.to < b.to : a.cost < b.cost;
}
// Of those between two nodes the cheapest, and none that is closed; in the order of their ends.
inline void leave_cheapest(std::vector<NodeArc>& arcs) {
  std::erase_if(arcs,
                [](const NodeArc& arc) { return arc.cost == kInfinity || arc.from == arc.to; });
  std::sort(arcs.begin(), arcs.end(), by_ends);
  arcs.erase(std::unique(arcs.begin(), arcs.end(),
                         [](const NodeArc& a, const NodeArc& b) {
                           return a.from == b.from && a.to == b.to;
                         }),
             arcs.end());
}

class NodeIndex final : public IndexState {
 public:
  NodeIndex(Hierarchy<double> hierarchy, std::vector<NodeId> number)
      : hierarchy_(std::move(hierarchy)), number_(std::move(number)), node_(number_.size()) {
    for (NodeId node = 0; node < number_.size(); ++node) node_[number_[node]] = node;
  }

  std::optional<Found> find(NodeId from, NodeId to, bool with_nodes,
                            std::uint64_t& settled) const override {
    const auto search = pool_.borrow();
    const Gate<double> start{number_[from], 0}, goal{number_[to], 0};
    Found found{search->run(hierarchy_, {&start, 1}, {&goal, 1}, {}), {}};
    settled = search->settled();
    if (found.cost == kInfinity) return {};
    if (with_nodes)
      search->path(hierarchy_, [&](NodeId node) { found.nodes.push_back(node_[node]); });
    return found;
  }

  void write_costs(std::span<const NodeId> sources, std::span<const NodeId> targets,
                   double* costs) const override {
    Gate<double> gate{0, 0};
    const auto gates = [&](std::span<const NodeId> nodes) {
      return [&gate, nodes, this](std::size_t i) {
        gate = {number_[nodes[i]], 0};
        return std::span<const Gate<double>>(&gate, 1);
      };
    };
    hierarchy_table(hierarchy_, sources.size(), targets.size(), gates(sources), gates(targets),
                    [&](std::size_t i, const std::vector<double>& row) {
                      std::copy(row.begin(), row.end(), costs + i * targets.size());
                    });
  }

  // What the cheapest path costs from a node to one of several, or from one of them to it; no more
  // than `most` is of interest.
  double cost_to_nearest(NodeId node, std::span<const NodeId> others, bool to_them,
                         double most) const {
    const Gate<double> one{number_[node], 0};
    std::vector<Gate<double>> several;
    for (const NodeId other : others) several.push_back({number_[other], 0});
    const std::span<const Gate<double>> here(&one, 1), there(several);
    const auto search = pool_.borrow();
    return to_them ? search->run(hierarchy_, here, there, {}, most)
                   : search->run(hierarchy_, there, here, {}, most);
  }

  std::size_t nodes() const override { return hierarchy_.nodes(); }
  std::size_t arcs() const override { return hierarchy_.arcs(); }
  std::size_t bytes() const override { return hierarchy_.bytes() + 8 * number_.size(); }
  std::vector<NodeId> looked_at(NodeId from, NodeId to) const override {
    const auto search = pool_.borrow();
    const Gate<double> start{number_[from], 0}, goal{number_[to], 0};
    search->run(hierarchy_, {&start, 1}, {&goal, 1}, {});
    std::vector<NodeId> nodes;
    search->for_each_reached([&](NodeId node) { nodes.push_back(node_[node]); });
    return nodes;
  }

  Kind kind() const override { return Kind::nodes; }
  std::vector<std::uint8_t> written() const override {
    return hierarchy_bytes(hierarchy_, number_);
  }

 private:
  Hierarchy<double> hierarchy_;
  std::vector<NodeId> number_;  // by node of the world
  std::vector<NodeId> node_;    // by node of the hierarchy
  mutable SearchPool<HierarchySearch<double>> pool_{number_.size()};
};

// One that was written before. `arcs` are those of the world, as NodeDraft gets them.
inline std::unique_ptr<IndexState> read_node_index(std::span<const std::uint8_t> bytes,
                                                   std::size_t nodes, std::vector<NodeArc> arcs) {
  std::vector<NodeId> number;
  Hierarchy<double> hierarchy = read_hierarchy<double>(bytes, nodes, number);
  leave_cheapest(arcs);
  for (NodeArc& arc : arcs) arc = {number[arc.from], number[arc.to], arc.cost};
  std::sort(arcs.begin(), arcs.end(), by_ends);
  HierarchyCheck<double>(hierarchy, nodes).run([&](NodeId from, NodeId to, double cost) {
    const auto found = std::lower_bound(arcs.begin(), arcs.end(), NodeArc{from, to, 0}, by_ends);
    return found != arcs.end() && found->from == from && found->to == to && found->cost == cost;
  });
  return std::make_unique<NodeIndex>(std::move(hierarchy), std::move(number));
}

// Makes one, a little at a time.
class NodeDraft {
 public:
  using Clock = std::chrono::steady_clock;

  NodeDraft(std::size_t nodes, std::vector<NodeArc> arcs)
      : contraction_(nodes, are_symmetric(arcs)) {
    for (const NodeArc& arc : arcs)
      if (!symmetric_ || arc.from < arc.to) contraction_.add(arc.from, arc.to, arc.cost);
  }

  bool advance(Clock::time_point until) {
    Breather breathe;
    do {
      if (!contraction_.step()) return true;
      breathe.look();
    } while (Clock::now() < until);
    return false;
  }

  std::unique_ptr<IndexState> take() {
    std::vector<NodeId> number;
    Hierarchy<double> hierarchy = contraction_.finish(number);
    return std::make_unique<NodeIndex>(std::move(hierarchy), std::move(number));
  }

 private:
  // Whether each way costs the same back: then half the arcs will do.
  bool are_symmetric(std::vector<NodeArc>& arcs) {
    leave_cheapest(arcs);
    symmetric_ = std::all_of(arcs.begin(), arcs.end(), [&](const NodeArc& arc) {
      const auto back =
          std::lower_bound(arcs.begin(), arcs.end(), NodeArc{arc.to, arc.from, 0}, by_ends);
      return back != arcs.end() && back->from == arc.to && back->to == arc.from &&
             back->cost == arc.cost;
    });
    return symmetric_;
  }

  bool symmetric_ = false;
  Contraction<double> contraction_;
};

}  // namespace asterion
