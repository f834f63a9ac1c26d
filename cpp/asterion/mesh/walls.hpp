// The walls around free ground, in buckets by place: how far a point or a straight way is from
// them.
//
// A wall is in every bucket that it passes through. The number of buckets grows with that of walls,
// so that a look around a place takes O(1) time where walls are evenly spread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "asterion/mesh/raster.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// A point in steps of the raster.
inline RealPoint in_steps(Spot s) { return {static_cast<double>(s.x), static_cast<double>(s.y)}; }
inline double length_of(RealPoint d) { return std::hypot(d.x, d.y); }
inline RealPoint operator-(RealPoint a, RealPoint b) { return {a.x - b.x, a.y - b.y}; }
inline double cross(RealPoint a, RealPoint b) { return a.x * b.y - a.y * b.x; }
inline double dot(RealPoint a, RealPoint b) { return a.x * b.x + a.y * b.y; }

// The point of a segment that is nearest to p.
inline RealPoint nearest_on(RealPoint a, RealPoint b, RealPoint p) {
  const RealPoint along = b - a;
  const double squared = dot(along, along);
  const double share = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0.0;
  return {a.x + share * along.x, a.y + share * along.y};
}
inline double distance(RealPoint a, RealPoint b, RealPoint p) {
  return length_of(p - nearest_on(a, b, p));
}
// The distance of two segments.
inline double distance(RealPoint a, RealPoint b, RealPoint c, RealPoint d) {
  const auto apart = [](double s, double t) { return (s > 0 && t > 0) || (s < 0 && t < 0); };
  if (!apart(cross(b - a, c - a), cross(b - a, d - a)) &&
      !apart(cross(d - c, a - c), cross(d - c, b - c)) && cross(b - a, d - c) != 0)
    return 0;
  return std::min({distance(a, b, c), distance(a, b, d), distance(c, d, a), distance(c, d, b)});
}

class Walls {
 public:
  // Free ground is to the left of the way from a to b. The wall continues to `after`, along the
  // same piece of free ground.
  struct Wall {
    Spot a, b, after;
  };

  explicit Walls(std::vector<Wall> walls) : walls_(std::move(walls)) {
    if (walls_.empty()) return;
    low_ = high_ = in_steps(walls_[0].a);
    for (const Wall& each : walls_) {
      const RealPoint a = in_steps(each.a);
      low_ = {std::min(low_.x, a.x), std::min(low_.y, a.y)};
      high_ = {std::max(high_.x, a.x), std::max(high_.y, a.y)};
    }
    const double n = std::sqrt(static_cast<double>(walls_.size()));
    count_ = std::clamp(static_cast<std::int64_t>(n), std::int64_t{1}, std::int64_t{1024});
    step_ = std::max(high_.x - low_.x, high_.y - low_.y) / static_cast<double>(count_) + 1;
    std::vector<std::uint32_t> ends(static_cast<std::size_t>(count_ * count_) + 1);
    for_each_place([&](std::size_t bucket, std::uint32_t) { ++ends[bucket + 1]; });
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    first_ = ends;
    items_.resize(ends.back());
    for_each_place([&](std::size_t bucket, std::uint32_t i) { items_[ends[bucket]++] = i; });
  }

  std::size_t size() const { return walls_.size(); }
  const Wall& operator[](std::size_t i) const { return walls_[i]; }

  // Calls visit(i) for every wall that comes within `reach` of the way from a to b, and for some
  // others; perhaps several times.
  template <class Visit>
  void near(RealPoint a, RealPoint b, double reach, Visit&& visit) const {
    if (walls_.empty()) return;
    for_each_bucket(a, b, reach, [&](std::size_t bucket) {
      for (std::uint32_t i = first_[bucket]; i < first_[bucket + 1]; ++i) visit(items_[i]);
    });
  }

  // The point of a wall that is nearest to p; p itself if none is within `most`.
  RealPoint nearest(RealPoint p, double most) const {
    RealPoint found = p;
    near(p, p, most, [&](std::uint32_t i) {
      const RealPoint q = nearest_on(in_steps(walls_[i].a), in_steps(walls_[i].b), p);
      if (const double d = length_of(q - p); d <= most) most = d, found = q;
    });
    return found;
  }
  // The distance of the way from a to b from the nearest wall, or `most` if none is nearer.
  double clearance(RealPoint a, RealPoint b, double most) const {
    double least = most;
    near(a, b, most, [&](std::uint32_t i) {
      const Wall& wall = walls_[i];
      least = std::min(least, distance(a, b, in_steps(wall.a), in_steps(wall.b)));
    });
    return least;
  }

 private:
  template <class Visit>
  void for_each_place(Visit&& visit) const {
    InterruptPoller poll;
    for (std::size_t i = 0; i < walls_.size(); ++i, poll())
      for_each_bucket(in_steps(walls_[i].a), in_steps(walls_[i].b), 0,
                      [&](std::size_t bucket) { visit(bucket, static_cast<std::uint32_t>(i)); });
  }
  // Calls visit() for the buckets within `reach` of the way from a to b, column by column.
  template <class Visit>
  void for_each_bucket(RealPoint a, RealPoint b, double reach, Visit&& visit) const {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    if (a.x > b.x) std::swap(a, b);
    const double slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0;
    const std::int64_t last = index(b.x + reach - low_.x);
    for (std::int64_t column = index(a.x - reach - low_.x); column <= last; ++column) {
      const double left = column == 0 ? -kFar : low_.x + static_cast<double>(column) * step_;
      const double right =
          column + 1 == count_ ? kFar : low_.x + static_cast<double>(column + 1) * step_;
      const double from = std::clamp(left - reach, a.x, b.x);
      const double to = std::clamp(right + reach, a.x, b.x);
      double low = a.y + slope * (from - a.x), high = a.y + slope * (to - a.x);
      if (b.x == a.x) low = a.y, high = b.y;
      if (low > high) std::swap(low, high);
      const std::int64_t top = index(high + reach + 1 - low_.y);
      for (std::int64_t row = index(low - reach - 1 - low_.y); row <= top; ++row)
        visit(static_cast<std::size_t>(column * count_ + row));
    }
  }
  std::int64_t index(double from_low) const {
    return static_cast<std::int64_t>(
        std::clamp(from_low / step_, 0.0, static_cast<double>(count_ - 1)));
  }

  std::vector<Wall> walls_;
  RealPoint low_{0, 0}, high_{0, 0};
  std::int64_t count_ = 1;  // of columns, and of rows
  double step_ = 1;
  std::vector<std::uint32_t> first_,
      items_;  // the walls of bucket i: from first_[i] to first_[i + 1]
};

}  // namespace asterion
