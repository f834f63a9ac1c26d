// The cells of a view as numbered nodes with lists of moves, for many units that move at once.
//
// A copy: only follow() reads the view, under its lock. Numbers are kept for good: a cell that
// closes keeps its number, and its moves to free cells, so that a unit in it can leave.
//
// Memory: 25 bytes per free cell with 4 moves, 41 with 8; twice the moves where some are one-way.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "asterion/world/grid_view.hpp"

namespace asterion {

class CrowdMap {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNone = 0xffffffff;

  // For units that are steered by costs, for plans in ticks alone, and for a timetable, where walls
  // have numbers too: each cell's number is its own.
  enum class Use : std::uint8_t { steering, plans, timetable };
  explicit CrowdMap(Use use) : use_(use) {}

  // An edit as units see it: the nodes with other moves than before, or all of them.
  struct Edit {
    bool everything = false;
    std::vector<Node> nodes;
    bool empty() const { return !everything && nodes.empty(); }
  };

  std::size_t count() const { return cells_.size(); }
  NodeId cell(Node node) const { return cells_[node]; }
  // kNone for a cell that has never been free.
  Node node(NodeId cell) const { return nodes_[cell]; }
  Node open_node(NodeId cell) const {
    const Node node = nodes_[cell];
    return node != kNone && open_[node] != 0 ? node : kNone;
  }
  bool is_open(Node node) const { return open_[node] != 0; }

  std::span<const Node> moves(Node from) const {
    return {&out_[from * stride_], degree_out_[from]};
  }
  std::span<const Node> moves_back(Node to) const {
    if (symmetric_) return moves(to);
    return {&in_[to * stride_], degree_in_[to]};
  }
  bool has_move(Node from, Node to) const {
    const auto moves = this->moves(from);
    return std::find(moves.begin(), moves.end(), to) != moves.end();
  }
  std::size_t most_moves() const { return stride_; }
  // Whether every move can be made back.
  bool symmetric() const { return symmetric_; }

  // Whether diagonal moves can cross each other; and for a diagonal move the ends of the other
  // diagonal, kNone where no unit can be.
  bool crosses() const { return crosses_; }
  bool other_diagonal(Node from, Node to, Node& a, Node& b) const {
    const NodeId here = cells_[from], there = cells_[to];
    const NodeId apart = there > here ? there - here : here - there;
    if (apart != cols_ + 1 && apart != cols_ - 1) return false;
    const NodeId row = here / cols_, col = here % cols_, to_row = there / cols_,
                 to_col = there % cols_;
    if (row == to_row || col == to_col) return false;  // a link, or a map of two columns
    a = nodes_[row * cols_ + to_col];
    b = nodes_[to_row * cols_ + col];
    return true;
  }

  // Whether cells differ in cost, which only steers; and the cost of a cell as a whole number, 256
  // for the cheapest. 1 where all cost the same.
  bool weighted() const { return !costs_.empty(); }
  std::uint32_t least_cost() const { return costs_.empty() ? 1 : 256; }
  std::uint32_t cost(Node node) const { return costs_.empty() ? 1 : costs_[node]; }

  // Catches up with the view; for holders of a lock from its read(), and of no large view.
  Edit follow(const GridView& view) {
    const Grid& grid = view.grid();
    Edit edit;
    std::vector<NodeId> changed;
    const bool listed =
        grid.journal().read(seen_, [&](const Change& change) { changed.push_back(change.item); });
    if (nodes_.empty() || !listed || links_version_ != grid.links_version() ||
        weighted() != needs_costs(view)) {
      rebuild(view);
      edit.everything = true;
      return edit;
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    std::vector<NodeId> around;
    for (const NodeId cell : changed) {
      const bool is_free = view.free(cell);
      if (is_free != (open_node(cell) != kNone)) {
        number(view, cell);
        neighbourhood(grid, cell, around);
      } else if (weighted() && is_free && costs_[nodes_[cell]] != cost_of(view, cell)) {
        neighbourhood(grid, cell, around);
      }
      if (weighted() && is_free) costs_[nodes_[cell]] = cost_of(view, cell);
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    for (const NodeId cell : around) {
      const Node node = nodes_[cell];
      if (node == kNone) continue;
      list_moves(view, node);
      edit.nodes.push_back(node);
    }
    return edit;
  }

 private:
  bool needs_costs(const GridView& view) const { return use_ == Use::steering && !view.uniform(); }

  void rebuild(const GridView& view) {
    const Grid& grid = view.grid();
    if (nodes_.empty()) nodes_.assign(grid.cells(), kNone);
    cols_ = static_cast<NodeId>(grid.cols());
    links_version_ = grid.links_version();
    crosses_ =
        grid.tiles() == Tiles::square && (grid.diagonal() != Diagonal::never || view.has_links());
    symmetric_ = all_lead_back(grid);
    smallest_ = view.smallest_cost();
    std::size_t links = 0;
    for (const auto& [id, link] : grid.links().all())
      for (const NodeId end : {link.a, link.b})
        links = std::max({links, grid.links().out(end).size(), grid.links().in(end).size()});
    const bool straight = grid.diagonal() == Diagonal::never && grid.tiles() == Tiles::square;
    stride_ = (straight ? 4 : 8) + links;
    costs_.clear();
    for (NodeId cell = 0; cell < grid.cells(); ++cell) number(view, cell);
    if (needs_costs(view)) {
      costs_.assign(count(), 256);
      for (Node node = 0; node < count(); ++node)
        if (is_open(node)) costs_[node] = cost_of(view, cells_[node]);
    }
    resize();
    for (Node node = 0; node < count(); ++node) list_moves(view, node);
  }

  // Whether there are no one-way links and fences.
  bool all_lead_back(const Grid& grid) const {
    for (const auto& [id, link] : grid.links().all())
      if (!link.both) return false;
    for (const auto& [cell, moves] : grid.fences().all()) {
      bool both = true;
      for_each_direction(moves, [&](Direction d) {
        both = both && (grid.fences().closed(beside(cell, d)) >> opposite(d) & 1) != 0;
      });
      if (!both) return false;
    }
    return true;
  }
  NodeId beside(NodeId cell, Direction d) const {
    return cell + static_cast<NodeId>(kRowStep[d]) * cols_ + static_cast<NodeId>(kColStep[d]);
  }

  // Notes whether a cell is free; gives it a number if it is for the first time.
  void number(const GridView& view, NodeId cell) {
    const bool is_free = view.free(cell);
    if (nodes_[cell] == kNone) {
      if (!is_free && use_ != Use::timetable) return;
      nodes_[cell] = static_cast<Node>(cells_.size());
      cells_.push_back(cell);
      open_.push_back(1);
      if (weighted()) costs_.push_back(256);
      if (!degree_out_.empty()) resize();
    }
    open_[nodes_[cell]] = is_free;
  }
  void resize() {
    out_.resize(count() * stride_);
    degree_out_.resize(count());
    in_.resize(symmetric_ ? 0 : count() * stride_);
    degree_in_.resize(symmetric_ ? 0 : count());
  }

  void neighbourhood(const Grid& grid, NodeId cell, std::vector<NodeId>& around) const {
    const Point p = grid.point(cell);
    for (std::int32_t r = std::max(0, p.row - 1); r <= std::min(grid.rows() - 1, p.row + 1); ++r)
      for (std::int32_t c = std::max(0, p.col - 1); c <= std::min(grid.cols() - 1, p.col + 1); ++c)
        around.push_back(grid.id({r, c}));
    for (const LinkArc& arc : grid.links().out(cell)) around.push_back(arc.node);
    for (const LinkArc& arc : grid.links().in(cell)) around.push_back(arc.node);
  }

  void list_moves(const GridView& view, Node node) {
    const NodeId cell = cells_[node];
    const MoveTable& legal = legal_moves(view.move_rule());
    Node* const out = &out_[node * stride_];
    std::uint8_t degree = 0;
    const auto add = [&](Node* list, std::uint8_t& count, NodeId other) {
      const Node next = nodes_[other];
      if (next != node && std::find(list, list + count, next) == list + count) list[count++] = next;
    };
    for_each_direction(legal[kNoDirection][view.around(cell)],
                       [&](Direction d) { add(out, degree, beside(cell, d)); });
    for (const LinkArc& arc : view.grid().links().out(cell))
      if (view.free(arc.node)) add(out, degree, arc.node);
    degree_out_[node] = degree;
    if (symmetric_) return;
    // Moves into a closed cell there are none.
    degree = 0;
    if (view.free(cell)) {
      Node* const in = &in_[node * stride_];
      for_each_direction(legal[kNoDirection][view.around_back(cell)],
                         [&](Direction d) { add(in, degree, beside(cell, d)); });
      for (const LinkArc& arc : view.grid().links().in(cell))
        if (view.free(arc.node)) add(in, degree, arc.node);
    }
    degree_in_[node] = degree;
  }

  std::uint32_t cost_of(const GridView& view, NodeId cell) const {
    const double relative = view.total(cell) / smallest_ * 256;
    return static_cast<std::uint32_t>(std::clamp(relative, 1.0, 16'000'000.0));
  }

  Use use_;
  NodeId cols_ = 0;
  std::uint64_t seen_ = 0;  // of the journal
  std::uint64_t links_version_ = 0;
  bool symmetric_ = true;
  bool crosses_ = false;
  double smallest_ = 1;  // cost when the costs were first read
  std::size_t stride_ = 8;
  std::vector<Node> nodes_;    // by cell
  std::vector<NodeId> cells_;  // by node, like the rest
  std::vector<std::uint8_t> open_;
  std::vector<Node> out_, in_;
  std::vector<std::uint8_t> degree_out_, degree_in_;
  std::vector<std::uint32_t> costs_;
};

}  // namespace asterion
