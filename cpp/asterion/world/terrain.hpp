// What one character may enter and what it pays for it: the world that searches walk.
//
// A grid under a set of layer weights, less the cells closed to this character, with what a search
// needs at hand: the free neighbours of each cell (1 byte), the smallest and largest cost,
// components. All of it is derived, built on first use, and follows the grid's journal: a change of
// a cell costs its 3 x 3 surroundings and a look at its row. Totals (8 bytes a cell) are kept only
// where layers count.
#pragma once

#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "asterion/world/components.hpp"
#include "asterion/world/grid.hpp"
#include "asterion/world/jump_map.hpp"

namespace asterion {

class Terrain {
 public:
  using Weights = std::map<std::string, double>;
  using Labels = Components;

  // Without weights every layer counts once; with weights only the layers named there count.
  // `blocked` is empty, or a byte for each cell, not 0 where the cell is closed.
  explicit Terrain(std::shared_ptr<const Grid> grid, std::optional<Weights> weights = {},
                   std::vector<std::uint8_t> blocked = {})
      : owner_(std::move(grid)),
        grid_(*owner_),
        weights_(std::move(weights)),
        blocked_(std::move(blocked)) {}

  Terrain(const Terrain&) = delete;
  Terrain& operator=(const Terrain&) = delete;

  const Grid& grid() const { return grid_; }
  const World& world() const { return grid_; }
  std::size_t count() const { return grid_.cells(); }
  const std::optional<Weights>& weights() const { return weights_; }
  const std::vector<std::uint8_t>& blocked() const { return blocked_; }

  // A shared lock on a terrain that has caught up with its grid.
  ReadLock read() {
    for (;;) {
      ReadLock guard(grid_.lock());
      if (is_current()) return guard;
      guard.unlock();
      grid_.refuse_while_reading("prepared for another search");
      const WriteLock exclusive(grid_.lock());
      if (!is_current()) catch_up();
    }
  }

  // The same, with a map for jumps.
  ReadLock read_mapped() {
    for (;;) {
      auto guard = read();
      if (!jump_map_.empty()) return guard;
      guard.unlock();
      grid_.refuse_while_reading("prepared for another search");
      const WriteLock exclusive(grid_.lock());
      if (is_current() && jump_map_.empty()) map_jumps();
    }
  }

  // Takes over a labelling that was made of the world as it was at `version`.
  void adopt(Components labelled, std::uint64_t version) {
    if (grid_.read_by_this_thread()) return;
    const WriteLock exclusive(grid_.lock());
    if (!is_current() || grid_.version() != version) return;
    components_ = std::move(labelled);
    labels_are_exact_ = true;
  }

  // --- The rest is for holders of a lock from read().

  bool free(NodeId cell) const { return total(cell) > 0; }
  double total(NodeId cell) const {
    if (!blocked_.empty() && blocked_[cell] != 0) return 0;
    return totals_ ? totals_[cell] : grid_.base()[cell];
  }
  // Which neighbours are free, a bit for each direction: the index into a MoveTable.
  std::uint8_t around(NodeId cell) const { return around_[cell]; }
  double smallest_cost() const { return smallest_; }
  double largest_cost() const { return largest_; }
  bool uniform() const { return smallest_ >= largest_; }
  // Only after read_mapped().
  const JumpMap& jump_map() const { return jump_map_; }
  // How many cells were looked at to keep up with the grid: never per query.
  std::uint64_t upkeep() const { return upkeep_; }
  // Whether no cell has closed since the components were labelled: then cells of one label are
  // joined by a path.
  bool labels_are_exact() const { return labels_are_exact_; }
  const Components& components() const { return components_; }
  bool labels_can_improve() const { return !labels_are_exact_; }

  // The components as they are now: one pass over the world.
  Components labelled() const {
    Components labels;
    Breather breathe;
    while (label_more(labels)) breathe.look();
    return labels;
  }
  // A part of that; false when there is nothing left to do.
  bool label_more(Components& labels) const {
    return labels.label_next_row(
        grid_.rows(), grid_.cols(), grid_.diagonal() == Diagonal::always,
        [&](std::int32_t r, std::int32_t c) { return free(grid_.id({r, c})); });
  }

  // Costs for a search that never asks for a wall: bytes() or doubles(), the other is null.
  const std::uint8_t* bytes() const { return totals_ ? nullptr : grid_.base().bytes().get(); }
  const double* doubles() const { return totals_ ? totals_.get() : grid_.base().doubles().get(); }
  const std::shared_ptr<double[]>& totals() const { return totals_; }

 private:
  struct RowCosts {
    double smallest = kInfinity;
    double largest = 0;
    bool current = false;
  };

  bool is_current() const { return built_ && seen_ == grid_.journal().end(); }

  void catch_up() {
    const bool was_built = std::exchange(built_, false);  // and stays so if a total is refused
    std::vector<Change> missed;
    const bool complete =
        grid_.journal().read(seen_, [&](const Change& change) { missed.push_back(change); });
    if (!was_built || !complete || layers_count() != (totals_ != nullptr) ||
        missed.size() > grid_.cells() / 8) {
      rebuild();
    } else {
      const auto weights = weighed_layers();
      for (const Change& change : missed) update(change.item, weights);
      jump_map_.settle();
    }
    measure_rows();
    built_ = true;
  }

  bool layers_count() const {
    for (const Layer& layer : grid_.layers())
      if (weight(layer) != 0) return true;
    return false;
  }

  double weight(const Layer& layer) const {
    if (!weights_) return 1;
    const auto found = weights_->find(layer.name);
    return found == weights_->end() ? 0 : found->second;
  }

  struct Weighed {
    double weight;
    const double* values;
  };
  std::vector<Weighed> weighed_layers() const {
    std::vector<Weighed> layers;
    for (const Layer& layer : grid_.layers())
      if (const double factor = weight(layer); factor != 0)
        layers.push_back({factor, layer.values.get()});
    return layers;
  }

  void rebuild() {
    components_.forget();
    labels_are_exact_ = false;
    upkeep_ += grid_.cells();
    jump_map_ = {};
    rows_.assign(static_cast<std::size_t>(grid_.rows()), {});
    stale_rows_.resize(rows_.size());
    std::iota(stale_rows_.begin(), stale_rows_.end(), 0);
    smallest_ = kInfinity;
    largest_ = 0;
    totals_.reset();
    if (layers_count()) {
      const auto weights = weighed_layers();
      totals_ = std::make_shared_for_overwrite<double[]>(grid_.cells());
      for (NodeId cell = 0; cell < grid_.cells(); ++cell) totals_[cell] = weighed(cell, weights);
    }
    around_.resize(grid_.cells());
    map_surroundings();
  }

  void update(NodeId cell, const std::vector<Weighed>& weights) {
    upkeep_ += 9;
    if (totals_) totals_[cell] = weighed(cell, weights);
    const Point p = grid_.point(cell);
    forget_row(p.row);
    if (!jump_map_.empty()) jump_map_.set(p, !free(cell));
    if (components_.known()) {
      free(cell) ? components_.open(p.row, p.col) : components_.close(p.row, p.col);
      labels_are_exact_ &= free(cell);
    }
    for (Direction d = 0; d < kDirections; ++d) {
      const Point beside{p.row - kRowStep[d], p.col - kColStep[d]};
      if (!inside(beside.row, beside.col)) continue;
      std::uint8_t& around = around_[grid_.id(beside)];
      around = static_cast<std::uint8_t>((around & ~(1u << d)) | unsigned{free(cell)} << d);
    }
  }

  void map_jumps() {
    upkeep_ += grid_.cells();
    jump_map_ = JumpMap(grid_.rows(), grid_.cols(), grid_.diagonal(),
                        [&](std::int32_t r, std::int32_t c) { return free(grid_.id({r, c})); });
  }

  // Base plus weighted layers, in their order (see Grid); 0 for a wall.
  double weighed(NodeId cell, const std::vector<Weighed>& layers) const {
    const double base = grid_.base()[cell];
    if (base == 0) return 0;
    double sum = base;
    for (const Weighed& layer : layers) sum += layer.weight * layer.values[cell];
    if (sum == kInfinity) return 0;
    if (sum > 0 && sum <= Grid::kLargestCost) return sum;
    throw BadValue("the view's total" + grid_.where(cell) + " is " + text(sum) +
                   "; a finite total must stay > 0");
  }

  bool inside(std::int32_t r, std::int32_t c) const {
    return r >= 0 && r < grid_.rows() && c >= 0 && c < grid_.cols();
  }

  void map_surroundings() {
    const auto cols = static_cast<std::size_t>(grid_.cols());
    std::vector<std::uint8_t> above(cols + 2), here(cols + 2), below(cols + 2);
    const auto load = [&](std::int32_t row, std::vector<std::uint8_t>& out) {
      if (row == grid_.rows()) return std::fill(out.begin(), out.end(), std::uint8_t{0});
      const std::size_t first = grid_.id({row, 0});
      if (bytes() != nullptr && blocked_.empty()) {
        for (std::size_t c = 0; c < cols; ++c) out[c + 1] = bytes()[first + c] != 0;
      } else {
        for (std::size_t c = 0; c < cols; ++c) out[c + 1] = free(static_cast<NodeId>(first + c));
      }
    };
    load(0, below);
    for (std::int32_t row = 0; row < grid_.rows(); ++row) {
      above.swap(here);
      here.swap(below);
      load(row + 1, below);
      free_around_row(above.data(), here.data(), below.data(), &around_[grid_.id({row, 0})], cols);
    }
  }

  // Looks again at the rows that changed: whether costs are uniform, and how small they get.
  void measure_rows() {
    bool changed = false;
    for (const std::int32_t row : stale_rows_) {
      RowCosts& costs = rows_[static_cast<std::size_t>(row)];
      const RowCosts before = costs;
      measure_row(row, costs);
      upkeep_ += static_cast<std::uint64_t>(grid_.cols());
      changed |= costs.smallest != before.smallest || costs.largest != before.largest;
    }
    stale_rows_.clear();
    if (!changed) return;
    smallest_ = kInfinity;
    largest_ = 0;
    for (const RowCosts& costs : rows_) {
      smallest_ = std::min(smallest_, costs.smallest);
      largest_ = std::max(largest_, costs.largest);
    }
  }

  void forget_row(std::int32_t row) {
    if (std::exchange(rows_[static_cast<std::size_t>(row)].current, false))
      stale_rows_.push_back(row);
  }

  void measure_row(std::int32_t row, RowCosts& costs) const {
    costs = {kInfinity, 0, true};
    const NodeId first = grid_.id({row, 0});
    const auto last = static_cast<NodeId>(first + static_cast<NodeId>(grid_.cols()));
    if (bytes() != nullptr && blocked_.empty()) {
      std::uint8_t most = 0, least = 255;  // in bytes the loop is vector code
      for (NodeId cell = first; cell < last; ++cell) {
        const std::uint8_t cost = bytes()[cell];
        most = std::max(most, cost);
        least = std::min(least, static_cast<std::uint8_t>(cost - 1));  // a wall wraps to 255
      }
      if (most != 0) costs = {least + 1.0, static_cast<double>(most), true};
      return;
    }
    for (NodeId cell = first; cell < last; ++cell) {
      if (!free(cell)) continue;
      costs.smallest = std::min(costs.smallest, total(cell));
      costs.largest = std::max(costs.largest, total(cell));
    }
  }

  std::shared_ptr<const Grid> owner_;
  const Grid& grid_;
  std::optional<Weights> weights_;
  std::vector<std::uint8_t> blocked_;

  bool built_ = false;
  std::uint64_t seen_ = 0;
  std::shared_ptr<double[]> totals_;  // null: the base costs are the totals
  std::vector<std::uint8_t> around_;
  std::vector<RowCosts> rows_;
  std::vector<std::int32_t> stale_rows_;  // that are not current
  double smallest_ = kInfinity;
  double largest_ = 0;
  JumpMap jump_map_;  // empty until it is needed
  Components components_;
  bool labels_are_exact_ = false;
  std::uint64_t upkeep_ = 0;
};

}  // namespace asterion
