// A map of cells: base costs, named layers added to them, links and fences between cells, and a
// journal of every change. Cells are squares, or other tiles (world/tiles.hpp).
//
// The grid holds no search state. Searches walk a GridView, which follows the journal; the grid
// owns the one where every layer counts once, views own others.
//
// Memory: 1 byte per cell for whole costs up to 255, else 8; 8 per cell and layer.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "asterion/world/cost_array.hpp"
#include "asterion/world/errors.hpp"
#include "asterion/world/journaled_world.hpp"
#include "asterion/world/links_and_fences.hpp"
#include "asterion/world/moves.hpp"
#include "asterion/world/tiles.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

struct Layer {
  std::string name;
  std::shared_ptr<double[]> values;
};

class Grid : public JournaledWorld {
 public:
  // Small enough for the cost of a path over 2^31 cells to stay finite.
  static constexpr double kLargestCost = 1e290;
  static constexpr std::int64_t kMostCells = (std::int64_t{1} << 31) - 1;

  // All walls; the first statement fills in the costs. Tiles other than squares come with `always`
  // and 1: all their moves are legal and equally long.
  Grid(std::int64_t rows, std::int64_t cols, Diagonal diagonal, double diagonal_cost,
       Tiles tiles = Tiles::square)
      : JournaledWorld(checked_cells(rows, cols)),
        rows_(static_cast<std::int32_t>(rows)),
        cols_(static_cast<std::int32_t>(cols)),
        diagonal_(diagonal),
        diagonal_cost_(diagonal_cost),
        tiles_(tiles),
        base_(checked_cells(rows, cols)) {
    std::fill_n(base_.bytes().get(), base_.size(), std::uint8_t{0});
    one_by_cols_ = ((std::uint64_t{1} << 63) - 1) / static_cast<std::uint64_t>(cols) + 1;
  }

  std::int32_t rows() const { return rows_; }
  std::int32_t cols() const { return cols_; }
  std::size_t cells() const { return base_.size(); }
  Diagonal diagonal() const { return diagonal_; }
  double diagonal_cost() const { return diagonal_cost_; }
  Tiles tiles() const { return tiles_; }
  const Links& links() const { return links_; }
  const Fences& fences() const { return fences_; }
  // Counts changes of links and fences, which the journal of costs does not show.
  std::uint64_t links_version() const { return links_version_; }
  const CostArray& base() const { return base_; }
  const std::vector<Layer>& layers() const { return layers_; }

  NodeId id(Point p) const {
    return static_cast<NodeId>(p.row) * static_cast<NodeId>(cols_) + static_cast<NodeId>(p.col);
  }
  // Needed at every expansion, so the division is a multiplication (D. Lemire, O. Kaser and N.
  // Kurz, Faster remainder by direct computation, 2019).
  Point point(NodeId cell) const {
    __extension__ using Wide = unsigned __int128;
    const auto row = static_cast<NodeId>(Wide{one_by_cols_} * cell >> 63);
    const NodeId col = cell - row * static_cast<NodeId>(cols_);
    return {static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)};
  }
  std::string where(NodeId cell) const {
    const Point p = point(cell);
    return "[" + std::to_string(p.row) + ", " + std::to_string(p.col) + "]";
  }

  const Layer* find_layer(const std::string& name) const {
    for (const Layer& layer : layers_)
      if (layer.name == name) return &layer;
    return nullptr;
  }

  // Base plus every layer once; 0 for a wall.
  double total(NodeId cell) const { return wall_is_zero(sum(cell, base_[cell])); }

  // --- Edits. Each is one statement: all of it is checked, then all of it is written, and the
  // version rises if a value changed. `each(visit)` calls visit(cell, value) and is called twice.

  template <class Each>
  void set_base(Each&& each) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    std::size_t most_changes = 0;
    bool fit_bytes = true;
    each([&](NodeId cell, double value) {
      check_cost(cell, value);
      check_sum(cell, sum(cell, wall_is_zero(value)), "cost", value);
      fit_bytes = fit_bytes && CostArray::fits_a_byte(wall_is_zero(value));
      ++most_changes;
    });
    Statement statement(*this, most_changes);
    if (!fit_bytes) base_.widen();  // after what may fail: searches rely on buffers of one version
    each([&](NodeId cell, double value) {
      const double cost = wall_is_zero(value);
      if (cost == base_[cell]) return;
      const double before = total(cell);
      base_.set(cell, cost);
      statement.changed(cell, before, total(cell));
    });
  }

  // Sets a rectangle of whole costs up to 255, row by row, in a grid that holds such costs and no
  // layers: no value can be wrong there, so nothing is checked. False for other grids.
  bool set_patch(Point corner, std::int32_t rows, std::int32_t cols, const std::uint8_t* costs) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    std::uint8_t* const held = base_.bytes().get();
    if (held == nullptr || !layers_.empty()) return false;
    Statement statement(*this, static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (std::int32_t r = corner.row; r < corner.row + rows; ++r) {
      NodeId cell = id({r, corner.col});
      for (std::int32_t c = 0; c < cols; ++c, ++cell, ++costs) {
        if (held[cell] == *costs) continue;
        statement.changed(cell, held[cell], *costs);
        held[cell] = *costs;
      }
    }
    return true;
  }

  // For constructors: room for any cost, and a stretch of costs, before the grid has readers.
  void widen() { base_.widen(); }
  void fill(std::size_t first, const std::uint8_t* costs, std::size_t count) {
    std::copy_n(costs, count, base_.bytes().get() + first);
  }
  void fill(std::size_t first, const double* costs, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      check_cost(static_cast<NodeId>(first + i), costs[i]);
      base_.set(first + i, wall_is_zero(costs[i]));
    }
  }

  // A new layer starts at 0 everywhere.
  template <class Each>
  void set_layer(const std::string& name, Each&& each) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    const Layer* old = find_layer(name);
    std::size_t most_changes = 0;
    each([&](NodeId cell, double value) {
      check_layer_value(name, cell, value);
      check_sum(cell, sum(cell, base_[cell], old, value), "layer '" + name + "'", value);
      ++most_changes;
    });
    Layer fresh;
    if (old == nullptr) {
      fresh = {name, std::make_shared<double[]>(cells())};
      layers_.reserve(layers_.size() + 1);
    }
    Statement statement(*this, most_changes);
    if (old == nullptr) old = &layers_.emplace_back(std::move(fresh));
    const std::shared_ptr<double[]> values = old->values;
    each([&](NodeId cell, double value) {
      if (value == values[cell]) return;
      const double before = total(cell);
      values[cell] = value;
      statement.changed(cell, before, total(cell));
    });
  }

  void remove_layer(const std::string& name) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    const Layer* layer = find_layer(name);
    if (layer == nullptr) return;
    const auto each = [&](auto&& visit) {
      for (NodeId cell = 0; cell < cells(); ++cell)
        if (layer->values[cell] != 0) visit(cell, sum(cell, base_[cell], layer, 0));
    };
    std::size_t most_changes = 0;
    each([&](NodeId cell, double rest) {
      check_sum(cell, rest, "layer '" + name + "'", 0);
      ++most_changes;
    });
    {
      Statement statement(*this, most_changes);
      each([&](NodeId cell, double rest) {
        statement.changed(cell, total(cell), wall_is_zero(rest));
      });
    }
    layers_.erase(layers_.begin() + (layer - layers_.data()));
  }

  // --- Links and fences. Each edit is a statement too; the journal names the cells at both ends.

  // Returns its number.
  std::int64_t add_link(const Link& link) {
    refuse_while_reading("edited");
    check_link(link.cost);
    const WriteLock guard(lock());
    Statement statement(*this, 2);
    const std::int64_t id = links_.add(link);
    links_changed(statement, link.a, link.b);
    return id;
  }

  // False if there is none.
  bool remove_link(std::int64_t id) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    const Link* found = links_.find(id);
    if (found == nullptr) return false;
    const Link link = *found;
    Statement statement(*this, 2);
    links_.remove(id);
    links_changed(statement, link.a, link.b);
    return true;
  }

  // Closes, or opens again, the move from a cell in a direction; with `both` the move back as well.
  void set_fence(NodeId cell, Direction d, bool both, bool closed) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    const Point a = point(cell);
    const NodeId other = id({a.row + kRowStep[d], a.col + kColStep[d]});
    Statement statement(*this, 2);
    if (closed) {
      fences_.make_room(cell);
      fences_.make_room(other);
    }
    bool changed = fence_one_way(cell, d, closed);
    if (both) changed |= fence_one_way(other, opposite(d), closed);
    fences_.set(other, fences_.closed(other));  // no entry without a fence
    if (changed) links_changed(statement, cell, other);
  }

  // For constructors, before the grid has readers.
  void restore_link(std::int64_t id, const Link& link) {
    check_link(link.cost);
    links_.restore(id, link);
  }
  void restore_next_link(std::int64_t next) { links_.reserve_id(next); }
  void restore_fences(NodeId cell, std::uint8_t closed) { fences_.set(cell, closed); }
  // Copies the links of another grid of the same shape.
  void copy_links(const Grid& other) { links_ = other.links_; }

  // For constructors, before the grid has readers: layers that may be valid only together.
  void restore_layers(std::vector<Layer> layers) {
    layers_ = std::move(layers);
    for (NodeId cell = 0; cell < cells(); ++cell) {
      for (const Layer& layer : layers_) check_layer_value(layer.name, cell, layer.values[cell]);
      check_sum(cell, sum(cell, base_[cell]), "cost", base_[cell]);
    }
  }

  // An independent grid with the same contents, and an empty journal.
  std::shared_ptr<Grid> clone() const {
    auto copy = std::make_shared<Grid>(rows_, cols_, diagonal_, diagonal_cost_, tiles_);
    ReadLock guard(lock());
    copy->base_ = base_.clone();
    copy->links_ = links_;
    copy->fences_ = fences_;
    for (const Layer& layer : layers_) {
      Layer twin{layer.name, std::make_shared_for_overwrite<double[]>(cells())};
      std::copy_n(layer.values.get(), cells(), twin.values.get());
      copy->layers_.push_back(std::move(twin));
    }
    return copy;
  }

 private:
  static std::size_t checked_cells(std::int64_t rows, std::int64_t cols) {
    if (rows <= 0 || cols <= 0)
      throw BadValue("cost has shape " + text(rows, cols) + "; a grid has at least one cell");
    if (rows > kMostCells / cols)
      throw BadValue("cost has shape " + text(rows, cols) + "; a grid has at most " +
                     std::to_string(kMostCells) + " cells");
    return static_cast<std::size_t>(rows * cols);
  }

  // The costs of the cells stay the same, so each is listed with equal costs before and after.
  void links_changed(Statement& statement, NodeId a, NodeId b) {
    statement.changed(a, total(a), total(a));
    if (b != a) statement.changed(b, total(b), total(b));
    ++links_version_;
  }
  bool fence_one_way(NodeId cell, Direction d, bool closed) {
    const unsigned before = fences_.closed(cell), bit = 1u << d;
    const unsigned after = closed ? before | bit : before & ~bit;
    fences_.set(cell, static_cast<std::uint8_t>(after));
    return before != after;
  }
  static void check_link(double cost) {
    if (cost >= 0 && cost <= kLargestCost) return;
    throw BadValue("the cost of a link is " + text(cost) + "; it must be >= 0 and at most 1e290");
  }

  static double wall_is_zero(double cost) { return cost == kInfinity ? 0 : cost; }

  // Base plus layers, inf for a wall. In the order of the layers, as a GridView adds them too: in
  // another order the last digit may differ, and decide whether a total is > 0.
  double sum(NodeId cell, double base) const {
    if (base == 0) return kInfinity;
    double total = base;
    for (const Layer& layer : layers_) total += layer.values[cell];
    return total;
  }
  // The sum if one layer had another value; null for a layer that is not there yet.
  double sum(NodeId cell, double base, const Layer* changed, double instead) const {
    if (base == 0) return kInfinity;
    double total = base;
    for (const Layer& layer : layers_) total += &layer == changed ? instead : layer.values[cell];
    return changed == nullptr ? total + instead : total;
  }

  void check_layer_value(const std::string& name, NodeId cell, double value) const {
    if (!std::isnan(value) && value != -kInfinity && (value <= kLargestCost || value == kInfinity))
      return;
    throw BadValue("layer '" + name + "'" + where(cell) + " is " + text(value) +
                   "; a layer holds finite values, or inf to close a cell");
  }

  void check_cost(NodeId cell, double cost) const {
    if (cost >= 0 && (cost <= kLargestCost || cost == kInfinity)) return;
    throw BadValue("cost" + where(cell) + " is " + text(cost) +
                   (cost > 0 ? "; a cost is at most 1e290, or inf for a wall"
                             : "; a cost must be > 0, or 0 / inf for a wall"));
  }

  void check_sum(NodeId cell, double sum, const std::string& what, double value) const {
    if (sum > 0 && (sum <= kLargestCost || sum == kInfinity)) return;
    throw BadValue(what + where(cell) + " = " + text(value) + " would make the total cost " +
                   text(sum) + "; a finite total must stay > 0");
  }

  std::int32_t rows_;
  std::int32_t cols_;
  std::uint64_t one_by_cols_;  // 2^63 / cols, rounded up
  Diagonal diagonal_;
  double diagonal_cost_;
  Tiles tiles_;
  CostArray base_;
  Links links_;
  Fences fences_;
  std::uint64_t links_version_ = 0;
  std::vector<Layer> layers_;
};

}  // namespace asterion
