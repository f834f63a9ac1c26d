// A view for units that pay for turning: a node is a cell and the heading by which it was
// reached.
//
// The first move is free of turns, and a link keeps the heading. The estimate is the cell's plus,
// on squares without links, the turns needed if nothing is in the way. Each of the two is
// consistent with its part of the cost, and so is their sum.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "asterion/search/linked_search_graph.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/world/headings.hpp"

namespace asterion {

// Numbers the nodes of cells and headings, and back.
class HeadedNodes {
 public:
  explicit HeadedNodes(const GridView& view)
      : each_(Headings(view.grid().tiles()).count() + NodeId{1}) {}

  // The number of nodes of `cells` cells.
  std::size_t count(std::size_t cells) const { return cells * each_; }
  NodeId at(NodeId cell, Heading heading) const { return cell * each_ + heading; }
  // Divides by constants that the compiler knows, which makes it a multiplication.
  NodeId cell(NodeId node) const {
    return each_ == kOnSquares ? node / kOnSquares : node / kOnHexes;
  }
  Heading heading(NodeId node) const { return static_cast<Heading>(node - cell(node) * each_); }
  // The nodes of a cell are this many, from at(cell, 0) on.
  NodeId each() const { return each_; }

  NodeList all_of(const NodeList& cells) const {
    NodeList nodes;
    for (const NodeId each : cells)
      for (NodeId heading = 0; heading < each_; ++heading) nodes.push_back(each * each_ + heading);
    return nodes;
  }

 private:
  static constexpr NodeId kOnSquares = 9, kOnHexes = 7;
  NodeId each_;
};

class TurnCostGraph {
 public:
  using Cost = double;
  static constexpr bool kOnGrid = false;
  using Step = NodeId;  // the node before
  using Place = Point;
  static constexpr Step kNoStep = ~NodeId{0};

  // `turn_cost` is for each step of a turn.
  TurnCostGraph(const GridView& view, HeuristicKind kind, const NodeList& goals, double turn_cost,
                const CustomEstimates* custom = nullptr)
      : view_(view),
        nodes_(view),
        headings_(view.grid().tiles()),
        moves_(view, kind, goals, moves_to_look_at(view), false, custom, false),
        links_(view, moves_, false),
        turn_cost_(turn_cost),
        estimates_turns_(custom == nullptr && kind != HeuristicKind::zero && !view.has_links()),
        corrects_(custom == nullptr && kind != HeuristicKind::zero && view.has_links()),
        diagonals_(view.rule() != Diagonal::never) {
    for (Heading from = 0; from <= headings_.none(); ++from)
      for (Heading to = 0; to <= headings_.none(); ++to)
        turns_[from][to] = turn_cost * headings_.turn(from, to);
  }

  std::size_t count() const { return nodes_.count(view_.count()); }
  bool uniform() const { return false; }  // costs need no correction
  bool blind() const { return moves_.blind(); }
  double unit() const { return 1; }
  double largest_rise() const {
    const double step = std::max(moves_.largest_rise(), 2 * view_.grid().links().largest_cost());
    return step + 2 * turn_cost_ * headings_.count();
  }
  Point point(NodeId node) const { return moves_.point(nodes_.cell(node)); }
  NodeId step_back(NodeId, Step before) const { return before; }
  void prefetch(NodeId) const {}

  template <class Visit>
  void for_each_move(NodeId node, Step, Visit&& visit) const {
    const NodeId cell = nodes_.cell(node);
    const Heading from = nodes_.heading(node);
    const Point here = moves_.point(cell);
    const Direction by = headings_.direction(from);
    moves_.for_each_move(cell, by, [&](NodeId next, Cost cost, Direction d, Point at) {
      const Heading to = headings_.of(here, d);
      visit(nodes_.at(next, to), cost + turns_[from][to], node, at);
    });
    if (view_.has_links())
      view_.for_each_link_out(cell, [&](NodeId next, double cost) {
        visit(nodes_.at(next, from), cost, node, moves_.point(next));
      });
  }

  // Whether a unit that came to the same cell with another heading could turn and continue as
  // cheaply. For a unit without a heading, only another without one could.
  template <SearchNodes N>
  bool is_useless(const N& seen, NodeId node, Cost cost) const {
    const Heading heading = nodes_.heading(node);
    const NodeId first = node - heading;
    if (heading == headings_.none()) return false;
    if (seen.seen(node) && seen.cost(node) < cost) return true;
    const auto leads_there = [&](int other) {
      return seen.seen(first + static_cast<NodeId>(other)) &&
             seen.cost(first + static_cast<NodeId>(other)) +
                     turns_[static_cast<std::size_t>(other)][heading] <=
                 cost;
    };
    // Headings next to it first: turning there costs least, and they are near in memory.
    const int count = headings_.count();
    for (int turn = 1; 2 * turn <= count; ++turn) {
      const int right = heading + turn, left = heading - turn;
      if (leads_there(right < count ? right : right - count)) return true;
      if (leads_there(left >= 0 ? left : left + count)) return true;
    }
    return leads_there(headings_.none());
  }

  Cost estimate(NodeId node) const { return estimate(node, point(node)); }
  Cost estimate(NodeId node, Point here) const {
    if (corrects_) return links_.corrected(moves_, here, moves_.estimate(nodes_.cell(node), here));
    if (!estimates_turns_) return moves_.estimate(nodes_.cell(node), here);
    const Heading heading = nodes_.heading(node);
    Cost least = kInfinity;
    for (const Point goal : moves_.goals()) {
      const int turns =
          headings_.least_turns(heading, goal.row - here.row, goal.col - here.col, diagonals_);
      least = std::min(least, moves_.distance(here, goal) + turn_cost_ * turns);
    }
    return moves_.goals().empty() ? 0 : least;
  }
  double true_estimate(NodeId node) const { return estimate(node); }

 private:
  // A unit that came by a link keeps a heading that it did not move by. Elsewhere, moves to cells
  // beside the previous one are left out: the unit could have gone there straight, and turned.
  static Moves moves_to_look_at(const GridView& view) {
    if (view.has_links()) return Moves::legal;
    const bool shorter = view.uniform() && view.grid().diagonal_cost() > 1;
    return shorter ? Moves::turning : Moves::onward;
  }

  const GridView& view_;
  HeadedNodes nodes_;
  Headings headings_;
  GridSearchGraph<double> moves_;
  LinkEstimates links_;
  double turn_cost_;
  bool estimates_turns_;
  bool corrects_;
  bool diagonals_;
  std::array<std::array<double, 9>, 9> turns_{};  // cost from one heading to another
};

// The cost of walking these cells, each a legal move or a link from the previous one, turns
// included. Where a link leads the same way as a move, the choice that is best for the whole path
// counts.
inline double turned_path_cost(const GridView& view, const std::vector<NodeId>& path,
                               double turn_cost) {
  const Headings headings(view.grid().tiles());
  std::vector<double> least(headings.count() + 1u, kInfinity);  // by the heading at the last cell
  least[headings.none()] = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double link = link_cost(view, path[i - 1], path[i]);
    std::vector<double> next;
    for (const double each : least) next.push_back(each + link);
    const Direction d = legal_direction(view, path[i - 1], path[i]);
    if (d != kNoDirection) {
      const double length = is_diagonal(d) ? view.grid().diagonal_cost() : 1.0;
      const Heading to = headings.of(view.grid().point(path[i - 1]), d);
      for (Heading from = 0; from < least.size(); ++from)
        next[to] = std::min(next[to], least[from] + length * view.total(path[i]) +
                                          turn_cost * headings.turn(from, to));
    }
    least.swap(next);
  }
  return *std::min_element(least.begin(), least.end());
}

}  // namespace asterion
