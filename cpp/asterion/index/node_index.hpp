// The index of a graph, or of a grid whose cells cost different things: a contraction hierarchy
// over all nodes.
//
// Guarantee   a cheapest path in the version of the world that it was made from
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/index/climb_events.hpp"
#include "asterion/index/contraction.hpp"
#include "asterion/index/guides.hpp"
#include "asterion/index/hierarchy_search.hpp"
#include "asterion/index/hierarchy_table.hpp"
#include "asterion/index/index_file.hpp"
#include "asterion/index/index_state.hpp"
#include "asterion/search/scratch.hpp"

namespace asterion {

// An arc of the world.
struct NodeArc {
  NodeId from, to;
  double cost;
  ConnectionId id = 0;  // of a graph
};
inline bool by_ends(const NodeArc& a, const NodeArc& b) {
  if (a.from != b.from) return a.from < b.from;
  if (a.to != b.to) return a.to < b.to;
  return a.cost != b.cost ? a.cost < b.cost : a.id < b.id;
}
// Keeps the cheapest open arc between any two nodes, in the order of their ends.
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
  // `arcs` are the graph's, as leave_cheapest() leaves them; empty for a grid.
  NodeIndex(Hierarchy<double> hierarchy, std::vector<NodeId> number, std::optional<Guides> guides,
            const std::vector<NodeArc>& arcs)
      : hierarchy_(std::move(hierarchy)),
        number_(std::move(number)),
        node_(number_.size()),
        guides_(std::move(guides)),
        has_connections_(!arcs.empty()) {
    for (NodeId node = 0; node < number_.size(); ++node) node_[number_[node]] = node;
    if (has_connections_) note_connections(arcs);
  }

  std::optional<Found> find(NodeId from, NodeId to, bool with_nodes, const Openings*,
                            std::uint64_t& settled) const override {
    return guides_ ? found_by(*guided_.borrow(number_.size()), from, to, with_nodes, settled)
                   : found_by(*pool_.borrow(number_.size()), from, to, with_nodes, settled);
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
    tables_.borrow(number_.size())
        ->run(hierarchy_, sources.size(), targets.size(), gates(sources), gates(targets),
              [&](std::size_t i, const std::vector<double>& row) {
                std::copy(row.begin(), row.end(), costs + i * targets.size());
              });
  }

  // The cost of a cheapest path from a node to one of several, or from one of them to it; costs
  // above `most` are of no interest.
  double cost_to_nearest(NodeId node, std::span<const NodeId> others, bool to_them,
                         double most) const {
    const Gate<double> one{number_[node], 0};
    std::vector<Gate<double>> several;
    for (const NodeId other : others) several.push_back({number_[other], 0});
    const std::span<const Gate<double>> here(&one, 1), there(several);
    const auto search = pool_.borrow(number_.size());
    return to_them ? search->run(hierarchy_, here, there, {}, most)
                   : search->run(hierarchy_, there, here, {}, most);
  }

  std::size_t nodes() const override { return hierarchy_.nodes(); }
  std::size_t arcs() const override { return hierarchy_.arcs(); }
  std::size_t bytes() const override {
    return hierarchy_.bytes() + 8 * number_.size() + (guides_ ? guides_->bytes() : 0);
  }
  std::vector<ClimbEvent> climb(NodeId from, NodeId to) const override {
    if (guides_) return climbed_by<Guides::Estimate>(from, to);
    return climbed_by<NoEstimate>(from, to);
  }

  Kind kind() const override { return Kind::nodes; }
  std::vector<std::uint8_t> written() const override {
    return hierarchy_bytes(hierarchy_, number_);
  }

 private:
  template <class Estimate, class Watcher>
  double run(HierarchySearch<double, Estimate, Watcher>& search, NodeId from, NodeId to) const {
    const Gate<double> start{number_[from], 0}, goal{number_[to], 0};
    Estimate estimate{};
    if constexpr (std::is_same_v<Estimate, Guides::Estimate>)
      estimate = guides_->between(start.node, goal.node);
    return search.run(hierarchy_, {&start, 1}, {&goal, 1}, estimate);
  }

  template <class Search>
  std::optional<Found> found_by(Search& search, NodeId from, NodeId to, bool with_nodes,
                                std::uint64_t& settled) const {
    Found found{run(search, from, to), {}, {}};
    settled = search.settled();
    if (found.cost == kInfinity) return {};
    if (!with_nodes) return found;
    found.cost = 0;
    NodeId* node = nullptr;
    ConnectionId* connection = nullptr;
    search.path(
        hierarchy_, [&](const ArcPart& part) { prefetch_memory(&node_[part.end]); },
        [&](NodeId first, std::size_t arcs) {
          found.nodes.resize(arcs + 1);
          node = found.nodes.data();
          *node++ = node_[first];
          if (has_connections_) found.connections.resize(arcs);
          connection = found.connections.data();
        },
        [&](const ArcPart& part) {
          *node++ = node_[part.end];
          found.cost += hierarchy_.weight(part);
          if (has_connections_) *connection++ = hierarchy_.connection(part);
        });
    return found;
  }

  void note_connections(const std::vector<NodeArc>& arcs) {
    hierarchy_.set_connections([&](NodeId from, NodeId to) {
      const NodeArc wanted{node_[from], node_[to], 0};
      const auto found = std::lower_bound(arcs.begin(), arcs.end(), wanted, by_ends);
      if (found == arcs.end() || found->from != wanted.from || found->to != wanted.to)
        throw std::logic_error("an arc of the hierarchy is not in the graph");
      return found->id;
    });
  }

  template <class Estimate>
  std::vector<ClimbEvent> climbed_by(NodeId from, NodeId to) const {
    HierarchySearch<double, Estimate, ClimbLog<double>> search(number_.size());
    const double cost = run(search, from, to);
    return climb_events(
        search, {from, to}, cost, [&](NodeId node) { return node_[node]; },
        [](double weight) { return weight; });
  }

  Hierarchy<double> hierarchy_;
  std::vector<NodeId> number_;  // by node of the world
  std::vector<NodeId> node_;    // by node of the hierarchy
  std::optional<Guides> guides_;
  bool has_connections_;
  mutable ScratchPool<HierarchySearch<double>> pool_;
  mutable ScratchPool<HierarchyTable<double>> tables_;
  mutable ScratchPool<HierarchySearch<double, Guides::Estimate>> guided_;
};

// Reads an index from its bytes. `arcs` are the arcs of the graph; empty for a grid.
inline std::unique_ptr<IndexState> read_node_index(std::span<const std::uint8_t> bytes,
                                                   std::vector<NodeArc> arcs) {
  std::vector<NodeId> number;
  Hierarchy<double> hierarchy = read_hierarchy<double>(bytes, number);
  leave_cheapest(arcs);
  std::optional<Guides> guides;
  if (Guides::pay(hierarchy)) guides.emplace(hierarchy);
  for (InterruptPoller poll; guides && guides->step(hierarchy); poll.now()) {
  }
  return std::make_unique<NodeIndex>(std::move(hierarchy), std::move(number), std::move(guides),
                                     arcs);
}

// Makes a NodeIndex in small steps.
class NodeDraft {
 public:
  NodeDraft(std::size_t nodes, std::vector<NodeArc> arcs, bool on_graph)
      : contraction_(nodes, are_symmetric(arcs), kNoArc<double>, {}, kAnyGraph) {
    for (const NodeArc& arc : arcs)
      if (!symmetric_ || arc.from < arc.to) contraction_.add(arc.from, arc.to, arc.cost);
    if (on_graph) arcs_ = std::move(arcs);
  }

  // False when nothing is left to do.
  bool step() {
    if (contraction_.step()) return true;
    if (!hierarchy_) {
      hierarchy_ = contraction_.finish(number_);
      if (Guides::pay(*hierarchy_)) guides_.emplace(*hierarchy_);
    }
    return guides_ && guides_->step(*hierarchy_);
  }

  std::unique_ptr<IndexState> take() {
    return std::make_unique<NodeIndex>(*std::move(hierarchy_), std::move(number_),
                                       std::move(guides_), arcs_);
  }

 private:
  // Whether each arc costs the same back: then half the arcs suffice.
  bool are_symmetric(std::vector<NodeArc>& arcs) {
    leave_cheapest(arcs);
    symmetric_ = std::all_of(arcs.begin(), arcs.end(), [&](const NodeArc& arc) {
      const auto back =
          std::lower_bound(arcs.begin(), arcs.end(), NodeArc{arc.to, arc.from, 0, 0}, by_ends);
      return back != arcs.end() && back->from == arc.to && back->to == arc.from &&
             back->cost == arc.cost;
    });
    return symmetric_;
  }

  bool symmetric_ = false;
  std::vector<NodeArc> arcs_;  // of a graph
  Contraction<double> contraction_;
  std::vector<NodeId> number_;
  std::optional<Hierarchy<double>> hierarchy_;  // when all nodes were removed
  std::optional<Guides> guides_;
};

}  // namespace asterion
