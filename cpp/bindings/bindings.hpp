// Shared by the binding files, the only code that knows nanobind.
#pragma once

#include <nanobind/ndarray.h>

#include <memory>
#include <vector>

#include "asterion/query/query.hpp"
#include "asterion/query/world.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/network.hpp"
#include "asterion/world/real_point.hpp"
#include "bindings/casters.hpp"
#include "bindings/gil.hpp"
#include "bindings/status_name.hpp"

namespace asterion::bindings {

void bind_cells(nb::module_& m);
void bind_crowd(nb::module_& m);
void bind_goap(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_grid(nb::module_& m);
void bind_index(nb::module_& m);
void bind_map_estimates(nb::module_& m);
void bind_mesh(nb::module_& m);
void bind_networkx(nb::module_& m);
void bind_open(nb::module_& m);
void bind_path(nb::module_& m);
void bind_paths(nb::module_& m);
void bind_portals(nb::module_& m);
void bind_replan(nb::module_& m);
void bind_search(nb::module_& m);
void bind_service(nb::module_& m);

// A path for Python. Its cells or names of nodes are made on first use.
struct Path {
  PathResult result;
  std::int32_t cols = 1;  // of the grid; 0 on a graph, -1 on a mesh
  nb::object cells = {};  // of a grid
  nb::object names = {};  // of the nodes on it, on a graph
  nb::object nodes = {};  // of a graph: the names of all
  // The query, if known: the world, the start and the goals. A path from a pickle has none.
  nb::object world = {};
  NodeId start = 0;
  std::vector<NodeId> goals = {};
  Tiles tiles = Tiles::square;
  std::vector<RealPoint> points = {};  // on a mesh, or of straight lines across a grid

  bool on_graph() const { return cols == 0; }
  bool on_mesh() const { return cols < 0; }
  std::size_t size() const { return on_mesh() ? points.size() : result.nodes.size(); }

  // The same nodes and connections on the same world.
  bool operator==(const Path& other) const {
    return result.status == other.result.status && result.nodes == other.result.nodes &&
           result.connections == other.result.connections && cols == other.cols &&
           points == other.points && world.is(other.world);
  }
};

inline Path on(const GridView& view, PathResult result) {
  Path path{std::move(result), view.grid().cols()};
  path.tiles = view.grid().tiles();
  return path;
}
inline Path on(const Network&, PathResult result) { return {std::move(result), 0}; }

inline Path about(const nb::object& world, NodeId start, std::vector<NodeId> goals, Path path) {
  path.world = world;
  if (path.on_graph()) path.nodes = nb::getattr(world, "nodes");
  path.start = start;
  path.goals = std::move(goals);
  return path;
}

// Hides a new path on a grid from the garbage collector, which would visit it repeatedly, where
// nothing can lead back to it: it holds an array of numbers and its world.
void needs_no_collector(const nb::object& path);

// The path that `make()` returns as a Python object, constructed in place.
template <class Make>
nb::object path_object(Make&& make) {
  nb::object path = nb::inst_alloc(nb::type<Path>());
  new (nb::inst_ptr<Path>(path)) Path(make());
  nb::inst_mark_ready(path);
  needs_no_collector(path);
  return path;
}

// Calls a user's heuristic for a node, or for two; with the GIL.
double ask_heuristic(const GridView& view, const nb::object& ask, std::vector<NodeId> nodes);
double ask_heuristic(const Network& network, const nb::object& ask, std::vector<NodeId> nodes);

// The changes of a world since a version, each item once, or nothing if the journal does not reach
// back there.
std::optional<nb::object> changed_since(const JournaledWorld& world, std::uint64_t version);

// A NumPy array over memory that lives as long as `owner`; const T makes it read-only.
template <class T, class Owner>
nb::object array_over(T* data, std::initializer_list<std::size_t> shape, Owner owner) {
  auto* keeper = new Owner(std::move(owner));
  nb::capsule capsule(keeper, [](void* p) noexcept { delete static_cast<Owner*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(data, shape, capsule), nb::rv_policy::reference);
}

// An array with a value for each node: of a grid's shape, or of one dimension.
template <class T, class Owner>
nb::object shaped(const GridView& view, T* data, Owner owner) {
  const Grid& grid = view.grid();
  return array_over(data,
                    {static_cast<std::size_t>(grid.rows()), static_cast<std::size_t>(grid.cols())},
                    std::move(owner));
}
template <class T, class Owner>
nb::object shaped(const Network& network, T* data, Owner owner) {
  return array_over(data, {network.count()}, std::move(owner));
}

// A new array with a value for each node, filled by `fill(pointer)` without the GIL.
template <class T, World G, class Fill>
nb::object node_array(const G& view, Fill&& fill) {
  std::unique_ptr<T[]> data;
  {
    WithoutGil release;
    data = std::make_unique_for_overwrite<T[]>(view.count());
    fill(data.get());
  }
  T* memory = data.get();
  return shaped(view, memory, std::move(data));
}

// A new array of one dimension.
template <class T>
nb::object vector_array(std::vector<T> values) {
  T* data = values.data();
  const std::size_t size = values.size();
  return array_over(data, {size}, std::move(values));
}

}  // namespace asterion::bindings
