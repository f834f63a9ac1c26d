// Links, which are moves between any two cells of a grid, and fences, which close moves between
// neighbours.
//
// Guarded by the lock of the grid that has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/world/moves.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

struct Link {
  NodeId a;
  NodeId b;
  double cost;  // in total
  bool both;    // it leads from b to a, too
};

// One direction of a link.
struct LinkArc {
  NodeId node;  // at the other end
  double cost;
  bool operator==(const LinkArc&) const = default;
};

class Links {
 public:
  using ById = std::map<std::int64_t, Link>;

  bool empty() const { return links_.empty(); }
  const ById& all() const { return links_; }
  const Link* find(std::int64_t id) const {
    const auto found = links_.find(id);
    return found == links_.end() ? nullptr : &found->second;
  }
  // The next number to be given out.
  std::int64_t next_id() const { return next_id_; }

  std::span<const LinkArc> out(NodeId cell) const { return arcs(out_, cell); }
  std::span<const LinkArc> in(NodeId cell) const { return arcs(in_, cell); }
  double smallest_cost() const { return costs_.empty() ? kInfinity : *costs_.begin(); }
  double largest_cost() const { return costs_.empty() ? 0 : *costs_.rbegin(); }

  std::int64_t add(const Link& link) {
    restore(next_id_, link);
    return next_id_ - 1;
  }
  // Adds a link with its number; numbers are never reused. Done as a whole or not at all.
  void restore(std::int64_t id, const Link& link) {
    make_room(link.a, link.b);
    if (link.both) make_room(link.b, link.a);
    std::multiset<double> cost{link.cost};  // made first, because this may fail
    links_.emplace(id, link);
    costs_.merge(cost);
    next_id_ = std::max(next_id_, id + 1);
    join(link.a, link.b, link.cost);
    if (link.both) join(link.b, link.a, link.cost);
  }
  void reserve_id(std::int64_t next) { next_id_ = std::max(next_id_, next); }

  void remove(std::int64_t id) {
    const Link link = links_.at(id);
    links_.erase(id);
    costs_.erase(costs_.find(link.cost));
    part(link.a, link.b, link.cost);
    if (link.both) part(link.b, link.a, link.cost);
  }

 private:
  using Arcs = std::unordered_map<NodeId, std::vector<LinkArc>>;

  static std::span<const LinkArc> arcs(const Arcs& arcs, NodeId cell) {
    const auto found = arcs.find(cell);
    return found == arcs.end() ? std::span<const LinkArc>{} : found->second;
  }
  // Makes room for two, since a link may lead from a cell to itself.
  void make_room(NodeId from, NodeId to) {
    for (std::vector<LinkArc>* arcs : {&out_[from], &in_[to]}) arcs->reserve(arcs->size() + 2);
  }
  void join(NodeId from, NodeId to, double cost) {
    out_[from].push_back({to, cost});
    in_[to].push_back({from, cost});
  }
  void part(NodeId from, NodeId to, double cost) {
    drop(out_, from, {to, cost});
    drop(in_, to, {from, cost});
  }
  static void drop(Arcs& arcs, NodeId cell, LinkArc arc) {
    const auto here = arcs.find(cell);
    here->second.erase(std::find(here->second.begin(), here->second.end(), arc));
    if (here->second.empty()) arcs.erase(here);
  }

  ById links_;
  std::multiset<double> costs_;  // of all of them
  Arcs out_;
  Arcs in_;
  std::int64_t next_id_ = 0;
};

class Fences {
 public:
  // Ordered, so that they are always listed in the same order.
  using ByCell = std::map<NodeId, std::uint8_t>;

  bool empty() const { return closed_.empty(); }
  const ByCell& all() const { return closed_; }
  // A bit for each closed move out of a cell.
  std::uint8_t closed(NodeId cell) const {
    const auto found = closed_.find(cell);
    return found == closed_.end() ? std::uint8_t{0} : found->second;
  }
  // After this, setting the fences of the cell does not fail.
  void make_room(NodeId cell) { closed_[cell]; }
  void set(NodeId cell, std::uint8_t moves) {
    if (moves == 0) {
      closed_.erase(cell);
    } else {
      closed_[cell] = moves;
    }
  }

 private:
  ByCell closed_;
};

}  // namespace asterion
