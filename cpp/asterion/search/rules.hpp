// What a query asks of a search, beside its world and its ends.
#pragma once

#include <cstdint>
#include <limits>

#include "asterion/open/ordered.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// When a search may say it is done.
//   fast        the goal is the best node on open
//   guaranteed  no open node costs less so far than the goal's path, so that no estimate, however
//               wrong, can have hidden a better one
enum class Stop : std::uint8_t { fast, guaranteed };

struct SearchRules {
  Ties ties = Ties::automatic;
  Stop stop = Stop::fast;
  bool consistent = true;  // the estimate is, so closed nodes are final
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
  double max_cost = kInfinity;
};

}  // namespace asterion
