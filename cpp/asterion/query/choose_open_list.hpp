// Searches with a chosen open list, to compare the lists. Queries choose by themselves: see
// grid_query.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "asterion/open_lists/sorted_list.hpp"
#include "asterion/query/answer.hpp"

namespace asterion {

enum class OpenKind : std::uint8_t {
  sorted_list,
  binary_heap,
  bucket_queue,
  bucket_heap,
  two_stacks
};

using SortedScratch = MonotoneScratch<WideNodes, SortedList>;

// The reason why an open list cannot serve this search; empty if it can.
inline std::string why_not(OpenKind open, const GridView& view, HeuristicKind heuristic) {
  if (!is_consistent(heuristic, view.grid())) return "the heuristic is not consistent here";
  if (open == OpenKind::bucket_queue && !view.uniform() &&
      !counts_in_whole_numbers(view, heuristic))
    return "a bucket queue needs keys in whole numbers";
  if (open == OpenKind::two_stacks && !ManhattanAStar<>::suits(view, heuristic, 1, 1, {}))
    return "two stacks need four directions, equal costs and the Manhattan distance";
  return {};
}

// All of them look at the same moves, so that they differ only in their open list and its table of
// nodes.
template <Observer O>
std::unique_ptr<SearchRun> make_search_with(OpenKind open, const GridView& view, NodeId start,
                                            NodeId goal, HeuristicKind heuristic) {
  const NodeList starts{start};
  const Goals goals({goal});
  const SearchOptions options;
  const auto graph = [&]<class Cost>(std::type_identity<Cost>) {
    return GridSearchGraph<Cost>(view, heuristic, goals.nodes(), Moves::legal);
  };
  const auto best_first = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    return std::make_unique<BestFirst<S, O>>(graph(std::type_identity<typename S::Cost>{}), starts,
                                             goals, options, borrow_scratch<S>(view));
  };
  switch (open) {
    case OpenKind::sorted_list:
      return best_first(std::type_identity<SortedScratch>{});
    case OpenKind::bucket_queue:
      return best_first(std::type_identity<PackedScratch>{});
    case OpenKind::bucket_heap:
      return best_first(std::type_identity<BucketScratch>{});
    case OpenKind::two_stacks:
      return std::make_unique<ManhattanAStar<O>>(graph(std::type_identity<std::uint64_t>{}), starts,
                                                 goals, options,
                                                 borrow_scratch<LevelScratch>(view));
    case OpenKind::binary_heap:
      break;
  }
  return best_first(std::type_identity<HeapScratch>{});
}

struct OpenListResult {
  PathResult path;
  std::uint64_t rekeys = 0;  // nodes whose key fell while on open
};

// Runs A*, or Dijkstra's algorithm where the heuristic is `zero`, to its end. Changes of keys are
// counted only on request, because recording events takes time.
inline OpenListResult find_path_with(OpenKind open, GridView& view, NodeId start, NodeId goal,
                                     HeuristicKind heuristic, bool count_rekeys) {
  const auto guard = view.read();
  check_start(view, start);
  if (const std::string reason = why_not(open, view, heuristic); !reason.empty())
    throw BadValue(reason);
  const auto run = count_rekeys ? make_search_with<Recorder>(open, view, start, goal, heuristic)
                                : make_search_with<Silent>(open, view, start, goal, heuristic);
  run_to_end(*run);
  Query query;
  query.heuristic = heuristic;
  OpenListResult result{result_of(*run, query, view)};
  for (const Event& event : run->events()) result.rekeys += event.kind == EventKind::improved;
  return result;
}

}  // namespace asterion
