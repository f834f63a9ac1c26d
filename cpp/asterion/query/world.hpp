// The world of a query, which searches walk: the GridView of a grid or the Network of a graph.
//
// For each of the two, grid_query.hpp and graph_query.hpp have a make_search() and its helpers;
// choose_algorithm() is in choose_algorithm.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "asterion/world/journaled_world.hpp"

namespace asterion {

template <class G>
concept World =
    requires(G& world, const G& locked, typename G::Labels labels, std::uint64_t version) {
      { locked.source() } -> std::same_as<const JournaledWorld&>;
      { locked.count() } -> std::same_as<std::size_t>;  // of nodes
      { locked.uniform() } -> std::same_as<bool>;       // all costs are the same
      { locked.components() } -> std::same_as<const typename G::Labels&>;
      { locked.labels_can_improve() } -> std::same_as<bool>;
      // Labels the world again, in one pass over it, and keeps the result.
      { locked.labelled() } -> std::same_as<typename G::Labels>;
      world.adopt(std::move(labels), version);
      { labels.known() } -> std::same_as<bool>;
    };

}  // namespace asterion
