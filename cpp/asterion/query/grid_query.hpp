// Queries on grids: chooses the search, prepares its data, and states its guarantee.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "asterion/query/choose_algorithm.hpp"
#include "asterion/query/metric_query.hpp"
#include "asterion/query/turn_query.hpp"
#include "asterion/search/area_jps.hpp"
#include "asterion/search/jps.hpp"
#include "asterion/search/linked_metric.hpp"
#include "asterion/search/manhattan.hpp"
#include "asterion/search/rules.hpp"
#include "asterion/search/two_fronts.hpp"
#include "asterion/world/give_way.hpp"

namespace asterion {

// The certain properties of a query's estimate, weight included.
inline Trust trust_in_estimate(const Query& query, const Grid& grid) {
  if (query.rules.weight > 1) return Trust::none;
  if (query.custom != nullptr) return query.custom->trust();
  return is_consistent(query.heuristic, grid) ? Trust::consistent : Trust::none;
}

// Whether a path found by this query is certainly a cheapest one.
inline bool promises_optimum(const Query& query, const Terrain& terrain) {
  const Grid& grid = terrain.grid();
  const Trust trust = trust_in_estimate(query, grid);
  switch (query.algorithm) {
    case Algorithm::bfs:
      return terrain.uniform() && !terrain.has_links() &&
             (grid.diagonal() == Diagonal::never || grid.diagonal_cost() == 1);
    case Algorithm::dfs:
    case Algorithm::greedy:
      return false;
    case Algorithm::dijkstra:
    case Algorithm::bidirectional:
    case Algorithm::jps:
      return true;
    case Algorithm::automatic:
    case Algorithm::astar:
      return best_first_is_optimal(query, trust);
    case Algorithm::best_first:
      return best_first_is_optimal(query, Trust::none);
    case Algorithm::ida:
      return trust != Trust::none;
  }
  return false;
}

// The cost of a result's path.
inline void price(const Terrain& terrain, const Query& query, PathResult& result) {
  result.turn_cost = query.turn_cost;
  result.cost = query.turn_cost > 0 ? turned_path_cost(terrain, result.nodes, query.turn_cost)
                                    : path_cost(terrain, result.nodes);
}

// The cost of a path up to each of its cells: by its moves, or each cell at cost `each`.
inline std::vector<double> costs_along(const Terrain& terrain, const PathResult& path,
                                       std::optional<double> each = {}) {
  std::vector<double> costs{0};
  costs.reserve(path.nodes.size());
  MoveSum sum;
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    const Point a = terrain.grid().point(path.nodes[i - 1]),
                b = terrain.grid().point(path.nodes[i]);
    each ? sum.add(*each, direction_of(b.row - a.row, b.col - a.col))
         : sum.add(terrain, path.nodes[i - 1], path.nodes[i]);
    costs.push_back(sum.cost(terrain.grid()));
  }
  return costs;
}
// The common cost of all cells, if it determines the costs of paths.
inline std::optional<double> cost_of_each(const Terrain& terrain) {
  if (!terrain.uniform() || terrain.has_links()) return {};
  return terrain.smallest_cost();
}

inline bool can_stand_at(const Terrain& terrain, NodeId goal) { return terrain.free(goal); }

inline void check_start(const Terrain& terrain, NodeId start, const char* name = "start") {
  if (terrain.free(start)) return;
  const Point p = terrain.grid().point(start);
  if (terrain.is_large())
    throw BadValue(std::string(name) + " " + text(p.row, p.col) + " has no room for a unit of " +
                   std::to_string(terrain.size().rows) + " x " +
                   std::to_string(terrain.size().cols) + " cells");
  const bool free_for_others = terrain.grid().total(start) > 0;
  throw BadValue(
      std::string(name) + " " + text(p.row, p.col) +
      (free_for_others ? " is closed to this view, though it is free on its grid" : " is a wall"));
}

template <Scratch S>
typename ScratchPool<S>::Lease borrow_scratch(const Terrain& terrain) {
  return terrain.grid().cache().get<ScratchPool<S>>().borrow(terrain.grid().cells());
}

// Makes a search; without any start it ends at its first step, unreachable.
template <Observer O>
std::unique_ptr<SearchRun> make_search(const Terrain& terrain, const NodeList& starts,
                                       const Goals& goals, const Query& query) {
  // Where moves are counted in rounded numbers, unrounded estimates are slightly off.
  const bool exact = query.custom != nullptr && query.custom->counts_whole();
  const bool counted = query.turn_cost == 0 && !terrain.has_links();
  const bool rounded = query.custom != nullptr && terrain.uniform() && !(exact && counted);
  const SearchRules rules = search_rules(
      query, trust_in_estimate(query, terrain.grid()) == Trust::consistent && !rounded);
  if (query.turn_cost > 0) return make_turn_search<O>(terrain, starts, goals, query, rules);
  if (terrain.has_links())
    return make_metric_search<O, LinkedMetric>(terrain, starts, goals, query, rules);

  const auto metric = [&]<class Cost>(std::type_identity<Cost>, Moves moves) {
    return GridMetric<Cost>(terrain, query.heuristic, goals.nodes(), moves, query.backward,
                            query.custom.get());
  };
  const auto whole_numbers = std::type_identity<std::uint64_t>{};

  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<O>>(metric(whole_numbers, Moves::legal), starts, goals, rules,
                                    borrow_scratch<PackedScratch>(terrain));
  if (query.algorithm == Algorithm::dfs)
    return std::make_unique<Dfs<O>>(metric(whole_numbers, Moves::legal), starts, goals, rules,
                                    borrow_scratch<PackedScratch>(terrain));
  if (query.algorithm == Algorithm::ida) {
    if (terrain.uniform() && rules.consistent && rules.weight == 1)
      return std::make_unique<Ida<std::uint64_t, O>>(metric(whole_numbers, Moves::canonical),
                                                     starts, goals, rules, query.transpositions);
    return std::make_unique<Ida<double, O>>(metric(std::type_identity<double>{}, Moves::onward),
                                            starts, goals, rules, query.transpositions);
  }

  if (query.algorithm == Algorithm::jps) {
    const auto jps = [&]<Diagonal rule>() -> std::unique_ptr<SearchRun> {
      if (!terrain.uniform())
        return std::make_unique<AreaJps<rule, O>>(metric(whole_numbers, Moves::by_area), starts,
                                                  goals, rules,
                                                  borrow_scratch<AreaScratch>(terrain));
      return std::make_unique<Jps<rule, O>>(metric(whole_numbers, Moves::canonical), starts, goals,
                                            rules, borrow_scratch<JumpScratch>(terrain));
    };
    switch (terrain.rule()) {
      case Diagonal::never:
        return jps.template operator()<Diagonal::never>();
      case Diagonal::clear:
        return jps.template operator()<Diagonal::clear>();
      case Diagonal::one_clear:
        return jps.template operator()<Diagonal::one_clear>();
      case Diagonal::always:
        return jps.template operator()<Diagonal::always>();
    }
  }

  const auto best_first = [&]<class S>(std::type_identity<S>,
                                       Moves moves) -> std::unique_ptr<SearchRun> {
    const auto numbers = std::type_identity<typename S::Cost>{};
    if (query.algorithm == Algorithm::bidirectional) {
      const GridMetric<typename S::Cost> back(terrain, query.heuristic, starts, moves, true);
      return std::make_unique<Bidirectional<S, O>>(metric(numbers, moves), back, starts, goals,
                                                   rules, borrow_scratch<S>(terrain),
                                                   borrow_scratch<S>(terrain));
    }
    return std::make_unique<BestFirst<S, O>>(metric(numbers, moves), starts, goals, rules,
                                             borrow_scratch<S>(terrain));
  };
  if (!buckets_will_do(rules, query, starts, goals))
    return best_first(std::type_identity<HeapScratch>{}, Moves::legal);
  if (query.algorithm == Algorithm::bidirectional && !query.backward && suits_fronts(terrain) &&
      (query.blind || query.heuristic == HeuristicKind::zero))
    return std::make_unique<TwoFronts<O>>(metric(whole_numbers, Moves::legal), starts, goals, rules,
                                          borrow_scratch<FrontScratch>(terrain));
  if (query.algorithm == Algorithm::astar &&
      ManhattanAStar<>::suits(terrain, query.heuristic, starts.size(), goals.nodes().size(), rules))
    return std::make_unique<ManhattanAStar<O>>(metric(whole_numbers, Moves::canonical), starts,
                                               goals, rules, borrow_scratch<LevelScratch>(terrain));
  // Where costs differ, A* chosen by name finds the same one of several cheapest paths whatever
  // fraction of the map lies in areas of one cost.
  const bool by_area = query.by_area || query.algorithm != Algorithm::astar;
  const Moves moves = terrain.uniform() ? Moves::canonical
                      : by_area         ? Moves::by_area
                                        : Moves::onward;
  const bool whole = terrain.uniform() || (counts_in_whole_numbers(terrain, query.heuristic) &&
                                           (query.custom == nullptr || exact));
  if (whole && rules.weight == 1) return best_first(std::type_identity<PackedScratch>{}, moves);
  return best_first(std::type_identity<BucketScratch>{}, moves);
}

// Instantiated in grid_searches.cpp and traced_grid_searches.cpp.
extern template std::unique_ptr<SearchRun> make_search<Silent>(const Terrain&, const NodeList&,
                                                               const Goals&, const Query&);
extern template std::unique_ptr<SearchRun> make_search<Recorder>(const Terrain&, const NodeList&,
                                                                 const Goals&, const Query&);

// Throws if the algorithm cannot search this terrain.
inline void check_algorithm(const Terrain& terrain, const Query& query) {
  if (query.algorithm == Algorithm::bidirectional &&
      !is_consistent(query.heuristic, terrain.grid()))
    throw BadValue(
        "'bidirectional' needs a consistent heuristic, which this is not on a grid with "
        "these diagonals; choose 'auto'");
  if (query.algorithm == Algorithm::jps && !terrain.is_plain())
    throw BadValue("'jps' needs a world of square tiles without links and fences; choose 'auto'");
  if (query.algorithm == Algorithm::jps && !can_jump_on(terrain))
    throw BadValue(
        "'jps' needs a world whose free cells all cost the same, or cost whole numbers up to 255 "
        "without layers and on one cell; here they cost " +
        text(terrain.smallest_cost()) + " to " + text(terrain.largest_cost()));
}

// The goals that a path from the start may end at.
inline Goals possible_goals(const Terrain& terrain, const Components& components, NodeId start,
                            std::span<const NodeId> goals) {
  const Point from = terrain.grid().point(start);
  NodeList possible;
  for (const NodeId goal : goals)
    if (can_stand_at(terrain, goal) &&
        !components.certainly_apart(from, terrain.grid().point(goal)))
      possible.push_back(goal);
  return Goals(std::move(possible));
}
inline Goals reachable_goals(const Terrain& terrain, NodeId start, Goals possible,
                             const Query& query) {
  const bool is_labelled = query.algorithm != Algorithm::ida || terrain.is_plain();
  return is_labelled ? possible : flooded_goals<LinkedMetric>(terrain, start, possible);
}

// Whether to label components before the search: IDA* would never end if there is no path.
inline bool wants_labels_first(const Query& query, const Terrain& terrain) {
  return query.algorithm == Algorithm::ida && query.components && !terrain.labels_are_exact();
}

// Makes the blocks of a terrain, for later searches, and locks it again.
inline ReadLock read_with_blocks(Terrain& terrain, ReadLock guard) {
  const std::uint64_t version = terrain.world().version();
  std::shared_ptr<const Blocks> made;
  try {
    const GivesWay gives_way(guard, terrain.world());
    made = terrain.made_blocks();
  } catch (const Outdated&) {
  }
  guard.unlock();
  terrain.adopt(std::move(made), version);
  return terrain.read_mapped();
}

// Locks a terrain that has all data the query needs.
inline ReadLock read_for(Terrain& terrain, const Query& query) {
  auto guard = terrain.read();
  if (!may_jump(query, terrain)) return guard;
  if (!terrain.jump_map().complete()) {
    guard.unlock();
    guard = terrain.read_mapped();
  }
  return terrain.wants_blocks() ? read_with_blocks(terrain, std::move(guard)) : std::move(guard);
}

// Records the effort of an answered query.
inline void learn_from(const Terrain& terrain, const Query& query, const Stats& stats) {
  if (query.algorithm == Algorithm::jps) terrain.note_effort(stats.expanded);
}

}  // namespace asterion
