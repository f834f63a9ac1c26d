// Cells side by side for the units of a group, around the place where it is sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "asterion/crowd/crowd_map.hpp"
#include "asterion/world/grid.hpp"

namespace asterion {

enum class Formation : std::uint8_t { offsets, line, column };

class FormationCells {
 public:
  using Node = CrowdMap::Node;

  // `taken`: nodes that are given to others.
  FormationCells(const CrowdMap& map, const Grid& grid, const std::unordered_set<Node>& taken)
      : map_(map), grid_(grid), taken_(taken) {}

  // Up to `wanted.size()` nodes: those at these distances from `middle` in rows and columns, and in
  // place of those that are walls, taken, outside, or a long walk from it, the nearest others.
  std::vector<Node> at(Node middle, const std::vector<Point>& wanted) {
    const Point origin = grid_.point(map_.cell(middle));
    std::unordered_set<Node> missing;
    std::uint32_t longest = 0;
    for (const Point& offset : wanted) {
      const Point p{origin.row + offset.row, origin.col + offset.col};
      longest = std::max(longest, static_cast<std::uint32_t>(std::abs(offset.row)) +
                                      static_cast<std::uint32_t>(std::abs(offset.col)));
      if (p.row < 0 || p.row >= grid_.rows() || p.col < 0 || p.col >= grid_.cols()) continue;
      const Node node = map_.open_node(grid_.id(p));
      if (node != CrowdMap::kNone && !taken_.contains(node)) missing.insert(node);
    }
    // From the middle outwards, as units walk.
    std::vector<Node> cells, others;
    std::unordered_map<Node, std::uint32_t> moves{{middle, 0}};
    std::vector<Node> queue{middle};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Node node = queue[i];
      if (missing.erase(node) > 0) {
        cells.push_back(node);
      } else if (!taken_.contains(node)) {
        others.push_back(node);
      }
      const bool enough = cells.size() + others.size() >= wanted.size();
      if (enough && (missing.empty() || moves[node] > 2 * longest)) break;
      for (const Node next : map_.moves(node))
        if (moves.try_emplace(next, moves[node] + 1).second) queue.push_back(next);
    }
    searched_ += queue.size();
    for (std::size_t i = 0; i < others.size() && cells.size() < wanted.size(); ++i)
      cells.push_back(others[i]);
    return cells;
  }

  // `n` cells abreast, across the last cells of a way.
  std::vector<Node> line(const std::vector<Node>& way, std::size_t n) {
    const Point to = grid_.point(map_.cell(way.back()));
    const Point from =
        grid_.point(map_.cell(way[way.size() - std::min<std::size_t>(way.size(), 4)]));
    const bool along_rows = std::abs(to.row - from.row) < std::abs(to.col - from.col);
    std::vector<Point> wanted;
    for (std::size_t i = 0; i < n; ++i) {
      const auto aside = static_cast<std::int32_t>(i) - static_cast<std::int32_t>((n - 1) / 2);
      wanted.push_back(along_rows ? Point{aside, 0} : Point{0, aside});
    }
    return at(way.back(), wanted);
  }

  // The last `n` cells of a way, one behind the other; if it is shorter, cells behind its start, as
  // far as `distance` says that they are farther off.
  template <class Distance>
  std::vector<Node> column(const std::vector<Node>& way, std::size_t n, Distance&& distance) {
    std::vector<Node> tail;  // all that is walked on, from the head back
    std::unordered_set<Node> used;
    std::vector<Node> cells;
    const auto add = [&](Node node) {
      tail.push_back(node);
      used.insert(node);
      if (!taken_.contains(node)) cells.push_back(node);
    };
    for (auto node = way.rbegin(); node != way.rend() && cells.size() < n; ++node) add(*node);
    while (cells.size() < n) {
      Node farthest = CrowdMap::kNone;
      for (const Node next : map_.moves_back(tail.back())) {
        if (!map_.is_open(next) || used.contains(next)) continue;
        if (farthest == CrowdMap::kNone || distance(next) > distance(farthest)) farthest = next;
      }
      if (farthest == CrowdMap::kNone) break;
      add(farthest);
    }
    if (cells.size() == n) return cells;
    const std::size_t rest = n - cells.size();
    std::unordered_set<Node> taken = taken_;
    taken.insert(cells.begin(), cells.end());
    FormationCells others(map_, grid_, taken);
    for (const Node node : others.at(way.back(), std::vector<Point>(rest, Point{0, 0})))
      cells.push_back(node);
    searched_ += others.searched_;
    return cells;
  }

  std::uint64_t searched() const { return searched_; }

 private:
  const CrowdMap& map_;
  const Grid& grid_;
  const std::unordered_set<Node>& taken_;
  std::uint64_t searched_ = 0;
};

}  // namespace asterion
