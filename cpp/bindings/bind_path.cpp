#include "asterion/search/validate.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

nb::tuple cell(const Path& path, std::size_t i) {
  const auto cols = static_cast<NodeId>(path.cols);
  return nb::make_tuple(path.result.nodes[i] / cols, path.result.nodes[i] % cols);
}

nb::object cells(Path& path) {
  if (path.cells.is_valid()) return path.cells;
  const std::vector<NodeId>& nodes = path.result.nodes;
  const auto cols = static_cast<NodeId>(path.cols);
  std::vector<std::int64_t> pairs;
  pairs.reserve(2 * nodes.size());
  for (const NodeId node : nodes) {
    pairs.push_back(node / cols);
    pairs.push_back(node % cols);
  }
  const std::int64_t* data = pairs.data();
  path.cells = array_over<const std::int64_t>(data, {nodes.size(), 2}, std::move(pairs));
  return path.cells;
}

// The cells where a path begins, turns and ends.
nb::object waypoints(const Path& path) {
  const std::vector<NodeId>& nodes = path.result.nodes;
  const auto cols = static_cast<NodeId>(path.cols);
  const auto step_to = [&](std::size_t i) {
    return std::pair(nodes[i] / cols - nodes[i - 1] / cols, nodes[i] % cols - nodes[i - 1] % cols);
  };
  std::vector<std::int64_t> pairs;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool inner = i > 0 && i + 1 < nodes.size();
    if (inner && step_to(i) == step_to(i + 1)) continue;
    pairs.push_back(nodes[i] / cols);
    pairs.push_back(nodes[i] % cols);
  }
  const std::int64_t* data = pairs.data();
  const std::size_t count = pairs.size() / 2;
  return array_over<const std::int64_t>(data, {count, 2}, std::move(pairs));
}

nb::list cell_list(const Path& path) {
  nb::list list;
  for (std::size_t i = 0; i < path.result.nodes.size(); ++i) list.append(cell(path, i));
  return list;
}

std::string describe(const Path& path) {
  const PathResult& result = path.result;
  if (result.nodes.empty()) return std::string("<Path ") + name_of(result.status) + ">";
  return std::string("<Path ") + name_of(result.status) + ": " +
         std::to_string(result.nodes.size()) +
         (result.nodes.size() == 1 ? " cell, cost " : " cells, cost ") + text(result.cost) + ">";
}

// For pickle, which cannot name a function of the core: one of Python's that calls it.
nb::tuple rebuilt_by(const char* name, const nb::tuple& arguments) {
  return nb::make_tuple(nb::module_::import_("asterion.results").attr(name), arguments);
}

using Counts = std::vector<std::uint64_t>;

Counts counts_of(const Stats& s) {
  return {s.expanded,  s.generated, s.reopened, s.pushes, s.pops,
          s.peak_open, s.open_sum,  s.met,      s.path};
}

Stats restored_stats(const Counts& n, double seconds) {
  if (n.size() != 9) throw BadValue("statistics have 9 counts, not " + std::to_string(n.size()));
  return {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], seconds};
}

Path restored_path(int status, bool optimal, double cost, std::vector<NodeId> nodes,
                   const Stats& stats, std::int32_t cols) {
  if (status < 0 || status > static_cast<int>(Status::stopped) || cols < 1)
    throw BadValue("a path of status " + std::to_string(status) + " and " + std::to_string(cols) +
                   " columns is none");
  return {{static_cast<Status>(status), optimal, cost, std::move(nodes), stats}, cols, {}};
}

// A value in a message, cut where it is long.
std::string shown(nb::handle value) {
  std::string words = nb::repr(value).c_str();
  constexpr std::size_t kLongest = 80;
  if (words.size() > kLongest) words = words.substr(0, kLongest) + "...";
  return words;
}

// Cells as a user writes them, pairs of whole numbers, to nodes of the world.
std::vector<NodeId> nodes_of(const Grid& grid, const nb::object& cells) {
  std::vector<NodeId> nodes;
  if (!nb::isinstance<nb::iterable>(cells))
    throw nb::type_error("a path is made of cells, pairs (row, column), in order");
  for (const nb::handle cell : nb::iter(cells)) {
    const std::string which = "cell " + std::to_string(nodes.size()) + " ";
    std::pair<std::int64_t, std::int64_t> at;
    if (!nb::try_cast(cell, at))
      throw BadPath(which + "is " + shown(cell) + "; a cell is a pair (row, column)");
    if (at.first < 0 || at.first >= grid.rows() || at.second < 0 || at.second >= grid.cols())
      throw BadPath(which + text(at.first, at.second) + " is outside the grid of " +
                    std::to_string(grid.rows()) + " rows and " + std::to_string(grid.cols()) +
                    " columns");
    nodes.push_back(
        grid.id({static_cast<std::int32_t>(at.first), static_cast<std::int32_t>(at.second)}));
  }
  return nodes;
}

double walk(Terrain& terrain, const std::vector<NodeId>& nodes) {
  const nb::gil_scoped_release release;
  return checked_path_cost(terrain, nodes);
}

double checked_cost(Terrain& terrain, const nb::object& cells) {
  return walk(terrain, nodes_of(terrain.grid(), cells));
}

Path from_nodes(const nb::object& world, const nb::object& cells, const nb::object& promised) {
  const int optimal = PyObject_IsTrue(promised.ptr());
  if (optimal < 0) {
    PyErr_Clear();
    throw nb::type_error("optimal must be True or False");
  }
  Terrain* known = nullptr;
  const nb::object inside = nb::getattr(world, "_terrain", nb::none());
  if (inside.is_none() || !nb::try_cast(inside, known) || known == nullptr)
    throw nb::type_error("world must be a Grid or a view of one");
  Terrain& terrain = *known;
  PathResult result;
  result.nodes = nodes_of(terrain.grid(), cells);
  result.cost = walk(terrain, result.nodes);
  result.status = Status::found;
  result.optimal = optimal == 1;
  result.stats.path = result.nodes.size();
  return on_grid(std::move(result), terrain.grid());
}

Path not_found(const nb::object& given) {
  std::string status;
  if (!nb::try_cast(given, status)) throw nb::type_error("status must be a word");
  for (const Status each : {Status::unreachable, Status::stopped, Status::running}) {
    if (status != name_of(each)) continue;
    Path path;
    path.result.status = each;
    return path;
  }
  throw BadValue("status is " + shown(given) +
                 "; a path that was not found is 'unreachable', 'stopped' or 'running'");
}

}  // namespace

void bind_path(nb::module_& m) {
  nb::class_<Stats>(
      m, "Stats", "What a search has cost: counts that do not depend on the machine, and seconds.")
      .def(nb::init<>())
      .def_ro("expanded", &Stats::expanded,
              "Nodes whose neighbours were looked at; never the goal.")
      .def_ro("generated", &Stats::generated, "Moves looked at.")
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
          "Two searches as one: counts add up, the larger peak counts.")
      .def("__repr__",
           [](const Stats& s) {
             return "<Stats: " + std::to_string(s.expanded) + " expanded, " +
                    std::to_string(s.generated) + " generated>";
           })
      .def(
          "__reduce__",
          [](const Stats& s) {
            return rebuilt_by("restored_stats", nb::make_tuple(counts_of(s), s.seconds));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));

  nb::class_<Path>(m, "Path", "The answer to a query: a path, or why there is none.")
      .def_prop_ro(
          "found", [](const Path& p) { return p.result.status == Status::found; },
          "Whether there is a path; also ``bool(path)``.")
      .def_prop_ro(
          "status", [](const Path& p) { return name_of(p.result.status); },
          "``found``, ``unreachable``, ``stopped`` or ``running``.")
      .def_prop_ro(
          "cost", [](const Path& p) { return p.result.cost; },
          "The cost of walking the path; inf where there is none.")
      .def_prop_ro(
          "optimal", [](const Path& p) { return p.result.optimal; },
          "Whether the algorithm and its options guarantee that no path is cheaper.")
      .def_prop_ro("cells", &cells, nb::sig("def cells(self) -> NDArray[numpy.int64]"),
                   "The cells from start to goal, an (n, 2) array of row and column.")
      .def_prop_ro("waypoints", &waypoints, nb::sig("def waypoints(self) -> NDArray[numpy.int64]"),
                   "The cells where the path begins, turns and ends, an (n, 2) array.")
      .def_prop_ro(
          "stats", [](const Path& p) { return p.result.stats; }, "What the search has cost.")
      .def_static("from_nodes", &from_nodes, "world"_a.none(), "nodes"_a.none(), nb::kw_only(),
                  "optimal"_a.none() = false,
                  nb::sig("def from_nodes(world: object, nodes: collections.abc.Iterable"
                          "[tuple[int, int]], *, optimal: bool = False) -> Path"),
                  "A path through these cells, for algorithms of one's own; each step is checked.")
      .def_static("not_found", &not_found, "status"_a.none() = "unreachable",
                  nb::sig("def not_found(status: str = 'unreachable') -> Path"),
                  "The answer of an algorithm of one's own that found nothing.")
      .def("__bool__", [](const Path& p) { return p.result.status == Status::found; })
      .def("__len__", [](const Path& p) { return p.result.nodes.size(); })
      .def(
          "__getitem__",
          [](const Path& p, const nb::object& given) {
            std::int64_t i;
            if (!nb::try_cast(given, i))
              throw nb::type_error("a path is indexed by whole numbers; path.cells is an array");
            const auto size = static_cast<std::int64_t>(p.result.nodes.size());
            if (i < 0) i += size;
            if (i < 0 || i >= size) throw nb::index_error("a path has no such cell");
            return cell(p, static_cast<std::size_t>(i));
          },
          nb::arg().none(), nb::sig("def __getitem__(self, i: int, /) -> tuple[int, int]"))
      .def(
          "__iter__", [](const Path& p) { return nb::iter(cell_list(p)); },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[tuple[int, int]]"))
      .def("__repr__", &describe)
      .def(
          "__reduce__",
          [](const Path& p) {
            const PathResult& r = p.result;
            return rebuilt_by("restored_path", nb::make_tuple(static_cast<int>(r.status), r.optimal,
                                                              r.cost, r.nodes, r.stats, p.cols));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));

  m.def("restored_stats", &restored_stats, "counts"_a, "seconds"_a);
  m.def("restored_path", &restored_path, "status"_a, "optimal"_a, "cost"_a, "nodes"_a, "stats"_a,
        "cols"_a);

  m.def("checked_path_cost", &checked_cost, "terrain"_a, "cells"_a.none(),
        nb::sig("def checked_path_cost(terrain: Terrain, cells: "
                "collections.abc.Iterable[tuple[int, int]]) -> float"));
}

}  // namespace asterion::bindings
