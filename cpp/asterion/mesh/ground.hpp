// The ground of a mesh: where a point may be, as convex polygons, and how edits change it.
//
// Ground is free inside an outline (or in a free cell of a grid) and outside all obstacles.
// Obstacles may overlap, touch each other and reach over the outline. The triangulation holds all
// of them, so each can be taken away again, and only triangles that an edit touches are made again.
//
// Not for several threads: mesh/mesh.hpp has the lock.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "asterion/mesh/convex_parts.hpp"
#include "asterion/mesh/grid_borders.hpp"
#include "asterion/mesh/raster.hpp"
#include "asterion/mesh/triangulation.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

using Ring = std::vector<RealPoint>;

class Ground {
 public:
  using Id = Triangulation::Id;
  static constexpr Id kNone = Triangulation::kNone;
  // Coordinates reach this far beyond those that the ground was made for.
  static constexpr double kRoom = 32;

  // For coordinates up to this size; without any ground yet.
  explicit Ground(double size, bool merges = true)
      : size_(size), raster_(Raster::for_size(size)), mesh_(kExtent) {
    parts_.merges = merges;
  }

  // --- Making it: outlines and obstacles, then finish().

  // A ring around free ground, or a convex polygon that stays one.
  void add_outline(const std::vector<Spot>& ring, bool keeps) {
    draw(ring, --last_outline_, keeps ? Triangulation::kKept : Triangulation::Kinds{0});
  }
  // An edge of free ground, which is to the left of the way from a to b.
  void add_outline_edge(Spot a, Spot b) {
    mesh_.join(vertex_at(a), vertex_at(b), Triangulation::kOutline, {{-1, true}});
  }
  std::int32_t add_obstacle(std::vector<Spot> ring) {
    const std::int32_t id = next_obstacle_++;
    draw(ring, id, 0);
    obstacles_.emplace(id, std::move(ring));
    return id;
  }
  // The free cells of a grid.
  void add_grid(Bitmap free, std::int32_t rows, std::int32_t cols) {
    free_ = std::move(free), rows_ = rows, cols_ = cols;
    const GridBorders borders = borders_of(free_, rows, cols);
    std::vector<Spot> spots;
    spots.reserve(borders.corners.size());
    for (const auto& [row, col] : borders.corners) spots.push_back(corner_of(row, col));
    const std::vector<Id> vertices = insert_all(spots);
    InterruptPoller poll;
    for (const auto& [a, b] : borders.segments) {
      mesh_.join(vertices[static_cast<std::size_t>(a)], vertices[static_cast<std::size_t>(b)],
                 Triangulation::kBorder);
      poll();
    }
  }
  // The corners of what is added next, which goes faster then.
  std::vector<Id> insert_all(const std::vector<Spot>& spots) {
    std::vector<Id> vertices = mesh_.insert_all(spots);
    locator_.fit(mesh_);
    return vertices;
  }
  void finish() {
    update({});
    know_branches();
  }

  // --- Reading it

  const Raster& raster() const { return raster_; }
  const ConvexParts& parts() const { return parts_; }
  const Triangulation& triangulation() const { return mesh_; }
  double size() const { return size_; }
  // The work of all edits so far: triangles that were walked over, made or merged.
  std::uint64_t work() const { return mesh_.work() + parts_.merged() + filled_; }
  bool is_on_grid() const { return rows_ > 0; }
  bool knows_branches() const { return knows_branches_; }
  void know_branches() {
    parts_.find_branches();
    knows_branches_ = true;
  }

  // Whether coordinates can be rounded to the raster.
  bool is_in_reach(RealPoint p) const {
    return std::abs(p.x) <= kRoom * size_ && std::abs(p.y) <= kRoom * size_;
  }
  std::optional<Spot> spot(RealPoint p) const {
    if (!is_in_reach(p)) return {};  // NaN too
    return raster_.spot(p);
  }

  // Where a point stands on free ground; none if it does not. At a segment that bends, a point that
  // was on its edge may be beside it, by a step of the raster.
  std::optional<Spot> standing(RealPoint place) const {
    const auto p = spot(place);
    if (!p || !triangles_at(*p).empty()) return p;
    const Id t = mesh_.locate(*p, near(*p)).half / 3;
    for (Id h = 3 * t; h < 3 * t + 3; ++h) {
      const Spot off = *p - mesh_.from(h);
      if (std::max(std::abs(off.x), std::abs(off.y)) <= 1 && !triangles_at(mesh_.from(h)).empty())
        return mesh_.from(h);
      const Id g = mesh_.twin(h);
      if (g != kNone && is_free(g / 3) && is_on_way(mesh_.from(h), mesh_.to(h), *p))
        return rounded_into(g / 3, {static_cast<double>(p->x), static_cast<double>(p->y)});
    }
    return {};
  }
  // The free triangles with a point inside or on the edge.
  std::vector<Id> triangles_at(Spot p) const {
    std::vector<Id> found;
    const auto add = [&](Id h) {
      if (is_free(h / 3)) found.push_back(h / 3);
    };
    const auto where = mesh_.locate(p, near(p));
    add(where.half);
    if (where.at == Triangulation::At::edge) add(mesh_.twin(where.half));
    if (where.at == Triangulation::At::vertex) {
      found.clear();
      mesh_.around(mesh_.origin(where.half), [&](Id h) { return add(h), false; });
    }
    return found;
  }
  std::vector<Id> parts_at(Spot p) const {
    std::vector<Id> found = triangles_at(p);
    for (Id& each : found) each = parts_.part_of(each);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  // A place inside two outlines, if there is one.
  std::optional<RealPoint> doubly_covered() const {
    InterruptPoller poll;
    for (Id t = 0; t < static_cast<Id>(mesh_.triangles()); ++t, poll())
      if (mesh_.is_triangle(t) && mesh_.region(t) >= 2 * kOpen) {
        const RealPoint a = raster_.place(mesh_.from(3 * t)),
                        b = raster_.place(mesh_.from(3 * t + 1)),
                        c = raster_.place(mesh_.from(3 * t + 2));
        return RealPoint{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3};
      }
    return {};
  }
  bool contains(RealPoint p) const { return standing(p).has_value(); }

  // The free point nearest to a place; none if no ground is free. The triangles are visited in the
  // order of their distance, from that with the place in it.
  std::optional<Spot> nearest(RealPoint p) const {
    if (const auto at = standing(p)) return at;
    EntryHeap<std::pair<double, Id>> open;
    std::vector<std::uint8_t> seen(mesh_.triangles());
    // For a place far away only the direction counts.
    constexpr double kFar = 1e18;
    const double farthest = std::max(std::abs(p.x), std::abs(p.y)) / kFar;
    const double step = std::max(raster_.step(), farthest);
    const RealPoint at{p.x / step, p.y / step};
    const auto reach = [&](Id h) {
      if (h == kNone || std::exchange(seen[static_cast<std::size_t>(h / 3)], 1) != 0) return;
      open.push({distance(h / 3, at).first, h / 3});
    };
    const auto here = spot(p);
    if (here)
      reach(mesh_.locate(*here, near(*here)).half);
    else
      for (Id corner = 0; corner < 4; ++corner)
        mesh_.around(corner, [&](Id h) { return reach(h), false; });
    InterruptPoller poll;
    for (; !open.empty(); poll()) {
      const Id t = open.top().second;
      open.pop();
      if (is_free(t)) return rounded_into(t, distance(t, at).second);
      for (Id h = 3 * t; h < 3 * t + 3; ++h) reach(mesh_.twin(h));
    }
    return {};
  }

  // The free triangles in which a straight way from a to b ends, given those in which it begins;
  // none if it leaves free ground, or passes between two walls that touch.
  std::vector<Id> reached(std::vector<Id> here, Spot a, Spot b) const {
    Spot at = a;  // the last vertex on the way
    InterruptPoller poll;
    for (;; poll()) {
      const auto has_b = std::find_if(here.begin(), here.end(), [&](Id t) { return has(t, b); });
      if (has_b != here.end()) return joined_at(*has_b, b);
      Id exit = kNone;
      for (const Id t : here)
        for (Id h = 3 * t; h < 3 * t + 3 && exit == kNone; ++h)
          if (mesh_.from(h) != at && mesh_.to(h) != at && side(mesh_.from(h), mesh_.to(h), a) > 0 &&
              side(a, b, mesh_.from(h)) <= 0 && side(a, b, mesh_.to(h)) >= 0)
            exit = h;
      if (exit == kNone) return {};
      const bool over_from = side(a, b, mesh_.from(exit)) == 0;
      if (over_from || side(a, b, mesh_.to(exit)) == 0) {
        at = over_from ? mesh_.from(exit) : mesh_.to(exit);
        here = joined_at(exit / 3, at);
      } else if (is_free(mesh_.twin(exit) / 3)) {
        here = {mesh_.twin(exit) / 3};
      } else {
        return {};
      }
    }
  }

  // The points and the polygons, by the numbers of their points; each with `ends` after its last.
  struct Shape {
    std::vector<RealPoint> points;
    std::vector<std::int64_t> corners, ends;
  };
  Shape shape() const {
    Shape shape;
    std::vector<std::int64_t> number(mesh_.vertices(), -1);
    InterruptPoller poll;
    for (Id p = 0; p < static_cast<Id>(parts_.size()); ++p, poll()) {
      const auto& part = parts_.part(p);
      if (part.count == 0) continue;
      for (Id s = part.first; s < part.first + part.count; ++s) {
        const auto& side = parts_.side_at(s);
        std::int64_t& known = number[static_cast<std::size_t>(side.point)];
        if (known < 0) {
          known = static_cast<std::int64_t>(shape.points.size());
          shape.points.push_back(raster_.place(side.spot));
        }
        shape.corners.push_back(known);
      }
      shape.ends.push_back(static_cast<std::int64_t>(shape.corners.size()));
    }
    return shape;
  }

  // --- Changing it

  std::int32_t cut(std::vector<Spot> ring) {
    const std::int32_t id = add_obstacle(std::move(ring));
    const std::vector<Id> changed = inside(id);
    for (const Id t : changed) ++mesh_.region(t);
    update(changed);
    return id;
  }
  // False if there is no such obstacle.
  bool fill(std::int32_t id) {
    const auto found = obstacles_.find(id);
    if (found == obstacles_.end()) return false;
    std::vector<Id> changed = inside(id);
    for (const Id t : changed) --mesh_.region(t);
    const std::vector<std::pair<Id, Id>> edges = edges_of(id);
    InterruptPoller poll;
    for (const auto& [a, b] : edges) mesh_.release(mesh_.half_between(a, b), 0, id), poll();
    for (const auto& [a, b] : edges) remove_if_needless(a), poll();
    obstacles_.erase(found);
    update(changed);
    return true;
  }
  const std::unordered_map<std::int32_t, std::vector<Spot>>& obstacles() const {
    return obstacles_;
  }
  // The obstacles, and the id of the next.
  using Obstacles = std::pair<std::map<std::int32_t, std::vector<Spot>>, std::int32_t>;
  Obstacles obstacles_to_adopt() const {
    return {{obstacles_.begin(), obstacles_.end()}, next_obstacle_};
  }
  // Takes over the obstacles of a ground that this replaces.
  void adopt(Obstacles obstacles) {
    for (auto& [id, ring] : obstacles.first) {
      next_obstacle_ = id;
      add_obstacle(std::move(ring));
    }
    next_obstacle_ = obstacles.second;
  }

  // Whether an edit within this ring may touch a large part of the mesh, as far as can be told from
  // its outline where triangles are evenly spread.
  bool is_large(const std::vector<Spot>& ring) const {
    constexpr double kLarge = 1 << 15;  // triangles: some 20 ms
    const auto size = static_cast<double>(mesh_.triangles());
    double around = 0, area = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Spot a = ring[i] - ring[0], b = ring[(i + 1) % ring.size()] - ring[0];
      const auto real = [](std::int64_t v) { return static_cast<double>(v); };
      around += std::hypot(real(b.x - a.x), real(b.y - a.y));
      area += (real(a.x) * real(b.y) - real(a.y) * real(b.x)) / 2;
    }
    const double side = locator_.side();
    const double crossed = std::sqrt(size) * around / side, inside = size * area / (side * side);
    return static_cast<double>(ring.size()) + crossed + std::min(inside, size) > kLarge;
  }

  // Whether a cell of the grid is free here.
  bool is_free_cell(std::int32_t row, std::int32_t col) const { return free_.get(row, col); }
  const Bitmap& free_cells() const { return free_; }
  // Opens closed cells and closes open ones. Needs a triangulation without bent segments.
  void toggle(const std::vector<std::pair<std::int32_t, std::int32_t>>& cells) {
    std::vector<UnitSide> sides;
    for (const auto& [r, c] : cells) {
      sides.push_back({true, r, c}), sides.push_back({true, r + 1, c});
      sides.push_back({false, c, r}), sides.push_back({false, c + 1, r});
    }
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    for (UnitSide& each : sides) each.was = is_border(each);
    for (const auto& [r, c] : cells) free_.set(r, c, !free_.get(r, c));
    std::erase_if(sides, [&](const UnitSide& each) { return each.was == is_border(each); });
    for (const bool removed : {true, false})
      for (std::size_t i = 0, j; i < sides.size(); i = j) {
        for (j = i + 1; j < sides.size() && sides[j].follows(sides[j - 1]);) ++j;
        if (sides[i].was != removed) continue;
        const Id a = vertex_at(begin_of(sides[i])), b = vertex_at(end_of(sides[j - 1]));
        if (removed)
          release_line(a, b);
        else
          mesh_.join(a, b, Triangulation::kBorder);
      }
    for (const UnitSide& each : sides)
      for (const Spot p : {begin_of(each), end_of(each)})
        if (const auto where = mesh_.locate(p, near(p)); where.at == Triangulation::At::vertex)
          remove_if_needless(mesh_.origin(where.half));
    update(flipped(cells));
  }

 private:
  static constexpr std::int64_t kExtent = std::int64_t{1} << (Raster::kBits + 6);
  static constexpr std::int32_t kOpen = 1 << 20;  // the region of a triangle inside an outline

  // Remembers a vertex near each place.
  class Locator {
   public:
    void fit(const Triangulation& mesh) {
      fitted_ = mesh.vertices();
      low_ = {kExtent, kExtent}, high_ = {-kExtent, -kExtent};
      std::size_t count = 0;
      for (Id v = kCorners; v < static_cast<Id>(mesh.vertices()); ++v) {
        if (!mesh.is_vertex(v)) continue;
        const Spot p = mesh.spot(v);
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
        high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
        ++count;
      }
      vertices_.clear();
      if (count == 0) return;
      const double n = std::sqrt(static_cast<double>(count));
      count_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(n), 1, 1024);
      step_ = std::max(high_.x - low_.x, high_.y - low_.y) / count_ + 1;
      vertices_.assign(static_cast<std::size_t>(count_ * count_), 0);
      for (Id v = kCorners; v < static_cast<Id>(mesh.vertices()); ++v)
        if (mesh.is_vertex(v)) note(mesh.spot(v), v);
      for (std::size_t i = 1; i < vertices_.size(); ++i)
        if (vertices_[i] == 0) vertices_[i] = vertices_[i - 1];
    }
    // Whether the mesh has become much larger since.
    bool is_outgrown(const Triangulation& mesh) const { return mesh.vertices() > 2 * fitted_ + 64; }
    double side() const { return static_cast<double>(step_ * count_); }
    void note(Spot p, Id vertex) {
      if (!vertices_.empty()) vertices_[bucket(p)] = vertex;
    }
    Id near(Spot p) const { return vertices_.empty() ? 0 : vertices_[bucket(p)]; }

   private:
    static constexpr Id kCorners = 4;  // of the square, the first vertices

    std::size_t bucket(Spot p) const {
      const auto at = [&](std::int64_t from_low) {
        return std::clamp<std::int64_t>(from_low / step_, 0, count_ - 1);
      };
      return static_cast<std::size_t>(at(p.x - low_.x) * count_ + at(p.y - low_.y));
    }

    Spot low_{0, 0}, high_{0, 0};
    std::int64_t count_ = 1, step_ = 1;
    std::size_t fitted_ = 0;  // the number of vertices then
    std::vector<Id> vertices_;
  };

  // The side of a cell on a line of the grid, between rows or between columns.
  struct UnitSide {
    bool is_row;
    std::int32_t line, at;
    bool was = false;
    auto operator<=>(const UnitSide&) const = default;
    bool follows(const UnitSide& other) const {
      return is_row == other.is_row && line == other.line && at == other.at + 1 && was == other.was;
    }
  };

  // --- Drawing

  Id near(Spot p) const {
    const Id vertex = locator_.near(p);
    return mesh_.half_of(mesh_.is_vertex(vertex) ? vertex : 0);
  }
  Id vertex_at(Spot p) {
    const Id vertex = mesh_.insert(p, near(p));
    locator_.note(p, vertex);
    return vertex;
  }
  void remove_if_needless(Id vertex) {
    if (!mesh_.is_vertex(vertex)) return;
    const Spot p = mesh_.spot(vertex);
    const Id beside = mesh_.end(mesh_.half_of(vertex));
    if (mesh_.remove_if_needless(vertex)) locator_.note(p, beside);
  }

  // Draws a simple ring, counterclockwise.
  void draw(const std::vector<Spot>& ring, std::int32_t outline, Triangulation::Kinds kinds) {
    std::vector<Id> vertices;
    InterruptPoller poll;
    for (const Spot p : ring) vertices.push_back(vertex_at(p)), poll();
    for (std::size_t i = 0; i < ring.size(); ++i, poll())
      mesh_.join(vertices[i], vertices[(i + 1) % ring.size()],
                 static_cast<Triangulation::Kinds>(kinds | Triangulation::kOutline),
                 {{outline, true}});
  }

  bool is_part_of(Id h, std::int32_t outline) const {
    if ((mesh_.kinds(h) & Triangulation::kOutline) == 0) return false;
    const auto owners = mesh_.owners(h);
    return std::any_of(owners.begin(), owners.end(),
                       [&](const auto& each) { return each.outline == outline; });
  }
  // The pieces of an obstacle's outline, each from one vertex to the next with the inside on the
  // left. They are connected, and one begins at the lowest point, where no edit can remove it.
  std::vector<std::pair<Id, Id>> edges_of(std::int32_t id) const {
    const std::vector<Spot>& ring = obstacles_.at(id);
    std::vector<std::pair<Id, Id>> edges;
    const Spot lowest = *std::min_element(ring.begin(), ring.end());
    std::vector<Id> open{mesh_.origin(mesh_.locate(lowest, near(lowest)).half)};
    std::unordered_set<Id> seen(open.begin(), open.end());
    for (InterruptPoller poll; !open.empty(); poll()) {
      const Id v = open.back();
      open.pop_back();
      mesh_.around(v, [&](Id h) {
        if ((mesh_.kinds(h) & Triangulation::kOutline) == 0) return false;
        for (const auto& owner : mesh_.owners(h)) {
          if (owner.outline != id) continue;
          if (owner.forward) edges.push_back({v, mesh_.end(h)});
          if (seen.insert(mesh_.end(h)).second) open.push_back(mesh_.end(h));
        }
        return false;
      });
    }
    return edges;
  }
  // The triangles inside an obstacle.
  std::vector<Id> inside(std::int32_t id) {
    std::vector<Id> found;
    inside_.resize(mesh_.triangles());
    ++round_;
    const auto reach = [&](Id t) {
      if (std::exchange(inside_[static_cast<std::size_t>(t)], round_) != round_) found.push_back(t);
    };
    InterruptPoller poll;
    for (const auto& [a, b] : edges_of(id)) reach(mesh_.half_between(a, b) / 3), poll();
    for (std::size_t i = 0; i < found.size(); ++i, poll())
      for (Id h = 3 * found[i], last = h + 3; h < last; ++h)
        if (!is_part_of(h, id)) reach(mesh_.twin(h) / 3);
    return found;
  }

  // Brings the polygons up to date: with triangles that have changed their region, besides those
  // that the triangulation has touched.
  void update(std::vector<Id> changed) {
    const std::vector<Id> touched = mesh_.take_touched();
    filled_ += changed.size();
    find_regions(touched);
    changed.insert(changed.end(), touched.begin(), touched.end());
    parts_.update(mesh_, changed, [&](Id t) { return may_be_in(t); });
    knows_branches_ = false;
    if (locator_.is_outgrown(mesh_)) locator_.fit(mesh_);
  }

  // Counts the outlines around these triangles, from their neighbours outwards in.
  void find_regions(const std::vector<Id>& touched) {
    pending_.resize(mesh_.triangles());
    const auto pending = [&](Id t) -> std::uint8_t& {
      return pending_[static_cast<std::size_t>(t)];
    };
    for (const Id t : touched) pending(t) = mesh_.is_triangle(t);
    std::vector<Id> open;
    const auto settle = [&](Id t, std::int32_t region) {
      mesh_.region(t) = region;
      pending(t) = 0;
      open.push_back(t);
    };
    InterruptPoller poll;
    for (const Id first : touched) {
      for (Id h = 3 * first; pending(first) != 0 && h < 3 * first + 3; ++h) {
        if (mesh_.twin(h) == kNone)
          settle(first, 0);
        else if (pending(mesh_.twin(h) / 3) == 0)
          settle(first, mesh_.region(mesh_.twin(h) / 3) + entering(h));
      }
      for (; !open.empty(); poll()) {
        const Id t = open.back();
        open.pop_back();
        for (Id h = 3 * t; h < 3 * t + 3; ++h)
          if (const Id g = mesh_.twin(h); g != kNone && pending(g / 3) != 0)
            settle(g / 3, mesh_.region(t) + entering(g));
      }
    }
  }
  // The change of the region into the triangle of a half-edge.
  std::int32_t entering(Id h) const {
    if ((mesh_.kinds(h) & Triangulation::kOutline) == 0) return 0;
    std::int32_t sum = 0;
    for (const auto& owner : mesh_.owners(h))
      sum += (owner.forward ? 1 : -1) * (owner.outline < 0 ? kOpen : 1);
    return sum;
  }

  // --- Free or not

  bool is_free(Id triangle) const { return parts_.part_of(triangle) != kNone; }
  // As its region and the grid say, before the polygons know.
  bool may_be_in(Id triangle) const {
    const std::int32_t region = mesh_.region(triangle);
    if (!is_on_grid()) return region >= kOpen && region % kOpen == 0;
    const auto cell = cell_of(triangle);
    return region == 0 && cell && free_.get(cell->first, cell->second);
  }
  // The cell with the middle of a triangle, which is in cells of one kind only.
  std::optional<std::pair<std::int32_t, std::int32_t>> cell_of(Id triangle) const {
    Spot sum{0, 0};
    for (Id h = 3 * triangle; h < 3 * triangle + 3; ++h) sum = sum + mesh_.from(h);
    const auto place = [&](std::int64_t three) {
      const std::int64_t cell = three + 3 * (unit() / 2), size = 3 * unit();
      return cell >= 0 ? cell / size : -1;
    };
    const std::int64_t row = place(sum.x), col = place(sum.y);
    if (row < 0 || col < 0 || row >= rows_ || col >= cols_) return {};
    return std::pair(static_cast<std::int32_t>(row), static_cast<std::int32_t>(col));
  }

  bool has(Id t, Spot p) const {
    for (Id h = 3 * t; h < 3 * t + 3; ++h)
      if (side(mesh_.from(h), mesh_.to(h), p) < 0) return false;
    return true;
  }
  // The free triangles with p inside or on the edge that are joined to t at p.
  std::vector<Id> joined_at(Id t, Spot p) const {
    std::vector<Id> found{t};
    for (Id h = 3 * t; h < 3 * t + 3; ++h) {
      if (mesh_.from(h) == p) {
        const Id first = h;
        for (Id g = mesh_.twin(Triangulation::previous(h)); g != first && is_free(g / 3);
             g = mesh_.twin(Triangulation::previous(g)))
          found.push_back(g / 3);
        for (Id g = mesh_.twin(h); is_free(g / 3); g = mesh_.twin(Triangulation::next(g))) {
          if (std::find(found.begin(), found.end(), g / 3) != found.end()) break;
          found.push_back(g / 3);
        }
        return found;
      }
    }
    for (Id h = 3 * t; h < 3 * t + 3; ++h)
      if (side(mesh_.from(h), mesh_.to(h), p) == 0 && is_free(mesh_.twin(h) / 3))
        found.push_back(mesh_.twin(h) / 3);
    return found;
  }

  // The distance of a triangle from a place, in steps of the raster, and its point there.
  std::pair<double, RealPoint> distance(Id t, RealPoint p) const {
    double least = std::numeric_limits<double>::infinity();
    RealPoint nearest{0, 0};
    bool inside = true;
    for (Id h = 3 * t; h < 3 * t + 3; ++h) {
      const auto real = [](Spot s) {
        return RealPoint{static_cast<double>(s.x), static_cast<double>(s.y)};
      };
      const RealPoint a = real(mesh_.from(h)), b = real(mesh_.to(h));
      const double dx = b.x - a.x, dy = b.y - a.y;
      inside = inside && dx * (p.y - a.y) - dy * (p.x - a.x) >= 0;
      const double along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
      const double share = std::clamp(along, 0.0, 1.0);
      const RealPoint q{a.x + share * dx, a.y + share * dy};
      const double d = std::hypot(q.x - p.x, q.y - p.y);
      if (d < least) least = d, nearest = q;
    }
    return inside ? std::pair(0.0, p) : std::pair(least, nearest);
  }
  // A point of the raster in a triangle, beside a place on its edge.
  Spot rounded_into(Id t, RealPoint p) const {
    const Spot middle{std::llrint(p.x), std::llrint(p.y)};
    for (const std::int64_t dx : {0, -1, 1})
      for (const std::int64_t dy : {0, -1, 1})
        if (const Spot each{middle.x + dx, middle.y + dy}; has(t, each)) return each;
    Id best = 3 * t;  // a sliver
    const auto far = [&](Id h) {
      return std::hypot(static_cast<double>(mesh_.from(h).x) - p.x,
                        static_cast<double>(mesh_.from(h).y) - p.y);
    };
    for (Id h = 3 * t; h < 3 * t + 3; ++h)
      if (far(h) < far(best)) best = h;
    return mesh_.from(best);
  }

  // --- Of a grid

  std::int64_t unit() const { return std::int64_t{1} << raster_.k; }
  // The point to the upper left of a cell.
  Spot corner_of(std::int32_t row, std::int32_t col) const {
    return {(2 * std::int64_t{row} - 1) * (unit() / 2), (2 * std::int64_t{col} - 1) * (unit() / 2)};
  }
  Spot begin_of(const UnitSide& each) const {
    return each.is_row ? corner_of(each.line, each.at) : corner_of(each.at, each.line);
  }
  Spot end_of(const UnitSide& each) const {
    return each.is_row ? corner_of(each.line, each.at + 1) : corner_of(each.at + 1, each.line);
  }
  bool is_free_or_out(std::int32_t row, std::int32_t col) const {
    return row >= 0 && col >= 0 && row < rows_ && col < cols_ && free_.get(row, col);
  }
  bool is_border(const UnitSide& each) const {
    const auto [is_row, line, at, was] = each;
    return is_row ? is_free_or_out(line - 1, at) != is_free_or_out(line, at)
                  : is_free_or_out(at, line - 1) != is_free_or_out(at, line);
  }
  // Makes the segments on a straight line no borders any more.
  void release_line(Id a, Id b) {
    const Spot p = mesh_.spot(a), q = mesh_.spot(b);
    while (a != b) {
      Id along = kNone;
      mesh_.around(a, [&](Id h) {
        const bool found = side(p, q, mesh_.to(h)) == 0 && is_ahead(mesh_.spot(a), q, mesh_.to(h));
        if (found) along = h;
        return found;
      });
      a = mesh_.end(along);
      mesh_.release(along, Triangulation::kBorder);
    }
  }
  // The triangles in these cells that no edit of the triangulation has touched.
  std::vector<Id> flipped(const std::vector<std::pair<std::int32_t, std::int32_t>>& cells) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> sorted = cells;
    std::sort(sorted.begin(), sorted.end());
    std::vector<Id> found, open;
    std::unordered_map<Id, bool> seen;
    const auto reach = [&](Id t) {
      if (seen.emplace(t, true).second) open.push_back(t);
    };
    for (const auto& [row, col] : cells) {
      const Spot middle{row * unit(), col * unit()};
      reach(mesh_.locate(middle, near(middle)).half / 3);
    }
    while (!open.empty()) {
      const Id t = open.back();
      open.pop_back();
      if (!mesh_.is_touched(t)) {
        const auto cell = cell_of(t);
        if (!cell || !std::binary_search(sorted.begin(), sorted.end(), *cell)) continue;
        found.push_back(t);
      }
      for (Id h = 3 * t; h < 3 * t + 3; ++h)
        if (mesh_.twin(h) != kNone) reach(mesh_.twin(h) / 3);
    }
    return found;
  }

  double size_;
  Raster raster_;
  Triangulation mesh_;
  ConvexParts parts_;
  Locator locator_;
  bool knows_branches_ = false;
  std::unordered_map<std::int32_t, std::vector<Spot>> obstacles_;
  std::int32_t next_obstacle_ = 0, last_outline_ = 0;
  Bitmap free_;  // of a grid
  std::int32_t rows_ = 0, cols_ = 0;
  std::vector<std::uint8_t> pending_;
  std::vector<std::uint64_t> inside_;  // by triangle: the round in which it was seen
  std::uint64_t round_ = 0, filled_ = 0;
};

}  // namespace asterion
