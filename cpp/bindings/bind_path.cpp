#include <nanobind/stl/array.h>

#include <bit>

#include "asterion/query/smooth.hpp"
#include "asterion/query/straighten.hpp"
#include "asterion/query/validate.hpp"
#include "asterion/world/headings.hpp"
#include "bindings/bindings.hpp"
#include "bindings/errors.hpp"

namespace asterion::bindings {
namespace {

const char* name_of_how(How how) {
  constexpr const char* kNames[] = {"searched", "index", "certified"};
  return kNames[static_cast<std::size_t>(how)];
}

void want_grid(const Path& path, const char* what) {
  if (path.on_graph())
    throw nb::attribute_error(
        (std::string("a path on a graph has nodes and connections, but no ") + what).c_str());
  if (path.on_mesh())
    throw nb::attribute_error((std::string("a path on a mesh has points, but no ") + what).c_str());
}

PyType_Slot* slots_of_path() {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void*>(+[](PyObject* self, visitproc visit, void* arg) {
         Py_VISIT(Py_TYPE(self));
         if (!nb::inst_ready(self)) return 0;
         const Path& path = *nb::inst_ptr<Path>(self);
         for (const nb::object* each : {&path.cells, &path.names, &path.nodes, &path.world})
           Py_VISIT(each->ptr());
         return 0;
       })},
      {Py_tp_clear, reinterpret_cast<void*>(+[](PyObject* self) {
         if (!nb::inst_ready(self)) return 0;
         Path& path = *nb::inst_ptr<Path>(self);
         for (nb::object* each : {&path.cells, &path.names, &path.nodes, &path.world})
           const nb::object last = std::move(*each);
         return 0;
       })},
      {0, nullptr}};
  return slots;
}

// Equal paths have equal hashes.
std::int64_t hash_of(const Path& path) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
  for (const NodeId node : path.result.nodes) mix(node);
  for (const std::uint32_t id : path.result.connections) mix(id);
  for (const RealPoint p : path.points) {
    mix(std::bit_cast<std::uint64_t>(p.x + 0.0));
    mix(std::bit_cast<std::uint64_t>(p.y + 0.0));
  }
  mix(reinterpret_cast<std::uintptr_t>(path.world.ptr()));
  return static_cast<std::int64_t>(hash >> 2);
}

// The names of a graph's nodes along the path, in order.
const nb::object& names(Path& path) {
  if (!path.names.is_valid()) {
    nb::list list;
    for (const NodeId node : path.result.nodes) list.append(path.nodes[node]);
    path.names = std::move(list);
  }
  return path.names;
}

// A cell, a point, or the name of a node.
nb::object item(Path& path, std::size_t i) {
  if (path.on_graph()) return names(path)[i];
  if (path.on_mesh()) return nb::make_tuple(path.points[i].x, path.points[i].y);
  const auto cols = static_cast<NodeId>(path.cols);
  return nb::make_tuple(path.result.nodes[i] / cols, path.result.nodes[i] % cols);
}

// Rows and columns of the nodes.
nb::object cell_array(const std::vector<NodeId>& nodes, std::int32_t columns) {
  const auto cols = static_cast<NodeId>(columns);
  std::vector<std::int64_t> pairs;
  pairs.reserve(2 * nodes.size());
  for (const NodeId node : nodes) {
    pairs.push_back(node / cols);
    pairs.push_back(node % cols);
  }
  const std::int64_t* data = pairs.data();
  return array_over<const std::int64_t>(data, {nodes.size(), 2}, std::move(pairs));
}

nb::object cells(Path& path) {
  want_grid(path, "cells");
  if (!path.cells.is_valid()) path.cells = cell_array(path.result.nodes, path.cols);
  return path.cells;
}

// Where a path turns, as points; of moves from cell to cell, the middle of each.
nb::object points(const Path& path) {
  if (path.on_graph()) throw nb::attribute_error("a path on a graph has nodes, but no points");
  std::vector<double> pairs;
  for (const RealPoint p : path.points) pairs.insert(pairs.end(), {p.x, p.y});
  if (path.points.empty() && !path.on_mesh())
    for (const NodeId node : path.result.nodes) {
      const auto at = static_cast<std::int32_t>(node);
      pairs.insert(pairs.end(), {double(at / path.cols), double(at % path.cols)});
    }
  const double* data = pairs.data();
  const std::size_t size = pairs.size() / 2;
  return array_over<const double>(data, {size, 2}, std::move(pairs));
}

// The heading of the move that leads to a place on the path; none for a link.
std::optional<Heading> heading_to(const Path& path, std::size_t i) {
  const auto at = [&](std::size_t place) {
    const auto node = static_cast<std::int32_t>(path.result.nodes[place]);
    return Point{node / path.cols, node % path.cols};
  };
  const Point a = at(i - 1), b = at(i);
  const Direction d = direction_of(b.row - a.row, b.col - a.col);
  if (d == kNoDirection || (moves_of_tile(path.tiles, a) >> d & 1) == 0) return {};
  return Headings(path.tiles).of(a, d);
}

// The degrees of each turn of a path, in order. A link keeps the heading.
std::vector<double> turn_angles(const Path& path) {
  want_grid(path, "turns");
  const Headings headings(path.tiles);
  std::vector<double> angles;
  std::optional<Heading> before;
  for (std::size_t i = 1; i < path.result.nodes.size(); ++i) {
    const std::optional<Heading> now = heading_to(path, i);
    if (!now) continue;
    if (before && *before != *now)
      angles.push_back(360.0 / headings.count() * headings.turn(*before, *now));
    before = now;
  }
  return angles;
}

// The cells where a path begins, turns and ends, and the ends of links.
nb::object waypoints(const Path& path) {
  want_grid(path, "waypoints");
  const std::vector<NodeId>& nodes = path.result.nodes;
  std::vector<NodeId> turns;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool inner = i > 0 && i + 1 < nodes.size();
    const auto heading = inner ? heading_to(path, i) : std::nullopt;
    if (!heading || heading != heading_to(path, i + 1)) turns.push_back(nodes[i]);
  }
  return cell_array(turns, path.cols);
}

nb::list item_list(Path& path) {
  nb::list list;
  for (std::size_t i = 0; i < path.size(); ++i) list.append(item(path, i));
  return list;
}

nb::object connections(const Path& path) {
  if (path.on_mesh()) want_grid(path, "connections");
  if (!path.on_graph()) throw nb::attribute_error("a path on a grid has cells, but no connections");
  const auto& ids = path.result.connections;
  return vector_array(std::vector<std::int64_t>(ids.begin(), ids.end()));
}

std::string describe(const Path& path) {
  const PathResult& result = path.result;
  if (path.size() == 0) return std::string("<Path ") + name_of(result.status) + ">";
  const char* const thing = path.on_mesh() ? "point" : path.on_graph() ? "node" : "cell";
  return std::string("<Path ") + name_of(result.status) + ": " +
         counted(static_cast<std::int64_t>(path.size()), thing) + ", cost " + text(result.cost) +
         ">";
}

// Python's part in paths, which knows the type of a world; handed over by set_path_functions() when
// the package is imported. Never freed, because Python ends before static objects do.
struct PathFunctions {
  nb::callable from_nodes, smoothed, straightened, given_stats;
  nb::object grid, view;  // types of worlds that hold no objects of users
};

PathFunctions& python() {
  static auto* const functions = new PathFunctions;
  return *functions;
}

// For pickle, which is to be trusted like code: counts and seconds.
using SavedStats = std::pair<std::array<std::uint64_t, 9>, double>;

SavedStats saved(const Stats& s) {
  return {
      {s.expanded, s.moves, s.reopened, s.pushes, s.pops, s.peak_open, s.open_sum, s.met, s.path},
      s.seconds};
}

Stats restored_stats(const std::array<std::uint64_t, 9>& n, double seconds) {
  return {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], seconds};
}

// A path without its world: on a graph the nodes lose their numbers but not their names.
nb::tuple saved(Path& p) {
  const PathResult& r = p.result;
  const nb::object nodes = p.on_graph() ? names(p) : nb::cast(r.nodes);
  std::vector<std::pair<double, double>> points;
  for (const RealPoint each : p.points) points.push_back({each.x, each.y});
  return nb::make_tuple(static_cast<int>(r.status), r.optimal, r.cost, nodes, r.connections,
                        r.stats, r.turn_cost, static_cast<int>(r.how), p.cols,
                        static_cast<int>(p.tiles), points);
}

void restore(Path& self, const nb::tuple& saved) {
  new (&self) Path;
  PathResult& r = self.result;
  r.status = static_cast<Status>(nb::cast<int>(saved[0]));
  r.optimal = nb::cast<bool>(saved[1]);
  r.cost = nb::cast<double>(saved[2]);
  r.connections = nb::cast<std::vector<std::uint32_t>>(saved[4]);
  r.stats = nb::cast<Stats>(saved[5]);
  r.turn_cost = nb::cast<double>(saved[6]);
  r.how = static_cast<How>(nb::cast<int>(saved[7]));
  self.cols = nb::cast<std::int32_t>(saved[8]);
  self.tiles = static_cast<Tiles>(nb::cast<int>(saved[9]));
  for (const auto& [x, y] : nb::cast<std::vector<std::pair<double, double>>>(saved[10]))
    self.points.push_back({x, y});
  if (self.on_graph()) {
    self.names = saved[3];
    r.nodes.resize(nb::len(self.names));
  } else {
    r.nodes = nb::cast<std::vector<NodeId>>(saved[3]);
  }
}

// A value in a message, cut where it is long.
std::string short_repr(nb::handle value) {
  std::string words = nb::repr(value).c_str();
  constexpr std::size_t kLongest = 80;
  if (words.size() > kLongest) words = words.substr(0, kLongest) + "...";
  return words;
}

// Whether a pair that was read as two whole numbers contains a bool.
bool has_bool(nb::handle pair) {
  for (const nb::handle value : nb::iter(pair))
    if (PyBool_Check(value.ptr())) return true;
  return false;
}

// Converts cells as a user writes them, pairs of whole numbers, to nodes of the world.
std::vector<NodeId> nodes_of(const Grid& grid, const nb::object& cells) {
  std::vector<NodeId> nodes;
  if (!nb::isinstance<nb::iterable>(cells))
    throw BadType("a path is made of cells, pairs (row, column), in order");
  for (const nb::handle cell : nb::iter(cells)) {
    const std::string which = "cell " + std::to_string(nodes.size()) + " ";
    std::pair<std::int64_t, std::int64_t> at;
    if (!nb::try_cast(cell, at) || has_bool(cell))
      throw BadPath(which + "is " + short_repr(cell) + "; a cell is a pair (row, column)");
    if (at.first < 0 || at.first >= grid.rows() || at.second < 0 || at.second >= grid.cols())
      throw BadPath(which + text(at.first, at.second) + " is outside the grid of " +
                    counted(grid.rows(), "row") + " and " + counted(grid.cols(), "column"));
    nodes.push_back(
        grid.id({static_cast<std::int32_t>(at.first), static_cast<std::int32_t>(at.second)}));
  }
  return nodes;
}

double walked(GridView& view, const std::vector<NodeId>& nodes, double turn_cost = 0) {
  const WithoutGil release;
  return checked_path_cost(view, nodes, turn_cost);
}

// Includes the turns of a path that was found for a unit that pays for them.
double checked_cost(GridView& view, const nb::object& cells) {
  Path* path = nullptr;
  const double turn_cost =
      nb::try_cast(cells, path) && path != nullptr ? path->result.turn_cost : 0;
  return walked(view, nodes_of(view.grid(), cells), turn_cost);
}

// The cells of a path, which must be on this grid or one of its size.
const std::vector<NodeId>& cells_on(const Grid& grid, const Path& path) {
  const auto cols = static_cast<NodeId>(path.cols);
  for (const NodeId node : path.result.nodes)
    if (path.cols != grid.cols() || node >= grid.cells())
      throw BadPath("cell " + text(node / cols, node % cols) + " of the path is on a grid of " +
                    counted(cols, "column") + ", or outside this one of " +
                    counted(grid.rows(), "row") + " and " + counted(grid.cols(), "column"));
  return path.result.nodes;
}

// The corners of a smoothed path's lines, as cells.
nb::object corners_of(GridView& view, const Path& path) {
  want_grid(path, "straight lines");
  std::vector<NodeId> corners;
  {
    const WithoutGil release;
    corners = smoothed(view, cells_on(view.grid(), path));
  }
  return cell_array(corners, path.cols);
}

// A path with fewer turns between the same ends.
Path straightened_path(const nb::object& world, GridView& view, const Path& path) {
  if (path.result.turn_cost > 0)
    throw BadValue("straightened takes paths found without turn_cost, which weighs turns itself");
  PathResult result;
  {
    const WithoutGil release;
    result = straightened(view, cells_on(view.grid(), path));
  }
  if (path.result.status == Status::partial) {
    result.status = Status::partial;
    result.optimal = false;
  }
  const NodeId start = result.nodes.front(), end = result.nodes.back();
  return about(world, start, path.goals.empty() ? std::vector{end} : path.goals,
               on(view, std::move(result)));
}

// A path over these connections of a graph, by their numbers, from a given node.
Path walk_of(const nb::object& world, Network& network, NodeId start,
             const std::vector<std::int64_t>& ids, bool optimal) {
  PathResult result;
  {
    const WithoutGil release;
    result = checked_walk(network, start, ids);
  }
  result.optimal = optimal;
  std::vector<NodeId> goals{result.nodes.back()};
  return about(world, start, std::move(goals), on(network, std::move(result)));
}

// A path over these cells of a grid.
Path path_over(const nb::object& world, GridView& view, const nb::object& cells, bool optimal) {
  PathResult result;
  result.nodes = nodes_of(view.grid(), cells);
  result.cost = walked(view, result.nodes);
  result.status = Status::found;
  result.optimal = optimal;
  result.stats.path = result.nodes.size();
  const std::vector<NodeId> ends{result.nodes.front(), result.nodes.back()};
  return about(world, ends[0], {ends[1]}, on(view, std::move(result)));
}

// The costs that a custom algorithm reports, for a path of `nodes` nodes.
Stats given_stats(const nb::object& given, std::size_t nodes) {
  Stats stats;
  if (!given.is_none()) stats = nb::cast<Stats>(python().given_stats(given));
  stats.path = nodes;
  return stats;
}

Path from_nodes(const nb::object& world, const nb::object& nodes, const nb::object& promised,
                const nb::object& stats) {
  const int optimal = PyObject_IsTrue(promised.ptr());
  if (optimal < 0) {
    PyErr_Clear();
    throw BadType("optimal must be True or False");
  }
  Path path = nb::cast<Path>(python().from_nodes(world, nodes, optimal == 1));
  path.result.stats = given_stats(stats, path.result.nodes.size());
  return path;
}

Path not_found(const nb::object& given, const nb::object& stats) {
  std::string status;
  if (!nb::try_cast(given, status)) throw BadType("status must be a string");
  for (const Status each : {Status::unreachable, Status::stopped, Status::running}) {
    if (status != name_of(each)) continue;
    Path path;
    path.result.status = each;
    path.result.stats = given_stats(stats, 0);
    return path;
  }
  throw BadValue("status is " + short_repr(given) +
                 "; a path that was not found is 'unreachable', 'stopped' or 'running'");
}

}  // namespace

void needs_no_collector(const nb::object& object) {
  const Path& path = *nb::inst_ptr<Path>(object);
  const nb::handle kind = path.world.is_valid() ? path.world.type() : nb::handle();
  const bool leads_back =
      path.world.is_valid() && !kind.is(python().grid) && !kind.is(python().view);
  if (!path.on_graph() && !leads_back) PyObject_GC_UnTrack(object.ptr());
}

void bind_path(nb::module_& m) {
  nb::class_<Stats>(
      m, "Stats", "The costs of a search: counts, which do not depend on the machine, and seconds.")
      .def(nb::init<>())
      .def_ro("expanded", &Stats::expanded,
              "Nodes whose neighbours were looked at; never the goal.")
      .def_prop_ro("generated", &Stats::generated,
                   "Nodes put on open for the first time, the start included.")
      .def_ro("moves", &Stats::moves, "Moves looked at.")
      .def_ro("reopened", &Stats::reopened, "Closed nodes that were put back on open.")
      .def_ro("pushes", &Stats::pushes, "Nodes put on open, re-opened ones included.")
      .def_ro("pops", &Stats::pops, "Nodes taken off open.")
      .def_ro("peak_open", &Stats::peak_open, "The largest size of open after an expansion.")
      .def_prop_ro("mean_open", &Stats::mean_open, "The mean size of open after an expansion.")
      .def_prop_ro("flood", &Stats::flood, "Nodes that became open or closed.")
      .def_prop_ro("fill", &Stats::fill, "The flood less the nodes of the path.")
      .def_ro("seconds", &Stats::seconds, "Time spent in the search.")
      .def(
          "__eq__", [](const Stats& a, const Stats& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__add__", [](const Stats& a, const Stats& b) { return Stats(a) += b; },
          "Add a second search: the sums of the counts, and the larger peak.")
      .def("__repr__",
           [](const Stats& s) {
             return "<Stats: " + std::to_string(s.expanded) + " expanded, " +
                    std::to_string(s.generated()) + " generated>";
           })
      .def("__getstate__", [](const Stats& s) { return saved(s); })
      .def("__setstate__", [](Stats& self, const SavedStats& saved) {
        new (&self) Stats(restored_stats(saved.first, saved.second));
      });

  nb::class_<Path>(
      m, "Path",
      "The answer to a query: a path, or the reason why there is none.\n\n"
      "It is a sequence of the nodes from start to goal, cells as tuples on a grid and "
      "names on a\ngraph: ``len(path)``, ``path[0]``, ``path[-1]`` and slices, ``for "
      "node in path``, ``node in path``.\n``if path:`` asks whether there is one; if "
      "not, ``len(path)`` is 0 and ``status`` says why.\n\n"
      "A path holds its world, so that it can be smoothed, explained and drawn anywhere; keep "
      "``path.cells``\nwhere a large grid is to be freed. A pickled path holds none.\n\n"
      ">>> import asterion as at\n"
      ">>> grid = at.Grid.from_text('.#.#.\\n...#.', diagonal='never')\n"
      ">>> path = at.find_path(grid, (0, 0), (0, 2))\n"
      ">>> path\n"
      "<Path found: 5 cells, cost 4.0>\n"
      ">>> len(path), path[0], path[-1], path[1:3]\n"
      "(5, (0, 0), (0, 2), [(1, 0), (1, 1)])\n"
      ">>> [row for row, col in path]\n"
      "[0, 1, 1, 1, 0]\n"
      ">>> at.find_path(grid, (0, 0), (0, 4)).status\n"
      "'unreachable'",
      nb::is_generic(), nb::type_slots(slots_of_path()))
      .def_prop_ro(
          "found", [](const Path& p) { return p.result.status == Status::found; },
          "Whether there is a path; also ``bool(path)``.")
      .def_prop_ro(
          "status", [](const Path& p) { return name_of(p.result.status); },
          "``found``, ``unreachable``, ``stopped``, ``running`` or ``partial``.")
      .def_prop_ro(
          "cost", [](const Path& p) { return p.result.cost; },
          "The cost of walking the path; inf if there is none.")
      .def_prop_ro(
          "optimal", [](const Path& p) { return p.result.optimal; },
          "Whether the algorithm and its options guarantee that no path is cheaper.")
      .def_prop_ro(
          "how", [](const Path& p) { return name_of_how(p.result.how); },
          "``searched``; from an :class:`Index` also ``index``, or ``certified`` where the path "
          "was shown\nto be still a cheapest one after later edits.")
      .def_prop_ro("cells", &cells, nb::sig("def cells(self) -> NDArray[numpy.int64]"),
                   "The cells from start to goal, an (n, 2) array of row and column.")
      .def_prop_ro(
          "points", &points, nb::sig("def points(self) -> NDArray[numpy.float64]"),
          "The points where the path begins, turns and ends, an (n, 2) array: of a path on a\n"
          "mesh, or across a grid by ``any-angle`` or ``theta``; of moves from cell to cell, "
          "every cell.")
      .def_prop_ro("nodes", &item_list, nb::sig("def nodes(self) -> list[typing.Any]"),
                   "The names of the nodes from start to goal; on a grid the cells, as tuples.")
      .def_prop_ro(
          "turns", [](const Path& p) { return turn_angles(p).size(); },
          "On a grid, the number of turns; see :func:`smoothness`.")
      .def_prop_ro("connections", &connections,
                   nb::sig("def connections(self) -> NDArray[numpy.int64]"),
                   "On a graph, the numbers of the connections from each node to the next.")
      .def_prop_ro("waypoints", &waypoints, nb::sig("def waypoints(self) -> NDArray[numpy.int64]"),
                   "The cells where the path begins, turns and ends, an (n, 2) array.")
      .def(
          "smoothed",
          [](const nb::object& self, const nb::object& world) -> nb::object {
            want_grid(nb::cast<const Path&>(self), "straight lines");
            return python().smoothed(self, world);
          },
          "world"_a.none() = nb::none(),
          nb::sig("def smoothed(self, world: typing.Any = None) -> NDArray[numpy.int64]"),
          "The path as straight lines: the cells where they begin and end, an (n, 2) array.\n\n"
          "Each line can be walked by the grid's rule: where it crosses the side of a cell, that "
          "is "
          "a\nstraight move, and where it passes exactly through a corner, a diagonal one. No line "
          "is longer, or\ncosts more, than the part of the path that it replaces. A line costs "
          "its length times the\ntotals of the cells it enters, the larger of two side by side; "
          "so a line of one move costs as\nmuch as the move. ``world`` need only be given for a "
          "path from a pickle. Empty if there is no path.\n\n"
          ">>> import asterion as at\n"
          ">>> grid = at.Grid.from_text('......\\n..##..\\n......')\n"
          ">>> at.find_path(grid, (0, 0), (2, 5)).smoothed().tolist()\n"
          "[[0, 0], [0, 4], [2, 5]]")
      .def(
          "straightened",
          [](const nb::object& self, const nb::object& world) -> nb::object {
            want_grid(nb::cast<const Path&>(self), "turns");
            return python().straightened(self, world);
          },
          "world"_a.none() = nb::none(),
          nb::sig("def straightened(self, world: typing.Any = None) -> Path"),
          "The cheapest path between the same ends with the fewest turns.\n\n"
          "A second pass after a search (R. Coleman, Operationally aesthetic pathfinding, 2007), "
          "here an\nexact one. A path that is not a cheapest one becomes cheaper, or stays as it "
          "is "
          "if it has fewer\nturns. Takes about as long as :func:`distances` up to the path's cost. "
          "``world`` need only be given\nif that of the query is gone. A result without a path is "
          "returned as it is.\n\n"
          ">>> import asterion as at\n"
          ">>> grid = at.Grid.from_text('....\\n....\\n....', diagonal='never')\n"
          ">>> path = at.Path.from_nodes(grid, [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)])\n"
          ">>> path.turns, path.straightened().turns\n"
          "(3, 1)")
      .def_prop_ro(
          "stats", [](const Path& p) { return p.result.stats; }, "The costs of the search.")
      .def_static(
          "from_nodes", &from_nodes, "world"_a.none(), "nodes"_a.none(), nb::kw_only(),
          "optimal"_a.none() = false, "stats"_a.none() = nb::none(),
          nb::sig("def from_nodes(world: object, nodes: collections.abc.Iterable"
                  "[typing.Any], *, optimal: bool = False, stats: Stats | "
                  "collections.abc.Mapping[str, float] | None = None) -> Path"),
          "A path over these cells, or nodes of a graph, for custom algorithms; each step is "
          "checked.\n\n``stats`` are the costs of the search: :class:`Stats`, or counts by their "
          "names there. Without\n``pushes``, each generated and each re-opened node counts as "
          "put on open once.\n\n"
          ">>> import asterion as at\n"
          ">>> counts = {'expanded': 1, 'generated': 2}\n"
          ">>> path = at.Path.from_nodes(at.Grid([[1, 1]]), [(0, 0), (0, 1)], stats=counts)\n"
          ">>> path.stats, path.stats.pushes\n"
          "(<Stats: 1 expanded, 2 generated>, 2)")
      .def_static(
          "not_found", &not_found, "status"_a.none() = "unreachable", nb::kw_only(),
          "stats"_a.none() = nb::none(),
          nb::sig("def not_found(status: str = 'unreachable', *, stats: Stats | "
                  "collections.abc.Mapping[str, float] | None = None) -> Path"),
          "The answer of a custom algorithm that found nothing, and the costs of its search.")
      .def("__bool__", [](const Path& p) { return p.result.status == Status::found; })
      .def("__len__", &Path::size)
      .def(
          "__getitem__",
          [](Path& p, const nb::object& given) -> nb::object {
            if (PySlice_Check(given.ptr())) {
              const nb::object part = nb::steal(PyObject_GetItem(item_list(p).ptr(), given.ptr()));
              if (!part.is_valid()) nb::raise_python_error();
              return part;
            }
            std::int64_t i;
            if (!nb::try_cast(given, i))
              throw BadType("a path is indexed by whole numbers, or by a slice");
            const auto size = static_cast<std::int64_t>(p.size());
            if (i < 0) i += size;
            if (i < 0 || i >= size) throw nb::index_error("a path has no such place");
            return item(p, static_cast<std::size_t>(i));
          },
          nb::arg().none(), nb::sig("def __getitem__(self, i: int | slice, /) -> typing.Any"))
      .def(
          "__eq__",
          [](const Path& a, const Path& b) {
            if (!(a == b)) return false;
            const bool only_names = a.on_graph() && !a.world.is_valid();  // read from a pickle
            return !only_names || a.names.equal(b.names);
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", &hash_of)
      .def(
          "__iter__", [](Path& p) { return nb::iter(item_list(p)); },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[typing.Any]"))
      .def("__repr__", &describe)
      .def(
          "__getstate__", [](Path& path) { return saved(path); },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
      .def("__setstate__", &restore,
           nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"));

  m.def(
      "about",
      [](const Path& path, const nb::object& world, NodeId start, std::vector<NodeId> goals) {
        return about(world, start, std::move(goals), path);
      },
      "path"_a, "world"_a, "start"_a, "goals"_a,
      "Return the same path, which then knows its query.");
  m.def(
      "asked_of",
      [](const Path& path) -> nb::object {
        if (!path.world.is_valid() || path.on_mesh()) return nb::none();
        return nb::make_tuple(path.world, path.start, path.goals);
      },
      "path"_a, nb::sig("def asked_of(path: Path) -> tuple[typing.Any, int, list[int]] | None"));

  m.def(
      "mesh_of", [](const Path& path) { return path.on_mesh() ? path.world : nb::none(); },
      "path"_a, "The mesh of a path on one; else None.");
  m.def("restored_stats", &restored_stats, "counts"_a, "seconds"_a);
  m.def("path_over", &path_over, "world"_a, "view"_a, "cells"_a.none(), "optimal"_a,
        nb::sig("def path_over(world: object, view: GridView, cells: "
                "collections.abc.Iterable[typing.Any], optimal: bool) -> Path"));
  m.def(
      "set_path_functions",
      [](nb::callable from_nodes, nb::callable smoothed, nb::callable straightened,
         nb::callable given_stats, nb::object grid, nb::object view) {
        python() = {std::move(from_nodes),  std::move(smoothed), std::move(straightened),
                    std::move(given_stats), std::move(grid),     std::move(view)};
      },
      "from_nodes"_a, "smoothed"_a, "straightened"_a, "given_stats"_a, "grid"_a, "view"_a,
      nb::sig("def set_path_functions(from_nodes: collections.abc.Callable[..., Path], "
              "smoothed: collections.abc.Callable[..., NDArray[numpy.int64]], "
              "straightened: collections.abc.Callable[..., Path], "
              "given_stats: collections.abc.Callable[..., Stats], grid: type, view: type) -> "
              "None"));
  m.def("turn_angles", &turn_angles, "path"_a);
  m.def("corners_of", &corners_of, "view"_a, "path"_a,
        nb::sig("def corners_of(view: GridView, path: Path) -> NDArray[numpy.int64]"));
  m.def("straightened_path", &straightened_path, "world"_a, "view"_a, "path"_a);
  m.def("walk_of", &walk_of, "world"_a, "network"_a, "start"_a, "ids"_a, "optimal"_a);

  m.def("checked_path_cost", &checked_cost, "view"_a, "cells"_a.none(),
        nb::sig("def checked_path_cost(view: GridView, cells: "
                "collections.abc.Iterable[tuple[int, int]]) -> float"));
}

}  // namespace asterion::bindings
