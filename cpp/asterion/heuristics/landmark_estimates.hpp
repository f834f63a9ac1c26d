// Landmarks: estimates by the triangle inequality, from the costs to and from a few nodes (ALT).
//
// For a landmark L, cost(n, g) >= cost(n, L) - cost(g, L), and >= cost(L, g) - cost(L, n). The
// estimate of a node is the maximum of the plain estimate and of the bounds by a few landmarks,
// those with the best bounds between the ends of the query. With several goals it is the minimum
// over them.
//
// Guarantee   consistent, since each bound falls by at most what a move costs, and so do the
//             largest and the least of several; never below the plain estimate, which a search of a
//             graph leaves out where landmarks promise clearly more
// Complexity  a query picks from l landmarks in O(l log l), then O(1) per node that a search
//             touches; 8 bytes per node and landmark, twice that where costs differ by direction
// Source      A. V. Goldberg and C. Harrelson, Computing the shortest path: A* search meets graph
//             theory, 2005
//
// Where all cells cost the same a search counts in whole numbers, c(m) for a move m, and true costs
// would not be consistent in these. There the table holds the numbers of straight and of diagonal
// moves on a path that is cheapest in the whole numbers; W(n) is their cost. A cheapest path to n
// costs no more than one to a neighbour n' and the move m from there, so W(n) - W(n') <= c(m), in
// whole numbers, without rounding: the bounds above, with W, are consistent in the numbers of the
// search. True costs are computed from the same counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/heuristics/map_estimates.hpp"
#include "asterion/search/tree.hpp"
#include "asterion/world/large_pages.hpp"

namespace asterion {

inline bool is_known(double cost) { return cost < kInfinity; }
inline bool is_known(MoveCount moves) { return moves.straight != kNoMoves.straight; }
inline bool is_same(double a, double b) { return a == b; }
inline bool is_same(MoveCount a, MoveCount b) {
  return a.straight == b.straight && a.diagonal == b.diagonal;
}

// The costs of table entries: true ones, and those in the whole numbers of searches. There an
// unknown entry costs more than any path, even when the longest one is subtracted.
template <class Entry>
struct EntryCosts;

template <>
struct EntryCosts<double> {
  explicit EntryCosts(const auto&) {}
  double real(double cost) const { return cost; }
  std::int64_t whole(double cost) const {
    return cost < kInfinity ? static_cast<std::int64_t>(cost) : 4 * kEndless;
  }
  std::int64_t endless() const { return kEndless; }  // above the cost of any path

 private:
  static constexpr std::int64_t kEndless = std::int64_t{1} << 50;
};

template <>
struct EntryCosts<MoveCount> {
  explicit EntryCosts(const GridView& view)
      : cell_(view.smallest_cost()), diagonal_(view.grid().diagonal_cost()) {
    const GridSearchGraph<std::uint64_t> graph(view, HeuristicKind::custom, {}, Moves::legal);
    straight_units_ = static_cast<std::int64_t>(graph.move_length(0));
    diagonal_units_ = static_cast<std::int64_t>(graph.move_length(kFirstDiagonal));
  }
  explicit EntryCosts(const Network&) {}

  double real(MoveCount moves) const {
    if (!is_known(moves)) return kInfinity;
    return cell_ * (moves.straight + moves.diagonal * diagonal_);
  }
  // A path has less than 2^31 moves, and kNoMoves nearly 2^33.
  std::int64_t whole(MoveCount moves) const {
    return moves.straight * straight_units_ + moves.diagonal * diagonal_units_;
  }
  std::int64_t endless() const { return diagonal_units_ << 31; }

 private:
  double cell_ = 1;
  double diagonal_ = 1;
  std::int64_t straight_units_ = 1;
  std::int64_t diagonal_units_ = 1;
};

// For each node, side by side, the costs from all landmarks to it, and then, unless they are the
// same, the costs from it to all landmarks.
template <class Entry>
class LandmarkTable {
 public:
  LandmarkTable(std::size_t nodes, std::size_t landmarks, bool symmetric = true)
      : nodes_(nodes), landmarks_(landmarks), width_(symmetric ? landmarks : 2 * landmarks) {
    resize_in_large_pages(entries_, nodes * width_);
  }

  std::size_t nodes() const { return nodes_; }
  std::size_t landmarks() const { return landmarks_; }
  std::size_t width() const { return width_; }  // columns
  bool is_symmetric() const { return width_ == landmarks_; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
  const Entry* row(NodeId node) const { return entries_.data() + node * width_; }
  Entry* entries() { return entries_.data(); }
  const Entry* entries() const { return entries_.data(); }

  // Makes room for costs to landmarks; until they are set they equal those from them.
  void widen() {
    if (!is_symmetric()) return;
    LandmarkTable wide(nodes_, landmarks_, false);
    for (std::size_t node = 0; node < nodes_; ++node)
      for (std::size_t column = 0; column < wide.width_; ++column)
        wide.entries_[node * wide.width_ + column] = entries_[node * width_ + column % landmarks_];
    *this = std::move(wide);
  }

  void put(std::size_t column, const Entry* costs) {
    for (std::size_t node = 0; node < nodes_; ++node)
      entries_[node * width_ + column] = costs[node];
  }

  // To be called when the table is complete.
  void look_for_one_way_nodes() {
    two_way_ = true;
    if (is_symmetric()) return;
    for (std::size_t node = 0; node < nodes_; ++node)
      for (std::size_t i = 0; i < landmarks_; ++i) {
        const Entry* here = entries_.data() + node * width_ + i;
        two_way_ &= is_known(here[0]) == is_known(here[landmarks_]);
      }
  }
  // Whether there is a way back from every node that a landmark reaches.
  bool is_two_way() const { return two_way_; }

 private:
  std::size_t nodes_;
  std::size_t landmarks_;
  std::size_t width_;
  std::vector<Entry> entries_;
  bool two_way_ = false;
};

// The estimates of one search.
template <class Entry, class G>
class LandmarkSearch final : public SearchEstimates {
 public:
  LandmarkSearch(const LandmarkTable<Entry>& table, HeuristicKind kind, const G& world,
                 const SearchEnds& ends)
      : SearchEstimates(Trust::consistent),
        table_(table),
        costs_(world),
        plain_(plain_estimates(world, kind, ends)) {
    check_size(world, table.nodes());
    // Without a way back, a move may lead to nodes that landmarks do not reach, where f falls: a
    // queue of whole numbers does not allow that. Nor does it allow counts of moves where searches
    // count something else.
    counts_whole_ = table.is_two_way() && PlainEstimate<G>::counts_whole(world) &&
                    std::is_same_v<Entry, MoveCount> == world.uniform();
    bound_by_all(ends);
    if constexpr (kOnGraph) leave_out_plain(ends.from);
    keep_the_best(ends.from);
    pair_up();
  }

  void prefetch(NodeId node) const override {
    prefetch_memory(table_.row(node));
    if constexpr (kOnGraph) {
      if (columns_ > kInLine) prefetch_memory(table_.row(node) + kInLine);
      if (!plain_.empty()) plain_[0].prefetch(node);
    }
  }

  double bound(NodeId node) const override {
    const Entry* row = table_.row(node);
    double least = kInfinity;
    for (std::size_t goal = 0; goal < each_; ++goal) {
      double most = 0;
      if (goal < plain_.size()) raise(most, plain_[goal](node));
      raise(most, largest_of(goal, row));
      least = std::min(least, most);
    }
    return least;
  }

  bool counts_whole() const override { return counts_whole_; }

  std::uint64_t whole_at(NodeId node) const override {
    const Entry* row = table_.row(node);
    std::int64_t least = costs_.endless();
    for (std::size_t goal = 0; goal < each_; ++goal) {
      std::int64_t most = 0;
      if (goal < plain_.size()) most = static_cast<std::int64_t>(plain_[goal].whole(node));
      for (const Bound& by : bounds_of(goal)) {
        const std::int64_t cost = costs_.whole(row[by.column]);
        most = std::max({most, cost - by.whole_far, by.whole_near - cost});
      }
      least = std::min(least, most);
    }
    return least < costs_.endless() ? static_cast<std::uint64_t>(least) : 0;
  }

 private:
  // As many as share a cache line, and on graphs two lines, which are fetched together: on a
  // road-like graph of a million nodes a search with 16 landmarks expands 0.7 times the nodes of
  // eight.
  static constexpr bool kOnGraph = std::is_same_v<G, Network>;
  static constexpr std::size_t kInLine = 64 / sizeof(Entry);
  static constexpr std::size_t kBest = kOnGraph ? 2 * kInLine : kInLine;

  // The bounds by one column: the cost from here to the goal is at least what the table's cost
  // exceeds `far` by, and at least what it falls short of `near` by.
  struct Bound {
    std::size_t column;
    double far = kInfinity;
    double near = -kInfinity;
    std::int64_t whole_far = kNever;
    std::int64_t whole_near = -kNever;
  };
  static constexpr std::int64_t kNever = std::int64_t{1} << 60;

  // The difference of two infinite costs is NaN, which is no bound.
  static void raise(double& value, double bound) {
    if (bound > value) value = bound;
  }

  double largest_of(std::size_t goal, const Entry* row) const {
    if constexpr (std::is_same_v<Entry, double>) {
      if (!pairs_.empty()) return largest_of_pairs(pairs_of(goal), row);
    }
    double most = 0;
    for (const Bound& by : bounds_of(goal)) {
      const double cost = costs_.real(row[by.column]);
      raise(most, cost - by.far);
      raise(most, by.near - cost);
    }
    return most;
  }

  // Two numbers side by side, which the processor adds and compares at once.
  using Two [[gnu::vector_size(16)]] = double;
  struct Pair {
    Two far, near;
  };

  // The maximum over all columns in order, in four chains, as each comparison waits for the
  // previous.
  static double largest_of_pairs(std::span<const Pair> pairs, const double* row) {
    std::array<Two, 4> most{};
    const auto look = [&](std::size_t i, Two& far, Two& near) {
      Two cost;
      std::memcpy(&cost, row + 2 * i, sizeof cost);
      const Two above = cost - pairs[i].far, below = pairs[i].near - cost;
      far = above > far ? above : far;
      near = below > near ? below : near;
    };
    std::size_t i = 0;
    for (; i + 1 < pairs.size(); i += 2) {
      look(i, most[0], most[1]);
      look(i + 1, most[2], most[3]);
    }
    if (i < pairs.size()) look(i, most[0], most[1]);
    const auto larger = [](Two a, Two b) { return a > b ? a : b; };
    const Two all = larger(larger(most[0], most[1]), larger(most[2], most[3]));
    return std::max(all[0], all[1]);
  }

  std::span<const Pair> pairs_of(std::size_t goal) const {
    return std::span(pairs_).subspan(goal * columns_ / 2, columns_ / 2);
  }

  // Prepares for reading all columns in order, if all of a table count.
  void pair_up() {
    if (!std::is_same_v<Entry, double> || columns_ != table_.width() || columns_ % 2 != 0) return;
    for (std::size_t i = 0; i < bounds_.size(); i += 2)
      pairs_.push_back(
          {Two{bounds_[i].far, bounds_[i + 1].far}, Two{bounds_[i].near, bounds_[i + 1].near}});
  }

  std::span<const Bound> bounds_of(std::size_t goal) const {
    return std::span(bounds_).subspan(goal * columns_, columns_);
  }

  // Sets bounds by every landmark, for each goal, or one bound for all if there are too many.
  void bound_by_all(const SearchEnds& ends) {
    columns_ = table_.width();
    const bool together = ends.to.size() > kMostGoalsEach;
    each_ = together ? 1 : ends.to.size();
    for (std::size_t goal = 0; goal < each_; ++goal)
      for (std::size_t column = 0; column < columns_; ++column) {
        Bound by{column};
        // Forward, costs to a landmark bound from above, and costs from it from below.
        const bool is_from = column < table_.landmarks();
        const bool both = table_.is_symmetric();
        const auto include = [&](NodeId node, bool first) {
          const Entry entry = table_.row(node)[column];
          const double cost = costs_.real(entry);
          const std::int64_t whole = costs_.whole(entry);
          if (both || is_from == ends.backward) {
            by.far = first ? cost : std::max(by.far, cost);
            by.whole_far = first ? whole : std::max(by.whole_far, whole);
          }
          if (both || is_from != ends.backward) {
            by.near = first ? cost : std::min(by.near, cost);
            by.whole_near = first ? whole : std::min(by.whole_near, whole);
          }
        };
        if (together) {
          for (std::size_t i = 0; i < ends.to.size(); ++i) include(ends.to[i], i == 0);
        } else {
          include(ends.to[goal], true);
        }
        bounds_.push_back(by);
      }
  }

  // Drops the plain estimates: positions cost one more memory access per node, and rarely improve
  // on landmarks that promise a quarter more from every start.
  void leave_out_plain(const NodeList& from) {
    constexpr double kMore = 1.25;
    if (from.empty() || from.size() > kMostGoalsEach) return;
    for (const NodeId start : from) {
      double least = kInfinity;
      for (const PlainEstimate<G>& plain : plain_) least = std::min(least, plain(start));
      if (!(bound(start) >= kMore * least)) return;
    }
    plain_.clear();
  }

  // Keeps the columns with the best bounds at the start of the search; all, if it has none.
  void keep_the_best(const NodeList& from) {
    if (from.empty() || columns_ <= kBest) return;
    std::vector<std::pair<double, std::size_t>> worth(columns_);
    const std::size_t looked_at = std::min(from.size(), kMostGoalsEach);
    for (std::size_t column = 0; column < columns_; ++column) {
      double most = 0;
      for (std::size_t i = 0; i < looked_at; ++i) {
        const double cost = costs_.real(table_.row(from[i])[column]);
        double least = kInfinity;
        for (std::size_t goal = 0; goal < each_; ++goal) {
          double here = 0;
          const Bound& by = bounds_[goal * columns_ + column];
          raise(here, cost - by.far);
          raise(here, by.near - cost);
          least = std::min(least, here);
        }
        raise(most, least);
      }
      worth[column] = {-most, column};
    }
    std::partial_sort(worth.begin(), worth.begin() + kBest, worth.end());
    std::vector<Bound> best;
    for (std::size_t goal = 0; goal < each_; ++goal)
      for (std::size_t i = 0; i < kBest; ++i)
        best.push_back(bounds_[goal * columns_ + worth[i].second]);
    bounds_ = std::move(best);
    columns_ = kBest;
  }

  const LandmarkTable<Entry>& table_;
  EntryCosts<Entry> costs_;
  std::vector<PlainEstimate<G>> plain_;  // one per goal
  std::size_t each_ = 0;                 // goals with estimates of their own
  std::size_t columns_ = 0;              // columns in use
  std::vector<Bound> bounds_;            // goal by goal
  std::vector<Pair> pairs_;              // the same in pairs, where possible
  bool counts_whole_ = false;
};

// The knowledge of a map, for any search.
template <class Entry>
class LandmarkEstimates final : public MapEstimates {
 public:
  // `kind` is that of the plain estimate.
  LandmarkEstimates(LandmarkTable<Entry> table, HeuristicKind kind)
      : MapEstimates(Trust::consistent), table_(std::move(table)), kind_(kind) {
    table_.look_for_one_way_nodes();
  }

  std::shared_ptr<CustomEstimates> between(const GridView& view,
                                           const SearchEnds& ends) const override {
    return std::make_shared<LandmarkSearch<Entry, GridView>>(table_, kind_, view, ends);
  }
  std::shared_ptr<CustomEstimates> between(const Network& network,
                                           const SearchEnds& ends) const override {
    return std::make_shared<LandmarkSearch<Entry, Network>>(table_, kind_, network, ends);
  }

  const LandmarkTable<Entry>& table() const { return table_; }
  HeuristicKind kind() const { return kind_; }

 private:
  LandmarkTable<Entry> table_;
  HeuristicKind kind_;
};

}  // namespace asterion
