// A point in a user's coordinates.
#pragma once

namespace asterion {

struct RealPoint {
  double x, y;
  bool operator==(const RealPoint&) const = default;
};

}  // namespace asterion
