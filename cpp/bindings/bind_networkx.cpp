// The core's part of the networkx backend: graphs read from dictionaries, and trees of cheapest
// paths as dictionaries.
#include <nanobind/stl/variant.h>

#include <variant>

#include "asterion/query/shortest_tree.hpp"
#include "asterion/query/two_ended_path.hpp"
#include "bindings/adjacency.hpp"
#include "bindings/bindings.hpp"
#include "bindings/columns.hpp"

namespace asterion::bindings {
namespace {

// Sources, targets, costs, and which costs are floats: True for all, False for none, or an array.
nb::tuple read_adjacency(const nb::object& adjacency, const nb::object& places,
                         const nb::object& weight, bool multigraph, const nb::object& like_int,
                         const nb::object& like_float) {
  AdjacencyReader reader(places, weight, multigraph, like_int, like_float);
  reader.read(adjacency);
  const bool mixed = reader.any_real && reader.any_whole;
  const nb::object real = mixed ? vector_array(std::move(reader.real)) : nb::cast(reader.any_real);
  return nb::make_tuple(vector_array(std::move(reader.sources)),
                        vector_array(std::move(reader.targets)),
                        vector_array(std::move(reader.costs)), real);
}

// While thousands of lists are made, the garbage collector would visit all of them repeatedly,
// without finding garbage.
class WithoutCollector {
 public:
  WithoutCollector() : was_enabled_(PyGC_Disable() != 0) {}
  ~WithoutCollector() {
    if (was_enabled_) PyGC_Enable();
  }
  WithoutCollector(const WithoutCollector&) = delete;
  WithoutCollector& operator=(const WithoutCollector&) = delete;

 private:
  bool was_enabled_;
};

using Flags = Column<std::uint8_t>;

nb::object name_of(const nb::list& names, NodeId node) {
  PyObject* const found = PyList_GetItem(names.ptr(), static_cast<Py_ssize_t>(node));
  if (found == nullptr) nb::raise_python_error();
  return nb::borrow(found);
}

nb::object number(double cost, bool is_real) {
  return nb::steal(is_real ? PyFloat_FromDouble(cost)
                           : PyLong_FromLongLong(static_cast<long long>(cost)));
}

// A tree of cheapest paths as Python sees it.
struct NamedTree {
  ShortestTree tree;
  nb::list names;                  // of all nodes of the graph
  std::vector<std::uint8_t> real;  // whether each cost is a float; empty if all are alike
  bool all_real = false;

  std::size_t size() const { return tree.nodes.size(); }
  nb::object name(std::size_t place) const { return name_of(names, tree.nodes[place]); }
  // Like networkx's sum: 0 at a start, an int as long as all weights so far are.
  nb::object length(std::size_t place) const {
    const double cost = tree.costs[place];
    const bool is_start = tree.parents[place] == place;
    return number(cost, !is_start && (real.empty() ? all_real : real[place] != 0));
  }
};

// Whether the cost of each node of the tree is a float.
std::vector<std::uint8_t> real_costs(Network& network, const ShortestTree& tree,
                                     const std::uint8_t* real) {
  std::vector<std::uint8_t> flags(tree.nodes.size());
  const auto guard = network.read();
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::size_t before = tree.parents[i];
    if (before == i) continue;
    const ConnectionId id = network.connection(tree.nodes[before], tree.nodes[i]).value();
    flags[i] = flags[before] != 0 || real[id] != 0;
  }
  return flags;
}

void check(const Network& network, const nb::list& names, const std::vector<NodeId>& ends,
           const std::variant<bool, Flags>& real) {
  if (nb::len(names) != network.count()) throw BadValue("there must be a name for each node");
  for (const NodeId end : ends)
    if (end >= network.count()) throw OutsideWorld("there is no node " + std::to_string(end));
  const Flags* const flags = std::get_if<Flags>(&real);
  if (flags != nullptr && flags->shape(0) != network.graph().connections())
    throw BadValue("there must be a flag for each connection");
}

NamedTree named_tree(Network& network, const nb::list& names, const std::vector<NodeId>& starts,
                     const std::variant<bool, Flags>& real, bool by_moves, double max_cost,
                     std::optional<NodeId> goal) {
  check(network, names, starts, real);
  NamedTree named{.tree = {}, .names = names, .real = {}};
  const Flags* const flags = std::get_if<Flags>(&real);
  if (flags == nullptr) named.all_real = !by_moves && std::get<bool>(real);
  const WithoutGil release;
  named.tree = shortest_tree(network, starts, TreeOptions{by_moves, max_cost, goal});
  if (flags != nullptr && !by_moves) named.real = real_costs(network, named.tree, flags->data());
  return named;
}

void set_item(const nb::dict& dict, nb::handle key, nb::handle value) {
  if (!value.is_valid() || PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0)
    nb::raise_python_error();
}

// Maps each node to its cost.
nb::dict lengths(const NamedTree& tree) {
  nb::dict found;
  InterruptPoller poll;
  for (std::size_t i = 0; i < tree.size(); ++i, poll())
    set_item(found, tree.name(i), tree.length(i));
  return found;
}

// Maps each node to the names on its path: its parent's path, and its own name at the end. With
// `backward` reversed, for paths that end at the start of the tree.
nb::dict paths(const NamedTree& tree, bool backward) {
  const WithoutCollector without_collector;
  nb::dict found;
  std::vector<PyObject*> made(tree.size());  // kept by the dictionary
  const nb::object own = nb::steal(PyList_New(1));
  if (!own.is_valid()) nb::raise_python_error();
  InterruptPoller poll;
  for (std::size_t i = 0; i < tree.size(); ++i, poll()) {
    const nb::object name = tree.name(i);
    if (PyList_SetItem(own.ptr(), 0, name.inc_ref().ptr()) != 0) nb::raise_python_error();
    const std::size_t before = tree.tree.parents[i];
    PyObject *first = made[before], *last = own.ptr();
    if (backward) std::swap(first, last);
    const nb::object path =
        nb::steal(before == i ? PyList_GetSlice(own.ptr(), 0, 1) : PySequence_Concat(first, last));
    set_item(found, name, path);
    made[i] = path.ptr();
  }
  return found;
}

// The cost of the path from a start to a node, and the names on it; None if the tree does not reach
// it.
nb::object path_to(const NamedTree& tree, NodeId node) {
  // A tree grown for a goal ends soon after it.
  for (std::size_t at = tree.size(); at-- > 0;) {
    if (tree.tree.nodes[at] != node) continue;
    nb::list names;
    for (std::size_t i = at;; i = tree.tree.parents[i]) {
      names.append(tree.name(i));
      if (tree.tree.parents[i] == i) break;
    }
    names.attr("reverse")();
    return nb::make_tuple(tree.length(at), names);
  }
  return nb::none();
}

// The length of the path that two_ended_path finds, and the names on it; None if there is none.
nb::object named_path(Network& network, Network* back, const nb::list& names,
                      const std::variant<bool, Flags>& real, NodeId start, NodeId goal,
                      bool by_moves) {
  check(network, names, {start, goal}, real);
  if (back != nullptr && back->count() != network.count())
    throw BadValue("both graphs must have the same nodes");
  const Flags* const flags = std::get_if<Flags>(&real);
  std::optional<TwoEndedPath> found;
  bool is_real = flags == nullptr && std::get<bool>(real);
  {
    const WithoutGil release;
    found = two_ended_path(network, back, start, goal, by_moves);
    if (!found) {
      // All costs are of one type.
    } else if (by_moves) {
      found->cost = static_cast<double>(found->nodes.size() - 1);
      is_real = false;
    } else if (flags != nullptr) {
      const auto guard = network.read();
      for (std::size_t i = 1; i < found->nodes.size() && !is_real; ++i)
        is_real = flags->data()[network.connection(found->nodes[i - 1], found->nodes[i]).value()];
    }
  }
  if (!found) return nb::none();
  nb::list path;
  for (const NodeId node : found->nodes) path.append(name_of(names, node));
  return nb::make_tuple(number(found->cost, is_real), path);
}

}  // namespace

void bind_networkx(nb::module_& m) {
  m.def("read_adjacency", &read_adjacency, "adjacency"_a, "places"_a.none(), "weight"_a.none(),
        "multigraph"_a, "like_int"_a, "like_float"_a,
        nb::sig("def read_adjacency(adjacency: object, places: dict[object, int] | None, "
                "weight: object, multigraph: bool, like_int: type, like_float: type) -> "
                "tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], "
                "bool | NDArray[numpy.uint8]]"));
  nb::class_<NamedTree>(m, "ShortestTree")
      .def("lengths", &lengths, nb::sig("def lengths(self) -> dict[object, float]"))
      .def("paths", &paths, "backward"_a = false,
           nb::sig("def paths(self, backward: bool = False) -> dict[object, list[object]]"))
      .def("path_to", &path_to, "node"_a,
           nb::sig("def path_to(self, node: int) -> tuple[float, list[object]] | None"));
  m.def("shortest_tree", &named_tree, "network"_a, "names"_a, "starts"_a, "real"_a, "by_moves"_a,
        "max_cost"_a, "goal"_a = nb::none(),
        nb::sig("def shortest_tree(network: Network, names: list[object], starts: "
                "collections.abc.Sequence[int], real: bool | NDArray[numpy.uint8], by_moves: bool, "
                "max_cost: float, goal: int | None = None) -> ShortestTree"));
  m.def("two_ended_path", &named_path, "network"_a, "back"_a.none(), "names"_a, "real"_a, "start"_a,
        "goal"_a, "by_moves"_a,
        nb::sig("def two_ended_path(network: Network, back: Network | None, names: list[object], "
                "real: bool | NDArray[numpy.uint8], start: int, goal: int, by_moves: bool) -> "
                "tuple[float, list[object]] | None"));
}

}  // namespace asterion::bindings
