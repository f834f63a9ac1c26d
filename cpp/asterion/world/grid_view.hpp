// The part of a grid that one character may enter, with its costs: the world that searches walk.
//
// A grid under a set of layer weights, less the cells closed to this character, with the data that
// a search needs: the free neighbours of each cell (1 byte), the smallest and largest cost,
// components. All of it is derived, built on first use, and follows the grid's journal: a change of
// a cell costs its 3 x 3 surroundings and a look at its row. Totals (8 bytes per cell) are kept
// only where layers count, or where the character is larger than a cell.
//
// The position of a large character is its upper left cell, or the cell in the middle of a disc. It
// can stand there if all cells that it covers are free (footprint.hpp), and pays for the most
// expensive of them; a disc pays for the cell in its middle. It may make a move if each of the
// cells that it covers could. Of the two cells beside a diagonal move of any of its cells, it
// covers one before the move or after it: so a rule that asks for one of them to be free is always
// met.
//
// Where a rule alone does not determine the moves (other tiles than squares, fences) a view has
// a shape: one byte says which moves of a cell are legal, instead of which neighbours are free, and
// another which moves lead there.
//
// Derived data is built and updated in parts, each under the exclusive lock for a moment only, so
// that edits need not wait for it. An edit between two parts is read from the journal like any
// other. That work is in grid_view.cpp; this file has the interface of searches.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "asterion/world/blocks.hpp"
#include "asterion/world/components.hpp"
#include "asterion/world/footprint.hpp"
#include "asterion/world/grid.hpp"
#include "asterion/world/in_parts.hpp"
#include "asterion/world/jump_map.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

class GridView {
  struct Weighed {
    double weight;
    const double* values;
  };

 public:
  using Weights = std::map<std::string, double>;
  using Labels = Components;
  using Clock = std::chrono::steady_clock;

  // Without weights every layer counts once; with weights only the layers named there count.
  // `blocked` is empty, or a byte for each cell, not 0 where the cell is closed.
  explicit GridView(std::shared_ptr<const Grid> grid, std::optional<Weights> weights = {},
                    std::vector<std::uint8_t> blocked = {}, Footprint footprint = {})
      : owner_(std::move(grid)),
        grid_(*owner_),
        weights_(std::move(weights)),
        blocked_(std::move(blocked)),
        footprint_(std::move(footprint)) {}

  GridView(const GridView&) = delete;
  GridView& operator=(const GridView&) = delete;

  const Grid& grid() const { return grid_; }
  const JournaledWorld& source() const { return grid_; }
  std::size_t count() const { return grid_.cells(); }
  const std::optional<Weights>& weights() const { return weights_; }
  const std::vector<std::uint8_t>& blocked() const { return blocked_; }
  const Footprint& footprint() const { return footprint_; }
  bool is_large() const { return footprint_.is_large(); }
  // The rule for diagonal moves between places where the character can stand.
  Diagonal rule() const {
    const bool of_one = is_large() && grid_.diagonal() == Diagonal::one_clear;
    return of_one ? Diagonal::always : grid_.diagonal();
  }
  // Calls visit(cell) for each place from which the character covers this cell.
  template <class Visit>
  void for_each_covering(NodeId cell, Visit&& visit) const {
    if (!is_large()) return visit(cell);
    footprint_.for_each_row_of_places(grid_.point(cell), visitor_of_row(visit));
  }
  // Calls visit(cell) for each cell that the character covers from a place, where on the map.
  template <class Visit>
  void for_each_covered(NodeId place, Visit&& visit) const {
    footprint_.for_each_row(grid_.point(place), visitor_of_row(visit));
  }
  TypedCache& cache() const { return cache_; }

  // A shared lock on a view that has caught up with its grid.
  ReadLock read() {
    ReadLock guard(grid_.lock());
    if (is_current()) return guard;
    guard.unlock();
    return read_prepared(false);
  }

  // As read(), with a map for jumps.
  ReadLock read_mapped() {
    ReadLock guard(grid_.lock());
    if (is_current() && jump_map_.complete()) return guard;
    guard.unlock();
    return read_prepared(true);
  }

  // Adopts a labelling that was made of the world at `version`.
  void adopt(Components labelled, std::uint64_t version);

  // Adopts blocks in the same way.
  void adopt(std::shared_ptr<const Blocks> made, std::uint64_t version);

  // --- The rest is for holders of a lock from read().

  bool free(NodeId cell) const { return total(cell) > 0; }
  double total(NodeId cell) const {
    if (!blocked_.empty() && blocked_[cell] != 0) return 0;
    return totals_ ? totals_[cell] : grid_.base()[cell];
  }
  // Whether a rule alone does not determine the moves: see above.
  bool has_shape() const { return has_shape_; }
  bool has_links() const { return !grid_.links().empty(); }
  // Whether the moves follow from squares and a rule alone.
  bool is_plain() const { return !has_shape() && !has_links(); }
  // The free neighbours, a bit for each direction: the index into a MoveTable of move_rule(). In a
  // view with a shape the legal moves.
  std::uint8_t around(NodeId cell) const { return around_[cell]; }
  // The neighbours from which a move leads to the cell, likewise.
  std::uint8_t around_back(NodeId cell) const {
    return has_shape_ ? around_back_[cell] : around_[cell];
  }
  // Both for all cells.
  const std::uint8_t* all_around() const { return around_.data(); }
  const std::uint8_t* all_around_back() const {
    return has_shape_ ? around_back_.data() : around_.data();
  }
  // Where a view has a shape every other table would leave moves out.
  Diagonal move_rule() const { return has_shape_ ? Diagonal::always : rule(); }
  // Calls visit(next, cost) for each usable link from a cell, or to it: the cells at both ends are
  // free.
  template <class Visit>
  void for_each_link_out(NodeId cell, Visit&& visit) const {
    for_each_open(grid_.links().out(cell), cell, visit);
  }
  template <class Visit>
  void for_each_link_in(NodeId cell, Visit&& visit) const {
    for_each_open(grid_.links().in(cell), cell, visit);
  }
  double smallest_cost() const { return smallest_; }
  double largest_cost() const { return largest_; }
  bool uniform() const { return smallest_ >= largest_; }
  // The mean ratio of the cheapest cost to the cost of a free cell, where costs are bytes. 1 if all
  // cost the same.
  double nearness_to_cheapest() const {
    const double cells = static_cast<double>(std::max<std::uint64_t>(free_cells_, 1));
    return smallest_ * static_cast<double>(inverses_) / (kInverseOf1 * cells);
  }
  // Complete only after read_mapped().
  const JumpMap& jump_map() const { return jump_map_; }
  // The blocks of the map, if they are known and useful; else null. They say which cells can lie on
  // a cheapest path only where every way back to a run costs more than the run itself.
  const std::shared_ptr<const Blocks>& blocks() const {
    static const std::shared_ptr<const Blocks> none;
    return blocks_are_current_ && blocks_->gains() && suits_blocks() ? blocks_ : none;
  }
  // Whether to make blocks now: searches since the last edit have taken so much longer that blocks
  // would have paid for themselves.
  bool wants_blocks() const {
    return !blocks_are_current_ && suits_blocks() && jump_map_.complete() &&
           effort_.load(std::memory_order_relaxed) > count() / 8;
  }
  std::shared_ptr<const Blocks> made_blocks() const;
  // Counts the expansions of a search of jump points. Once blocks are known it does nothing, so
  // that threads that search do not write data that others read.
  void note_effort(std::uint64_t expansions) const {
    if (!blocks_are_current_) effort_.fetch_add(expansions, std::memory_order_relaxed);
  }
  // The number of cells looked at to keep up with the grid: never per query.
  std::uint64_t upkeep() const { return upkeep_; }
  // Whether no cell has closed since the components were labelled: then cells of one label are
  // joined by a path.
  bool labels_are_exact() const { return labels_are_exact_; }
  const Components& components() const { return components_; }
  bool suits_blocks() const {
    const bool diagonals_are_free =
        grid_.diagonal() != Diagonal::never && grid_.diagonal_cost() <= 1;
    return uniform() && is_plain() && !diagonals_are_free;
  }
  bool labels_can_improve() const { return !labels_are_exact_ && is_plain(); }

  // The present components, by one pass over the world. For plain views; of others nothing is
  // known.
  Components labelled() const;
  // Labels a part; false when there is nothing left to do.
  bool label_more(Components& labels) const;

  // Costs for a search that never asks for a wall: bytes() or doubles(), the other is null.
  const std::uint8_t* bytes() const { return totals_ ? nullptr : grid_.base().bytes().get(); }
  const double* doubles() const { return totals_ ? totals_.get() : grid_.base().doubles().get(); }
  const std::shared_ptr<double[]>& totals() const { return totals_; }

  // --- For holders of any lock on the grid

  // The costs of cells for this character, read from the grid, even before this has caught up.
  class Costs {
   public:
    explicit Costs(const GridView& view) : view_(view), layers_(view.weighed_layers()) {}

    double operator[](NodeId cell) const { return view_.total_of(cell, layers_); }
    // The costs themselves, where they are bytes of the grid; else null.
    const std::uint8_t* bytes() const {
      const bool plain = layers_.empty() && view_.blocked_.empty() && !view_.is_large();
      return plain ? view_.grid_.base().bytes().get() : nullptr;
    }
    // Whether searches know the costs as whole numbers of a byte.
    bool fit_bytes() const {
      return layers_.empty() && !view_.is_large() && view_.grid_.base().bytes() != nullptr;
    }

   private:
    const GridView& view_;
    std::vector<Weighed> layers_;
  };

 private:
  // Visits the cells of a row from one column to another that are on the map.
  template <class Visit>
  auto visitor_of_row(Visit& visit) const {
    return [&](std::int32_t row, std::int32_t first, std::int32_t last) {
      if (row < 0 || row >= grid_.rows()) return;
      for (std::int32_t c = std::max(0, first); c <= std::min(last, grid_.cols() - 1); ++c)
        visit(grid_.id({row, c}));
    };
  }

  template <class Visit>
  void for_each_open(std::span<const LinkArc> arcs, NodeId cell, Visit&& visit) const {
    if (arcs.empty() || !free(cell)) return;
    for (const LinkArc& arc : arcs)
      if (free(arc.node)) visit(arc.node, arc.cost);
  }

  struct RowCosts {
    double smallest = kInfinity;
    double largest = 0;
    bool current = false;
    std::uint64_t free_cells = 0, inverses = 0;  // where costs are bytes
  };

  // Inverses of costs are whole numbers, whose sums do not depend on an order.
  static constexpr std::uint32_t kInverseOf1 = 1 << 24;

  bool is_current() const {
    return stage_ == Stage::current && seen_ == grid_.journal().end() && stale_rows_.empty();
  }

  // A shared lock on a view that was brought up to date, in parts; with a map for jumps if
  // `mapped`.
  ReadLock read_prepared(bool mapped);

  // Works until the deadline; returns whether it has caught up.
  bool catch_up(Clock::time_point until);

  bool must_rebuild() const;
  // Reads the journal; returns whether to its end.
  bool follow(Clock::time_point until);

  bool needs_totals() const { return is_large() || layers_count(); }
  bool needs_shape() const { return grid_.tiles() != Tiles::square || !grid_.fences().empty(); }

  bool layers_count() const;
  double weight(const Layer& layer) const;
  std::vector<Weighed> weighed_layers() const;

  // The following is built row by row: totals first, because surroundings need the next row too. A
  // cell that changes meanwhile is updated as well, before its row is built or after.
  enum class Stage : std::uint8_t { unbuilt, totals, surroundings, current };

  void begin_rebuild();
  std::int32_t rows_at_a_time() const;
  void rebuild_rows();
  void add_up(std::int32_t first, std::int32_t end);
  // The largest total in a rectangle: first of each column, then of these.
  void add_up_rectangle(std::int32_t first, std::int32_t end, const std::vector<Weighed>& weights);
  // A disc's own cell, or 0 where it touches a wall: first the rows to the nearest wall of each
  // column, then the columns that this wall closes.
  void add_up_disc(std::int32_t first, std::int32_t end, const std::vector<Weighed>& weights);

  // The total of a cell alone, whatever the size of the character.
  double own_total(NodeId cell, const std::vector<Weighed>& weights) const {
    return !blocked_.empty() && blocked_[cell] != 0 ? 0 : weighed(cell, weights);
  }

  // Read from the grid itself.
  double total_of(NodeId cell, const std::vector<Weighed>& weights) const {
    if (!is_large()) return own_total(cell, weights);
    double largest = 0;
    bool fits = true;
    footprint_.for_each_row(grid_.point(cell),
                            [&](std::int32_t r, std::int32_t c, std::int32_t last) {
                              fits = fits && inside(r, c) && inside(r, last);
                              for (; fits && c <= last; ++c) {
                                const double total = own_total(grid_.id({r, c}), weights);
                                fits = total > 0;
                                largest = std::max(largest, total);
                              }
                            });
    if (!fits) return 0;
    return footprint_.is_disc() ? own_total(cell, weights) : largest;
  }

  // A cell of the grid has changed.
  void follow(NodeId changed, const std::vector<Weighed>& weights);

  void refence(NodeId cell);
  void update(NodeId cell, const std::vector<Weighed>& weights);
  void reshape_around(Point p);

  // The legal moves from a cell, and to it. Without fences a move is legal if the one back is,
  // where both cells are free.
  void reshape(Point p);

  // Whether a neighbour's cost differs from the cell's.
  bool is_mixed(Point p) const;

  void mix_around(Point p);
  void map_jumps(Clock::time_point until);

  // A bit for each of the 64 cells from here on along a row, set at walls and outside.
  std::uint64_t walls_from(Point p) const;
  // Set at mixed cells, likewise.
  std::uint64_t mixed_from(Point p) const;

  // Base plus weighted layers, in their order (see Grid); 0 for a wall.
  double weighed(NodeId cell, const std::vector<Weighed>& layers) const {
    const double base = grid_.base()[cell];
    if (base == 0) return 0;
    double sum = base;
    for (const Weighed& layer : layers) sum += layer.weight * layer.values[cell];
    if (sum == kInfinity) return 0;
    if (sum > 0 && sum <= Grid::kLargestCost) return sum;
    refuse_total(cell, sum);
  }
  [[noreturn]] void refuse_total(NodeId cell, double sum) const;

  bool inside(std::int32_t r, std::int32_t c) const {
    return r >= 0 && r < grid_.rows() && c >= 0 && c < grid_.cols();
  }

  void map_surroundings(std::int32_t first, std::int32_t end);
  // Checks the changed rows again: whether costs are uniform, and how small they get.
  bool measure_rows(Clock::time_point until);

  void forget_row(std::int32_t row);
  void measure_row(std::int32_t row, RowCosts& costs) const;

  std::shared_ptr<const Grid> owner_;
  const Grid& grid_;
  std::optional<Weights> weights_;
  std::vector<std::uint8_t> blocked_;
  Footprint footprint_;

  Stage stage_ = Stage::unbuilt;
  InParts parts_;
  std::int32_t row_ = 0;              // the next to be built
  std::uint64_t seen_ = 0;            // of the journal
  std::shared_ptr<double[]> totals_;  // null: the base costs are the totals
  std::vector<std::uint8_t> around_;
  bool has_shape_ = false;
  std::vector<std::uint8_t> around_back_;  // with a shape
  std::vector<std::uint8_t> fenced_;       // moves of each cell that fences close; with a shape
  std::vector<RowCosts> rows_;
  std::vector<std::int32_t> stale_rows_;  // changed since they were measured
  bool extremes_changed_ = false;         // of a row
  double smallest_ = kInfinity;
  double largest_ = 0;
  std::uint64_t free_cells_ = 0, inverses_ = 0;  // of all rows
  bool one_cost_ = false;                        // certain: changes not measured yet count, too
  JumpMap jump_map_;                             // begun on demand
  Components components_;
  bool labels_are_exact_ = false;
  std::shared_ptr<const Blocks> blocks_;
  bool blocks_are_current_ = false;
  mutable std::atomic<std::uint64_t> effort_ = 0;  // of searches since the last edit
  std::uint64_t upkeep_ = 0;
  mutable TypedCache cache_;
};

// Gives a new grid of the same shape, before it has readers, the links and fences of this
// character: a fence counts at all places from which the character covers its cell. For holders of
// any lock on the view's grid.
void copy_links_and_fences(const GridView& view, Grid& copy);

}  // namespace asterion
