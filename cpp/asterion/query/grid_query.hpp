// Queries on grids: chooses the search, prepares its data, and states its guarantee.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "asterion/query/choose_algorithm.hpp"
#include "asterion/query/closed_cell.hpp"
#include "asterion/query/general_query.hpp"
#include "asterion/query/turn_cost_query.hpp"
#include "asterion/search/area_jps.hpp"
#include "asterion/search/jps.hpp"
#include "asterion/search/linked_search_graph.hpp"
#include "asterion/search/manhattan.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/two_fronts.hpp"
#include "asterion/world/yield.hpp"

namespace asterion {

// The certain properties of a query's estimate, weight included.
inline Trust trust_in_estimate(const Query& query, const Grid& grid) {
  if (query.options.weight > 1) return Trust::none;
  if (query.custom != nullptr) return query.custom->trust();
  return is_consistent(query.heuristic, grid) ? Trust::consistent : Trust::none;
}

// Whether a path found by this query is certainly a cheapest one.
inline bool promises_optimum(const Query& query, const GridView& view) {
  const Grid& grid = view.grid();
  const Trust trust = trust_in_estimate(query, grid);
  switch (query.algorithm) {
    case Algorithm::bfs:
      return view.uniform() && !view.has_links() &&
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
inline void price(const GridView& view, const Query& query, PathResult& result) {
  result.turn_cost = query.turn_cost;
  result.cost = query.turn_cost > 0 ? turned_path_cost(view, result.nodes, query.turn_cost)
                                    : path_cost(view, result.nodes);
}

// The cost of a path up to each of its cells: by its moves, or each cell at cost `each`.
inline std::vector<double> costs_along(const GridView& view, const PathResult& path,
                                       std::optional<double> each = {}) {
  std::vector<double> costs{0};
  costs.reserve(path.nodes.size());
  MoveSum sum;
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    const Point a = view.grid().point(path.nodes[i - 1]), b = view.grid().point(path.nodes[i]);
    each ? sum.add(*each, direction_of(b.row - a.row, b.col - a.col))
         : sum.add(view, path.nodes[i - 1], path.nodes[i]);
    costs.push_back(sum.cost(view.grid()));
  }
  return costs;
}
// The common cost of all cells, if it determines the costs of paths.
inline std::optional<double> cost_of_each(const GridView& view) {
  if (!view.uniform() || view.has_links()) return {};
  return view.smallest_cost();
}

inline bool can_stand_at(const GridView& view, NodeId goal) { return view.free(goal); }

inline void check_start(const GridView& view, NodeId start, const char* name = "start") {
  if (view.free(start)) return;
  const Point p = view.grid().point(start);
  throw BadValue(std::string(name) + " " + text(p.row, p.col) + " is " +
                 closed_cell_in_words(view, start));
}

template <Scratch S>
typename ScratchPool<S>::Lease borrow_scratch(const GridView& view) {
  return view.grid().cache().get<ScratchPool<S>>().borrow(view.grid().cells());
}

// Makes a search; without any start it ends at its first step, unreachable.
template <Observer O>
std::unique_ptr<SearchRun> make_search(const GridView& view, const NodeList& starts,
                                       const Goals& goals, const Query& query) {
  // Where moves are counted in rounded numbers, unrounded estimates are slightly off.
  const bool exact = query.custom != nullptr && query.custom->counts_whole();
  const bool counted = query.turn_cost == 0 && !view.has_links();
  const bool rounded = query.custom != nullptr && view.uniform() && !(exact && counted);
  const SearchOptions options =
      search_options(query, trust_in_estimate(query, view.grid()) == Trust::consistent && !rounded);
  if (query.turn_cost > 0) return make_turn_search<O>(view, starts, goals, query, options);
  if (view.has_links())
    return make_general_search<O, LinkedSearchGraph>(view, starts, goals, query, options);

  const auto graph = [&]<class Cost>(std::type_identity<Cost>, Moves moves) {
    return GridSearchGraph<Cost>(view, query.heuristic, goals.nodes(), moves, query.backward,
                                 query.custom.get());
  };
  const auto whole_numbers = std::type_identity<std::uint64_t>{};

  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<O>>(graph(whole_numbers, Moves::legal), starts, goals, options,
                                    borrow_scratch<PackedScratch>(view));
  if (query.algorithm == Algorithm::dfs)
    return std::make_unique<Dfs<O>>(graph(whole_numbers, Moves::legal), starts, goals, options,
                                    borrow_scratch<PackedScratch>(view));
  if (query.algorithm == Algorithm::ida) {
    if (view.uniform() && options.consistent && options.weight == 1)
      return std::make_unique<Ida<std::uint64_t, O>>(graph(whole_numbers, Moves::canonical), starts,
                                                     goals, options, query.transpositions);
    return std::make_unique<Ida<double, O>>(graph(std::type_identity<double>{}, Moves::onward),
                                            starts, goals, options, query.transpositions);
  }

  if (query.algorithm == Algorithm::jps) {
    const auto jps = [&]<Diagonal rule>() -> std::unique_ptr<SearchRun> {
      if (!view.uniform())
        return std::make_unique<AreaJps<rule, O>>(graph(whole_numbers, Moves::by_area), starts,
                                                  goals, options,
                                                  borrow_scratch<AreaScratch>(view));
      return std::make_unique<Jps<rule, O>>(graph(whole_numbers, Moves::canonical), starts, goals,
                                            options, borrow_scratch<JumpScratch>(view));
    };
    switch (view.rule()) {
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
      const GridSearchGraph<typename S::Cost> back(view, query.heuristic, starts, moves, true);
      return std::make_unique<Bidirectional<S, O>>(graph(numbers, moves), back, starts, goals,
                                                   options, borrow_scratch<S>(view),
                                                   borrow_scratch<S>(view));
    }
    return std::make_unique<BestFirst<S, O>>(graph(numbers, moves), starts, goals, options,
                                             borrow_scratch<S>(view));
  };
  if (!buckets_will_do(options, query, starts, goals))
    return best_first(std::type_identity<HeapScratch>{}, Moves::legal);
  if (query.algorithm == Algorithm::bidirectional && !query.backward && suits_fronts(view) &&
      (query.blind || query.heuristic == HeuristicKind::zero))
    return std::make_unique<TwoFronts<O>>(graph(whole_numbers, Moves::legal), starts, goals,
                                          options, borrow_scratch<FrontScratch>(view));
  if (query.algorithm == Algorithm::astar &&
      ManhattanAStar<>::suits(view, query.heuristic, starts.size(), goals.nodes().size(), options))
    return std::make_unique<ManhattanAStar<O>>(graph(whole_numbers, Moves::canonical), starts,
                                               goals, options, borrow_scratch<LevelScratch>(view));
  // Where costs differ, A* chosen by name finds the same one of several cheapest paths whatever
  // fraction of the map lies in areas of one cost.
  const bool by_area = query.by_area || query.algorithm != Algorithm::astar;
  const Moves moves = view.uniform() ? Moves::canonical : by_area ? Moves::by_area : Moves::onward;
  const bool whole = view.uniform() || (counts_in_whole_numbers(view, query.heuristic) &&
                                        (query.custom == nullptr || exact));
  if (whole && options.weight == 1) return best_first(std::type_identity<PackedScratch>{}, moves);
  return best_first(std::type_identity<BucketScratch>{}, moves);
}

// Instantiated in grid_searches.cpp and traced_grid_searches.cpp.
extern template std::unique_ptr<SearchRun> make_search<Silent>(const GridView&, const NodeList&,
                                                               const Goals&, const Query&);
extern template std::unique_ptr<SearchRun> make_search<Recorder>(const GridView&, const NodeList&,
                                                                 const Goals&, const Query&);

// Throws if the algorithm cannot search this view.
inline void check_algorithm(const GridView& view, const Query& query) {
  if (query.algorithm == Algorithm::bidirectional && !is_consistent(query.heuristic, view.grid()))
    throw BadValue(
        "'bidirectional' needs a consistent heuristic, which this is not on a grid with "
        "these diagonals; choose 'auto'");
  if (query.algorithm == Algorithm::jps && !view.is_plain())
    throw BadValue("'jps' needs a world of square tiles without links and fences; choose 'auto'");
  if (query.algorithm == Algorithm::jps && !can_jump_on(view))
    throw BadValue(
        "'jps' needs a world whose free cells all cost the same, or cost whole numbers up to 255 "
        "without layers and on one cell; here they cost " +
        text(view.smallest_cost()) + " to " + text(view.largest_cost()));
}

// The goals that a path from the start may end at.
inline Goals possible_goals(const GridView& view, const Components& components, NodeId start,
                            std::span<const NodeId> goals) {
  const Point from = view.grid().point(start);
  NodeList possible;
  for (const NodeId goal : goals)
    if (can_stand_at(view, goal) && !components.certainly_apart(from, view.grid().point(goal)))
      possible.push_back(goal);
  return Goals(std::move(possible));
}
inline Goals reachable_goals(const GridView& view, NodeId start, Goals possible,
                             const Query& query) {
  const bool is_labelled = query.algorithm != Algorithm::ida || view.is_plain();
  return is_labelled ? possible : flooded_goals<LinkedSearchGraph>(view, start, possible);
}

// Whether to label components before the search: IDA* would never end if there is no path.
inline bool wants_labels_first(const Query& query, const GridView& view) {
  return query.algorithm == Algorithm::ida && query.components && !view.labels_are_exact();
}

// Makes the blocks of a view, for later searches, and locks it again.
inline ReadLock read_with_blocks(GridView& view, ReadLock guard) {
  const std::uint64_t version = view.source().version();
  std::shared_ptr<const Blocks> made;
  try {
    const GivesWay gives_way(guard, view.source());
    made = view.made_blocks();
  } catch (const Outdated&) {
  }
  guard.unlock();
  view.adopt(std::move(made), version);
  return view.read_mapped();
}

// Locks a view that has all data the query needs.
inline ReadLock read_for(GridView& view, const Query& query) {
  auto guard = view.read();
  if (!may_jump(query, view)) return guard;
  if (!view.jump_map().complete()) {
    guard.unlock();
    guard = view.read_mapped();
  }
  return view.wants_blocks() ? read_with_blocks(view, std::move(guard)) : std::move(guard);
}

// Records the effort of an answered query.
inline void learn_from(const GridView& view, const Query& query, const Stats& stats) {
  if (query.algorithm == Algorithm::jps) view.note_effort(stats.expanded);
}

}  // namespace asterion
