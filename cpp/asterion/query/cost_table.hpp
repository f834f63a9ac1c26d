// The costs of cheapest paths from each of some sources to each of some targets.
//
// One flood per source ends when all targets are closed; where there are fewer targets, the floods
// begin there and run backward. Threads share the floods.
//
// Guarantee   exact, for one version of the world; inf where there is no path
// Complexity  the time of min(sources, targets) searches by Dijkstra's algorithm, and their memory,
//             once per thread
// Source      Dijkstra 1959, as in best_first.hpp
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/query/answer.hpp"
#include "asterion/query/floods.hpp"
#include "asterion/query/share_out.hpp"

namespace asterion {

template <World G>
class CostTable {
 public:
  CostTable(const std::vector<NodeId>& sources, const std::vector<NodeId>& targets,
            unsigned threads)
      : sources_(sources), targets_(targets), threads_(threads) {
    const std::size_t most = std::numeric_limits<std::size_t>::max() / sizeof(double);
    if (!targets.empty() && sources.size() > most / targets.size()) throw std::bad_alloc();
    costs_ = zeroed_array<double>(sources.size() * targets.size());
  }

  // Row by row: from each source to all targets.
  ZeroedArray<double> costs(G& world) {
    choose_direction(world);
    auto& copies = world.cache().template get<SnapshotPool<G>>();
    typename SnapshotPool<G>::Lease copy(nullptr, {&copies});
    // As in batch.hpp: an edit would wait until all threads have seen it.
    if (threads_ > 1 && !world.source().read_by_this_thread()) copy = copies.borrow_kept();
    while (!copy && disturbed_ < kMostDisturbances)
      if (go_on(world)) return std::move(costs_);
    if (!copy) copy = copies.borrow(world);
    version_.reset();
    while (!go_on(copy->world())) {
    }
    return std::move(costs_);
  }

 private:
  static constexpr int kMostDisturbances = 2;

  // A node that floods begin from, and its places in their list.
  struct Origin {
    NodeId node;
    std::vector<std::size_t> places;
    bool done = false;
  };

  void choose_direction(const G& world) {
    origins_ = each_once(sources_);
    // A search that has called a heuristic which asks for this table has a lock on the world: data
    // for backward searches cannot be made there.
    if (world.source().read_by_this_thread()) return;
    if (auto backward = each_once(targets_); backward.size() < origins_.size()) {
      origins_ = std::move(backward);
      query_.backward = true;
    }
  }

  static std::vector<Origin> each_once(const std::vector<NodeId>& nodes) {
    std::vector<std::size_t> order(nodes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return nodes[a] < nodes[b]; });
    std::vector<Origin> origins;
    for (const std::size_t i : order) {
      if (origins.empty() || origins.back().node != nodes[i]) origins.push_back({nodes[i], {}});
      origins.back().places.push_back(i);
    }
    return origins;
  }

  // Whether the table is complete: false if an edit, or an update after one, is waiting.
  bool go_on(G& world) {
    FreedLater later;  // destroyed after the lock
    auto guard = read_for(world, query_);
    const std::uint64_t version = world.source().version();
    if (version_ != version) begin_again();
    version_ = version;
    check_starts(world, sources_, "sources");
    const std::size_t before = flooded_;
    typename G::Labels labels;
    bool labelled_again = false;
    try {
      const EndsHelpersForEdits ends_helpers(world.source());
      labels = world.components();
      for (std::size_t round = threads_; first_ < origins_.size(); round *= 2) {
        const std::size_t last = std::min(origins_.size(), first_ + round);
        const bool missed = flood_round(world, labels, last, ends_helpers, later);
        if (missed && !labelled_again && first_ < origins_.size() && world.labels_can_improve()) {
          labels = world.labelled();
          labelled_again = true;
        }
      }
    } catch (const Outdated&) {
      disturbed_ += flooded_ == before;  // by edits without a pause, even if they change nothing
      return false;
    }
    if (labelled_again) {
      guard.unlock();
      world.adopt(std::move(labels), version);
    }
    return true;
  }

  void begin_again() {
    disturbed_ += version_.has_value();
    first_ = flooded_ = 0;
    for (Origin& origin : origins_) origin.done = false;
  }

  // Whether a flood looked everywhere for a node that it did not find.
  bool flood_round(const G& world, const typename G::Labels& labels, std::size_t last,
                   const EndsHelpersForEdits& ends_helpers, FreedLater& later) {
    std::atomic<std::size_t> next{first_};
    std::atomic<bool> missed = false;
    share_out(std::min<std::size_t>(threads_, last - first_), [&] {
      const FreedLater::Use use(later);
      const EndsHelpersForEdits as_polite(ends_helpers);
      for (std::size_t i; (i = next++) < last;) {
        Origin& origin = origins_[i];
        if (origin.done) continue;
        if (flood(world, labels, origin)) missed = true;
        origin.done = true;
        ++flooded_;
      }
    });
    first_ = last;
    return missed;
  }

  // From or to one node; true if not all of the others were found that labels allow.
  bool flood(const G& world, const typename G::Labels& labels, const Origin& origin) {
    const std::vector<NodeId>& others = query_.backward ? sources_ : targets_;
    NodeList wanted;
    if (!query_.backward || can_stand_at(world, origin.node))
      wanted = possible_goals(world, labels, origin.node, others).nodes();
    if (wanted.empty()) {
      write(origin, [](NodeId) { return kInfinity; });
      return false;
    }
    const FloodOptions options{.to_them = query_.backward};
    return with_flood(world, {origin.node}, options, pool_, [&](auto& run) {
      std::size_t found = 0;
      const auto all_found = [&] {
        while (found < wanted.size() && run.is_closed(wanted[found])) ++found;
        return found == wanted.size();
      };
      advance_until(run, all_found);
      write(origin, [&](NodeId node) { return run.is_closed(node) ? run.cost(node) : kInfinity; });
      return !all_found();
    });
  }

  // Writes cost(node) for all rows or columns of the origin.
  template <class Cost>
  void write(const Origin& origin, Cost&& cost) {
    const std::size_t columns = targets_.size();
    const std::vector<NodeId>& others = query_.backward ? sources_ : targets_;
    InterruptPoller poll;
    for (std::size_t i = 0; i < others.size(); ++i, poll()) {
      const double value = cost(others[i]);
      for (const std::size_t place : origin.places)
        costs_[query_.backward ? i * columns + place : place * columns + i] = value;
    }
  }

  static Query flood_query() {
    Query query;
    query.algorithm = Algorithm::dijkstra;
    return query;
  }

  const std::vector<NodeId>& sources_;
  const std::vector<NodeId>& targets_;
  unsigned threads_;
  Query query_ = flood_query();
  FloodPool pool_;  // kept from flood to flood, only while the table is made
  ZeroedArray<double> costs_;
  std::vector<Origin> origins_;
  std::size_t first_ = 0;                 // of the origins not flooded yet
  std::atomic<std::size_t> flooded_ = 0;  // origins
  std::optional<std::uint64_t> version_;  // of the world that the costs so far describe
  int disturbed_ = 0;
};

template <World G>
ZeroedArray<double> cost_table(G& world, const std::vector<NodeId>& sources,
                               const std::vector<NodeId>& targets, unsigned threads) {
  return CostTable<G>(sources, targets, threads).costs(world);
}

// Instantiated in cost_table.cpp.
extern template ZeroedArray<double> cost_table(GridView&, const std::vector<NodeId>&,
                                               const std::vector<NodeId>&, unsigned);
extern template ZeroedArray<double> cost_table(Network&, const std::vector<NodeId>&,
                                               const std::vector<NodeId>&, unsigned);

}  // namespace asterion
