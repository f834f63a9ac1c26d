// The options of a search, and its result.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "asterion/search/estimates.hpp"
#include "asterion/search/evaluation.hpp"
#include "asterion/search/heuristic_kind.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/status.hpp"

namespace asterion {

// `automatic` is the one that suits the world: see choose_algorithm.hpp.
enum class Algorithm : std::uint8_t {
  automatic,
  bfs,
  dfs,
  dijkstra,
  greedy,
  astar,
  bidirectional,
  ida,
  jps,
  best_first
};

struct Query {
  Algorithm algorithm = Algorithm::astar;
  HeuristicKind heuristic = HeuristicKind::zero;
  std::shared_ptr<CustomEstimates> custom;       // where the kind is `custom`
  std::shared_ptr<CustomEvaluation> evaluation;  // of `best_first`
  SearchOptions options;   // `consistent`, `greedy` and `evaluation` are set by the search
  bool backward = false;   // from the goals to the start
  bool components = true;  // say "unreachable" without a search where that is known
  bool transpositions = false;
  bool by_area = false;  // A* leaves out moves that cannot matter inside areas of one cost
  bool blind = false;    // bidirectional search ignores the estimate
  double turn_cost = 0;  // per step of a turn
  bool trace = false;
};

// The source of a path: a search of the present world, an index of it, or an index of an earlier
// version whose path was shown to be still a cheapest one.
enum class How : std::uint8_t { searched, index, certified };

struct PathResult {
  Status status = Status::unreachable;
  bool optimal = false;
  double cost = kInfinity;
  std::vector<NodeId> nodes;
  std::vector<std::uint32_t> connections;  // of graphs: from each node to the next
  Stats stats;
  double turn_cost = 0;  // per step of a turn, included in the cost
  How how = How::searched;
};

// Whether the order of open nodes, weight included, closes no node too soon: not guaranteed for a
// user's own.
inline bool is_known_order(const Query& query) {
  return query.algorithm != Algorithm::greedy && query.algorithm != Algorithm::best_first;
}

// Whether best-first search with an estimate of this kind certainly finds a cheapest path.
inline bool best_first_is_optimal(const Query& query, Trust trust) {
  if (trust == Trust::consistent) return true;
  return query.options.reopen != Reopen::off &&
         (trust == Trust::admissible || query.options.stop == Stop::guaranteed);
}

}  // namespace asterion
