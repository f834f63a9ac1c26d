// The world that searches walk: the Terrain of a grid or the Network of a graph, called the ground
// of a query.
//
// For each of the two, grid_query.hpp and graph_query.hpp have a make_search() and its helpers;
// choose_algorithm() is in choose_algorithm.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "asterion/world/world.hpp"

namespace asterion {

template <class G>
concept Ground =
    requires(G& ground, const G& locked, typename G::Labels labels, std::uint64_t version) {
      { locked.world() } -> std::same_as<const World&>;
      { locked.count() } -> std::same_as<std::size_t>;  // of nodes
      { locked.uniform() } -> std::same_as<bool>;       // all costs are the same
      { locked.components() } -> std::same_as<const typename G::Labels&>;
      { locked.labels_can_improve() } -> std::same_as<bool>;
      // Labels the world again, in one pass over it, and keeps the result.
      { locked.labelled() } -> std::same_as<typename G::Labels>;
      ground.adopt(std::move(labels), version);
      { labels.known() } -> std::same_as<bool>;
    };

}  // namespace asterion
