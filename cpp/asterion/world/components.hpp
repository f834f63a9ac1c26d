// The components of a map: answers "unreachable" in O(log runs), without a search.
//
// A component is a set of horizontal runs of free cells; labels sit on runs, joined by union-find,
// so that large open areas cost almost nothing (12 bytes per run). Opening a cell unites labels at
// once. Closing one leaves them as they are: two cells may then have one label though no path joins
// them, but never two labels though one does. A search that fails though labels agree asks for a
// new labelling.
//
// Without diagonals, and wherever a diagonal needs a free cell beside it, components are joined by
// the four straight moves; only the rule "always" joins cells that touch only diagonally.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "asterion/world/interrupt.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Components {
 public:
  bool known() const { return !rows_.empty(); }
  void forget() {
    rows_.clear();
    parent_.clear();
  }

  // Labels all free cells again, in one pass over the world. is_free(row, col) -> bool.
  template <class IsFree>
  void label(std::int32_t rows, std::int32_t cols, bool diagonals_join, IsFree&& is_free) {
    forget();
    InterruptPoller poll;
    while (label_next_row(rows, cols, diagonals_join, is_free)) poll.now();
  }

  // Labels row by row, for as long as it returns true. Of use only when all rows are labelled.
  template <class IsFree>
  bool label_next_row(std::int32_t rows, std::int32_t cols, bool diagonals_join, IsFree&& is_free) {
    reach_ = diagonals_join ? 1 : 0;
    const auto r = static_cast<std::int32_t>(rows_.size());
    if (r == rows) return false;
    Runs runs;
    for (std::int32_t c = 0; c < cols; ++c) {
      if (!is_free(r, c)) continue;
      const std::int32_t first = c;
      while (c + 1 < cols && is_free(r, c + 1)) ++c;
      runs.push_back({first, c, new_label()});
    }
    if (r > 0) unite_rows(rows_.back(), runs);
    runs.shrink_to_fit();
    rows_.push_back(std::move(runs));
    return true;
  }

  void open(std::int32_t r, std::int32_t c) {
    auto& runs = row(r);
    auto next = first_after(runs, c);
    const bool joins_left = next != runs.begin() && std::prev(next)->last == c - 1;
    const bool joins_right = next != runs.end() && next->first == c + 1;
    if (next != runs.begin() && std::prev(next)->last >= c) return;  // open already
    if (joins_left && joins_right) {
      unite(std::prev(next)->label, next->label);
      std::prev(next)->last = next->last;
      runs.erase(next);
    } else if (joins_left) {
      std::prev(next)->last = c;
    } else if (joins_right) {
      next->first = c;
    } else {
      runs.insert(next, {c, c, new_label()});
    }
    const std::uint32_t label = label_at(r, c);
    for (const std::int32_t beside : {r - 1, r + 1}) {
      if (beside < 0 || beside >= static_cast<std::int32_t>(rows_.size())) continue;
      for (const Run& run : row(beside))
        if (run.first <= c + reach_ && run.last >= c - reach_) unite(run.label, label);
    }
  }

  void close(std::int32_t r, std::int32_t c) {
    auto& runs = row(r);
    auto next = first_after(runs, c);
    if (next == runs.begin() || std::prev(next)->last < c) return;  // closed already
    const auto run = std::prev(next);
    if (run->first == c && run->last == c) {
      runs.erase(run);
    } else if (run->first == c) {
      run->first = c + 1;
    } else if (run->last == c) {
      run->last = c - 1;
    } else {
      const Run right{c + 1, run->last, run->label};
      run->last = c - 1;
      runs.insert(next, right);
    }
  }

  // True only if no path can join the two free cells.
  bool certainly_apart(Point a, Point b) const {
    return known() && root(label_at(a.row, a.col)) != root(label_at(b.row, b.col));
  }

 private:
  struct Run {
    std::int32_t first;
    std::int32_t last;
    std::uint32_t label;
  };
  using Runs = std::vector<Run>;

  Runs& row(std::int32_t r) { return rows_[static_cast<std::size_t>(r)]; }
  const Runs& row(std::int32_t r) const { return rows_[static_cast<std::size_t>(r)]; }

  static Runs::iterator first_after(Runs& runs, std::int32_t c) {
    return std::upper_bound(runs.begin(), runs.end(), c,
                            [](std::int32_t col, const Run& run) { return col < run.first; });
  }

  std::uint32_t label_at(std::int32_t r, std::int32_t c) const {
    const Runs& runs = row(r);
    return std::prev(
               std::upper_bound(runs.begin(), runs.end(), c,
                                [](std::int32_t col, const Run& run) { return col < run.first; }))
        ->label;
  }

  void unite_rows(const Runs& above, const Runs& below) {
    for (std::size_t a = 0, b = 0; a < above.size() && b < below.size();) {
      if (above[a].first <= below[b].last + reach_ && below[b].first <= above[a].last + reach_)
        unite(above[a].label, below[b].label);
      above[a].last < below[b].last ? ++a : ++b;
    }
  }

  std::uint32_t new_label() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

  std::uint32_t root(std::uint32_t label) const {
    while (parent_[label] != label) label = parent_[label];
    return label;
  }

  // The older label wins; halving keeps the chains short without a size per label.
  void unite(std::uint32_t a, std::uint32_t b) {
    a = shortened_root(a);
    b = shortened_root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  std::uint32_t shortened_root(std::uint32_t label) {
    while (parent_[label] != label) label = parent_[label] = parent_[parent_[label]];
    return label;
  }

  std::int32_t reach_ = 0;  // 1 where diagonals join
  std::vector<Runs> rows_;
  std::vector<std::uint32_t> parent_;
};

}  // namespace asterion
