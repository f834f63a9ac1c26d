// The options of a search beside its world and its ends.
#pragma once

#include <cstdint>
#include <limits>

#include "asterion/open_lists/open_list.hpp"
#include "asterion/search/evaluation.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// When a search may stop.
//   fast        the goal is the best node on open
//   guaranteed  no open node costs less so far than the goal's path, so that no estimate, however
//               wrong, can have hidden a better one
//   reached     the goal was reached, and nothing on open has a smaller f; with one goal
enum class Stop : std::uint8_t { fast, guaranteed, reached };

// The reaction to a better route to a closed node.
//   passive  the node goes back on open
//   active   the gain is propagated to its successors at once; the node stays closed
//   off      nothing
enum class Reopen : std::uint8_t { passive, active, off };

struct SearchOptions {
  Order order;
  Stop stop = Stop::fast;
  Reopen reopen = Reopen::passive;
  bool consistent = true;  // the estimate, weight included: then closed nodes are final
  bool greedy = false;     // order by the estimate alone
  double weight = 1;       // of the estimate
  const CustomEvaluation* evaluation = nullptr;  // a user's, instead of these two
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
  double max_cost = kInfinity;
};

}  // namespace asterion
