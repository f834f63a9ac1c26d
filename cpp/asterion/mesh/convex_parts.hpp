// The free ground of a triangulation as convex polygons, which searches walk.
//
// Triangles are merged where the union stays convex, the longest edges first: about half as many
// polygons, and half the time per query. After an edit only polygons that have lost a triangle are
// made again.
//
// Where walls touch, several pieces of free ground meet in a vertex, and none is joined to another.
// At most one of them is wider than half a turn, so a path may turn there in one piece only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/mesh/raster.hpp"
#include "asterion/mesh/triangulation.hpp"

namespace asterion {

class ConvexParts {
 public:
  using Id = Triangulation::Id;
  static constexpr Id kNone = Triangulation::kNone;

  // An edge of a polygon, counterclockwise, with the point at which it begins.
  struct Side {
    Spot spot;
    Id point;
    Id across;  // the same edge as a side of the next polygon; kNone at a wall
    Id part;
    bool corner;   // whether a shortest path may turn at the point
    bool is_down;  // whether a dead end is across: see Branches
  };
  struct Part {
    Id first;  // of its sides
    Id count;
    Id triangle;  // one of its triangles, from which a list leads to the others
  };

  // Which polygons are joined, and which are dead ends: trees of polygons, of which a path needs
  // only those between its ends and the rest of the map. Marks the sides that lead into them.
  struct Branches {
    std::vector<Id> component;
    std::vector<Id> up;  // the next polygon out of a dead end; kNone where there is none
  };
  const Branches& branches() const { return branches_; }
  void find_branches() {
    const std::size_t n = parts_.size();
    branches_.component.assign(n, kNone), branches_.up.assign(n, kNone);
    std::vector<Id> exits(n, 0), found;
    InterruptPoller poll;
    for (std::size_t p = 0; p < n; ++p, poll()) {
      for_each_exit(static_cast<Id>(p), [&](Side& side) { side.is_down = false, ++exits[p]; });
      if (exits[p] == 1) found.push_back(static_cast<Id>(p));
    }
    std::vector<bool> is_cut(n);
    for (std::size_t i = 0; i < found.size(); ++i, poll()) {
      const Id leaf = found[i];
      if (exits[at(leaf)] == 0) continue;  // the last of a tree
      is_cut[at(leaf)] = true;
      for_each_exit(leaf, [&](Side& side) {
        Side& back = sides_[at(side.across)];
        if (is_cut[at(back.part)]) return;
        branches_.up[at(leaf)] = back.part;
        back.is_down = true;
        if (--exits[at(back.part)] == 1) found.push_back(back.part);
      });
    }
    Id label = 0;
    for (std::size_t p = 0; p < n; ++p) {
      if (branches_.component[p] != kNone || parts_[p].count == 0) continue;
      found.assign(1, static_cast<Id>(p));
      branches_.component[p] = label;
      for (; !found.empty(); poll()) {
        const Id part = found.back();
        found.pop_back();
        for_each_exit(part, [&](const Side& side) {
          Id& other = branches_.component[at(sides_[at(side.across)].part)];
          if (other == kNone) other = label, found.push_back(sides_[at(side.across)].part);
        });
      }
      ++label;
    }
  }

  bool merges = true;  // off for tests: polygons are triangles then

  std::size_t size() const { return parts_.size(); }
  std::size_t sides() const { return sides_.size(); }
  const Part& part(Id part) const { return parts_[at(part)]; }
  const Side& side_at(Id side) const { return sides_[at(side)]; }
  // The polygon that a triangle is in; kNone in a wall.
  Id part_of(Id triangle) const { return part_of_[at(triangle)]; }
  Id side_of(Id half) const { return side_of_[at(half)]; }
  // The number of triangles that updates have merged, or tried to.
  std::uint64_t merged() const { return merged_; }

  // Follows changes of these triangles; `is_free(triangle)` tells what they are now.
  template <class IsFree>
  void update(const Triangulation& mesh, const std::vector<Id>& touched, IsFree&& is_free) {
    part_of_.resize(mesh.triangles(), kNone);
    side_of_.resize(3 * mesh.triangles(), kNone);
    member_.resize(mesh.triangles(), kNone);
    next_.resize(side_of_.size()), previous_.resize(side_of_.size());
    std::vector<Id> loose;  // triangles that are to be merged
    InterruptPoller poll;
    for (const Id t : touched) {
      poll();
      if (part_of(t) >= 0) dissolve(part_of(t), loose);
      const bool free = mesh.is_triangle(t) && is_free(t);
      if (part_of(t) == kNone && free) loose.push_back(t);
      part_of_[at(t)] = free ? kLoose : kNone;
    }
    std::erase_if(loose, [&](Id t) { return part_of(t) != kLoose; });
    merged_ += loose.size();
    merge(mesh, loose);
    build(mesh, loose);
    numbered_.resize(mesh.vertices());
    ++round_;
    for (const std::vector<Id>* changed : {&touched, &std::as_const(loose)})
      for (const Id t : *changed)
        for (Id h = 3 * t; mesh.is_triangle(t) && h < 3 * t + 3; ++h, poll())
          mark_corners(mesh, mesh.origin(h));
  }

 private:
  static constexpr Id kLoose = -2;

  static std::size_t at(Id id) { return static_cast<std::size_t>(id); }

  // Takes a polygon apart.
  void dissolve(Id id, std::vector<Id>& loose) {
    const Part part = parts_[at(id)];
    for (Id s = part.first; s < part.first + part.count; ++s)
      if (sides_[at(s)].across != kNone) sides_[at(sides_[at(s)].across)].across = kNone;
    for (Id t = part.triangle; t != kNone; t = member_[at(t)]) {
      part_of_[at(t)] = kLoose;
      loose.push_back(t);
      for (Id h = 3 * t; h < 3 * t + 3; ++h) side_of_[at(h)] = kNone;
    }
    if (free_sides_.size() <= at(part.count)) free_sides_.resize(at(part.count) + 1);
    free_sides_[at(part.count)].push_back(part.first);
    parts_[at(id)] = {kNone, 0, kNone};
    free_parts_.push_back(id);
  }

  template <class Visit>
  void for_each_exit(Id part, Visit&& visit) {
    const Part& of = parts_[at(part)];
    for (Id s = of.first; s < of.first + of.count; ++s)
      if (sides_[at(s)].across != kNone) visit(sides_[at(s)]);
  }

  static bool is_convex(Spot a, Spot b, Spot c) {
    const int s = side(a, b, c);
    return s > 0 || (s == 0 && is_ahead(b, b + (b - a), c));
  }

  // Links the half-edges of merged triangles to rings.
  void merge(const Triangulation& mesh, const std::vector<Id>& loose) {
    std::vector<std::pair<double, Id>> edges;
    InterruptPoller poll;
    for (const Id t : loose) {
      poll();
      for (Id h = 3 * t; h < 3 * t + 3; ++h) {
        next_[at(h)] = Triangulation::next(h), previous_[at(h)] = Triangulation::previous(h);
        const Id g = mesh.twin(h);
        if (!merges || g == kNone || h > g || part_of(g / 3) != kLoose) continue;
        if ((mesh.kinds(h) & Triangulation::kKept) != 0) continue;
        const Spot d = mesh.to(h) - mesh.from(h);
        edges.push_back({-std::hypot(static_cast<double>(d.x), static_cast<double>(d.y)), h});
      }
    }
    std::sort(edges.begin(), edges.end(), [&](const auto& a, const auto& b) {
      poll();
      return a < b;
    });
    for (const auto& [length, h] : edges) {
      poll();
      const Id g = mesh.twin(h);
      const Id before_h = previous_[at(h)], after_h = next_[at(h)];
      const Id before_g = previous_[at(g)], after_g = next_[at(g)];
      if (!is_convex(mesh.from(before_h), mesh.from(h), mesh.to(after_g)) ||
          !is_convex(mesh.from(before_g), mesh.from(g), mesh.to(after_h)))
        continue;
      next_[at(before_h)] = after_g, previous_[at(after_g)] = before_h;
      next_[at(before_g)] = after_h, previous_[at(after_h)] = before_g;
      next_[at(h)] = kNone, next_[at(g)] = kNone;  // inside now
    }
  }

  void build(const Triangulation& mesh, const std::vector<Id>& loose) {
    InterruptPoller poll;
    for (const Id t : loose) {
      poll();
      if (part_of(t) != kLoose) continue;
      const Id id = new_part();
      Part part{kNone, 0, t};
      Id ring = kNone, last = t;  // of its triangles so far
      part_of_[at(t)] = id;
      member_[at(t)] = kNone;
      for (Id each = t; each != kNone; each = member_[at(each)])
        for (Id h = 3 * each; h < 3 * each + 3; ++h) {
          if (next_[at(h)] != kNone) {
            ++part.count, ring = h;
          } else if (const Id beyond = mesh.twin(h) / 3; part_of(beyond) == kLoose) {
            part_of_[at(beyond)] = id;
            member_[at(last)] = beyond;
            member_[at(last = beyond)] = kNone;
          }
        }
      part.first = new_sides(part.count);
      for (Id s = part.first, h = ring; s < part.first + part.count; ++s, h = next_[at(h)]) {
        side_of_[at(h)] = s;
        const Id across = mesh.twin(h) == kNone ? kNone : side_of(mesh.twin(h));
        sides_[at(s)] = {mesh.from(h), mesh.origin(h), across, id, false, false};
        if (across != kNone) sides_[at(across)].across = s;
      }
      parts_[at(id)] = part;
    }
  }

  // Says in which piece of the free ground around a vertex it is a corner.
  void mark_corners(const Triangulation& mesh, Id vertex) {
    if (std::exchange(numbered_[at(vertex)], round_) == round_) return;
    const auto free = [&](Id h) { return h != kNone && part_of(h / 3) != kNone; };
    // Where a piece of free ground begins: after a wall, counterclockwise.
    std::vector<Id> begins;
    mesh.around(vertex, [&](Id h) {
      if (free(h) && !free(mesh.twin(h))) begins.push_back(h);
      return false;
    });
    if (begins.empty()) {  // free all around, or not at all
      mesh.around(vertex, [&](Id h) {
        if (free(h)) set_corner(h, false);
        return false;
      });
      return;
    }
    for (const Id first : begins) {
      Id last = first;
      while (free(mesh.twin(Triangulation::previous(last))))
        last = mesh.twin(Triangulation::previous(last));
      const Spot here = mesh.spot(vertex);
      const Spot first_way = mesh.to(first) - here, last_way = mesh.spot(mesh.apex(last)) - here;
      const int turn = side(first_way, last_way);
      const bool corner = turn < 0 || (turn == 0 && is_ahead({0, 0}, first_way, last_way));
      for (Id h = first;; h = mesh.twin(Triangulation::previous(h))) {
        set_corner(h, corner);
        if (h == last) break;
      }
    }
  }
  void set_corner(Id half, bool corner) {
    if (const Id s = side_of_[at(half)]; s != kNone) sides_[at(s)].corner = corner;
  }

  Id new_part() {
    if (free_parts_.empty()) {
      parts_.push_back({});
      return static_cast<Id>(parts_.size() - 1);
    }
    const Id part = free_parts_.back();
    free_parts_.pop_back();
    return part;
  }
  Id new_sides(Id count) {
    if (at(count) < free_sides_.size() && !free_sides_[at(count)].empty()) {
      const Id first = free_sides_[at(count)].back();
      free_sides_[at(count)].pop_back();
      return first;
    }
    sides_.resize(sides_.size() + at(count));
    return static_cast<Id>(sides_.size()) - count;
  }
  Branches branches_;
  std::vector<Part> parts_;
  std::vector<Side> sides_;
  std::vector<Id> part_of_, side_of_, next_, previous_, member_, free_parts_;
  std::vector<std::vector<Id>> free_sides_;  // by count
  std::vector<std::uint32_t> numbered_;      // the round in which each vertex was numbered last
  std::uint32_t round_ = 0;
  std::uint64_t merged_ = 0;
};

}  // namespace asterion
