// Builds a view, and makes it follow its grid.
#include "asterion/world/grid_view.hpp"

#include <cstring>
#include <numeric>

#include "asterion/world/large_pages.hpp"

namespace asterion {

namespace {

// The amount of work between two readings of the clock.
constexpr std::size_t kChangesAtATime = 1024, kCellsAtATime = 1 << 15;

// One bit for each of 8 bytes, the first in the lowest: all at once, as a byte above 0 has a
// highest bit or carries into it, and the product moves these bits next to each other.
std::uint64_t not_zero(const std::uint8_t* bytes) {
  constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7F, kGather = 0x0102040810204080;
  std::uint64_t eight;
  std::memcpy(&eight, bytes, sizeof eight);
  const std::uint64_t high = (((eight & kLow) + kLow) | eight) & ~kLow;
  return (high >> 7) * kGather >> 56;
}

double wall_is_infinite(double total) { return total > 0 ? total : kInfinity; }

// The inverse of each cost of a byte, as a multiple of 1 / `of_one`; 0 for walls.
constexpr auto inverses_of_costs(std::uint32_t of_one) {
  std::array<std::uint32_t, 256> inverses{};
  for (std::uint32_t cost = 1; cost < 256; ++cost) inverses[cost] = of_one / cost;
  return inverses;
}

}  // namespace

ReadLock GridView::read_prepared(bool mapped) {
  for (InterruptPoller poll;; poll.now()) {
    grid_.refuse_while_reading("prepared for another search");
    WriteLock exclusive(grid_.lock());
    const auto until = parts_.end();
    if (catch_up(until) && mapped) map_jumps(until);
    if (is_current() && (!mapped || jump_map_.complete())) return downgraded(std::move(exclusive));
  }
}

void GridView::adopt(Components labelled, std::uint64_t version) {
  if (grid_.read_by_this_thread() || !labelled.known()) return;
  const WriteLock exclusive(grid_.lock());
  if (!is_current() || grid_.version() != version) return;
  components_ = std::move(labelled);
  labels_are_exact_ = true;
}

void GridView::adopt(std::shared_ptr<const Blocks> made, std::uint64_t version) {
  if (grid_.read_by_this_thread() || made == nullptr) return;
  const WriteLock exclusive(grid_.lock());
  if (!is_current() || grid_.version() != version || blocks_are_current_) return;
  blocks_ = std::move(made);
  blocks_are_current_ = true;
}

std::shared_ptr<const Blocks> GridView::made_blocks() const {
  return std::make_shared<const Blocks>(jump_map_.rows(), rule() == Diagonal::always);
}

Components GridView::labelled() const {
  Components labels;
  if (!is_plain()) return labels;
  InterruptPoller poll;
  while (label_more(labels)) poll.now();
  return labels;
}

bool GridView::label_more(Components& labels) const {
  return labels.label_next_row(
      grid_.rows(), grid_.cols(), rule() == Diagonal::always,
      [&](std::int32_t r, std::int32_t c) { return free(grid_.id({r, c})); });
}

bool GridView::catch_up(Clock::time_point until) {
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
    stage_ = Stage::unbuilt;  // a total was rejected, or there was no memory
    throw;
  }
}

bool GridView::must_rebuild() const {
  const std::uint64_t missed = grid_.journal().since(seen_);
  return stage_ == Stage::unbuilt || !grid_.journal().holds(seen_) ||
         needs_totals() != (totals_ != nullptr) || needs_shape() != has_shape_ ||
         (stage_ == Stage::current && missed > grid_.cells() / 8);
}

bool GridView::follow(Clock::time_point until) {
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

bool GridView::layers_count() const {
  for (const Layer& layer : grid_.layers())
    if (weight(layer) != 0) return true;
  return false;
}

double GridView::weight(const Layer& layer) const {
  if (!weights_) return 1;
  const auto found = weights_->find(layer.name);
  return found == weights_->end() ? 0 : found->second;
}

auto GridView::weighed_layers() const -> std::vector<Weighed> {
  std::vector<Weighed> layers;
  for (const Layer& layer : grid_.layers())
    if (const double factor = weight(layer); factor != 0)
      layers.push_back({factor, layer.values.get()});
  return layers;
}

void GridView::begin_rebuild() {
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

void GridView::rebuild_rows() {
  const std::int32_t end = std::min(grid_.rows(), row_ + rows_at_a_time());
  stage_ == Stage::totals ? add_up(row_, end) : map_surroundings(row_, end);
  row_ = end;
  if (row_ < grid_.rows()) return;
  row_ = 0;
  stage_ = stage_ == Stage::totals ? Stage::surroundings : Stage::current;
}

void GridView::add_up(std::int32_t first, std::int32_t end) {
  const auto weights = weighed_layers();
  if (is_large())
    return footprint_.is_disc() ? add_up_disc(first, end, weights)
                                : add_up_rectangle(first, end, weights);
  for (NodeId cell = grid_.id({first, 0}); cell < grid_.id({end, 0}); ++cell)
    totals_[cell] = weighed(cell, weights);
}

void GridView::add_up_rectangle(std::int32_t first, std::int32_t end,
                                const std::vector<Weighed>& weights) {
  const std::int32_t cols = grid_.cols();
  const std::int32_t high = footprint_.rows(), wide = footprint_.cols();
  std::vector<double> columns(static_cast<std::size_t>(cols));
  for (std::int32_t row = first; row < end; ++row) {
    const bool fits = row + high <= grid_.rows();
    for (std::int32_t c = 0; c < cols && fits; ++c) {
      double& largest = columns[static_cast<std::size_t>(c)];
      largest = 0;
      for (std::int32_t r = row; r < row + high; ++r)
        largest = std::max(largest, wall_is_infinite(own_total(grid_.id({r, c}), weights)));
    }
    for (std::int32_t c = 0; c < cols; ++c) {
      double largest = fits && c + wide <= cols ? 0 : kInfinity;
      for (std::int32_t at = c; at < c + wide && largest < kInfinity; ++at)
        largest = std::max(largest, columns[static_cast<std::size_t>(at)]);
      totals_[grid_.id({row, c})] = largest < kInfinity ? largest : 0;
    }
  }
}

void GridView::add_up_disc(std::int32_t first, std::int32_t end,
                           const std::vector<Weighed>& weights) {
  const std::vector<std::int32_t>& reach = footprint_.reach();
  const std::int32_t cols = grid_.cols(), far = reach[0];
  const auto width = static_cast<std::size_t>(cols);
  std::vector<std::int32_t> away(width * static_cast<std::size_t>(end - first), far + 1);
  std::vector<std::int32_t> since(width);
  const auto pass = [&](std::int32_t from, std::int32_t to, std::int32_t step) {
    std::fill(since.begin(), since.end(), far + 1);
    for (std::int32_t row = from; row != to; row += step)
      for (std::int32_t c = 0; c < cols; ++c) {
        std::int32_t& rows = since[static_cast<std::size_t>(c)];
        rows = own_total(grid_.id({row, c}), weights) > 0 ? std::min(rows + 1, far + 1) : 0;
        if (row < first || row >= end) continue;
        std::int32_t& nearest =
            away[width * static_cast<std::size_t>(row - first) + static_cast<std::size_t>(c)];
        nearest = std::min(nearest, rows);
      }
  };
  pass(std::max(0, first - far), end, 1);
  pass(std::min(grid_.rows(), end + far) - 1, first - 1, -1);
  std::vector<std::int32_t> closing(width + 1);  // how many more walls close a column than the last
  for (std::int32_t row = first; row < end; ++row) {
    std::fill(closing.begin(), closing.end(), 0);
    for (std::int32_t c = 0; c < cols; ++c) {
      const std::int32_t rows =
          away[width * static_cast<std::size_t>(row - first) + static_cast<std::size_t>(c)];
      if (rows > far) continue;
      const std::int32_t wide = reach[static_cast<std::size_t>(rows)];
      ++closing[static_cast<std::size_t>(std::max(0, c - wide))];
      --closing[static_cast<std::size_t>(std::min(cols, c + wide + 1))];
    }
    std::int32_t walls = row < far || row + far >= grid_.rows() ? 1 : 0;
    for (std::int32_t c = 0; c < cols; ++c) {
      walls += closing[static_cast<std::size_t>(c)];
      const NodeId cell = grid_.id({row, c});
      const bool fits = walls == 0 && c >= far && c + far < cols;
      totals_[cell] = fits ? own_total(cell, weights) : 0;
    }
  }
}

void GridView::follow(NodeId changed, const std::vector<Weighed>& weights) {
  if (components_.known() && has_links()) {  // links may join cells of different labels
    components_.forget();
    labels_are_exact_ = false;
  }
  for_each_covering(changed, [&](NodeId cell) {
    if (has_shape_) refence(cell);
    update(cell, weights);
  });
}

void GridView::refence(NodeId cell) {
  unsigned closed = 0;
  for_each_covered(cell, [&](NodeId each) { closed |= grid_.fences().closed(each); });
  fenced_[cell] = static_cast<std::uint8_t>(closed);
}

void GridView::update(NodeId cell, const std::vector<Weighed>& weights) {
  upkeep_ += 9;
  if (totals_) {
    const double before = totals_[cell];
    totals_[cell] = is_large() ? total_of(cell, weights) : weighed(cell, weights);
    if (is_large() && !has_shape_ && totals_[cell] == before) return;
  }
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

void GridView::reshape_around(Point p) {
  for (std::int32_t r = p.row - 1; r <= p.row + 1; ++r)
    for (std::int32_t c = p.col - 1; c <= p.col + 1; ++c)
      if (inside(r, c)) reshape({r, c});
}

void GridView::reshape(Point p) {
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

bool GridView::is_mixed(Point p) const {
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

void GridView::mix_around(Point p) {
  for (std::int32_t r = p.row - 1; r <= p.row + 1; ++r)
    for (std::int32_t c = p.col - 1; c <= p.col + 1; ++c)
      if (inside(r, c)) jump_map_.set_mixed({r, c}, is_mixed({r, c}));
}

void GridView::map_jumps(Clock::time_point until) {
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

std::uint64_t GridView::walls_from(Point p) const {
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

std::uint64_t GridView::mixed_from(Point p) const {
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
      for (std::size_t i = 0; i < 64; ++i) {  // a loop the compiler vectorizes
        const std::uint8_t here = around[1][i + 1], there = row[i + side];
        differs[i] |= static_cast<std::uint8_t>((here != 0) & (there != 0) & (there != here));
      }
  for (std::size_t i = 0; i < 64; i += 8) mixed |= not_zero(differs.data() + i) << i;
  return mixed;
}

void GridView::map_surroundings(std::int32_t first, std::int32_t end) {
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
      const std::uint8_t* const costs = bytes() + begin;  // a local, so that the loop vectorizes
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

bool GridView::measure_rows(Clock::time_point until) {
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

void GridView::measure_row(std::int32_t row, RowCosts& costs) const {
  static constexpr auto kInverses = inverses_of_costs(kInverseOf1);
  costs = {.current = true};
  const NodeId first = grid_.id({row, 0});
  const auto last = static_cast<NodeId>(first + static_cast<NodeId>(grid_.cols()));
  if (bytes() != nullptr && blocked_.empty()) {
    std::uint8_t most = 0, least = 255;  // bytes, so that the compiler vectorizes
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

void GridView::forget_row(std::int32_t row) {
  if (std::exchange(rows_[static_cast<std::size_t>(row)].current, false))
    stale_rows_.push_back(row);
}

std::int32_t GridView::rows_at_a_time() const {
  return 1 + static_cast<std::int32_t>(kCellsAtATime) / grid_.cols();
}

void GridView::refuse_total(NodeId cell, double sum) const {
  throw BadValue("the view's total" + grid_.where(cell) + " is " + text(sum) +
                 "; a finite total must stay > 0");
}

void copy_links_and_fences(const GridView& view, Grid& copy) {
  copy.copy_links(view.grid());
  for (const auto& [cell, moves] : view.grid().fences().all())
    view.for_each_covering(cell, [&](NodeId at) {
      copy.restore_fences(at, static_cast<std::uint8_t>(copy.fences().closed(at) | moves));
    });
}

}  // namespace asterion
