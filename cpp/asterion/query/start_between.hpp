// Which end a search begins at, and whether its events are recorded.
#pragma once

#include <memory>
#include <vector>

#include "asterion/query/begin_search.hpp"
#include "asterion/query/ground.hpp"
#include "asterion/query/query.hpp"
#include "asterion/search/goals.hpp"
#include "asterion/search/observer.hpp"
#include "asterion/search/search_run.hpp"

namespace asterion {

// A search between a start and the goals that it may reach.
template <Ground G>
std::unique_ptr<SearchRun> start_between(const G& ground, NodeId start, const Goals& possible,
                                         const Query& query) {
  NodeList starts{start};
  // Without a possible goal there is nothing to do, unless components are not to be used.
  if (possible.nodes().empty() && query.components) starts.clear();
  const bool backward = query.backward && !starts.empty();
  const NodeList& from = backward ? possible.nodes() : starts;
  const Goals back(backward ? starts : NodeList());
  const Goals& to = backward ? back : possible;
  return query.trace ? begin_search<Recorder>(ground, from, to, query)
                     : begin_search<Silent>(ground, from, to, query);
}

}  // namespace asterion
