// A search whose custom estimates, if they depend on its ends, are made for these.
#pragma once

#include <memory>

#include "asterion/query/ground.hpp"
#include "asterion/query/query.hpp"
#include "asterion/search/goals.hpp"
#include "asterion/search/observer.hpp"
#include "asterion/search/search_run.hpp"

namespace asterion {

template <Observer O, Ground G>
std::unique_ptr<SearchRun> begin_search(const G& ground, const NodeList& from, const Goals& to,
                                        const Query& query) {
  std::shared_ptr<CustomEstimates> own;
  if (query.custom) own = query.custom->between(ground, {from, to.nodes(), query.backward});
  if (!own) return start_search<O>(ground, from, to, query);
  Query estimated = query;
  estimated.custom = own;
  auto run = start_search<O>(ground, from, to, estimated);
  run->keep(std::move(own));
  return run;
}

}  // namespace asterion
