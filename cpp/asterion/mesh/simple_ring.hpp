// Whether a ring of points is a simple polygon.
#pragma once

#include <optional>
#include <vector>

#include "asterion/mesh/raster.hpp"
#include "asterion/mesh/triangulation.hpp"

namespace asterion {

// A place where a ring crosses or touches itself; none if it does not. O(n log n) in practice: its
// sides are drawn into a triangulation, in which a crossing makes a vertex.
inline std::optional<Spot> contact_of(const std::vector<Spot>& ring) {
  using Id = Triangulation::Id;
  Triangulation mesh(std::int64_t{1} << (Raster::kBits + 6));
  const std::vector<Id> vertices = mesh.insert_all(ring);
  std::vector<bool> seen(mesh.vertices());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (seen[static_cast<std::size_t>(vertices[i])]) return ring[i];
    seen[static_cast<std::size_t>(vertices[i])] = true;
  }
  const auto points = static_cast<Id>(mesh.vertices());
  InterruptPoller poll;
  for (std::size_t i = 0; i < ring.size(); ++i, poll()) {
    mesh.join(vertices[i], vertices[(i + 1) % ring.size()], Triangulation::kBorder);
    if (static_cast<Id>(mesh.vertices()) > points) return mesh.spot(points);
  }
  for (const Id v : vertices) {
    int sides = 0;
    mesh.around(v, [&](Id h) { return sides += mesh.kinds(h) != 0, false; });
    if (sides != 2) return mesh.spot(v);
  }
  return {};
}

}  // namespace asterion
