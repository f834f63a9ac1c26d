// Polyanya: shortest paths of a point among convex polygons.
//
// A node is an edge of a polygon and the part of it that is seen from a root, the last turning
// point. What is seen lies between two rays, which are kept as whole numbers: the direction of a
// vertex from the root, or of the way to the root where a path turns. So no point in the middle of
// an edge is ever rounded, and every decision is exact; rounding affects estimates and lengths
// only.
//
// Guarantee   a shortest path, up to the rounding of lengths
// Complexity  as A*: at worst O(n^2) nodes for n corners
// Source      M. L. Cui, D. D. Harabor and A. Grastien, Compromise-free pathfinding on a navigation
//             mesh, 2017
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "asterion/mesh/convex_parts.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/search/budget.hpp"
#include "asterion/search/status.hpp"

namespace asterion {

// The memory of a search, used again by the next.
struct PolyanyaScratch {
  using Id = ConvexParts::Id;
  struct Root {
    Spot spot;
    Id point;   // kNone at the start
    Id parent;  // the root before it
    double g;
  };
  struct Node {
    Spot left, right;  // directions from the root; (0, 0) where the root is that end of the edge
    Id side;           // the edge, as a side of the polygon ahead
    Id root;
  };
  struct Entry {
    double f;
    Id node;  // or ~i for arrival i
    bool operator<(const Entry& other) const { return f < other.f; }
  };
  struct Arrival {
    Id target;
    Id root;
  };
  struct Known {
    double g;
    std::uint32_t round;
  };
  struct Marked {
    std::uint32_t way = 0;      // the round in which it was on a way into a dead end
    std::uint32_t targets = 0;  // the round in which it had targets
    Id first = -1;
  };
  struct Listed {
    Id target, next;
  };

  explicit PolyanyaScratch(std::size_t) {}

  std::vector<Root> roots;
  std::vector<Node> nodes;
  std::vector<Id> free_nodes;
  EntryHeap<Entry> open;
  std::vector<Arrival> arrivals;
  std::vector<Known> best;     // by point
  std::vector<Marked> marks;   // by part
  std::vector<Listed> listed;  // targets of parts
  std::vector<Entry> fresh;    // successors of one node
  std::uint32_t round = 0;
};

class Polyanya {
 public:
  using Id = ConvexParts::Id;
  using Scratch = PolyanyaScratch;
  static constexpr Id kNone = ConvexParts::kNone;
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  struct Target {
    Spot spot;
    std::vector<Id> parts;  // that it is in, or on the edge of
  };

  // With `all` it continues until every target is settled. `points` is above any point's number;
  // `branches_are_known` says whether the branches are those of the present polygons.
  Polyanya(const ConvexParts& parts, std::size_t points, bool branches_are_known, Spot start,
           const std::vector<Id>& start_parts, std::vector<Target> targets, bool all,
           Scratch& scratch)
      : parts_(parts),
        knows_branches_(branches_are_known),
        all_(all),
        targets_(std::move(targets)),
        lengths_(targets_.size(), kFar),
        s_(scratch) {
    s_.roots.clear(), s_.nodes.clear(), s_.free_nodes.clear(), s_.open.clear();
    s_.arrivals.clear(), s_.listed.clear();
    s_.best.resize(std::max(s_.best.size(), points), {0, 0});
    s_.marks.resize(std::max(s_.marks.size(), parts.size()));
    if (++s_.round == 0) {  // after 2^32 searches
      std::fill(s_.best.begin(), s_.best.end(), Scratch::Known{0, 0});
      std::fill(s_.marks.begin(), s_.marks.end(), Scratch::Marked{});
      s_.round = 1;
    }
    informed_ = !all_ && targets_.size() <= kMostToEstimate;
    std::vector<Id> components;
    for (const Id part : start_parts)
      if (knows_branches_) components.push_back(parts_.branches().component[at(part)]);
    for (std::size_t i = 0; i < targets_.size(); ++i) list_target(static_cast<Id>(i), components);
    if (s_.listed.empty()) {
      status_ = Status::unreachable;
      return;
    }
    s_.roots.push_back({start, kNone, kNone, 0});
    for (const Id part : start_parts) {
      arrive_from_start(part);
      leave_start(part);
    }
    keep_best();
  }

  Status status() const { return status_; }
  const Stats& stats() const { return stats_; }
  // The length to each target so far; infinite where it is not settled.
  const std::vector<double>& lengths() const { return lengths_; }
  // The target that was reached first.
  Id reached() const { return s_.arrivals[at(found_)].target; }

  // An expanded node: the visible part of its edge, in steps of the raster, its root, and its f.
  struct Glance {
    RealPoint left, right;
    Spot root;
    double f;
  };
  void record() { records_ = true; }
  const std::vector<Glance>& glances() const { return glances_; }

  Status advance(std::uint64_t expansions) {
    while (status_ == Status::running && expansions-- > 0) step();
    return status_;
  }

  // The path to the first target that was reached, without points on the way straight on.
  std::vector<Spot> spots() const {
    const auto [target, root] = s_.arrivals[at(found_)];
    std::vector<Spot> way{targets_[at(target)].spot};
    for (Id r = root; r != kNone; r = s_.roots[at(r)].parent) {
      const Spot spot = s_.roots[at(r)].spot;
      if (way.size() > 1 && side(way[way.size() - 2], way.back(), spot) == 0) way.pop_back();
      if (way.back() != spot) way.push_back(spot);
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

 private:
  using Side = ConvexParts::Side;
  using Node = Scratch::Node;
  using Root = Scratch::Root;
  using Entry = Scratch::Entry;
  static constexpr std::size_t kMostToEstimate = 8;
  // Two routes to a root are equally long if their sums differ by less: both are followed, because
  // each may see what the other does not.
  static constexpr double kSame = 1 + 1e-12;

  static std::size_t at(Id id) { return static_cast<std::size_t>(id); }
  static double real(std::int64_t v) { return static_cast<double>(v); }
  static double length(Spot d) { return std::sqrt(real(d.x) * real(d.x) + real(d.y) * real(d.y)); }
  static bool is_zero(Spot d) { return d.x == 0 && d.y == 0; }

  // Puts a target into the lists of its polygons, and marks the way to it through dead ends.
  void list_target(Id target, const std::vector<Id>& components) {
    for (Id part : targets_[at(target)].parts) {
      if (knows_branches_) {
        const Id component = parts_.branches().component[at(part)];
        if (std::find(components.begin(), components.end(), component) == components.end())
          continue;
      }
      auto& mark = s_.marks[at(part)];
      s_.listed.push_back({target, mark.targets == s_.round ? mark.first : kNone});
      mark.targets = s_.round;
      mark.first = static_cast<Id>(s_.listed.size() - 1);
      if (!knows_branches_) continue;
      for (; part != kNone && s_.marks[at(part)].way != s_.round;
           part = parts_.branches().up[at(part)])
        s_.marks[at(part)].way = s_.round;
    }
  }

  template <class Visit>
  void for_each_target_in(Id part, Visit&& visit) const {
    const auto& mark = s_.marks[at(part)];
    if (mark.targets != s_.round) return;
    for (Id i = mark.first; i != kNone; i = s_.listed[at(i)].next) visit(s_.listed[at(i)].target);
  }

  void arrive_from_start(Id part) {
    for_each_target_in(part, [&](Id target) { arrive(target, 0); });
  }
  void leave_start(Id part) {
    const auto& of = parts_.part(part);
    const Spot here = s_.roots[0].spot;
    for (Id i = 0; i < of.count; ++i) {
      const Side& side = parts_.side_at(of.first + i);
      const Side& after = parts_.side_at(of.first + (i + 1 == of.count ? 0 : i + 1));
      if (!may_cross(side)) continue;
      const Spot right = side.spot - here, left = after.spot - here;
      // An edge with the start on it is an edge of another polygon with the start.
      if (asterion::side(right, left) == 0 &&
          (is_zero(right) || is_zero(left) || is_ahead({0, 0}, Spot{-right.x, -right.y}, left)))
        continue;
      see(0, side, after, left, right);
    }
  }

  bool may_cross(const Side& side) const {
    if (side.across == kNone) return false;
    if (!knows_branches_ || !side.is_down) return true;
    return s_.marks[at(parts_.side_at(side.across).part)].way == s_.round;
  }

  // The number of a root that was reached over another; kNone if there is a shorter way to it.
  Id new_root(Id parent, const Side& at_point) {
    const Root& before = s_.roots[at(parent)];
    const double g = before.g + length(at_point.spot - before.spot);
    auto& known = s_.best[at(at_point.point)];
    if (known.round != s_.round)
      known = {g, s_.round};
    else if (g > known.g * kSame)
      return kNone;
    known.g = std::min(known.g, g);
    s_.roots.push_back({at_point.spot, at_point.point, parent, g});
    return static_cast<Id>(s_.roots.size() - 1);
  }
  bool is_outdone(const Root& root) const {
    return root.point != kNone && root.g > s_.best[at(root.point)].g * kSame;
  }

  // Adds a node: an edge, from its right end `here` to `after`, as far as it is seen from a root
  // between two directions.
  void see(Id root, const Side& here, const Side& after, Spot left, Spot right) {
    if (!is_zero(left) && !is_zero(right)) {
      const int width = side(right, left);
      if (width < 0) return;
      if (width == 0) return see_along(root, here, after);
    }
    push(root, here, after, left, right);
  }
  // An edge that is seen end-on: the way along it leads over its nearer end.
  void see_along(Id root, const Side& here, const Side& after) {
    const Spot from = s_.roots[at(root)].spot;
    if (side(from, here.spot, after.spot) != 0) return;
    const bool is_first = !is_ahead(here.spot, after.spot, from);
    const Side& near = is_first ? here : after;
    if (!near.corner) return;
    const Id turn = new_root(root, near);
    if (turn == kNone) return;
    const Spot along = is_first ? after.spot - here.spot : here.spot - after.spot;
    push(turn, here, after, is_first ? along : Spot{0, 0}, is_first ? Spot{0, 0} : along);
  }

  void push(Id root, const Side& here, const Side& after, Spot left, Spot right) {
    // Seen from the polygon ahead, the edge goes the other way: its left end comes first.
    const Node node{left, right, here.across, root};
    const double f = s_.roots[at(root)].g + estimate(node, after.spot, here.spot);
    if (f >= shortest_) return;
    Id id = static_cast<Id>(s_.nodes.size());
    if (s_.free_nodes.empty()) {
      s_.nodes.push_back(node);
    } else {
      id = s_.free_nodes.back();
      s_.free_nodes.pop_back();
      s_.nodes[at(id)] = node;
    }
    s_.fresh.push_back({f, id});
    ++stats_.pushes;
  }

  // The distance from the root over the visible part of an edge, from a on the left to b, to the
  // nearest target; or just to the edge.
  double estimate(const Node& node, Spot a, Spot b) const {
    const Spot root = s_.roots[at(node.root)].spot;
    const double ax = real(a.x - root.x), ay = real(a.y - root.y);
    const double ex = real(b.x - a.x), ey = real(b.y - a.y);
    const bool on_edge = is_zero(node.left) || is_zero(node.right);
    const double lx = real(node.left.x), ly = real(node.left.y);
    const double rx = real(node.right.x), ry = real(node.right.y);
    const double deep = ax * ey - ay * ex;  // twice the area of the root and the edge: < 0
    const auto over = [&](double dx, double dy, double tx, double ty) {  // over the end of a ray
      const double scale = deep / (dx * ey - dy * ex);
      const double px = scale * dx, py = scale * dy;
      return std::sqrt(px * px + py * py) +
             std::sqrt((tx - px) * (tx - px) + (ty - py) * (ty - py));
    };
    if (!informed_) {
      if (on_edge) return 0;
      const double scale = deep / (ex * ex + ey * ey);  // the foot of the perpendicular
      const double fx = ey * scale, fy = -ex * scale;
      if (lx * fy - ly * fx > 0) return over_end(deep, lx, ly, ex, ey);
      if (rx * fy - ry * fx < 0) return over_end(deep, rx, ry, ex, ey);
      return std::sqrt(fx * fx + fy * fy);
    }
    double least = kFar;
    for (const Target& target : targets_) {
      double tx = real(target.spot.x - root.x), ty = real(target.spot.y - root.y);
      double h;
      if (on_edge) {
        h = std::sqrt(tx * tx + ty * ty);
      } else {
        const double behind = ex * (ty - ay) - ey * (tx - ax);
        if (behind < 0) {  // on this side of the edge: as long as to its mirror image
          const double scale = 2 * behind / (ex * ex + ey * ey);
          tx += ey * scale, ty -= ex * scale;
        }
        if (lx * ty - ly * tx > 0)
          h = over(lx, ly, tx, ty);
        else if (rx * ty - ry * tx < 0)
          h = over(rx, ry, tx, ty);
        else
          h = std::sqrt(tx * tx + ty * ty);
      }
      least = std::min(least, h);
    }
    return least;
  }
  static double over_end(double deep, double dx, double dy, double ex, double ey) {
    return deep / (dx * ey - dy * ex) * std::sqrt(dx * dx + dy * dy);
  }

  // A route to a target over a root.
  void arrive(Id target, Id root) {
    const Root& last = s_.roots[at(root)];
    const double f = last.g + length(targets_[at(target)].spot - last.spot);
    if (f >= shortest_ || f >= lengths_[at(target)]) return;
    if (!all_) shortest_ = f;
    s_.arrivals.push_back({target, root});
    s_.fresh.push_back({f, ~static_cast<Id>(s_.arrivals.size() - 1)});
  }

  // The best of the new entries is kept, since it often comes next.
  void keep_best() {
    for (const Entry& each : s_.fresh) {
      Entry entry = each;
      if (kept_.node == kNothing || entry.f < kept_.f) std::swap(entry, kept_);
      if (entry.node == kNothing) continue;
      s_.open.push(entry);
    }
    s_.fresh.clear();
  }
  void step() {
    for (;;) {
      Entry best;
      if (kept_.node != kNothing && (s_.open.empty() || kept_.f <= s_.open.top().f)) {
        best = std::exchange(kept_, {kFar, kNothing});
      } else {
        if (s_.open.empty()) {
          status_ = settled_ > 0 ? Status::found : Status::unreachable;
          return;
        }
        best = s_.open.top();
        s_.open.pop();
      }
      if (best.node < 0) {
        if (settle(best)) return;
        continue;
      }
      const Node node = s_.nodes[at(best.node)];
      s_.free_nodes.push_back(best.node);
      ++stats_.pops;
      if (is_outdone(s_.roots[at(node.root)])) continue;
      ++stats_.expanded;
      if (records_) glances_.push_back(glance(node, best.f));
      expand(node);
      keep_best();
      return;
    }
  }

  // Whether the search has ended.
  bool settle(Entry entry) {
    const Id arrival = ~entry.node;
    double& length = lengths_[at(s_.arrivals[at(arrival)].target)];
    if (length <= entry.f) return false;
    const bool is_again = length != kFar;  // over a route that is shorter by rounding
    length = entry.f;
    if (is_again) return false;
    if (settled_++ == 0) found_ = arrival;
    if (all_ && settled_ < targets_.size()) return false;
    status_ = Status::found;
    return true;
  }

  Glance glance(const Node& node, double f) const {
    const Side& a = parts_.side_at(node.side);
    const Spot root = s_.roots[at(node.root)].spot, b = parts_.side_at(a.across).spot;
    const double ax = real(a.spot.x - root.x), ay = real(a.spot.y - root.y);
    const double ex = real(b.x - a.spot.x), ey = real(b.y - a.spot.y);
    const auto end = [&](Spot ray) {
      if (is_zero(ray)) return RealPoint{real(root.x), real(root.y)};
      const double dx = real(ray.x), dy = real(ray.y), across = dx * ey - dy * ex;
      // Along an edge that begins at the root the ray says where it ends.
      const double scale = across == 0 ? 1 : (ax * ey - ay * ex) / across;
      return RealPoint{real(root.x) + scale * dx, real(root.y) + scale * dy};
    };
    return {end(node.left), end(node.right), root, f};
  }

  void expand(const Node& node) {
    const Side& entry = parts_.side_at(node.side);
    const auto& part = parts_.part(entry.part);
    const Id last = part.first + part.count - 1;
    const auto after = [&](Id s) { return s == last ? part.first : s + 1; };
    const Spot root = s_.roots[at(node.root)].spot, left = node.left, right = node.right;
    const bool open_left = is_zero(left), open_right = is_zero(right);
    // Relative to the two rays: < 0 is to the right. The root itself is between them.
    const auto from_right = [&](Spot p) {
      return open_right || p == root ? 1 : side(right, p - root);
    };
    const auto from_left = [&](Spot p) {
      return open_left || p == root ? -1 : side(left, p - root);
    };

    const Id first = after(node.side);
    const Side& a = entry;
    const Side& b = parts_.side_at(first);
    // Where a ray goes through the end of the edge, a path may turn there.
    const bool turns_right = b.corner && !open_right && b.spot != root && from_right(b.spot) == 0;
    const bool turns_left = a.corner && !open_left && a.spot != root && from_left(a.spot) == 0;
    Id right_root = kNotYet, left_root = kNotYet;
    const auto right_turn = [&] {
      return right_root == kNotYet ? right_root = new_root(node.root, b) : right_root;
    };
    const auto left_turn = [&] {
      return left_root == kNotYet ? left_root = new_root(node.root, a) : left_root;
    };

    for_each_target_in(entry.part, [&](Id target) {
      const Spot t = targets_[at(target)].spot;
      if (from_right(t) < 0) {
        if (turns_right && right_turn() != kNone) arrive(target, right_root);
      } else if (from_left(t) > 0) {
        if (turns_left && left_turn() != kNone) arrive(target, left_root);
      } else {
        arrive(target, node.root);
      }
    });

    for (Id s = first; s != node.side; s = after(s)) {
      const Side& p = parts_.side_at(s);  // the right end of the edge
      if (!may_cross(p)) continue;
      const Side& q = parts_.side_at(after(s));
      const int p_right = from_right(p.spot), q_right = from_right(q.spot);
      const int p_left = from_left(p.spot), q_left = from_left(q.spot);
      if (turns_right && (p_right < 0 || q_right <= 0) && right_turn() != kNone)
        see(right_root, p, q, q_right > 0 ? right : q.spot - b.spot, p.spot - b.spot);
      if (q_right > 0 && p_left < 0)
        see(node.root, p, q, q_left <= 0 ? q.spot - root : left,
            p_right >= 0 ? p.spot - root : right);
      if (turns_left && (q_left > 0 || p_left >= 0) && left_turn() != kNone)
        see(left_root, p, q, q.spot - a.spot, p_left < 0 ? left : p.spot - a.spot);
      // An edge on the line of a ray, behind a straight wall with a vertex.
      if (const auto on = [](int p_is, int q_is) { return p_is == 0 && q_is == 0; };
          (on(p_right, q_right) && !turns_right) || (on(p_left, q_left) && !turns_left))
        see_along(node.root, p, q);
    }
  }

  static constexpr Id kNotYet = -2;
  static constexpr Id kNothing = std::numeric_limits<Id>::min();

  const ConvexParts& parts_;
  bool knows_branches_;
  bool all_;
  bool informed_ = false;
  std::vector<Target> targets_;
  std::vector<double> lengths_;
  Scratch& s_;
  Entry kept_{kFar, kNothing};
  double shortest_ = kFar;  // of the routes to a target that are known
  std::size_t settled_ = 0;
  bool records_ = false;
  std::vector<Glance> glances_;
  Id found_ = kNone;
  Status status_ = Status::running;
  Stats stats_;
};

}  // namespace asterion
