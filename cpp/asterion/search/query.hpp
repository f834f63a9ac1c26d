// A query from its words to its answer: which search to run, and what its end means.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "asterion/search/best_first.hpp"
#include "asterion/search/bfs.hpp"
#include "asterion/search/rules.hpp"

namespace asterion {

enum class Algorithm : std::uint8_t { bfs, dijkstra, astar };

struct Query {
  Algorithm algorithm = Algorithm::astar;
  HeuristicKind heuristic = HeuristicKind::zero;
  SearchRules rules;       // `consistent` is found out here, not asked for
  bool components = true;  // say "unreachable" without a search where that is known
  bool trace = false;
};

struct PathResult {
  Status status = Status::unreachable;
  bool optimal = false;
  double cost = kInfinity;
  std::vector<NodeId> nodes;
  Stats stats;
};

// Whether a path found by this query is sure to be a cheapest one.
inline bool promises_optimum(const Query& query, const Terrain& terrain) {
  const Grid& grid = terrain.grid();
  if (query.algorithm == Algorithm::bfs)
    return terrain.uniform() && (grid.diagonal() == Diagonal::never || grid.diagonal_cost() == 1);
  return query.rules.stop == Stop::guaranteed || is_consistent(query.heuristic, grid);
}

inline void check_start(const Terrain& terrain, NodeId start, const char* name = "start") {
  if (terrain.free(start)) return;
  const Point p = terrain.grid().point(start);
  throw BadValue(std::string(name) + " " + text(p.row, p.col) + " is a wall");
}

// The goals that a path from the start may end at.
inline Goals possible_goals(const Terrain& terrain, const Components& components, NodeId start,
                            std::vector<NodeId> goals) {
  const Point from = terrain.grid().point(start);
  std::erase_if(goals, [&](NodeId goal) {
    return !terrain.free(goal) || components.certainly_apart(from, terrain.grid().point(goal));
  });
  return Goals(std::move(goals));
}

template <class Scratch>
typename ScratchPool<Scratch>::Lease borrow_scratch(const Terrain& terrain) {
  return terrain.grid().shelf().get<ScratchPool<Scratch>>().borrow(terrain.grid().cells());
}

// Begins a search; without any start it ends at its first step, unreachable.
template <class Observer>
std::unique_ptr<SearchRun> start_search(const Terrain& terrain, const std::vector<NodeId>& starts,
                                        const Goals& goals, const Query& query) {
  SearchRules rules = query.rules;
  rules.consistent = is_consistent(query.heuristic, terrain.grid());
  const auto metric = [&]<class Cost>(std::type_identity<Cost>, Moves moves) {
    return GridMetric<Cost>(terrain, query.heuristic, goals.nodes(), moves);
  };
  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<Observer>>(
        metric(std::type_identity<std::uint64_t>{}, Moves::legal), starts, goals, rules,
        borrow_scratch<PackedScratch>(terrain));
  const auto best_first = [&]<class Scratch>(std::type_identity<Scratch>, Moves moves) {
    return std::make_unique<BestFirst<Scratch, Observer>>(
        metric(std::type_identity<typename Scratch::Cost>{}, moves), starts, goals, rules,
        borrow_scratch<Scratch>(terrain));
  };
  // Buckets need keys that never fall, and have an order of their own among equals.
  const bool buckets_will_do =
      rules.consistent && rules.ties == Ties::automatic && rules.stop == Stop::fast;
  if (!buckets_will_do) return best_first(std::type_identity<HeapScratch>{}, Moves::legal);
  if (!terrain.uniform()) return best_first(std::type_identity<BucketScratch>{}, Moves::onward);
  return best_first(std::type_identity<PackedScratch>{}, Moves::canonical);
}

inline std::unique_ptr<SearchRun> start_search(const Terrain& terrain, const Components& components,
                                               NodeId start, const std::vector<NodeId>& goals,
                                               const Query& query) {
  static const Components nothing_known;
  const Goals possible =
      possible_goals(terrain, query.components ? components : nothing_known, start, goals);
  std::vector<NodeId> starts{start};
  // Without a possible goal there is nothing to do, unless a flood is what was asked for.
  if (possible.nodes().empty() && query.components) starts.clear();
  return query.trace ? start_search<Recorder>(terrain, starts, possible, query)
                     : start_search<Silent>(terrain, starts, possible, query);
}

inline PathResult result_of(const SearchRun& run, const Query& query, const Terrain& terrain) {
  PathResult result;
  result.status = run.status();
  result.stats = run.stats();
  if (run.status() != Status::found) return result;
  std::vector<NodeId> nodes = run.path_to(run.goal());
  const double cost = path_cost(terrain, nodes);
  // The search's own numbers are rounded, so the limit is checked again with the true cost.
  constexpr double kRoundingOfASum = 1e-12;
  if (cost > query.rules.max_cost * (1 + kRoundingOfASum)) {
    result.status = Status::stopped;
    return result;
  }
  result.cost = cost;
  result.stats.path = nodes.size();
  result.nodes = std::move(nodes);
  result.optimal = promises_optimum(query, terrain);
  return result;
}

// One query to its end, by the holder of a lock on the terrain.
inline PathResult answer(const Terrain& terrain, const Components& components, NodeId start,
                         const std::vector<NodeId>& goals, const Query& query) {
  const auto run = start_search(terrain, components, start, goals, query);
  run->advance(std::numeric_limits<std::uint64_t>::max(), Clock::time_point::max());
  return result_of(*run, query, terrain);
}

// The search looked everywhere and found nothing: a labelling of components would have said so.
inline bool flooded_in_vain(const PathResult& result) {
  return result.status == Status::unreachable && result.stats.expanded > 0;
}

inline PathResult find_path(Terrain& terrain, NodeId start, const std::vector<NodeId>& goals,
                            const Query& query) {
  auto guard = terrain.read();
  check_start(terrain, start);
  PathResult result = answer(terrain, terrain.components(), start, goals, query);
  if (flooded_in_vain(result) && query.components) {
    // The next one to ask for the unreachable gets the answer at once.
    const std::uint64_t version = terrain.grid().version();
    Components labels = terrain.labelled();
    guard.unlock();
    terrain.adopt(std::move(labels), version);
  }
  return result;
}

}  // namespace asterion
