#include "asterion/abstraction/portal_search.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

// The graph of a map. It is taken and replaced while holding the GIL, and queried without, so that
// any number of threads may query; where two repair it at once, the later stays.
class PortalMap {
 public:
  PortalMap(std::shared_ptr<GridView> view, std::int32_t side) {
    const WithoutGil release;
    graph_ = PortalGraph::made(std::move(view), side);
  }

  const PortalGraph& graph() const { return *graph_; }
  const GridView& view() const { return graph_->view(); }

  // An answer of the graph of the present world.
  template <class Answer>
  auto ask(Answer&& answer) {
    PortalGraph::Shared graph = graph_;
    const Keep keep{*this, graph};
    const WithoutGil release;
    return PortalGraph::on_current(graph, answer);
  }

 private:
  // Also after an error: a repair is not done twice.
  struct Keep {
    PortalMap& map;
    PortalGraph::Shared& graph;
    ~Keep() {
      if (graph->version() >= map.graph_->version()) map.graph_ = graph;
    }
  };

  PortalGraph::Shared graph_;
};

using Answer = std::tuple<Path, Path, std::vector<Path>>;

Path made(const nb::object& world, const GridView& view, NodeId start, NodeId goal,
          PathResult result) {
  return about(world, start, {goal}, on(view, std::move(result)));
}

std::optional<Answer> told(const nb::object& world, const GridView& view, NodeId start, NodeId goal,
                           std::optional<PortalAnswer> answer) {
  if (!answer) return {};
  std::vector<Path> legs;
  for (PathResult& leg : answer->legs) {
    const NodeId from = leg.nodes.front(), to = leg.nodes.back();
    legs.push_back(made(world, view, from, to, std::move(leg)));
  }
  return Answer{made(world, view, start, goal, std::move(answer->path)),
                made(world, view, start, goal, std::move(answer->route)), std::move(legs)};
}

// None if the chunks of start and goal touch.
std::optional<Answer> plan(PortalMap& map, const nb::object& world, NodeId start, NodeId goal) {
  auto answer = map.ask([&](const PortalGraph& graph) -> std::optional<PortalAnswer> {
    if (are_close(graph, start, goal)) return {};
    return walked(graph, route_over(graph, start, goal));
  });
  return told(world, map.view(), start, goal, std::move(answer));
}

// Walks a route that a search with these statistics found; None if it is blocked.
std::optional<Answer> walk(PortalMap& map, const nb::object& world, std::vector<NodeId> nodes,
                           const Stats& stats) {
  const NodeId start = nodes.front(), goal = nodes.back();
  auto answer = map.ask([&](const PortalGraph& graph) {
    PathResult route;
    route.status = Status::found;
    route.stats = stats;
    route.nodes = std::move(nodes);
    return walked(graph, std::move(route));
  });
  return told(world, map.view(), start, goal, std::move(answer));
}

// The cells of the route, empty if there is no path, and its version; None if the chunks of start
// and goal touch.
using Route = std::pair<std::vector<NodeId>, std::uint64_t>;
std::optional<Route> route(PortalMap& map, NodeId start, NodeId goal) {
  return map.ask([&](const PortalGraph& graph) -> std::optional<Route> {
    if (are_close(graph, start, goal)) return {};
    return Route{route_over(graph, start, goal).nodes, graph.version()};
  });
}

// The first leg of a route with this version, the number of nodes it covers, and the version of the
// rest; None if the route is blocked.
using Leg = std::tuple<Path, std::size_t, std::uint64_t>;
std::optional<Leg> leg(PortalMap& map, const nb::object& world, const std::vector<NodeId>& nodes,
                       std::uint64_t version) {
  std::uint64_t now = version;
  auto found = map.ask([&](const PortalGraph& graph) -> std::optional<RouteLeg> {
    now = graph.version();
    check_start(graph.view(), nodes.front());
    if (now != version && !leads_on(graph, nodes)) return {};
    return first_leg(graph, nodes);
  });
  if (!found) return {};
  const NodeId from = found->path.nodes.front(), to = found->path.nodes.back();
  return Leg{made(world, map.view(), from, to, std::move(found->path)), found->nodes, now};
}

using Rectangle = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;

std::vector<Rectangle> rectangles(const ChunkCut& cut) {
  std::vector<Rectangle> found;
  for (const Area& area : cut.areas())
    found.emplace_back(area.row, area.col, area.height, area.width);
  return found;
}

// All connections: sources and targets as cells, and costs. First those across borders, then those
// inside, chunk by chunk.
struct Connections {
  std::vector<std::int64_t> portals, sources, targets;
  std::vector<double> costs;
  std::vector<Rectangle> chunks;
  std::size_t crossings = 0;
  std::uint64_t version = 0;

  void add(NodeId from, NodeId to, double cost) {
    sources.push_back(from);
    targets.push_back(to);
    costs.push_back(cost);
  }
};

nb::tuple connections(PortalMap& map) {
  Connections found = map.ask([](const PortalGraph& graph) {
    Connections all;
    all.version = graph.version();
    all.chunks = rectangles(graph.cut());
    InterruptPoller poll;
    for (ChunkId i = 0; i < graph.cut().size(); ++i, poll()) {
      const Chunk& chunk = graph.chunk(i);
      for (std::size_t a = 0; a < chunk.portals.size(); ++a)
        for (std::uint32_t c = chunk.first[a]; c < chunk.first[a + 1]; ++c)
          all.add(chunk.portals[a], chunk.crossings[c],
                  graph.crossing_cost(chunk.portals[a], chunk.crossings[c]));
      all.portals.insert(all.portals.end(), chunk.portals.begin(), chunk.portals.end());
    }
    all.crossings = all.sources.size();
    for (ChunkId i = 0; i < graph.cut().size(); ++i, poll()) {
      const Chunk& chunk = graph.chunk(i);
      for (std::size_t a = 0; a < chunk.portals.size(); ++a)
        for (std::size_t b = 0; b < chunk.portals.size(); ++b)
          if (a != b) all.add(chunk.portals[a], chunk.portals[b], chunk.cost(a, b));
    }
    std::sort(all.portals.begin(), all.portals.end());
    return all;
  });
  return nb::make_tuple(
      vector_array(std::move(found.portals)), vector_array(std::move(found.sources)),
      vector_array(std::move(found.targets)), vector_array(std::move(found.costs)), found.crossings,
      found.chunks, found.version);
}

// The costs between some cells of a rectangle, inside it, in rows.
nb::object costs_inside(GridView& view, const Rectangle& rectangle,
                        const std::vector<NodeId>& cells) {
  const auto [row, col, height, width] = rectangle;
  const Area area{row, col, height, width};
  std::vector<double> costs;
  {
    const WithoutGil release;
    const auto guard = view.read();
    ScratchPool<GraphScratch> pool;
    ChunkSearch search(view, pool, area.cells());
    for (const NodeId cell : cells)
      for (const double cost : search.costs(area, cell, cells)) costs.push_back(cost);
  }
  return vector_array(std::move(costs));
}

}  // namespace

void bind_portals(nb::module_& m) {
  nb::class_<PortalMap>(m, "PortalMap")
      .def(nb::init<std::shared_ptr<GridView>, std::int32_t>(), "view"_a, "side"_a)
      .def("refresh", [](PortalMap& map) { map.ask([](const PortalGraph&) { return 0; }); })
      .def("plan", &plan, "world"_a, "start"_a, "goal"_a)
      .def("walk", &walk, "world"_a, "nodes"_a, "stats"_a)
      .def("route", &route, "start"_a, "goal"_a)
      .def("leg", &leg, "world"_a, "nodes"_a, "version"_a)
      .def("connections", &connections,
           nb::sig("def connections(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], "
                   "NDArray[numpy.int64], NDArray[numpy.float64], int, list[tuple[int, int, int, "
                   "int]], int]"))
      .def("chunks", [](const PortalMap& map) { return rectangles(map.graph().cut()); })
      .def(
          "are_close",
          [](PortalMap& map, NodeId a, NodeId b) {
            return map.ask([&](const PortalGraph& graph) { return are_close(graph, a, b); });
          },
          "a"_a, "b"_a)
      .def_prop_ro("counts",
                   [](const PortalMap& map) {
                     const PortalGraph& graph = map.graph();
                     return std::tuple{graph.cut().size(), graph.portals(), graph.connections()};
                   })
      .def_prop_ro("version", [](const PortalMap& map) { return map.graph().version(); })
      .def_prop_ro("nbytes", [](const PortalMap& map) { return map.graph().bytes(); })
      .def_prop_ro("repairs", [](const PortalMap& map) {
        const RepairCounts& counts = map.graph().counts();
        return std::tuple{counts.repairs, counts.restarts, counts.checked, counts.rebuilt};
      });
  m.def("costs_inside", &costs_inside, "view"_a, "rectangle"_a, "cells"_a,
        nb::sig("def costs_inside(view: GridView, rectangle: tuple[int, int, int, int], cells: "
                "collections.abc.Sequence[int]) -> NDArray[numpy.float64]"));
}

}  // namespace asterion::bindings
