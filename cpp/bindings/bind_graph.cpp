#include "asterion/search/network_search_graph.hpp"
#include "bindings/bindings.hpp"
#include "bindings/columns.hpp"

namespace asterion::bindings {
namespace {

template <class To, class From>
std::vector<To> copied(const Column<From>& column) {
  return {column.data(), column.data() + column.shape(0)};
}

// Numbers of nodes, each checked before it is narrowed.
std::vector<NodeId> ids(const Column<std::int64_t>& column, std::size_t nodes) {
  std::vector<NodeId> out(column.shape(0));
  const std::int64_t* numbers = column.data();
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (numbers[i] < 0 || static_cast<std::uint64_t>(numbers[i]) >= nodes)
      throw OutsideWorld("connection " + std::to_string(i) + " joins node " +
                         std::to_string(numbers[i]) + "; the graph has " + std::to_string(nodes) +
                         " nodes");
    out[i] = static_cast<NodeId>(numbers[i]);
  }
  return out;
}

std::shared_ptr<Graph> graph_of(std::size_t nodes, const Column<std::int64_t>& sources,
                                const Column<std::int64_t>& targets, const Column<double>& costs,
                                const std::optional<Table<double, 2>>& positions) {
  const WithoutGil release;
  Positions places;
  if (positions) {
    places.axes = positions->shape(1);
    places.values.assign(positions->data(), positions->data() + positions->size());
  }
  return std::make_shared<Graph>(nodes, ids(sources, nodes), ids(targets, nodes),
                                 copied<double>(costs), std::move(places));
}

void set_costs(Graph& graph, const Column<std::int64_t>& connections, const Column<double>& costs) {
  if (connections.shape(0) != costs.shape(0))
    throw BadValue("there are " + std::to_string(connections.shape(0)) + " connections and " +
                   std::to_string(costs.shape(0)) + " costs");
  for (std::size_t i = 0; i < connections.shape(0); ++i)
    if (const std::int64_t id = connections.data()[i];
        id < 0 || static_cast<std::uint64_t>(id) >= graph.connections())
      throw OutsideWorld("there is no connection " + std::to_string(id) + "; the graph has " +
                         std::to_string(graph.connections()));
  const WithoutGil release;  // never wait for the lock while holding the GIL
  graph.set_costs([&](auto&& visit) {
    for (std::size_t i = 0; i < connections.shape(0); ++i)
      visit(static_cast<ConnectionId>(connections.data()[i]), costs.data()[i]);
  });
}

ReadLock read_lock(const Graph& graph) {
  const WithoutGil release;
  return ReadLock(graph.lock());
}
ReadLock read_lock(Network& network) {
  const WithoutGil release;
  return network.read();
}

template <class T>
nb::object as_int64(const std::vector<T>& values) {
  return vector_array(std::vector<std::int64_t>(values.begin(), values.end()));
}

// The costs of all connections for this character.
nb::object costs_of(Network& network) {
  std::vector<double> costs(network.graph().connections());
  {
    const auto guard = read_lock(network);
    for (ConnectionId id = 0; id < costs.size(); ++id) costs[id] = network.cost(id);
  }
  return vector_array(std::move(costs));
}

// The open connections that leave a node, or those that enter it: number of the other end, cost,
// number of the connection.
std::vector<std::tuple<NodeId, double, ConnectionId>> arcs(Network& network, NodeId node,
                                                           bool entering) {
  const auto guard = [&] {
    const WithoutGil release;
    return network.read(entering);
  }();
  if (node >= network.count()) throw OutsideWorld("there is no node " + std::to_string(node));
  std::vector<std::tuple<NodeId, double, ConnectionId>> found;
  for (const Arc& arc : entering ? network.in(node) : network.out(node))
    if (arc.cost < kInfinity) found.push_back({arc.node, arc.cost, arc.id});
  return found;
}

nb::object estimates(Network& network, HeuristicKind kind, NodeId goal) {
  return node_array<double>(network, [&](double* out) {
    const auto guard = network.read();
    const PositionEstimates positions(network, kind);
    for (NodeId node = 0; node < network.count(); ++node) out[node] = positions.between(node, goal);
  });
}

std::shared_ptr<Network> network_of(std::shared_ptr<Graph> graph,
                                    const std::optional<Column<double>>& factors) {
  return std::make_shared<Network>(std::move(graph),
                                   factors ? copied<double>(*factors) : std::vector<double>{});
}

}  // namespace

void bind_graph(nb::module_& m) {
  nb::class_<Graph>(m, "Graph")
      .def(nb::new_(&graph_of), "nodes"_a, "sources"_a, "targets"_a, "costs"_a,
           "positions"_a.none())
      .def("restore_version", &Graph::restore_version, "version"_a)
      .def("set_costs", &set_costs, "connections"_a, "costs"_a)
      .def(
          "sources", [](const Graph& graph) { return as_int64(graph.sources()); },
          nb::sig("def sources(self) -> NDArray[numpy.int64]"))
      .def(
          "targets", [](const Graph& graph) { return as_int64(graph.targets()); },
          nb::sig("def targets(self) -> NDArray[numpy.int64]"))
      .def(
          "changes",
          [](const Graph& graph, std::uint64_t since) { return changed_since(graph, since); },
          "since"_a, nb::sig("def changes(self, since: int) -> NDArray[numpy.int64] | None"))
      .def_prop_ro("version", [](const Graph& graph) {
        const auto guard = read_lock(graph);
        return graph.version();
      });

  nb::class_<Network>(m, "Network")
      .def(nb::new_(&network_of), "graph"_a, "factors"_a = nb::none())
      .def("prepare", [](Network& network) { read_lock(network); })
      .def("costs", &costs_of, nb::sig("def costs(self) -> NDArray[numpy.float64]"))
      .def("arcs", &arcs, "node"_a, "entering"_a = false)
      .def("estimates", &estimates, "kind"_a, "goal"_a,
           nb::sig("def estimates(self, kind: Heuristic, goal: int) -> NDArray[numpy.float64]"));
}

}  // namespace asterion::bindings
