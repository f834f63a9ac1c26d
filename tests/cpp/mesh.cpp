// Meshes of hostile polygons: an answer or an error, and an answer that can be walked.
//
// ASTERION_MESH_INPUTS in the environment sets the number of inputs.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "asterion/mesh/mesh_query.hpp"
#include "random.hpp"

namespace asterion::tests {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kOdd[] = {std::numeric_limits<double>::quiet_NaN(),
                           kInf,
                           -kInf,
                           5e-324,
                           1e-300,
                           1e-9,
                           1.0 / 3,
                           1e290,
                           -1.1e290,
                           1.7e308,
                           1e100,
                           1 + std::numeric_limits<double>::epsilon()};

class Input {
 public:
  explicit Input(std::uint32_t seed) : dice_(seed) {
    constexpr double kScales[] = {1, 1, 1, 1, 1e-9, 1e7, 1e200, 1e-250};
    scale_ = kScales[dice_.below(8)];
    odd_ = dice_.chance(0.15) ? 0.05 : 0;
  }

  double coordinate() {
    if (dice_.chance(odd_)) return kOdd[dice_.below(12)];
    const double whole = dice_.between(-4, 9);
    const double part = dice_.chance(0.2) ? dice_.below(1 << 20) / 1048576.0 : 0;
    return (whole + part) * scale_;
  }
  RealPoint point() { return {coordinate(), coordinate()}; }
  std::vector<RealPoint> points(std::uint32_t most) {
    std::vector<RealPoint> found(dice_.below(most + 1));
    for (RealPoint& each : found) each = point();
    return found;
  }
  // A box, a ring round a place, or any points.
  Ring ring() {
    const RealPoint at = point();
    const double w = dice_.between(1, 5) * scale_, h = dice_.between(1, 5) * scale_;
    const std::uint32_t kind = dice_.below(8);
    if (kind < 4) return {at, {at.x + w, at.y}, {at.x + w, at.y + h}, {at.x, at.y + h}};
    if (kind == 7) return points(7);
    Ring found;
    const std::int32_t count = dice_.between(3, 12);
    for (std::int32_t i = 0; i < count; ++i) {
      const double far = w * (1 + dice_.below(1000)) / 1000, angle = 6.283 * i / count;
      found.push_back({at.x + far * std::cos(angle), at.y + far * std::sin(angle)});
    }
    return found;
  }
  double radius() {
    constexpr double kRadii[] = {0, 0, 0, 0.1, 0.5, 1, 3};
    if (dice_.chance(odd_)) return kOdd[dice_.below(12)];
    return kRadii[dice_.below(7)] * scale_;
  }

  void run() {
    const double far = 9 * scale_, near = -4 * scale_;
    std::vector<Ring> outlines{{{near, near}, {far, near}, {far, far}, {near, far}}}, holes;
    if (dice_.chance(0.3)) outlines = {ring(), ring()};
    for (std::uint32_t i = dice_.below(4); i > 0; --i) holes.push_back(ring());
    Mesh mesh(outlines, holes);
    for (std::uint32_t i = 1 + dice_.below(6); i > 0; --i) {
      try {
        dice_.chance(0.5) ? edit(mesh) : ask(mesh);
      } catch (const BadValue&) {
      } catch (const BadPath&) {
      }
    }
  }

 private:
  void edit(Mesh& mesh) {
    if (dice_.chance(0.4)) return mesh.fill(dice_.below(5));
    mesh.cut(ring());
  }
  void ask(Mesh& mesh) {
    const double radius = this->radius();
    const OpenGround open(mesh, radius);
    const RealPoint start = point();
    const std::vector<RealPoint> goals = points(3);
    const bool leaves = std::isfinite(start.x) && std::isfinite(start.y) && dice_.chance(0.3);
    const MeshAnswer answer = find_path(open, start, goals, "start", leaves);
    in_sight(open, start, point());
    if (answer.status != Status::found) return;
    REQUIRE(answer.points.front() == start);
    REQUIRE(answer.points.back() == goals[answer.goal]);
    if (open.standing(start)) REQUIRE(checked_way(open, answer.points) == answer.length);
    if (!open.standing(start) || radius > 0) return;
    const double length = distances(open, start, goals)[answer.goal];
    const double step = open.ground().raster().step();
    REQUIRE(std::abs(length - answer.length) <= 1e-9 * length + 9 * step);
  }

  Random dice_;
  double scale_, odd_;
};

}  // namespace

TEST_CASE("any polygons make a mesh whose paths can be walked, or an error") {
  const char* const asked = std::getenv("ASTERION_MESH_INPUTS");
  const auto inputs = static_cast<std::uint32_t>(asked == nullptr ? 300 : std::atoi(asked));
  std::uint32_t made = 0;
  for (std::uint32_t i = 0; i < inputs; ++i) {
    CAPTURE(i);
    try {
      Input(i).run();
      ++made;
    } catch (const BadValue&) {
    }
  }
  CHECK(made > inputs / 3);
}

}  // namespace asterion::tests
