// Copies from the true world into a belief what an agent sees: the cells in sight, and the far ends
// of links at its position. Sensors may share a belief, and with it what is known.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/world/line_of_sight.hpp"

namespace asterion {

// The cells that have been seen, and those from which an agent has looked around. Any threads.
class KnownCells {
 public:
  explicit KnownCells(std::size_t cells) : marks_(cells) {}

  void mark_seen(NodeId cell) { mark(cell, kSeen); }
  void mark_visited(NodeId cell) { mark(cell, kVisited); }
  bool is_seen(NodeId cell) const { return marks(cell) != 0; }
  bool is_visited(NodeId cell) const { return (marks(cell) & kVisited) != 0; }

 private:
  static constexpr std::uint8_t kSeen = 1, kVisited = 2;

  // Most cells are marked already, and reading costs less than writing.
  void mark(NodeId cell, std::uint8_t as) {
    if ((marks(cell) & as) == 0) marks_[cell].fetch_or(as, std::memory_order_relaxed);
  }
  std::uint8_t marks(NodeId cell) const { return marks_[cell].load(std::memory_order_relaxed); }

  std::vector<std::atomic<std::uint8_t>> marks_;
};

class Sensor {
 public:
  Sensor(std::shared_ptr<GridView> truth, std::shared_ptr<Grid> belief, std::int32_t sight)
      : truth_(std::move(truth)),
        belief_(std::move(belief)),
        sight_(sight),
        known_(std::make_shared<KnownCells>(belief_->cells())) {}
  // Shares the other's belief.
  Sensor(const Sensor& other, std::int32_t sight)
      : truth_(other.truth_), belief_(other.belief_), sight_(sight), known_(other.known_) {}

  const GridView& truth() const { return *truth_; }
  const std::shared_ptr<Grid>& shared_belief() const { return belief_; }
  const KnownCells& known() const { return *known_; }

  // Writes all that is in sight from here into the belief, or nothing if interrupted.
  void look(NodeId here) {
    // Where the world was edited meanwhile, an agent on another thread may have written something
    // newer, which must not be lost.
    while (wrote_news(here)) continue;
  }

 private:
  bool wrote_news(NodeId here) {
    std::vector<NodeId> seen;
    std::vector<std::pair<NodeId, double>> news;
    std::uint64_t version;
    {
      const auto guard = truth_->read();
      version = truth_->grid().version();
      if (here == last_place_ && version == last_version_) return false;
      const ReadLock also(belief_->lock());
      const auto see = [&](NodeId cell) {
        if (!known_->is_seen(cell)) seen.push_back(cell);
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
    for (const NodeId cell : seen) known_->mark_seen(cell);
    known_->mark_visited(here);
    last_place_ = here;
    last_version_ = version;
    return !news.empty();
  }

  std::shared_ptr<GridView> truth_;
  std::shared_ptr<Grid> belief_;
  std::int32_t sight_;
  std::shared_ptr<KnownCells> known_;
  std::optional<NodeId> last_place_;  // where it last looked from, and at which version
  std::uint64_t last_version_ = 0;
};

}  // namespace asterion
