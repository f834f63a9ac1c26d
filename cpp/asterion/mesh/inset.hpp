// The ground on which the middle of a disc may be: at least a radius away from every wall.
//
// Each wall closes a strip of free ground, and each corner where free ground is wider than half a
// turn a sector of a circle. These are drawn into a triangulation as obstacles; a search on what
// remains finds paths of the disc. Sectors have straight sides outside their circle, at most 0.1 %
// of the radius away. A side touches the circle in every direction in which a gap is hardly wider
// than the disc, so that no such gap is closed by the sides.
//
// Guarantee   free ground is at least `rho` away from walls, up to rounding to the raster, and at
//             most 0.1 % of it farther than it has to be
// Complexity  O(n log n) time for n corners, each near a few others
// Source      T. Lozano-Perez and M. A. Wesley, An algorithm for planning collision-free paths
//             among polyhedral obstacles, 1979
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/mesh/mesh.hpp"
#include "asterion/mesh/walls.hpp"
#include "asterion/world/fork.hpp"

namespace asterion {

// The walls of a mesh and the free ground that a disc may reach, copied from it.
struct InsetPlan {
  std::vector<Walls::Wall> walls;
  // Free triangles that are not closed by the walls at their corners, and the edges around them,
  // with these triangles on the left.
  std::vector<std::array<Spot, 3>> triangles;
  std::vector<std::pair<Spot, Spot>> edges;

  // With a radius in steps of the raster.
  InsetPlan(const Ground& ground, double rho) {
    using Id = Triangulation::Id;
    const Triangulation& mesh = ground.triangulation();
    const auto is_free = [&](Id h) {
      return h != Triangulation::kNone && ground.parts().part_of(h / 3) != Triangulation::kNone;
    };
    std::vector<bool> is_at_wall(mesh.vertices()), is_open(mesh.triangles());
    InterruptPoller poll;
    for (Id h = 0; h < static_cast<Id>(3 * mesh.triangles()); ++h, poll()) {
      if (!mesh.is_triangle(h / 3) || !is_free(h) || is_free(mesh.twin(h))) continue;
      Id onward = Triangulation::next(h);
      while (is_free(mesh.twin(onward))) onward = Triangulation::next(mesh.twin(onward));
      walls.push_back({mesh.from(h), mesh.to(h), mesh.to(onward)});
      is_at_wall[static_cast<std::size_t>(mesh.origin(h))] = true;
    }
    if (rho > 4 * ground.size() / ground.raster().step()) return;  // wider than all free ground
    for (Id t = 0; t < static_cast<Id>(mesh.triangles()); ++t, poll()) {
      if (!mesh.is_triangle(t) || !is_free(3 * t)) continue;
      const std::array corners{mesh.from(3 * t), mesh.from(3 * t + 1), mesh.from(3 * t + 2)};
      bool has_walls = true;
      for (Id h = 3 * t; h < 3 * t + 3; ++h)
        has_walls = has_walls && is_at_wall[static_cast<std::size_t>(mesh.origin(h))];
      if (has_walls && covering_radius(corners) < rho) continue;
      is_open[static_cast<std::size_t>(t)] = true;
      triangles.push_back(corners);
    }
    for (Id h = 0; h < static_cast<Id>(3 * mesh.triangles()); ++h, poll())
      if (is_open[static_cast<std::size_t>(h / 3)] &&
          (mesh.twin(h) == Triangulation::kNone ||
           !is_open[static_cast<std::size_t>(mesh.twin(h) / 3)]))
        edges.push_back({mesh.from(h), mesh.to(h)});
  }

 private:
  // Every point of the triangle is at most this far from one of its corners.
  static double covering_radius(const std::array<Spot, 3>& corners) {
    std::array<double, 3> sides;
    for (std::size_t i = 0; i < 3; ++i)
      sides[i] = length_of(in_steps(corners[(i + 1) % 3] - corners[i]));
    std::sort(sides.begin(), sides.end());
    const auto [a, b, c] = sides;
    if (c * c >= a * a + b * b) return c / 2;
    const Spot along = corners[1] - corners[0], beside = corners[2] - corners[0];
    return a * b * c / (2 * std::abs(cross(in_steps(along), in_steps(beside))));
  }
};

class Inset {
 public:
  // Distances and radii are in steps of the raster.
  Inset(std::uint64_t of_version, double of_radius, double size, double rho, double least,
        InsetPlan plan)
      : version(of_version),
        radius(of_radius),
        walls_(std::move(plan.walls)),
        rho_(rho),
        least_(least),
        mesh_(ground_of(plan, size)) {}

  const std::uint64_t version;  // of the mesh
  const double radius;          // in the user's coordinates

  Mesh& mesh() const { return mesh_; }

  // Where a disc stands; none if it has no room. A place beside a sector's sides, but not in its
  // circle, is moved to the nearest free point.
  std::optional<Spot> standing(RealPoint place) const {
    const Ground& ground = mesh_.ground();
    if (const auto spot = ground.standing(place)) return spot;
    if (!ground.is_in_reach(place)) return {};
    const RealPoint p = steps(place);
    if (clearance(p, p) < least_) return {};
    const auto nearest = ground.nearest(place);
    if (!nearest || length_of(in_steps(*nearest) - p) > 2 * kOvershoot * rho_ + 8) return {};
    return nearest;
  }
  // Whether a disc has room on the straight way from a to b, where it stands at a.
  bool has_room(RealPoint a, RealPoint b) const { return clearance(steps(a), steps(b)) >= least_; }
  // The direction across the way from a place to the nearest wall.
  RealPoint tangent(RealPoint place) const {
    const RealPoint to = walls_.nearest(steps(place), rho_ * (1 + kOvershoot)) - steps(place);
    return {-to.y, to.x};
  }
  // The point where the line through a in one direction crosses the line through b in another, if
  // a disc has room on the ways to it.
  std::optional<RealPoint> meeting(RealPoint a, RealPoint from_a, RealPoint b,
                                   RealPoint from_b) const {
    const double turn = cross(from_a, from_b);
    if (turn == 0) return {};
    const double share = cross(b - a, from_b) / turn;
    const RealPoint at{a.x + share * from_a.x, a.y + share * from_a.y};
    if (!std::isfinite(at.x) || !std::isfinite(at.y) || !has_room(a, at) || !has_room(at, b))
      return {};
    return at;
  }
  // The distance of a straight way from the walls if it is less than the radius, in the user's
  // coordinates.
  double clearance_on(RealPoint a, RealPoint b) const {
    return clearance(steps(a), steps(b)) * mesh_.ground().raster().step();
  }

 private:
  // Sides of sectors are at most this much farther away than the radius, as a part of it.
  static constexpr double kTurn = std::numbers::pi / 36;  // between two sides
  static constexpr double kOvershoot = 0.00096;           // > 1 / cos(kTurn / 2) - 1

  RealPoint steps(RealPoint p) const {
    const int k = mesh_.ground().raster().k;
    return {std::ldexp(p.x, k), std::ldexp(p.y, k)};
  }
  double clearance(RealPoint a, RealPoint b) const { return walls_.clearance(a, b, rho_); }

  std::unique_ptr<Ground> ground_of(const InsetPlan& plan, double size) const {
    std::vector<bool> is_needed(walls_.size());
    InterruptPoller poll;
    for (const auto& corners : plan.triangles)
      for (std::size_t i = 0; i < 3; ++i, poll()) {
        const RealPoint a = in_steps(corners[i]), b = in_steps(corners[(i + 1) % 3]);
        const double reach = rho_ * (1 + kOvershoot);
        walls_.near(a, b, reach, [&](std::uint32_t w) {
          const RealPoint from = in_steps(walls_[w].a), to = in_steps(walls_[w].b);
          is_needed[w] = is_needed[w] || distance(a, b, from, to) <= reach;
        });
      }
    std::vector<std::vector<Spot>> rings;
    std::vector<Spot> spots;
    for (const auto& [a, b] : plan.edges) spots.push_back(a);
    for (std::size_t w = 0; w < walls_.size(); ++w, poll()) {
      if (!is_needed[w]) continue;
      rings.push_back(closed_by(walls_[w]));
      spots.insert(spots.end(), rings.back().begin(), rings.back().end());
    }
    auto ground = std::make_unique<Ground>(size);
    ground->insert_all(spots);
    for (const auto& [a, b] : plan.edges) ground->add_outline_edge(a, b), poll();
    for (std::vector<Spot>& ring : rings) ground->add_obstacle(std::move(ring)), poll();
    ground->finish();
    return ground;
  }

  static RealPoint normal(Spot a, Spot b) {  // to the left
    const RealPoint along = in_steps(b - a);
    const double length = length_of(along);
    return {-along.y / length, along.x / length};
  }
  static Spot beside(Spot v, RealPoint way, double far) {
    return {v.x + std::llrint(far * way.x), v.y + std::llrint(far * way.y)};
  }

  // The ground that a wall closes, and the corner at its end, counterclockwise.
  std::vector<Spot> closed_by(const Walls::Wall& wall) const {
    const auto& [a, b, after] = wall;
    const RealPoint here = normal(a, b), next = normal(b, after);
    std::vector<Spot> ring{a, b};
    const int turn = side(a, b, after);
    const bool is_back = turn == 0 && !is_ahead(b, b + (b - a), after);
    if (turn > 0) {
      ring.push_back(beside(b, here, rho_));
    } else {
      // The next wall begins here: with the same number, or there would be slivers between.
      ring.push_back(beside(b, next, rho_));
      if (turn < 0 || is_back) {
        const std::vector<double> touched = touched_directions(b, here, next);
        for (std::size_t i = touched.size() - 1; i > 0; --i) {
          const double half = (touched[i] - touched[i - 1]) / 2, angle = touched[i] - half;
          const double x = std::cos(angle), y = std::sin(angle);
          ring.push_back(
              beside(b, {here.x * x + here.y * y, here.y * x - here.x * y}, rho_ / std::cos(half)));
        }
      }
    }
    ring.push_back(beside(a, here, rho_));
    std::vector<Spot> plain;
    for (const Spot p : ring)
      if (plain.empty() || plain.back() != p) plain.push_back(p);
    return plain;
  }

  // The directions in which the sides of a sector touch its circle, as angles clockwise from the
  // first normal.
  std::vector<double> touched_directions(Spot corner, RealPoint first, RealPoint last) const {
    const double sweep = std::atan2(std::abs(cross(first, last)), dot(first, last));
    std::vector<double> fixed{0, sweep};
    const RealPoint middle = in_steps(corner);
    const double most = 2 * rho_ * (1 + 2 * kOvershoot);
    walls_.near(middle, middle, most, [&](std::uint32_t w) {
      const RealPoint way =
          nearest_on(in_steps(walls_[w].a), in_steps(walls_[w].b), middle) - middle;
      const double length = length_of(way);
      if (length < 2 * rho_ * (1 - 1e-9) || length > most) return;
      const double angle = std::atan2(-cross(first, way), dot(first, way));
      if (angle > 0 && angle < sweep) fixed.push_back(angle);
    });
    std::sort(fixed.begin(), fixed.end());
    std::vector<double> found{0};
    for (const double to : fixed) {
      const double from = found.back();
      if (to - from < 1e-7 && to != sweep) continue;
      const int parts = static_cast<int>(std::ceil((to - from) / kTurn));
      for (int i = 1; i <= parts; ++i) found.push_back(from + (to - from) * i / parts);
    }
    return found;
  }

  Walls walls_;
  double rho_, least_;
  mutable Mesh mesh_;
};

using InsetPtr = std::shared_ptr<const Inset>;

// The insets of a mesh, for the radii that were asked for last.
class InsetCache {
 public:
  InsetPtr find(std::uint64_t version, double radius) {
    const std::lock_guard guard(lock_);
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (kept_[i]->version == version && kept_[i]->radius == radius) {
        std::rotate(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(i),
                    kept_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return kept_.front();
      }
    return nullptr;
  }
  void keep(InsetPtr inset) {
    const std::lock_guard guard(lock_);
    std::erase_if(kept_, [&](const InsetPtr& each) { return each->version < inset->version; });
    kept_.insert(kept_.begin(), std::move(inset));
    if (kept_.size() > kMost) kept_.pop_back();
  }

 private:
  static constexpr std::size_t kMost = 8;
  ForkSafeMutex lock_;
  std::vector<InsetPtr> kept_;  // the last that was asked for first
};

// The inset of the present version of a mesh, made without its lock; null for a point.
inline InsetPtr inset_of(Mesh& mesh, double radius) {
  // A disc may come this much nearer to a wall than its radius. Rounding stays below.
  constexpr double kTolerance = 1e-6, kSteps = 16;
  if (!(radius >= 0)) throw BadValue("radius is " + text(radius) + "; it must be at least 0");
  if (radius == 0) return nullptr;
  std::optional<InsetPlan> plan;
  std::uint64_t version;
  double size, steps, rho;
  {
    const auto guard = mesh.read();
    version = mesh.version();
    if (InsetPtr known = mesh.cache().get<InsetCache>().find(version, radius)) return known;
    size = mesh.ground().size();
    steps = radius / mesh.ground().raster().step();
    rho = steps * (1 - kTolerance / 4) - kSteps / 2;
    if (rho < kSteps) return nullptr;
    plan.emplace(mesh.ground(), rho);
  }
  auto made = std::make_shared<const Inset>(version, radius, size, rho,
                                            steps * (1 - kTolerance) - kSteps, std::move(*plan));
  mesh.cache().get<InsetCache>().keep(made);
  return made;
}

}  // namespace asterion
