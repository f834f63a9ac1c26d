// Cells that have opened since a grid's corners were indexed, and a bound on paths over them.
//
// A path that costs less than the index says has a first opened move and a last one. Up to the
// first it costs at least what the index says, after the last too, and between them at least the
// straight line. So no path is cheaper if no pair of places is, where a place is a cell that has
// opened, or the middle of a diagonal move that has opened with a cell beside it. Its entries are
// the cells that were free before, and from which a move leads there. A place without entries is
// not the first, nor the last: nothing changes where a cell opens inside a wall.
//
// As in a table of many costs (hierarchy_table.hpp), each place leaves at all nodes above it the
// cost from there. This is done once; after further edits, for new places only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "asterion/world/grid_view.hpp"
#include "asterion/world/move_tables.hpp"

namespace asterion {

class Openings {
 public:
  struct Place {
    Point twice;  // where it is, in half cells
    std::vector<Point> entries;
    bool is_gone = false;  // closed again

    bool is_middle() const { return (twice.row & 1) != 0; }
  };
  // A place above which a node is, and the cost between them.
  struct Left {
    std::uint32_t place;
    std::uint32_t weight;
  };

  // Above this number of places a look takes longer than a search.
  static constexpr std::size_t kMost = 256;

  std::size_t size() const { return places_.size(); }
  const Place& operator[](std::size_t place) const { return places_[place]; }
  std::span<const Left> left_at(NodeId node) const {
    if (list_of_.empty() || list_of_[node] == 0) return {};
    return lists_[list_of_[node]];
  }

  // Takes the cells that are open now and were not in `was`. False if they are too many.
  bool update(const GridView& view, const Grid& was, std::span<const Point> opened) {
    if (places_.size() > 2 * place_at_.size() + kMost) *this = {};
    std::unordered_map<std::uint64_t, std::uint32_t> before;
    before.swap(place_at_);
    for (const Point at : opened) {
      add(view, was, at, {2 * at.row, 2 * at.col}, before);
      if (view.rule() != Diagonal::clear && view.rule() != Diagonal::one_clear) continue;
      for (const int down : {-1, 1})
        for (const int right : {-1, 1})
          add(view, was, at, {2 * at.row + down, 2 * at.col + right}, before);
      if (place_at_.size() > kMost) break;
    }
    for (const auto& [key, place] : before) places_[place].is_gone = true;
    return place_at_.size() <= kMost;
  }

  // Calls climb(place, leave) for each new place; leave(node, weight) for each node above it. The
  // hierarchy has this number of nodes.
  template <class Climb>
  void climb(std::size_t nodes, Climb&& climb_from) {
    if (list_of_.empty()) {
      list_of_.resize(nodes);
      lists_.resize(1);  // the list of nodes that are above no place
    }
    for (; climbed_ < places_.size(); ++climbed_) {
      if (places_[climbed_].is_gone) continue;
      climb_from(places_[climbed_], [&](NodeId node, std::uint32_t weight) {
        if (list_of_[node] == 0) {
          list_of_[node] = static_cast<std::uint32_t>(lists_.size());
          lists_.emplace_back();
        }
        lists_[list_of_[node]].push_back({static_cast<std::uint32_t>(climbed_), weight});
      });
    }
  }

 private:
  void add(const GridView& view, const Grid& was, Point opened, Point twice,
           std::unordered_map<std::uint64_t, std::uint32_t>& before) {
    Place place{twice, entries(view, was, opened, twice)};
    if (place.entries.empty()) return;
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(twice.row)} << 32 |
                              static_cast<std::uint32_t>(twice.col);
    if (place_at_.contains(key)) return;  // beside two cells that have opened
    if (const auto known = before.find(key); known != before.end()) {
      const auto same = [](Point a, Point b) { return a.row == b.row && a.col == b.col; };
      if (std::ranges::equal(places_[known->second].entries, place.entries, same)) {
        place_at_.insert(before.extract(known));
        return;
      }
    }
    place_at_[key] = static_cast<std::uint32_t>(places_.size());
    places_.push_back(std::move(place));
  }

  static std::vector<Point> entries(const GridView& view, const Grid& was, Point opened,
                                    Point twice) {
    const Grid& grid = view.grid();
    const MoveTable& legal = legal_moves(view.rule());
    const auto was_free = [&](Point p) { return was.base()[grid.id(p)] > 0; };
    const auto moves = [&](Point p) { return legal[kNoDirection][view.around(grid.id(p))]; };
    std::vector<Point> found;
    const int down = twice.row - 2 * opened.row, right = twice.col - 2 * opened.col;
    if (down == 0) {
      for_each_direction(moves(opened), [&](Direction d) {
        const Point p{opened.row + kRowStep[d], opened.col + kColStep[d]};
        if (was_free(p)) found.push_back(p);
      });
    } else {
      const Point a{opened.row + down, opened.col}, b{opened.row, opened.col + right};
      const unsigned both = 1u << direction_of(down, 0) | 1u << direction_of(0, right);
      if ((view.around(grid.id(opened)) & both) == both && was_free(a) && was_free(b) &&
          (moves(a) >> direction_of(-down, right) & 1) != 0)
        found = {a, b};
    }
    return found;
  }

  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> place_at_;  // by where it is; none that is gone
  std::size_t climbed_ = 0;                                    // places
  std::vector<std::uint32_t> list_of_;                         // by node, of lists_
  std::vector<std::vector<Left>> lists_;
};

}  // namespace asterion
