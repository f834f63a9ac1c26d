// Points of a mesh: whole numbers of a raster, so that every decision about sides is exact.
//
// A mesh chooses the step of its raster, 2^-k, so that its coordinates stay below 2^45: a
// coordinate is rounded by at most 2^-45 of the size of the mesh, which for most inputs is the last
// digit or nothing at all. Products of two differences then fit into 128 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>

#include "asterion/world/real_point.hpp"

namespace asterion {

struct Spot {
  std::int64_t x, y;
  auto operator<=>(const Spot&) const = default;
};
inline Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
inline Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }

__extension__ using WideInt = __int128;

// > 0 if the direction b is to the left of a, < 0 if to its right, 0 if they are parallel.
inline int side(Spot a, Spot b) {
  const WideInt left = WideInt{a.x} * b.y, right = WideInt{a.y} * b.x;
  return (left > right) - (left < right);
}
// The same for c as seen on the way from a to b.
inline int side(Spot a, Spot b, Spot c) { return side(b - a, c - a); }

// Whether p, on the line through a and b, is on the same side of a as b is.
inline bool is_ahead(Spot a, Spot b, Spot p) {
  return WideInt{b.x - a.x} * (p.x - a.x) + WideInt{b.y - a.y} * (p.y - a.y) > 0;
}

// Whether p is on the way from a to b, or at most a step of the raster beside it.
inline bool is_on_way(Spot a, Spot b, Spot p) {
  const Spot way = b - a, to = p - a;
  const auto across = static_cast<double>(WideInt{way.x} * to.y - WideInt{way.y} * to.x);
  return std::abs(across) <= std::hypot(static_cast<double>(way.x), static_cast<double>(way.y)) &&
         is_ahead(a, b, p) && is_ahead(b, a, p);
}

// Whether d is certainly inside the circle through a, b and c, which are in counterclockwise order:
// only the shape of triangles depends on it. The bound is that of J. R. Shewchuk, Adaptive
// precision floating-point arithmetic and fast robust geometric predicates, 1997.
inline bool in_circle(Spot a, Spot b, Spot c, Spot d) {
  const auto real = [](std::int64_t v) { return static_cast<double>(v); };
  const double ax = real(a.x - d.x), ay = real(a.y - d.y), bx = real(b.x - d.x),
               by = real(b.y - d.y), cx = real(c.x - d.x), cy = real(c.y - d.y);
  const double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
  const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  const double det = a2 * (bc - cb) + b2 * (ca - ac) + c2 * (ab - ba);
  const double most = (std::abs(bc) + std::abs(cb)) * a2 + (std::abs(ca) + std::abs(ac)) * b2 +
                      (std::abs(ab) + std::abs(ba)) * c2;
  return det > 1.2e-15 * most;
}

struct Raster {
  static constexpr int kBits = 45;

  int k = 0;  // the step is 2^-k

  // The finest for coordinates up to this size.
  static Raster for_size(double size) {
    int exponent = 0;
    std::frexp(size, &exponent);
    return {std::min(kBits - exponent, 1000)};
  }
  // The raster number of a coordinate within the size.
  std::int64_t number(double value) const { return std::llrint(std::ldexp(value, k)); }
  Spot spot(RealPoint p) const { return {number(p.x), number(p.y)}; }
  double step() const { return std::ldexp(1.0, -k); }
  RealPoint place(Spot s) const {
    return {static_cast<double>(s.x) * step(), static_cast<double>(s.y) * step()};
  }
};

}  // namespace asterion
