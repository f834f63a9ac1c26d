// A search between a start and its goals, on a grid or a graph.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "asterion/query/graph_query.hpp"
#include "asterion/query/grid_query.hpp"

namespace asterion {

// Custom estimates that depend on the ends of a search are made for these.
template <Observer O, World G>
std::unique_ptr<SearchRun> make_estimated_search(const G& world, const NodeList& from,
                                                 const Goals& to, const Query& query) {
  std::shared_ptr<CustomEstimates> own;
  if (query.custom) own = query.custom->between(world, {from, to.nodes(), query.backward});
  if (!own) return make_search<O>(world, from, to, query);
  Query estimated = query;
  estimated.custom = own;
  auto run = make_search<O>(world, from, to, estimated);
  run->keep(std::move(own));
  return run;
}

// Goals that are unreachable by `labels` are left out.
template <World G>
std::unique_ptr<SearchRun> start_search(const G& world, const typename G::Labels& labels,
                                        NodeId start, std::span<const NodeId> goals,
                                        const Query& query) {
  check_algorithm(world, query);
  static const typename G::Labels nothing_known;
  Goals possible = possible_goals(world, query.components ? labels : nothing_known, start, goals);
  if (query.components) possible = reachable_goals(world, start, std::move(possible), query);
  NodeList starts{start};
  // Without a possible goal there is nothing to do, unless components must not be used.
  if (possible.nodes().empty() && query.components) starts.clear();
  const bool backward = query.backward && !starts.empty();
  const NodeList& from = backward ? possible.nodes() : starts;
  const Goals back(backward ? starts : NodeList());
  const Goals& to = backward ? back : possible;
  return query.trace ? make_estimated_search<Recorder>(world, from, to, query)
                     : make_estimated_search<Silent>(world, from, to, query);
}

}  // namespace asterion
