// Paths over portals: a search of the portals, then one inside each chunk on the route.
//
// For holders of a lock on the view, while the graph is current.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "asterion/abstraction/portal_graph.hpp"
#include "asterion/query/answer.hpp"

namespace asterion {

// The costs from a start to the portals of its chunk, and from the portals of the goal's chunk to
// it.
struct RouteEnds {
  RouteEnds(const PortalGraph& graph, NodeId from, NodeId to)
      : start(from), goal(to), here(graph.chunk_at(from)), there(graph.chunk_at(to)) {
    ChunkSearch search = graph.search_inside();
    leaving = search.costs(graph.cut().area(here), start, graph.chunk(here).portals);
    arriving = search.costs(graph.cut().area(there), goal, graph.chunk(there).portals, true);
  }

  NodeId start, goal;
  ChunkId here, there;
  std::vector<double> leaving, arriving;
};

// Nodes are the portals by number, then the start, then the goal. After a move inside a chunk only
// moves across its border are looked at: two moves inside are never cheaper than one.
class PortalSearchGraph {
 public:
  using Cost = double;
  static constexpr bool kOnGrid = false;
  using Step = NodeId;  // the node before
  struct Place {};
  static constexpr Step kNoStep = ~NodeId{0};

  PortalSearchGraph(const PortalGraph& graph, const RouteEnds& ends)
      : graph_(&graph),
        ends_(&ends),
        goal_(graph.view().grid().point(ends.goal)),
        bound_(graph.view().grid(), graph.view().smallest_cost()) {
    largest_ = graph.largest_cost();
    for (const auto* costs : {&ends.leaving, &ends.arriving})
      for (const double cost : *costs)
        if (cost < kInfinity) largest_ = std::max(largest_, cost);
  }

  NodeId start() const { return static_cast<NodeId>(graph_->portals()); }
  NodeId goal() const { return start() + 1; }
  NodeId cell(NodeId node) const {
    return node == start() ? ends_->start : node == goal() ? ends_->goal : graph_->cell(node);
  }

  std::size_t count() const { return graph_->portals() + 2; }
  bool uniform() const { return false; }
  bool blind() const { return false; }
  double unit() const { return 1; }
  double largest_rise() const { return 2 * largest_; }
  Place point(NodeId) const { return {}; }
  NodeId step_back(NodeId, Step before) const { return before; }
  void prefetch(NodeId) const {}

  template <class Visit>
  void for_each_move(NodeId node, Step before, Visit&& visit) const {
    if (node == start())
      return each(graph_->first_of(ends_->here), ends_->leaving.data(), ends_->leaving.size(), node,
                  visit);
    const ChunkId where = graph_->owner(node);
    const Chunk& chunk = graph_->chunk(where);
    const NodeId first = graph_->first_of(where), slot = node - first;
    const bool came_inside =
        before == start() || (before != kNoStep && graph_->owner(before) == where);
    if (!came_inside) {
      const std::size_t count = chunk.portals.size();
      each(first, chunk.costs.data() + slot * count, count, node, visit);
      if (where == ends_->there && ends_->arriving[slot] < kInfinity)
        visit(goal(), ends_->arriving[slot], node, Place{});
    }
    const NodeId from = chunk.portals[slot];
    for (std::uint32_t i = chunk.first[slot]; i < chunk.first[slot + 1]; ++i) {
      const NodeId to = chunk.crossings[i];
      visit(graph_->portal_at(to), graph_->crossing_cost(from, to), node, Place{});
    }
  }

  Cost estimate(NodeId node, Place = {}) const {
    return bound_(graph_->view().grid().point(cell(node)), goal_);
  }
  double true_estimate(NodeId node) const { return estimate(node); }

 private:
  template <class Visit>
  void each(NodeId first, const double* costs, std::size_t count, NodeId from,
            Visit&& visit) const {
    for (std::size_t i = 0; i < count; ++i)
      if (const auto to = first + static_cast<NodeId>(i); costs[i] < kInfinity && to != from)
        visit(to, costs[i], from, Place{});
  }

  const PortalGraph* graph_;
  const RouteEnds* ends_;
  Point goal_;
  StraightBound bound_;
  double largest_ = 0;
};

// The cheapest route from portal to portal: its nodes are the start, portals, and the goal.
inline PathResult route_over(const PortalGraph& graph, NodeId start, NodeId goal) {
  check_start(graph.view(), start);
  const GridView& view = graph.view();
  if (possible_goals(view, view.components(), start, std::span(&goal, 1)).nodes().empty())
    return {};
  const RouteEnds ends(graph, start, goal);
  const PortalSearchGraph route_graph(graph, ends);
  BestFirst<GraphScratch, Silent, PortalSearchGraph> run(route_graph, {route_graph.start()},
                                                         Goals({route_graph.goal()}),
                                                         SearchOptions(), graph.borrow());
  run_to_end(run);
  PathResult result;
  result.status = run.status();
  result.stats = run.stats();
  if (run.status() != Status::found) return result;
  result.cost = 0;
  NodeId before = route_graph.start();
  for (const NodeId node : run.path_to_goal()) {
    if (node != route_graph.start())
      route_graph.for_each_move(before, PortalSearchGraph::kNoStep,
                                [&](NodeId to, double cost, auto&&...) {
                                  if (to == node) result.cost += cost;
                                });
    result.nodes.push_back(route_graph.cell(node));
    before = node;
  }
  result.stats.path = result.nodes.size();
  return result;
}

// A part of a route, cell by cell.
struct RouteLeg {
  PathResult path;
  std::vector<PathResult> searches;  // of the grid; none for a mere border crossing
  std::size_t nodes = 0;             // nodes of the route that it covers, after the first
};

// The leg from the first node of a route: through a chunk, and across its border. Nothing if it is
// blocked.
inline std::optional<RouteLeg> first_leg(const PortalGraph& graph, std::span<const NodeId> route) {
  const GridView& view = graph.view();
  const Grid& grid = view.grid();
  RouteLeg leg;
  std::vector<NodeId> cells{route[0]};
  for (std::size_t i = 1; i < route.size(); ++i) {
    const NodeId from = route[i - 1], to = route[i];
    ++leg.nodes;
    if (from == to) continue;  // the start or the goal is a portal
    const ChunkId chunk = graph.chunk_at(from);
    if (chunk != graph.chunk_at(to)) {
      const Point a = grid.point(from), b = grid.point(to);
      const Direction d = direction_of(b.row - a.row, b.col - a.col);
      const MoveTable& legal = legal_moves(grid.diagonal());
      if (d == kNoDirection || (legal[kNoDirection][view.around(from)] >> d & 1) == 0) return {};
      cells.push_back(to);
      break;
    }
    PathResult search = graph.search_inside().path(graph.cut().area(chunk), from, to);
    if (search.status != Status::found) return {};
    cells.insert(cells.end(), search.nodes.begin() + 1, search.nodes.end());
    leg.path.stats += search.stats;
    leg.searches.push_back(std::move(search));
  }
  leg.path.status = Status::found;
  write_path(view, std::move(cells), leg.path);
  return leg;
}

// Whether a route of an earlier graph can still be walked.
inline bool leads_on(const PortalGraph& graph, std::span<const NodeId> route) {
  while (route.size() > 1) {
    const auto leg = first_leg(graph, route);
    if (!leg) return false;
    route = route.subspan(leg->nodes);
  }
  return true;
}

struct PortalAnswer {
  PathResult path;
  PathResult route;
  std::vector<PathResult> legs;  // the searches of the grid
};

// Whether the chunks of two cells touch: then the grid itself should be searched.
inline bool are_close(const PortalGraph& graph, NodeId a, NodeId b) {
  const ChunkCut& cut = graph.cut();
  return cut.area(graph.chunk_at(a)).touches(cut.area(graph.chunk_at(b)));
}

// The path along a route, cell by cell; nothing if it is blocked, which a route of this graph never
// is.
inline std::optional<PortalAnswer> walked(const PortalGraph& graph, PathResult route) {
  PortalAnswer answer;
  answer.route = std::move(route);
  answer.path.stats = answer.route.stats;
  answer.path.status = answer.route.status;
  if (answer.route.status != Status::found) return answer;
  std::vector<NodeId> cells{answer.route.nodes[0]};
  std::span<const NodeId> rest(answer.route.nodes);
  while (rest.size() > 1) {
    auto leg = first_leg(graph, rest);
    if (!leg) return {};
    rest = rest.subspan(leg->nodes);
    cells.insert(cells.end(), leg->path.nodes.begin() + 1, leg->path.nodes.end());
    for (PathResult& search : leg->searches) {
      answer.path.stats += search.stats;
      answer.legs.push_back(std::move(search));
    }
  }
  write_path(graph.view(), std::move(cells), answer.path);
  return answer;
}

}  // namespace asterion
