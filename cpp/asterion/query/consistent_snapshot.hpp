// Answers that are consistent with one version of a world, while edits of other threads go first.
//
// A search that an edit disturbs (world/yield.hpp) is restarted. If that is disturbed as well,
// it runs on a copy of the world: so it ends, however often the world is edited, and no edit waits
// for it. Every answer is right for a version of the world between call and return.
#pragma once

#include <utility>

#include "asterion/query/snapshot.hpp"
#include "asterion/search/freed_later.hpp"
#include "asterion/world/yield.hpp"

namespace asterion {

// Returns ask(world), which locks the world itself and has a GivesWay.
template <World G, class Ask>
auto with_consistent_snapshot(G& world, Ask&& ask) -> decltype(ask(world)) {
  constexpr int kTries = 2;
  FreedLater later;
  const FreedLater::Use use(later);
  for (int i = 0; i < kTries; ++i) {
    try {
      return ask(world);
    } catch (const Outdated&) {
    }
  }
  const auto copy = world.cache().template get<SnapshotPool<G>>().borrow(world);
  return ask(copy->world());
}

}  // namespace asterion
