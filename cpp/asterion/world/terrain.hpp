// What one character may enter and what it pays for it: the world that searches walk.
//
// A grid under a set of layer weights, less the cells closed to this character, with what a search
// needs at hand: the free neighbours of each cell (1 byte), the smallest and largest cost,
// components. All of it is derived, built on first use, and follows the grid's journal: a change of
// a cell costs its 3 x 3 surroundings and a look at its row. Totals (8 bytes a cell) are kept only
// where layers count, or where the character is larger than a cell.
//
// A character of a size stands on the cell at its upper left. It can stand there if all cells that
// it covers are free, and pays for the most expensive of them. It may make a move if each of these
// cells could. Of the two cells beside a diagonal move of any of its cells, it covers one before
// the move or after it: so a rule that asks for one of them to be free is always met.
//
// Where a rule does not say all (other tiles than squares, fences) a terrain has a shape: a byte
// says which moves of a cell are legal, instead of which neighbours are free, and another one which
// moves lead there.
//
// What is derived is built and brought up to date in parts, each under the exclusive lock for a
// moment only, so that edits need not wait for it. An edit between two parts is read from the
// journal like any other.
#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "asterion/world/blocks.hpp"
#include "asterion/world/components.hpp"
#include "asterion/world/grid.hpp"
#include "asterion/world/in_parts.hpp"
#include "asterion/world/jump_map.hpp"
#include "asterion/world/large_pages.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

// The cells that a character covers.
struct Footprint {
  std::int32_t rows = 1;
  std::int32_t cols = 1;
};

class Terrain {
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
  explicit Terrain(std::shared_ptr<const Grid> grid, std::optional<Weights> weights = {},
                   std::vector<std::uint8_t> blocked = {}, Footprint size = {})
      : owner_(std::move(grid)),
        grid_(*owner_),
        weights_(std::move(weights)),
        blocked_(std::move(blocked)),
        size_(size) {}

  Terrain(const Terrain&) = delete;
  Terrain& operator=(const Terrain&) = delete;

  const Grid& grid() const { return grid_; }
  const World& world() const { return grid_; }
  std::size_t count() const { return grid_.cells(); }
  const std::optional<Weights>& weights() const { return weights_; }
  const std::vector<std::uint8_t>& blocked() const { return blocked_; }
  // The cells that the character covers, right of its own and below it.
  Footprint size() const { return size_; }
  bool is_large() const { return size_.rows > 1 || size_.cols > 1; }
  // The rule for diagonal moves between places where the character can stand.
  Diagonal rule() const {
    const bool of_one = is_large() && grid_.diagonal() == Diagonal::one_clear;
    return of_one ? Diagonal::always : grid_.diagonal();
  }
  // Calls visit(cell) for each place from which the character covers this cell.
  template <class Visit>
  void for_each_covering(NodeId cell, Visit&& visit) const {
    if (!is_large()) return visit(cell);
    const Point p = grid_.point(cell);
    for (std::int32_t r = std::max(0, p.row - size_.rows + 1); r <= p.row; ++r)
      for (std::int32_t c = std::max(0, p.col - size_.cols + 1); c <= p.col; ++c)
        visit(grid_.id({r, c}));
  }
  TypedCache& cache() const { return cache_; }

  // A shared lock on a terrain that has caught up with its grid.
  ReadLock read() {
    return read_when([&] { return is_current(); }, [&](Clock::time_point) {});
  }

  // The same, with a map for jumps.
  ReadLock read_mapped() {
    return read_when([&] { return is_current() && jump_map_.complete(); },
                     [&](Clock::time_point until) { map_jumps(until); });
  }

  // Takes over a labelling that was made of the world as it was at `version`.
  void adopt(Components labelled, std::uint64_t version) {
    if (grid_.read_by_this_thread() || !labelled.known()) return;
    const WriteLock exclusive(grid_.lock());
    if (!is_current() || grid_.version() != version) return;
    components_ = std::move(labelled);
    labels_are_exact_ = true;
  }

  // The same of blocks.
  void adopt(std::shared_ptr<const Blocks> made, std::uint64_t version) {
    if (grid_.read_by_this_thread() || made == nullptr) return;
    const WriteLock exclusive(grid_.lock());
    if (!is_current() || grid_.version() != version || blocks_are_current_) return;
    blocks_ = std::move(made);
    blocks_are_current_ = true;
  }

  // --- The rest is for holders of a lock from read().

  bool free(NodeId cell) const { return total(cell) > 0; }
  double total(NodeId cell) const {
    if (!blocked_.empty() && blocked_[cell] != 0) return 0;
    return totals_ ? totals_[cell] : grid_.base()[cell];
  }
  // Whether a rule does not say all: see above.
  bool has_shape() const { return has_shape_; }
  bool has_links() const { return !grid_.links().empty(); }
  // Whether moves are those of squares and a rule, and no others.
  bool is_plain() const { return !has_shape() && !has_links(); }
  // Which neighbours are free, a bit for each direction: the index into a MoveTable of move_rule().
  // Of a terrain with a shape the legal moves.
  std::uint8_t around(NodeId cell) const { return around_[cell]; }
  // The same of the neighbours from which a move leads to the cell.
  std::uint8_t around_back(NodeId cell) const {
    return has_shape_ ? around_back_[cell] : around_[cell];
  }
  // Both for all cells.
  const std::uint8_t* all_around() const { return around_.data(); }
  const std::uint8_t* all_around_back() const {
    return has_shape_ ? around_back_.data() : around_.data();
  }
  // Where a terrain has a shape every table but this would leave moves out.
  Diagonal move_rule() const { return has_shape_ ? Diagonal::always : rule(); }
  // Calls visit(next, cost) for each link that leads from a cell, or to it, and can be used: the
  // cells at both ends are free.
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
  // How near the free cells are to the cheapest, where costs are bytes: the mean of what that costs
  // and they do. 1 if all cost the same.
  double nearness_to_cheapest() const {
    const double cells = static_cast<double>(std::max<std::uint64_t>(free_cells_, 1));
    return smallest_ * static_cast<double>(inverses_) / (kInverseOf1 * cells);
  }
  // Complete only after read_mapped().
  const JumpMap& jump_map() const { return jump_map_; }
  // The blocks of the map, if they are known and of use; else null. They say which cells can lie on
  // a cheapest path only where every way back to a run costs more than the run itself.
  const std::shared_ptr<const Blocks>& blocks() const {
    static const std::shared_ptr<const Blocks> none;
    return blocks_are_current_ && blocks_->gains() && suits_blocks() ? blocks_ : none;
  }
  // Whether it is time to make them: searches have worked, since the last edit, so much longer that
  // they would have paid for themselves.
  bool wants_blocks() const {
    return !blocks_are_current_ && suits_blocks() && jump_map_.complete() &&
           effort_.load(std::memory_order_relaxed) > count() / 8;
  }
  std::shared_ptr<const Blocks> made_blocks() const {
    return std::make_shared<const Blocks>(jump_map_.rows(), rule() == Diagonal::always);
  }
  // A search of jump points has expanded so many. Once blocks are known it does not matter, and
  // threads that search do not write what others read.
  void note_effort(std::uint64_t expansions) const {
    if (!blocks_are_current_) effort_.fetch_add(expansions, std::memory_order_relaxed);
  }
  // How many cells were looked at to keep up with the grid: never per query.
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

  // The components as they are now: one pass over the world. Of plain terrains; of others nothing
  // is known.
  Components labelled() const {
    Components labels;
    if (!is_plain()) return labels;
    Breather breathe;
    while (label_more(labels)) breathe.look();
    return labels;
  }
  // A part of that; false when there is nothing left to do.
  bool label_more(Components& labels) const {
    return labels.label_next_row(
        grid_.rows(), grid_.cols(), rule() == Diagonal::always,
        [&](std::int32_t r, std::int32_t c) { return free(grid_.id({r, c})); });
  }

  // Costs for a search that never asks for a wall: bytes() or doubles(), the other is null.
  const std::uint8_t* bytes() const { return totals_ ? nullptr : grid_.base().bytes().get(); }
  const double* doubles() const { return totals_ ? totals_.get() : grid_.base().doubles().get(); }
  const std::shared_ptr<double[]>& totals() const { return totals_; }

  // --- For holders of any lock on the grid

  // What cells cost this character, read from the grid itself: also while this has not caught up.
  class Costs {
   public:
    explicit Costs(const Terrain& terrain) : terrain_(terrain), layers_(terrain.weighed_layers()) {}

    double operator[](NodeId cell) const { return terrain_.total_of(cell, layers_); }
    // The costs themselves, where they are bytes of the grid; else null.
    const std::uint8_t* bytes() const {
      const bool plain = layers_.empty() && terrain_.blocked_.empty() && !terrain_.is_large();
      return plain ? terrain_.grid_.base().bytes().get() : nullptr;
    }
    // Whether searches know the costs as whole numbers of a byte.
    bool fit_bytes() const {
      return layers_.empty() && !terrain_.is_large() && terrain_.grid_.base().bytes() != nullptr;
    }

   private:
    const Terrain& terrain_;
    std::vector<Weighed> layers_;
  };

 private:
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

  // Of costs, in whole numbers, whose sums do not depend on an order; of walls 0.
  static constexpr std::uint32_t kInverseOf1 = 1 << 24;
  static constexpr auto kInverses = [] {
    std::array<std::uint32_t, 256> inverses{};
    for (std::uint32_t cost = 1; cost < 256; ++cost) inverses[cost] = kInverseOf1 / cost;
    return inverses;
  }();

  // How much is done between two looks at the clock.
  static constexpr std::size_t kChangesAtATime = 1024, kCellsAtATime = 1 << 15;

  bool is_current() const {
    return stage_ == Stage::current && seen_ == grid_.journal().end() && stale_rows_.empty();
  }

  // A shared lock as soon as `ready()`. Until then `prepare(until)` does a part of what is missing,
  // on a terrain that has caught up.
  template <class Ready, class Prepare>
  ReadLock read_when(Ready&& ready, Prepare&& prepare) {
    ReadLock guard(grid_.lock());
    if (ready()) return guard;
    guard.unlock();
    for (Breather breathe;; breathe.look()) {
      grid_.refuse_while_reading("prepared for another search");
      WriteLock exclusive(grid_.lock());
      const auto until = parts_.end();
      if (catch_up(until)) prepare(until);
      if (ready()) return downgraded(std::move(exclusive));
    }
  }

  // Until then; whether it has caught up.
  bool catch_up(Clock::time_point until) {
    if (is_current()) return true;
    try {
      if (must_rebuild()) begin_rebuild();
      if (!follow(until)) return false;
      while (stage_ != Stage::current) {
        if (Clock::now() >= until) return false;
        rebuild_rows();
      }
      if (!measure_rows(until)) return false;
      parts_.done();
      return true;
    } catch (...) {
      stage_ = Stage::unbuilt;  // a total was refused, or there was no memory
      throw;
    }
  }

  bool must_rebuild() const {
    const std::uint64_t missed = grid_.journal().since(seen_);
    return stage_ == Stage::unbuilt || !grid_.journal().holds(seen_) ||
           needs_totals() != (totals_ != nullptr) || needs_shape() != has_shape_ ||
           (stage_ == Stage::current && missed > grid_.cells() / 8);
  }

  // Reads the journal; whether to its end.
  bool follow(Clock::time_point until) {
    if (seen_ == grid_.journal().end()) return true;
    const auto weights = weighed_layers();
    for (;;) {
      grid_.journal().read_some(seen_, kChangesAtATime,
                                [&](const Change& change) { follow(change.item, weights); });
      jump_map_.settle();
      if (seen_ == grid_.journal().end()) return true;
      if (Clock::now() >= until) return false;
    }
  }

  bool needs_totals() const { return is_large() || layers_count(); }
  bool needs_shape() const { return grid_.tiles() != Tiles::square || !grid_.fences().empty(); }

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

  std::vector<Weighed> weighed_layers() const {
    std::vector<Weighed> layers;
    for (const Layer& layer : grid_.layers())
      if (const double factor = weight(layer); factor != 0)
        layers.push_back({factor, layer.values.get()});
    return layers;
  }

  // What follows is built row by row: totals first, because surroundings need the next row too. A
  // cell that changes meanwhile is updated as well, before its row is built or after.
  enum class Stage : std::uint8_t { unbuilt, totals, surroundings, current };

  void begin_rebuild() {
    stage_ = Stage::unbuilt;
    parts_.begin();
    components_.forget();
    labels_are_exact_ = false;
    upkeep_ += grid_.cells();
    jump_map_ = {};
    blocks_are_current_ = false;
    effort_.store(0, std::memory_order_relaxed);
    rows_.assign(static_cast<std::size_t>(grid_.rows()), {});
    stale_rows_.resize(rows_.size());
    std::iota(stale_rows_.begin(), stale_rows_.end(), 0);
    smallest_ = kInfinity;
    largest_ = 0;
    free_cells_ = inverses_ = 0;
    one_cost_ = false;
    totals_.reset();
    if (needs_totals()) totals_ = std::make_shared_for_overwrite<double[]>(grid_.cells());
    resize_in_large_pages(around_, grid_.cells());
    has_shape_ = needs_shape();
    around_back_.resize(has_shape_ ? grid_.cells() : 0);
    fenced_.assign(has_shape_ ? grid_.cells() : 0, 0);
    for (const auto& [cell, moves] : grid_.fences().all())
      for_each_covering(cell, [&](NodeId at) { fenced_[at] |= moves; });
    seen_ = grid_.journal().end();
    row_ = 0;
    stage_ = totals_ ? Stage::totals : Stage::surroundings;
  }

  std::int32_t rows_at_a_time() const {
    return 1 + static_cast<std::int32_t>(kCellsAtATime) / grid_.cols();
  }

  void rebuild_rows() {
    const std::int32_t end = std::min(grid_.rows(), row_ + rows_at_a_time());
    stage_ == Stage::totals ? add_up(row_, end) : map_surroundings(row_, end);
    row_ = end;
    if (row_ < grid_.rows()) return;
    row_ = 0;
    stage_ = stage_ == Stage::totals ? Stage::surroundings : Stage::current;
  }

  void add_up(std::int32_t first, std::int32_t end) {
    const auto weights = weighed_layers();
    if (is_large()) return add_up_large(first, end, weights);
    for (NodeId cell = grid_.id({first, 0}); cell < grid_.id({end, 0}); ++cell)
      totals_[cell] = weighed(cell, weights);
  }

  // The largest total in a rectangle is that of its columns, and then of these.
  void add_up_large(std::int32_t first, std::int32_t end, const std::vector<Weighed>& weights) {
    const std::int32_t cols = grid_.cols();
    std::vector<double> columns(static_cast<std::size_t>(cols));
    for (std::int32_t row = first; row < end; ++row) {
      const bool fits = row + size_.rows <= grid_.rows();
      for (std::int32_t c = 0; c < cols && fits; ++c) {
        double& largest = columns[static_cast<std::size_t>(c)];
        largest = 0;
        for (std::int32_t r = row; r < row + size_.rows; ++r)
          largest = std::max(largest, wall_is_infinite(own_total(grid_.id({r, c}), weights)));
      }
      for (std::int32_t c = 0; c < cols; ++c) {
        double largest = fits && c + size_.cols <= cols ? 0 : kInfinity;
        for (std::int32_t at = c; at < c + size_.cols && largest < kInfinity; ++at)
          largest = std::max(largest, columns[static_cast<std::size_t>(at)]);
        totals_[grid_.id({row, c})] = largest < kInfinity ? largest : 0;
      }
    }
  }

  static double wall_is_infinite(double total) { return total > 0 ? total : kInfinity; }

  // Of a cell alone, whatever the size of the character.
  double own_total(NodeId cell, const std::vector<Weighed>& weights) const {
    return !blocked_.empty() && blocked_[cell] != 0 ? 0 : weighed(cell, weights);
  }

  // Read from the grid itself.
  double total_of(NodeId cell, const std::vector<Weighed>& weights) const {
    if (!is_large()) return own_total(cell, weights);
    const Point p = grid_.point(cell);
    if (p.row + size_.rows > grid_.rows() || p.col + size_.cols > grid_.cols()) return 0;
    double largest = 0;
    for (std::int32_t r = p.row; r < p.row + size_.rows; ++r)
      for (std::int32_t c = p.col; c < p.col + size_.cols; ++c) {
        const double total = own_total(grid_.id({r, c}), weights);
        if (total == 0) return 0;
        largest = std::max(largest, total);
      }
    return largest;
  }

  // A cell of the grid has changed.
  void follow(NodeId changed, const std::vector<Weighed>& weights) {
    if (components_.known() && has_links()) {  // they may join what labels tell apart
      components_.forget();
      labels_are_exact_ = false;
    }
    for_each_covering(changed, [&](NodeId cell) {
      if (has_shape_) refence(cell);
      update(cell, weights);
    });
  }

  void refence(NodeId cell) {
    const Point p = grid_.point(cell);
    unsigned closed = 0;
    for (std::int32_t r = p.row; r < std::min(grid_.rows(), p.row + size_.rows); ++r)
      for (std::int32_t c = p.col; c < std::min(grid_.cols(), p.col + size_.cols); ++c)
        closed |= grid_.fences().closed(grid_.id({r, c}));
    fenced_[cell] = static_cast<std::uint8_t>(closed);
  }

  void update(NodeId cell, const std::vector<Weighed>& weights) {
    upkeep_ += 9;
    if (totals_) totals_[cell] = is_large() ? total_of(cell, weights) : weighed(cell, weights);
    const Point p = grid_.point(cell);
    const bool is_free = free(cell);
    forget_row(p.row);
    one_cost_ &= !is_free || total(cell) == smallest_;
    blocks_are_current_ = false;
    effort_.store(0, std::memory_order_relaxed);
    if (jump_map_.begun()) {
      jump_map_.set(p, !is_free);
      if (!one_cost_) mix_around(p);
    }
    if (components_.known()) {
      is_free ? components_.open(p.row, p.col) : components_.close(p.row, p.col);
      labels_are_exact_ &= is_free;
    }
    if (has_shape_) return reshape_around(p);
    const bool on_edge = !inside(p.row - 1, p.col - 1) || !inside(p.row + 1, p.col + 1);
    for (Direction d = 0; d < kDirections; ++d) {
      const Point beside{p.row - kRowStep[d], p.col - kColStep[d]};
      if (on_edge && !inside(beside.row, beside.col)) continue;
      std::uint8_t& around = around_[grid_.id(beside)];
      around = static_cast<std::uint8_t>((around & ~(1u << d)) | unsigned{is_free} << d);
    }
  }

  void reshape_around(Point p) {
    for (std::int32_t r = p.row - 1; r <= p.row + 1; ++r)
      for (std::int32_t c = p.col - 1; c <= p.col + 1; ++c)
        if (inside(r, c)) reshape({r, c});
  }

  // Which moves are legal from a cell, and to it. But for fences a move is legal if the one back
  // is, where both cells are free.
  void reshape(Point p) {
    unsigned free_beside = 0, fenced_back = 0;
    for (Direction d = 0; d < kDirections; ++d) {
      const Point beside{p.row + kRowStep[d], p.col + kColStep[d]};
      if (!inside(beside.row, beside.col)) continue;
      const NodeId other = grid_.id(beside);
      free_beside |= unsigned{free(other)} << d;
      fenced_back |= (unsigned{fenced_[other]} >> opposite(d) & 1u) << d;
    }
    const NodeId cell = grid_.id(p);
    const unsigned moves = legal_moves(rule()) [kNoDirection][free_beside] &
                           unsigned { moves_of_tile(grid_.tiles(), p) };
    around_[cell] = static_cast<std::uint8_t>(moves & ~unsigned{fenced_[cell]});
    around_back_[cell] = static_cast<std::uint8_t>(moves & ~fenced_back);
  }

  // Whether a neighbour costs something else than a cell.
  bool is_mixed(Point p) const {
    const double cost = total(grid_.id(p));
    if (cost == 0) return false;
    for (Direction d = 0; d < kDirections; ++d) {
      const Point beside{p.row + kRowStep[d], p.col + kColStep[d]};
      if (!inside(beside.row, beside.col)) continue;
      const double other = total(grid_.id(beside));
      if (other != 0 && other != cost) return true;
    }
    return false;
  }

  void mix_around(Point p) {
    for (std::int32_t r = p.row - 1; r <= p.row + 1; ++r)
      for (std::int32_t c = p.col - 1; c <= p.col + 1; ++c)
        if (inside(r, c)) jump_map_.set_mixed({r, c}, is_mixed({r, c}));
  }

  void map_jumps(Clock::time_point until) {
    if (!jump_map_.begun()) {
      upkeep_ += grid_.cells();
      jump_map_ = JumpMap(grid_.rows(), grid_.cols(), rule());
    }
    const auto walls = [&](std::int32_t r, std::int32_t c) { return walls_from({r, c}); };
    const auto mixed = [&](std::int32_t r, std::int32_t c) { return mixed_from({r, c}); };
    for (std::int32_t left = rows_at_a_time(); jump_map_.build_more(walls, mixed);)
      if (--left == 0) {
        if (Clock::now() >= until) return;
        left = rows_at_a_time();
      }
  }

  // A bit for each of the 64 cells from here on along a row, where it is a wall or outside.
  std::uint64_t walls_from(Point p) const {
    const std::int32_t count = std::min(64, grid_.cols() - p.col);
    const NodeId first = grid_.id(p);
    std::uint64_t free_cells = 0;
    std::int32_t i = 0;
    if (bytes() != nullptr && blocked_.empty())
      for (; i + 8 <= count; i += 8)
        free_cells |= not_zero(bytes() + first + static_cast<NodeId>(i)) << i;
    for (; i < count; ++i) free_cells |= std::uint64_t{free(first + static_cast<NodeId>(i))} << i;
    return ~free_cells;
  }
  // The same where it is mixed.
  std::uint64_t mixed_from(Point p) const {
    if (one_cost_) return 0;
    const std::int32_t count = std::min(64, grid_.cols() - p.col);
    std::uint64_t mixed = 0;
    if (bytes() == nullptr || !blocked_.empty()) {
      for (std::int32_t i = 0; i < count; ++i)
        mixed |= std::uint64_t{is_mixed({p.row, p.col + i})} << i;
      return mixed;
    }
    // The cells, and those around them; outside are walls.
    std::array<std::array<std::uint8_t, 66>, 3> around{};
    for (std::int32_t i = 0; i < 3; ++i) {
      const std::int32_t row = p.row + i - 1;
      if (row < 0 || row == grid_.rows()) continue;
      const std::int32_t first = std::max(0, p.col - 1);
      const std::int32_t end = std::min(grid_.cols(), p.col + count + 1);
      std::copy_n(bytes() + grid_.id({row, first}), end - first,
                  around[static_cast<std::size_t>(i)].data() + (first - p.col + 1));
    }
    std::array<std::uint8_t, 64> differs{};
    for (const auto& row : around)
      for (std::size_t side = 0; side < 3; ++side)
        for (std::size_t i = 0; i < 64; ++i) {  // vector code
          const std::uint8_t here = around[1][i + 1], there = row[i + side];
          differs[i] |= static_cast<std::uint8_t>((here != 0) & (there != 0) & (there != here));
        }
    for (std::size_t i = 0; i < 64; i += 8) mixed |= not_zero(differs.data() + i) << i;
    return mixed;
  }
  // Of 8 bytes a bit each, the first in the lowest: all at once, as a byte above 0 has a highest
  // bit or carries into it, and the product moves these bits next to each other.
  static std::uint64_t not_zero(const std::uint8_t* bytes) {
    constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7F, kGather = 0x0102040810204080;
    std::uint64_t eight;
    std::memcpy(&eight, bytes, sizeof eight);
    const std::uint64_t high = (((eight & kLow) + kLow) | eight) & ~kLow;
    return (high >> 7) * kGather >> 56;
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

  void map_surroundings(std::int32_t first, std::int32_t end) {
    if (has_shape_) {
      for (std::int32_t row = first; row < end; ++row)
        for (std::int32_t col = 0; col < grid_.cols(); ++col) reshape({row, col});
      return;
    }
    const auto cols = static_cast<std::size_t>(grid_.cols());
    std::vector<std::uint8_t> above(cols + 2), here(cols + 2), below(cols + 2);
    const auto load = [&](std::int32_t row, std::vector<std::uint8_t>& out) {
      if (row < 0 || row == grid_.rows()) return std::fill(out.begin(), out.end(), std::uint8_t{0});
      const std::size_t begin = grid_.id({row, 0});
      if (bytes() != nullptr && blocked_.empty()) {
        const std::uint8_t* const costs = bytes() + begin;  // so that the loop is vector code
        std::uint8_t* const cells = out.data() + 1;
        for (std::size_t c = 0; c < cols; ++c) cells[c] = costs[c] != 0;
      } else {
        for (std::size_t c = 0; c < cols; ++c) out[c + 1] = free(static_cast<NodeId>(begin + c));
      }
    };
    load(first - 1, here);
    load(first, below);
    for (std::int32_t row = first; row < end; ++row) {
      above.swap(here);
      here.swap(below);
      load(row + 1, below);
      free_around_row(above.data(), here.data(), below.data(), &around_[grid_.id({row, 0})], cols);
    }
  }

  // Looks again at the rows that changed: whether costs are uniform, and how small they get.
  bool measure_rows(Clock::time_point until) {
    while (!stale_rows_.empty()) {
      const std::int32_t row = stale_rows_.back();
      RowCosts& costs = rows_[static_cast<std::size_t>(row)];
      const RowCosts before = costs;
      measure_row(row, costs);
      stale_rows_.pop_back();
      free_cells_ += costs.free_cells - before.free_cells;
      inverses_ += costs.inverses - before.inverses;
      upkeep_ += static_cast<std::uint64_t>(grid_.cols());
      extremes_changed_ |= costs.smallest != before.smallest || costs.largest != before.largest;
      const bool looks = stale_rows_.size() % static_cast<std::size_t>(rows_at_a_time()) == 0;
      if (looks && !stale_rows_.empty() && Clock::now() >= until) return false;
    }
    if (std::exchange(extremes_changed_, false)) {
      smallest_ = kInfinity;
      largest_ = 0;
      for (const RowCosts& costs : rows_) {
        smallest_ = std::min(smallest_, costs.smallest);
        largest_ = std::max(largest_, costs.largest);
      }
    }
    one_cost_ = uniform();
    return true;
  }

  void forget_row(std::int32_t row) {
    if (std::exchange(rows_[static_cast<std::size_t>(row)].current, false))
      stale_rows_.push_back(row);
  }

  void measure_row(std::int32_t row, RowCosts& costs) const {
    costs = {.current = true};
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
      for (NodeId cell = first; cell < last; ++cell) costs.free_cells += bytes()[cell] != 0;
      if (costs.smallest == costs.largest) {
        costs.inverses = costs.free_cells * kInverses[most];
      } else {
        for (NodeId cell = first; cell < last; ++cell) costs.inverses += kInverses[bytes()[cell]];
      }
      return;
    }
    for (NodeId cell = first; cell < last; ++cell) {
      if (!free(cell)) continue;
      costs.smallest = std::min(costs.smallest, total(cell));
      costs.largest = std::max(costs.largest, total(cell));
      if (bytes() == nullptr) continue;
      ++costs.free_cells;
      costs.inverses += kInverses[bytes()[cell]];
    }
  }

  std::shared_ptr<const Grid> owner_;
  const Grid& grid_;
  std::optional<Weights> weights_;
  std::vector<std::uint8_t> blocked_;
  Footprint size_;

  Stage stage_ = Stage::unbuilt;
  InParts parts_;
  std::int32_t row_ = 0;              // to be built next
  std::uint64_t seen_ = 0;            // of the journal
  std::shared_ptr<double[]> totals_;  // null: the base costs are the totals
  std::vector<std::uint8_t> around_;
  bool has_shape_ = false;
  std::vector<std::uint8_t> around_back_;  // with a shape
  std::vector<std::uint8_t> fenced_;       // moves of each cell that fences close; with a shape
  std::vector<RowCosts> rows_;
  std::vector<std::int32_t> stale_rows_;  // that are not current
  bool extremes_changed_ = false;         // of a row
  double smallest_ = kInfinity;
  double largest_ = 0;
  std::uint64_t free_cells_ = 0, inverses_ = 0;  // of all rows
  bool one_cost_ = false;  // for sure: changes that are not measured yet count, too
  JumpMap jump_map_;       // begun when it is needed
  Components components_;
  bool labels_are_exact_ = false;
  std::shared_ptr<const Blocks> blocks_;
  bool blocks_are_current_ = false;
  mutable std::atomic<std::uint64_t> effort_ = 0;  // of searches since the last edit
  std::uint64_t upkeep_ = 0;
  mutable TypedCache cache_;
};

// Gives a new grid of the same shape, before it has readers, the links and fences that there are
// for this character: a fence is one for all places from which the character covers its cell. For
// holders of any lock on the terrain's grid.
inline void copy_links_and_fences(const Terrain& terrain, Grid& copy) {
  copy.copy_links(terrain.grid());
  for (const auto& [cell, moves] : terrain.grid().fences().all())
    terrain.for_each_covering(cell, [&](NodeId at) {
      copy.restore_fences(at, static_cast<std::uint8_t>(copy.fences().closed(at) | moves));
    });
}

}  // namespace asterion
