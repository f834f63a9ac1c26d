// The index of a grid where all free cells cost the same: its corners, and a contraction hierarchy
// over the ways between corners that see each other.
//
// Guarantee   a cheapest path in the version of the grid that it was made from, counted in whole
//             numbers
// Complexity  a query looks along the lines around both ends, and searches among the more important
//             corners; making it takes a look from each corner, and their contraction
// Source      T. Uras and S. Koenig, Identifying hierarchies for fast optimal search, 2014; leaving
//             out ways that no cheapest path can use (taut.hpp) is our own addition
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/index/climb_events.hpp"
#include "asterion/index/contraction.hpp"
#include "asterion/index/corners.hpp"
#include "asterion/index/hierarchy_search.hpp"
#include "asterion/index/hierarchy_table.hpp"
#include "asterion/index/index_file.hpp"
#include "asterion/index/index_state.hpp"
#include "asterion/index/openings.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/world/move_costs.hpp"

namespace asterion {

// The length between two cells if nothing is in the way.
struct WholeLengths {
  std::uint32_t straight;
  std::uint32_t diagonal;
  bool only_straight;

  std::uint64_t between(Point a, Point b) const {
    const auto rows = static_cast<std::uint64_t>(std::abs(a.row - b.row));
    const auto cols = static_cast<std::uint64_t>(std::abs(a.col - b.col));
    if (only_straight) return straight * (rows + cols);
    return straight * std::max(rows, cols) + (diagonal - straight) * std::min(rows, cols);
  }
};

// The positions of corners in the order of their cells.
class CornerOrder {
 public:
  CornerOrder() = default;
  explicit CornerOrder(const Corners& corners) {
    const Bitmap& map = corners.by_rows();
    words_ = static_cast<std::size_t>(map.words_a_line());
    before_.reserve(words_ * static_cast<std::size_t>(map.lines()));
    std::uint32_t count = 0;
    for (std::int32_t row = 0; row < map.lines(); ++row)
      for (std::int32_t at = 0; at < map.words_a_line(); ++at) {
        before_.push_back(count);
        count += static_cast<std::uint32_t>(std::popcount(map.word(row, at)));
      }
    count_ = count;
  }

  std::uint32_t count() const { return count_; }
  NodeId of(const Corners& corners, Point corner) const {
    const std::size_t word =
        static_cast<std::size_t>(corner.row) * words_ + static_cast<std::size_t>(corner.col >> 6);
    const std::uint64_t lower = (std::uint64_t{1} << (corner.col & 63)) - 1;
    return before_[word] + ones(corners.by_rows().word(corner.row, corner.col >> 6) & lower);
  }
  std::size_t bytes() const { return 4 * before_.size(); }

 private:
  // As std::popcount, which compiles to a call for machines that may lack the instruction.
  static NodeId ones(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<NodeId>(bits * 0x0101010101010101 >> 56);
  }

  std::vector<std::uint32_t> before_;  // corners before each word
  std::size_t words_ = 0;
  std::uint32_t count_ = 0;
};

template <ArcWeight W>
class CornerIndex final : public IndexState {
 public:
  // A lower bound to the other end: with it, searches stay close to the path.
  struct Estimate {
    const Point* at = nullptr;  // of the nodes of the hierarchy
    Point ends[2]{};
    WholeLengths lengths{};

    template <bool back>
    W of(NodeId node) const {
      return static_cast<W>(lengths.between(at[node], ends[!back]));
    }
  };

  template <class Watcher>
  struct ScratchOf {
    explicit ScratchOf(std::size_t nodes) : search(nodes) {}
    HierarchySearch<W, Estimate, Watcher> search;
    std::vector<Gate<W>> starts, goals;
    bool is_straight = false;       // the path found last: over no corner
    std::vector<Point> turns;       // of a path: its ends, and the corners between them
    std::vector<std::size_t> near;  // openings that a shorter path may pass
    std::array<std::vector<std::uint64_t>, 2> to_openings;  // costs from both ends
  };
  using Scratch = ScratchOf<Unwatched>;

  // `unit` is the cost of a cell.
  CornerIndex(Corners corners, WholeLengths lengths, double unit, CornerOrder order,
              Hierarchy<W> hierarchy, std::vector<NodeId> number)
      : corners_(std::move(corners)),
        lengths_(lengths),
        unit_(unit),
        order_(std::move(order)),
        hierarchy_(std::move(hierarchy)),
        number_(std::move(number)) {
    at_.resize(number_.size());
    NodeId place = 0;
    corners_.for_each([&](Point corner) { at_[number_[place++]] = corner; });
  }

  std::optional<Found> find(NodeId from, NodeId to, bool with_nodes, const Openings* openings,
                            std::uint64_t& settled) const override {
    const auto scratch = pool_.borrow(number_.size());
    const std::optional<W> length = search(point(from), point(to), *scratch);
    if (!length) return {};
    settled = scratch->is_straight ? 0 : scratch->search.settled();
    Found found{0, {}, {}};
    if (openings)
      found.beats_openings = beats(*openings, *length, point(from), point(to), *scratch);
    if (with_nodes && found.beats_openings) {
      write_turns(point(from), point(to), *scratch);
      found.nodes = cells(scratch->turns);
      found.cost = cost_of(scratch->turns);
    } else {
      found.cost = cost_of_length(*length, point(from), point(to), *scratch);
    }
    return found;
  }

  bool climb_from(Openings& openings, double least) const override {
    if constexpr (std::is_same_v<W, double>) return false;
    if (least < unit_) return false;
    const auto table = tables_.borrow(number_.size());
    std::vector<Gate<W>> gates, all;
    openings.climb(number_.size(), [&](const Openings::Place& place, auto&& leave) {
      all.clear();
      for (const Point entry : place.entries) {
        find_gates(entry, gates);
        for (Gate<W> gate : gates) {
          if (!place.is_middle())
            gate.weight += static_cast<W>(halves(doubled(entry), place.twice) / 2);
          all.push_back(gate);
        }
      }
      table->climb_to(hierarchy_, all, [&](NodeId node, W weight) {
        leave(node, static_cast<std::uint32_t>(weight));
      });
    });
    return true;
  }

  void write_costs(std::span<const NodeId> sources, std::span<const NodeId> targets,
                   double* costs) const override {
    std::vector<Gate<W>> gates;
    const auto gates_of = [&](std::span<const NodeId> cells) {
      return [&gates, cells, this](std::size_t i) {
        gates.clear();
        if (!corners_.is_wall(point(cells[i]))) find_gates(point(cells[i]), gates);
        return std::span<const Gate<W>>(gates);
      };
    };
    const auto scratch = pool_.borrow(number_.size());
    tables_.borrow(number_.size())
        ->run(hierarchy_, sources.size(), targets.size(), gates_of(sources), gates_of(targets),
              [&](std::size_t i, const std::vector<W>& row) {
                for (std::size_t j = 0; j < targets.size(); ++j)
                  costs[i * targets.size() + j] =
                      cost_between(point(sources[i]), point(targets[j]), row[j], *scratch);
              });
  }

  std::size_t nodes() const override { return hierarchy_.nodes(); }
  std::size_t arcs() const override { return hierarchy_.arcs(); }
  std::vector<ClimbEvent> climb(NodeId from, NodeId to) const override {
    ScratchOf<ClimbLog<W>> scratch(number_.size());
    const W cost = search(point(from), point(to), scratch).value_or(kNoArc<W>);
    // Taken from the rounded whole numbers, which is good enough for pictures.
    const double one = unit_ / static_cast<double>(lengths_.straight);
    return climb_events(
        scratch.search, {from, to}, cost, [&](NodeId node) { return id(at_[node]); },
        [&](W weight) { return one * static_cast<double>(weight); });
  }

  Kind kind() const override {
    return std::is_same_v<W, double> ? Kind::long_corners : Kind::corners;
  }
  std::vector<std::uint8_t> written() const override {
    return hierarchy_bytes(hierarchy_, number_);
  }

  std::size_t bytes() const override {
    return corners_.bytes() + order_.bytes() + hierarchy_.bytes() + 4 * number_.size() +
           sizeof(Point) * at_.size();
  }

  // The cells of a path with these corners: from each the first moves are diagonal (vertical, where
  // there are no diagonals).
  std::vector<NodeId> cells(const std::vector<Point>& turns) const {
    std::size_t length = 1;
    for (std::size_t i = 1; i < turns.size(); ++i) length += moves(turns[i - 1], turns[i]);
    std::vector<NodeId> cells(length);
    NodeId* out = cells.data();
    const std::int32_t cols = corners_.cols();
    NodeId cell = id(turns[0]);
    *out++ = cell;
    const auto go = [&](std::int32_t steps, std::int32_t by) {
      for (; steps > 0; --steps) *out++ = cell += static_cast<NodeId>(by);
    };
    const auto sign = [](std::int32_t x) { return (x > 0) - (x < 0); };
    for (std::size_t i = 1; i < turns.size(); ++i) {
      const std::int32_t down = turns[i].row - turns[i - 1].row;
      const std::int32_t right = turns[i].col - turns[i - 1].col;
      const std::int32_t rows = std::abs(down), columns = std::abs(right);
      const std::int32_t by_row = sign(down) * cols, by_col = sign(right);
      if (lengths_.only_straight) {
        go(rows, by_row);
        go(columns, by_col);
      } else {
        const std::int32_t both = std::min(rows, columns);
        go(both, by_row + by_col);
        go(rows - both, by_row);
        go(columns - both, by_col);
      }
    }
    return cells;
  }

  // Finds the gates at which a path from a cell enters the hierarchy, or leaves it to reach one.
  void find_gates(Point cell, std::vector<Gate<W>>& gates) const {
    gates.clear();
    corners_.for_each_gate(cell, [&](const Corners::Seen& seen) {
      gates.push_back({node_of(seen.at), static_cast<W>(length_of(seen)), seen.moves});
    });
  }

  std::uint64_t length_of(const Corners::Seen& seen) const {
    return corner_distance(lengths_, seen);
  }
  static std::uint64_t corner_distance(const WholeLengths& lengths, const Corners::Seen& seen) {
    const auto first = static_cast<std::uint64_t>(seen.first);
    return (lengths.only_straight ? lengths.straight : lengths.diagonal) * first +
           lengths.straight * static_cast<std::uint64_t>(seen.later);
  }

 private:
  // The cost of a cheapest path between two cells, in the lengths of moves; none if there is no
  // path.
  template <class Watcher>
  std::optional<W> search(Point from, Point to, ScratchOf<Watcher>& scratch) const {
    if (corners_.is_wall(from) || corners_.is_wall(to)) return {};
    scratch.is_straight = corners_.continues(from, to);
    if (scratch.is_straight) return static_cast<W>(lengths_.between(from, to));
    find_gates(from, scratch.starts);
    find_gates(to, scratch.goals);
    const Estimate estimate{at_.data(), {from, to}, lengths_};
    const W cost = scratch.search.run(hierarchy_, scratch.starts, scratch.goals, estimate);
    if (cost >= kNoArc<W>) return {};
    return cost;
  }

  // Writes the corners of the path that search() has found to `scratch.turns`.
  void write_turns(Point from, Point to, Scratch& scratch) const {
    scratch.turns.assign(1, from);
    const auto add = [&](Point p) {
      const Point last = scratch.turns.back();
      if (p.row != last.row || p.col != last.col) scratch.turns.push_back(p);
    };
    if (!scratch.is_straight)
      scratch.search.path(
          hierarchy_, [&](const ArcPart& part) { prefetch_memory(&at_[part.end]); },
          [&](NodeId node, std::size_t) { add(at_[node]); },
          [&](const ArcPart& part) { add(at_[part.end]); });
    add(to);
  }

  // The length between places in half cells, as twice the length of moves: half a diagonal move is
  // no whole number.
  std::uint64_t halves(Point a, Point b) const { return lengths_.between(a, b); }
  static Point doubled(Point p) { return {2 * p.row, 2 * p.col}; }

  // Whether no path over what has opened is shorter than that which search() has found.
  bool beats(const Openings& openings, W length, Point from, Point to, Scratch& scratch) const {
    if (scratch.is_straight) return true;
    const std::uint64_t enough = 2 * static_cast<std::uint64_t>(length);
    const std::array ends{from, to};
    const auto straight = [&](std::size_t place, bool back) {
      return halves(doubled(ends[back]), openings[place].twice);
    };
    std::vector<std::size_t>& near = scratch.near;
    near.clear();
    for (std::size_t i = 0; i < openings.size(); ++i)
      if (!openings[i].is_gone && straight(i, false) + straight(i, true) < enough)
        near.push_back(i);
    if (near.empty()) return true;
    for (const bool back : {false, true}) {
      auto& costs = scratch.to_openings[back];
      costs.assign(openings.size(), kFar);
      for (const NodeId node : scratch.search.settled(back))
        for (const Openings::Left& left : openings.left_at(node))
          costs[left.place] =
              std::min(costs[left.place],
                       static_cast<std::uint64_t>(scratch.search.weight(node, back)) + left.weight);
      for (const std::size_t i : near) {
        costs[i] = 2 * costs[i] + (openings[i].is_middle() ? lengths_.diagonal : 0);
        for (const Point entry : openings[i].entries) {
          const std::uint64_t cost =
              2 * lengths_.between(ends[back], entry) + halves(doubled(entry), openings[i].twice);
          if (cost < costs[i] && cost + straight(i, !back) < enough &&
              corners_.continues(ends[back], entry))
            costs[i] = cost;
        }
      }
    }
    const auto& [there, rest] = scratch.to_openings;
    for (const std::size_t i : near) {
      if (there[i] + straight(i, true) >= enough) continue;
      for (const std::size_t j : near)
        if (there[i] + halves(openings[i].twice, openings[j].twice) + rest[j] < enough)
          return false;
    }
    return true;
  }
  static constexpr std::uint64_t kFar = std::uint64_t{1} << 40;

  // The exact cost of a path with these corners, not from the rounded whole numbers.
  double cost_of(const std::vector<Point>& turns) const {
    std::uint64_t straight = 0, diagonal = 0;
    for (std::size_t i = 1; i < turns.size(); ++i) {
      const auto rows = static_cast<std::uint64_t>(std::abs(turns[i].row - turns[i - 1].row));
      const auto cols = static_cast<std::uint64_t>(std::abs(turns[i].col - turns[i - 1].col));
      const std::uint64_t both = lengths_.only_straight ? 0 : std::min(rows, cols);
      straight += rows + cols - 2 * both;
      diagonal += both;
    }
    return cost_of(straight, diagonal);
  }
  double cost_of(std::uint64_t straight, std::uint64_t diagonal) const {
    const double step = lengths_.straight == 1 ? 1.0 : std::numbers::sqrt2;
    return unit_ * (static_cast<double>(straight) + step * static_cast<double>(diagonal));
  }

  // The exact cost between two cells, given the length over corners.
  double cost_between(Point from, Point to, W way, Scratch& scratch) const {
    if (corners_.is_wall(from) || corners_.is_wall(to)) return kInfinity;
    if (corners_.continues(from, to)) return cost_of(std::vector<Point>{from, to});
    if (way >= kNoArc<W>) return kInfinity;
    if (!is_one_sum(way)) search(from, to, scratch);
    return cost_of_length(way, from, to, scratch);
  }
  // The exact cost of the path that search() has found.
  double cost_of_length(W length, Point from, Point to, Scratch& scratch) const {
    const auto whole = static_cast<std::uint64_t>(length);
    if (lengths_.straight == 1) return cost_of(whole, 0);
    if (!is_one_sum(length)) {
      write_turns(from, to, scratch);
      return cost_of(scratch.turns);
    }
    // The inverse of 3363 modulo 2378.
    constexpr std::uint64_t kInverse = [] {
      std::uint64_t inverse = 1;
      while (kDiagonal * inverse % kStraight != 1) ++inverse;
      return inverse;
    }();
    const std::uint64_t diagonal = whole % kStraight * kInverse % kStraight;
    return cost_of((whole - kDiagonal * diagonal) / kStraight, diagonal);
  }
  // Whether only one sum of moves has this length; else the path itself tells its cost.
  bool is_one_sum(W length) const {
    return lengths_.straight == 1 || length < static_cast<W>(std::uint64_t{kStraight} * kDiagonal);
  }

  Point point(NodeId cell) const {
    const auto cols = static_cast<NodeId>(corners_.cols());
    return {static_cast<std::int32_t>(cell / cols), static_cast<std::int32_t>(cell % cols)};
  }
  NodeId id(Point p) const {
    return static_cast<NodeId>(p.row) * static_cast<NodeId>(corners_.cols()) +
           static_cast<NodeId>(p.col);
  }
  NodeId node_of(Point corner) const { return number_[order_.of(corners_, corner)]; }
  std::size_t moves(Point a, Point b) const {
    const std::int32_t rows = std::abs(a.row - b.row), cols = std::abs(a.col - b.col);
    return static_cast<std::size_t>(lengths_.only_straight ? rows + cols : std::max(rows, cols));
  }

  Corners corners_;
  WholeLengths lengths_;
  double unit_;
  CornerOrder order_;
  Hierarchy<W> hierarchy_;
  std::vector<NodeId> number_;  // of each corner, in the hierarchy
  std::vector<Point> at_;       // by node
  mutable ScratchPool<Scratch> pool_;
  mutable ScratchPool<HierarchyTable<W>> tables_;
};

// The moves that may follow each move, for each corner in order.
inline std::vector<TautMoves> taut_at(const Corners& corners, const WholeLengths& lengths) {
  std::vector<TautMoves> by_surroundings(256);
  std::vector<bool> known(256);
  std::vector<TautMoves> taut;
  corners.for_each([&](Point corner) {
    const std::uint8_t around = corners.around(corner);
    if (!known[around])
      by_surroundings[around] =
          taut_moves(corners.rule(), around, {lengths.straight, lengths.diagonal});
    known[around] = true;
    taut.push_back(by_surroundings[around]);
  });
  return taut;
}

// Reads an index written earlier for the same cells.
template <ArcWeight W>
std::unique_ptr<IndexState> read_corner_index(std::span<const std::uint8_t> bytes, Corners corners,
                                              const WholeLengths& lengths, double unit) {
  CornerOrder order(corners);
  std::vector<NodeId> number;
  Hierarchy<W> hierarchy = read_hierarchy<W>(bytes, number);
  const std::vector<TautMoves> taut = taut_at(corners, lengths);
  std::vector<TautMoves> by_node(taut.size());
  for (NodeId i = 0; i < taut.size(); ++i) by_node[number[i]] = taut[i];
  hierarchy.set_taut(std::move(by_node));
  return std::make_unique<CornerIndex<W>>(std::move(corners), lengths, unit, std::move(order),
                                          std::move(hierarchy), std::move(number));
}

}  // namespace asterion
