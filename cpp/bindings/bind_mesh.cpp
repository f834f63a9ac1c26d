#include "asterion/mesh/lazy_theta.hpp"
#include "asterion/mesh/mesh_query.hpp"
#include "asterion/mesh/straight_ways.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/columns.hpp"
#include "bindings/in_turn.hpp"

namespace asterion::bindings {
namespace {

using Points = Table<double, 2>;  // (n, 2)
using Session = OneAtATime<MeshSession>;
using Theta = OneAtATime<LazyTheta>;

Ring ring_of(const Points& points) {
  Ring ring(points.shape(0));
  for (std::size_t i = 0; i < ring.size(); ++i)
    ring[i] = {points.data()[2 * i], points.data()[2 * i + 1]};
  return ring;
}
std::vector<Ring> rings_of(const std::vector<Points>& arrays) {
  std::vector<Ring> rings;
  for (const Points& each : arrays) rings.push_back(ring_of(each));
  return rings;
}

nb::object array_of(const std::vector<RealPoint>& points) {
  std::vector<double> pairs;
  pairs.reserve(2 * points.size());
  for (const RealPoint p : points) pairs.insert(pairs.end(), {p.x, p.y});
  double* const data = pairs.data();
  return array_over(data, {points.size(), 2}, std::move(pairs));
}

Path on_mesh(const nb::object& world, MeshAnswer answer) {
  Path path;
  path.cols = -1;
  path.world = world;
  path.result.status = answer.status;
  path.result.optimal = answer.is_shortest;
  path.result.cost = answer.length;
  path.result.stats = answer.stats;
  path.points = std::move(answer.points);
  return path;
}

// What is left of a path on a mesh from a place on it, before the point of this number.
Path rest_of(const Path& path, std::size_t next, const RealPoint& place) {
  Path rest = path;
  rest.points.erase(rest.points.begin(),
                    rest.points.begin() + static_cast<std::ptrdiff_t>(std::min(next, path.size())));
  rest.points.insert(rest.points.begin(), place);
  rest.result.cost = length_of(rest.points);
  rest.result.stats.path = rest.points.size();
  return rest;
}

// A path of straight lines across a grid, over these points.
Path way_over(const nb::object& world, GridView& view, const Points& points, bool optimal,
              const Stats& stats) {
  std::vector<RealPoint> over = ring_of(points);
  PathResult result;
  {
    const WithoutGil release;
    const auto guard = view.read();
    write_way(view, over, result);
  }
  result.status = Status::found;
  result.optimal = optimal;
  const std::size_t cells = result.stats.path;
  result.stats = stats;
  result.stats.path = cells;
  const NodeId start = result.nodes.front(), goal = result.nodes.back();
  Path path = about(world, start, {goal}, on(view, std::move(result)));
  path.points = std::move(over);
  return path;
}

}  // namespace

void bind_mesh(nb::module_& m) {
  nb::class_<Mesh>(m, "Mesh")
      .def_static(
          "of_rings",
          [](const std::vector<Points>& outlines, const std::vector<Points>& holes) {
            const auto around = rings_of(outlines), inside = rings_of(holes);
            const WithoutGil release;
            return std::make_shared<Mesh>(around, inside);
          },
          "outlines"_a, "holes"_a,
          nb::sig("def of_rings(outlines: collections.abc.Sequence[NDArray[numpy.float64]], "
                  "holes: collections.abc.Sequence[NDArray[numpy.float64]]) -> Mesh"))
      .def_static(
          "of_polygons",
          [](const std::vector<Points>& polygons) {
            const auto rings = rings_of(polygons);
            const WithoutGil release;
            return std::make_shared<Mesh>(rings);
          },
          "polygons"_a,
          nb::sig("def of_polygons(polygons: "
                  "collections.abc.Sequence[NDArray[numpy.float64]]) -> Mesh"))
      .def_static(
          "of_view",
          [](std::shared_ptr<GridView> view, bool merges) {
            const WithoutGil release;
            return std::make_shared<Mesh>(std::move(view), merges);
          },
          "view"_a, "merges"_a = true)
      .def("version",
           [](Mesh& self) {
             const WithoutGil release;
             const auto guard = self.read();
             return self.version();
           })
      .def(
          "contains",
          [](Mesh& self, double x, double y, double radius) {
            const WithoutGil release;
            const OpenGround open(self, radius);
            const auto guard = open.mesh().read();
            return open.standing({x, y}).has_value();
          },
          "x"_a, "y"_a, "radius"_a)
      .def(
          "nearest",
          [](Mesh& self, double x, double y,
             double radius) -> std::optional<std::pair<double, double>> {
            const WithoutGil release;
            const OpenGround open(self, radius);
            const auto guard = open.mesh().read();
            const Ground& ground = open.ground();
            if (open.standing({x, y})) return std::pair(x, y);
            const auto spot = ground.nearest({x, y});
            if (!spot) return {};
            const RealPoint p = ground.raster().place(*spot);
            return std::pair(p.x, p.y);
          },
          "x"_a, "y"_a, "radius"_a)
      .def(
          "cut",
          [](Mesh& self, const Points& polygon) {
            const Ring ring = ring_of(polygon);
            const WithoutGil release;
            return self.cut(ring);
          },
          "polygon"_a, nb::sig("def cut(self, polygon: NDArray[numpy.float64]) -> int"))
      .def("fill", &Mesh::fill, "id"_a, nb::call_guard<WithoutGil>())
      .def(
          "work",
          [](Mesh& self) {
            const WithoutGil release;
            const auto guard = self.read();
            return self.ground().work();
          },
          "The triangles that edits have walked over, made or merged, for tests of growth.")
      .def(
          "shape",
          [](Mesh& self) {
            Ground::Shape shape;
            {
              const WithoutGil release;
              const auto guard = self.read();
              shape = self.ground().shape();
            }
            return nb::make_tuple(array_of(shape.points), vector_array(std::move(shape.corners)),
                                  vector_array(std::move(shape.ends)));
          },
          nb::sig("def shape(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.int64], "
                  "NDArray[numpy.int64]]"))
      .def(
          "in_sight",
          [](Mesh& self, const Points& ends, double radius) {
            const Ring ring = ring_of(ends);
            const WithoutGil release;
            return in_sight(OpenGround(self, radius), ring.at(0), ring.at(1));
          },
          "ends"_a, "radius"_a,
          nb::sig("def in_sight(self, ends: NDArray[numpy.float64], radius: float) -> bool"))
      .def(
          "checked_way",
          [](Mesh& self, const Points& points, double radius) {
            const Ring ring = ring_of(points);
            const WithoutGil release;
            return checked_way(OpenGround(self, radius), ring);
          },
          "points"_a, "radius"_a,
          nb::sig("def checked_way(self, points: NDArray[numpy.float64], radius: float) -> float"))
      .def(
          "distances",
          [](Mesh& self, const Points& start, const Points& points, double radius) {
            const Ring from = ring_of(start), to = ring_of(points);
            std::vector<double> lengths;
            {
              const WithoutGil release;
              lengths = distances(OpenGround(self, radius), from.at(0), to);
            }
            return vector_array(std::move(lengths));
          },
          "start"_a, "points"_a, "radius"_a,
          nb::sig("def distances(self, start: NDArray[numpy.float64], points: "
                  "NDArray[numpy.float64], radius: float) -> NDArray[numpy.float64]"))
      .def(
          "find_path",
          [](Mesh& self, const nb::object& world, const Points& start, const Points& goals,
             double radius, bool leaves) {
            const Ring from = ring_of(start), to = ring_of(goals);
            MeshAnswer answer;
            {
              const WithoutGil release;
              answer = find_path(OpenGround(self, radius), from.at(0), to, "start", leaves);
            }
            return on_mesh(world, std::move(answer));
          },
          "world"_a, "start"_a, "goals"_a, "radius"_a, "leaves"_a = false,
          nb::sig("def find_path(self, world: object, start: NDArray[numpy.float64], goals: "
                  "NDArray[numpy.float64], radius: float, leaves: bool = False) -> Path"))
      .def(
          "find_paths",
          [](Mesh& self, const nb::object& world, const Points& starts,
             const std::vector<Points>& goals, double radius, unsigned threads) {
            const Ring from = ring_of(starts);
            const std::vector<Ring> to = rings_of(goals);
            if (to.size() != from.size()) throw BadValue("there must be goals for each start");
            std::vector<MeshAnswer> answers;
            {
              const WithoutGil release;
              answers = find_paths(OpenGround(self, radius), from, to, threads);
            }
            std::vector<Path> paths;
            for (MeshAnswer& each : answers) paths.push_back(on_mesh(world, std::move(each)));
            return paths;
          },
          "world"_a, "starts"_a, "goals"_a, "radius"_a, "threads"_a,
          nb::sig("def find_paths(self, world: object, starts: NDArray[numpy.float64], goals: "
                  "collections.abc.Sequence[NDArray[numpy.float64]], radius: float, threads: "
                  "int) -> list[Path]"));

  nb::class_<Session>(m, "MeshSession")
      .def(nb::new_([](std::shared_ptr<Mesh> mesh, const Points& start, const Points& goals,
                       double radius, bool traced) {
             const Ring from = ring_of(start), to = ring_of(goals);
             const WithoutGil release;
             return std::make_shared<Session>(std::move(mesh), from.at(0), to, radius, traced);
           }),
           "mesh"_a, "start"_a, "goals"_a, "radius"_a, "traced"_a)
      .def("restart", in_turn(&MeshSession::restart))
      .def(
          "advance",
          [](Session& self, std::optional<std::uint64_t> expansions,
             std::optional<double> seconds) {
            const Budget budget = budget_of(expansions, seconds);
            return name_of(self->advance(budget.left(), budget.deadline()));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def_prop_ro(
          "status", [](Session& self) { return name_of(self->status()); },
          nb::call_guard<WithoutGil>())
      .def(
          "path",
          [](Session& self, const nb::object& world) {
            return on_mesh(world, in_turn(self, [](MeshSession& s) { return s.answer(); }));
          },
          "world"_a)
      .def(
          "glances",
          [](Session& self) {
            std::vector<RealPoint> ends;
            std::vector<double> f;
            in_turn(self, [&](MeshSession& session) {
              const Raster& raster = session.mesh().ground().raster();
              for (const auto& each : session.glances()) {
                const double step = raster.step();
                for (const RealPoint p : {each.left, each.right})
                  ends.push_back({p.x * step, p.y * step});
                ends.push_back(raster.place(each.root));
                f.push_back(each.f * step);
              }
            });
            return nb::make_tuple(array_of(ends), vector_array(std::move(f)));
          },
          nb::sig("def glances(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]"));

  nb::class_<Theta>(m, "ThetaSession")
      .def(nb::new_([](std::shared_ptr<GridView> view, NodeId start, std::vector<NodeId> goals,
                       double weight) {
             const WithoutGil release;
             return std::make_shared<Theta>(std::move(view), start, std::move(goals), weight);
           }),
           "view"_a, "start"_a, "goals"_a, "weight"_a)
      .def(
          "advance",
          [](Theta& self, std::optional<std::uint64_t> expansions, std::optional<double> seconds) {
            const Budget budget = budget_of(expansions, seconds);
            return name_of(self->advance(budget.left(), budget.deadline()));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def("stats", [](Theta& self) { return in_turn(self, [](auto& s) { return s.stats(); }); })
      .def(
          "points",
          [](Theta& self) {
            return array_of(in_turn(self, [](LazyTheta& s) { return s.points(); }));
          },
          nb::sig("def points(self) -> NDArray[numpy.float64]"));

  m.def(
      "any_angle_mesh",
      [](GridView& view) {
        const WithoutGil release;
        {
          const auto guard = view.read();
          if (!view.uniform())
            throw BadValue(
                "'any-angle' is for a grid whose free cells all cost the same; they "
                "cost from " +
                text(view.smallest_cost()) + " to " + text(view.largest_cost()) +
                " here; 'theta' takes any costs");
        }
        return mesh_of(view);
      },
      "view"_a, "The mesh of a uniform grid, which follows its edits.");
  m.def(
      "mesh_of_view",
      [](GridView& view) {
        const WithoutGil release;
        return mesh_of(view);
      },
      "view"_a, "The mesh of a grid of squares, which is made once and follows its edits.");
  m.def(
      "rest_of_path",
      [](const Path& path, std::size_t next, double x, double y) {
        return rest_of(path, next, {x, y});
      },
      "path"_a, "next"_a, "x"_a, "y"_a,
      "The rest of a path on a mesh, from a place before the point of this number.");
  m.def("way_over", &way_over, "world"_a, "view"_a, "points"_a, "optimal"_a, "stats"_a,
        nb::sig("def way_over(world: object, view: GridView, points: NDArray[numpy.float64], "
                "optimal: bool, stats: Stats) -> Path"));
  m.def(
      "has_straight_lines",
      [](const Path& path) { return !path.on_mesh() && !path.points.empty(); }, "path"_a,
      "Whether a path on a grid consists of straight lines over its points.");
}

}  // namespace asterion::bindings
