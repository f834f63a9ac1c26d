// Answers that are consistent with one version of a world, while edits of other threads go first.
//
// A search that an edit disturbs (world/give_way.hpp) is restarted. If that is disturbed as well,
// it runs on a copy of the world: so it ends, however often the world is edited, and no edit waits
// for it. Every answer is right for a version of the world between call and return.
#pragma once

#include <utility>

#include "asterion/query/snapshot.hpp"
#include "asterion/search/freed_later.hpp"
#include "asterion/world/give_way.hpp"

namespace asterion {

// Returns ask(ground), which locks the ground itself and has a GivesWay.
template <Ground G, class Ask>
auto of_one_state(G& ground, Ask&& ask) -> decltype(ask(ground)) {
  constexpr int kTries = 2;
  FreedLater later;
  const FreedLater::Use use(later);
  for (int i = 0; i < kTries; ++i) {
    try {
      return ask(ground);
    } catch (const Outdated&) {
    }
  }
  const auto copy = ground.cache().template get<SnapshotPool<G>>().borrow(ground);
  return ask(copy->ground());
}

}  // namespace asterion
