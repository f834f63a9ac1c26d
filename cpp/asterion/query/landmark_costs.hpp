// The costs from landmarks to all nodes and back, for landmark_estimates.hpp.
//
// Guarantee   exact for one version of the world per landmark; whoever edits the world meanwhile
//             can tell by its version that the table is of no use
// Complexity  two searches of the whole world per landmark, as in distances.hpp; 8 bytes per node
//             and landmark, or 16 if costs differ by direction, and 16 per node meanwhile
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "asterion/heuristics/landmark_estimates.hpp"
#include "asterion/query/distances.hpp"

namespace asterion {

// The moves of a path to each node, or from it, that is cheapest in a search's whole numbers.
inline std::vector<MoveCount> moves_of_all(GridView& view, NodeId landmark, bool to_it) {
  return with_consistent_snapshot(view, [&](GridView& now) -> std::vector<MoveCount> {
    auto guard = now.read();
    const GivesWay gives_way(guard, now.source());
    if (!now.uniform() || now.has_links() || !now.free(landmark))  // it was edited
      return std::vector<MoveCount>(now.count(), kNoMoves);
    BestFirst<PackedScratch> run(
        GridSearchGraph<std::uint64_t>(now, HeuristicKind::zero, {}, Moves::canonical, to_it),
        {landmark}, Goals(), {}, borrow_scratch<PackedScratch>(now));
    run_to_end(run);
    return run.moves();
  });
}

// Fills a table by `costs_of(landmark, to it)`, an array with an entry for each node.
template <class Entry, class CostsOf>
LandmarkTable<Entry> landmark_table(std::size_t nodes, const std::vector<NodeId>& landmarks,
                                    CostsOf&& costs_of) {
  LandmarkTable<Entry> table(nodes, landmarks.size());
  for (std::size_t i = 0; i < landmarks.size(); ++i) {
    const auto from = costs_of(landmarks[i], false);
    const auto to = costs_of(landmarks[i], true);
    const bool same = std::equal(&from[0], &from[0] + nodes, &to[0],
                                 [](Entry a, Entry b) { return is_same(a, b); });
    if (!same) table.widen();
    table.put(i, &from[0]);
    if (!table.is_symmetric()) table.put(landmarks.size() + i, &to[0]);
  }
  return table;
}

// `kind` is that of the plain estimate.
inline std::shared_ptr<MapEstimates> landmark_estimates(GridView& view,
                                                        const std::vector<NodeId>& landmarks,
                                                        HeuristicKind kind) {
  const auto counts_moves = [&] {
    const auto guard = view.read();
    return view.uniform() && !view.has_links();
  };
  if (!counts_moves())
    return std::make_shared<LandmarkEstimates<double>>(
        landmark_table<double>(
            view.count(), landmarks,
            [&](NodeId node, bool to_it) { return distances(view, {node}, to_it); }),
        kind);
  return std::make_shared<LandmarkEstimates<MoveCount>>(
      landmark_table<MoveCount>(
          view.count(), landmarks,
          [&](NodeId node, bool to_it) { return moves_of_all(view, node, to_it); }),
      kind);
}

inline std::shared_ptr<MapEstimates> landmark_estimates(Network& network,
                                                        const std::vector<NodeId>& landmarks,
                                                        HeuristicKind kind) {
  return std::make_shared<LandmarkEstimates<double>>(
      landmark_table<double>(
          network.count(), landmarks,
          [&](NodeId node, bool to_it) { return distances(network, {node}, to_it); }),
      kind);
}

}  // namespace asterion
