// Copies from the true world into an agent's belief what it sees: the cells in sight, and the far
// ends of links at its position.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/world/line_of_sight.hpp"

namespace asterion {

class Sensor {
 public:
  Sensor(std::shared_ptr<GridView> truth, std::shared_ptr<Grid> belief, std::int32_t sight)
      : truth_(std::move(truth)),
        belief_(std::move(belief)),
        sight_(sight),
        known_(belief_->cells(), 0) {}

  const GridView& truth() const { return *truth_; }
  const Grid& belief() const { return *belief_; }
  const std::shared_ptr<Grid>& shared_belief() const { return belief_; }
  // 1 where a cell has been seen.
  const std::vector<std::uint8_t>& known() const { return known_; }

  // Writes all that is in sight from here into the belief, or nothing if interrupted.
  void look(NodeId here) {
    std::vector<NodeId> seen;
    std::vector<std::pair<NodeId, double>> news;
    std::uint64_t version;
    {
      const auto guard = truth_->read();
      version = truth_->grid().version();
      if (here == last_place_ && version == last_version_) return;
      const ReadLock also(belief_->lock());
      const auto see = [&](NodeId cell) {
        seen.push_back(cell);
        const double cost = truth_->total(cell);
        if (cost != belief_->base()[cell]) news.emplace_back(cell, cost);
      };
      for_each_in_sight(*truth_, here, sight_, see);
      // A link shows at either end whether it is open.
      for (const LinkArc& arc : truth_->grid().links().out(here)) see(arc.node);
    }
    if (!news.empty())
      belief_->set_base([&](auto&& visit) {
        for (const auto& [cell, cost] : news) visit(cell, cost);
      });
    for (const NodeId cell : seen) known_[cell] = 1;
    last_place_ = here;
    last_version_ = version;
  }

 private:
  std::shared_ptr<GridView> truth_;
  std::shared_ptr<Grid> belief_;
  std::int32_t sight_;
  std::vector<std::uint8_t> known_;
  std::optional<NodeId> last_place_;  // where it last looked from, and at which version
  std::uint64_t last_version_ = 0;
};

}  // namespace asterion
