// A copy of a world that follows it when told to.
//
// Searches that are run in slices walk the copy. So they are of one state of the world, are not
// disturbed by edits, and no edit waits for them.
//
// Memory: of a grid 1 or 8 bytes a cell, and what searches derive from it; of a graph as much as
// the graph. To follow takes O(changes); where the journal does not reach back, O(world).
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/replan/replanner.hpp"
#include "asterion/world/network.hpp"
#include "asterion/world/terrain.hpp"

namespace asterion {

// The grid as one character sees it: its totals become the costs.
inline std::shared_ptr<Grid> copied(const Terrain& terrain) {
  const Grid& grid = terrain.grid();
  auto copy =
      std::make_shared<Grid>(grid.rows(), grid.cols(), grid.diagonal(), grid.diagonal_cost());
  if (terrain.bytes() != nullptr && terrain.blocked().empty()) {
    copy->fill(0, terrain.bytes(), terrain.count());
    return copy;
  }
  std::vector<double> totals(terrain.count());
  for (NodeId cell = 0; cell < totals.size(); ++cell) totals[cell] = terrain.total(cell);
  copy->set_base([&](auto&& visit) {
    for (NodeId cell = 0; cell < totals.size(); ++cell) visit(cell, totals[cell]);
  });
  return copy;
}
inline std::shared_ptr<Graph> copied(const Network& network) {
  const Graph& graph = network.graph();
  std::vector<double> costs(graph.connections());
  for (ConnectionId id = 0; id < costs.size(); ++id) costs[id] = network.cost(id);
  return std::make_shared<Graph>(graph.nodes(), graph.sources(), graph.targets(), std::move(costs),
                                 graph.positions());
}

template <Ground G>
class Snapshot {
 public:
  explicit Snapshot(std::shared_ptr<G> original) : original_(std::move(original)) { renew(); }

  G& ground() { return *ground_; }
  const G& ground() const { return *ground_; }
  // Whether the original is as it was when the copy last followed it.
  bool is_current() const {
    const auto guard = original_->read();
    return original_->world().version() == version_;
  }

  // Becomes what the original is now. No search of the copy is under way.
  void follow() {
    std::vector<std::pair<NodeId, double>> news;
    {
      const auto guard = original_->read();
      version_ = original_->world().version();
      const bool complete = original_->world().journal().read(
          seen_, [&](const Change& change) { news.emplace_back(change.item, 0); });
      if (!complete) news.clear();
      for (auto& [item, cost] : news) cost = cost_of(*original_, item);
      if (!complete) version_ = kUnknown;
    }
    version_ == kUnknown ? renew() : write(news);
  }

 private:
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
  using World = std::decay_t<decltype(*copied(std::declval<const G&>()))>;

  static double cost_of(const Terrain& terrain, NodeId cell) { return terrain.total(cell); }
  static double cost_of(const Network& network, NodeId id) { return network.cost(id); }

  void renew() {
    const auto guard = original_->read();
    world_ = copied(*original_);
    ground_ = std::make_unique<G>(world_);
    version_ = original_->world().version();
    seen_ = original_->world().journal().end();
  }

  void write(const std::vector<std::pair<NodeId, double>>& news) {
    const auto each = [&](auto&& visit) {
      for (const auto& [item, cost] : news) visit(item, cost);
    };
    if constexpr (std::is_same_v<G, Terrain>) {
      world_->set_base(each);
    } else {
      world_->set_costs(each);
    }
  }

  std::shared_ptr<G> original_;
  std::shared_ptr<World> world_;
  std::unique_ptr<G> ground_;
  std::uint64_t version_ = 0;
  std::uint64_t seen_ = 0;  // of the original's journal
};

}  // namespace asterion
