// The costs of the requests' paths in the present world, and the paths affected by an edit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "asterion/navigate/change_reader.hpp"
#include "asterion/navigate/paths_hit_by_edit.hpp"
#include "asterion/navigate/requests.hpp"

namespace asterion {

template <ScaledReplanGraph A>
class PathCosts {
 public:
  using World = typename A::World;

  PathCosts(World& world, HeuristicKind heuristic)
      : world_(world),
        graph_(world, heuristic, nullptr),
        changes_(first_look()),
        hit_(world.count()) {}

  // Locks the world, with the arcs as they are for a unit at this node.
  ReadLock look(NodeId unit) {
    auto guard = world_.read();
    graph_.look(unit);
    if (graph_.needs_rescale() || graph_.estimates_stale()) graph_.measure();
    return guard;
  }
  const A& arcs() const { return graph_; }

  // The cost of a move for a unit. The caller holds the lock.
  double cost_of_move(NodeId from, NodeId to) {
    graph_.look(from);
    return graph_.real(graph_.arc(from, to));
  }

  // Writes the cost of its path; returns whether the path can be walked.
  bool price(Request& request) {
    const auto guard = look(request.position);
    const auto cost = cost_of(request.path);
    request.cost = graph_.real(cost);
    return cost < A::kFar;
  }
  // Whether its path costs no more than this.
  static bool costs_at_most(const Request& request, double cost) {
    return request.cost <= cost * kMargin;
  }
  // Whether its path costs no more than any path must.
  bool is_surely_cheapest(const Request& request) {
    const auto guard = look(request.position);
    return cost_of(request.path) <= graph_.estimate(request.position, request.goal);
  }

  // Whether all edits so far were read; for holders of a lock.
  bool is_current() const { return world_.source().version() == version_; }

  struct Concerned {
    std::vector<std::uint64_t> begin_again;  // their path costs more, is closed, or was not found
    std::vector<std::uint64_t> beatable;     // there may be a cheaper one, or will be one at most
  };
  // Reads the edits since the last call.
  Concerned read_edits(const Requests& requests) {
    Concerned concerned;
    const auto guard = look(0);
    if (is_current()) return concerned;
    version_ = world_.source().version();
    const auto changes = changes_.read();
    changes_.forget_waiting();
    std::vector<NumberedPath> paths;
    for (const auto& [number, request] : requests.all())
      if (request.path.can_step()) paths.emplace_back(number, &request.path);
    std::vector<std::uint64_t> risen;
    std::vector<NodeId> falls;
    if (changes) {
      risen = hit_.among(paths, graph_, *changes);
      falls = fallen(*changes);
    } else {  // anything may have changed
      for (const auto& path : paths) risen.push_back(path.first);
    }
    auto next = risen.begin();
    for (const auto& [number, request] : requests.all()) {
      if (next != risen.end() && *next == number) {
        concerned.begin_again.push_back(*next++);
        continue;
      }
      graph_.look(request.position);
      if (changes && !may_gain(request, falls)) continue;
      if (request.status == RequestStatus::unreachable) concerned.begin_again.push_back(number);
      if (request.status == RequestStatus::full || request.lacks_path())
        concerned.beatable.push_back(number);
    }
    return concerned;
  }

 private:
  static constexpr std::size_t kMostFalls = 64;  // checked one by one for each request
  static constexpr double kMargin = 1 + 1e-6;    // for costs added up in another order

  ChangeReader<A> first_look() {
    const auto guard = world_.read();
    graph_.look(0);
    graph_.measure();
    version_ = world_.source().version();
    return {graph_, world_.source().journal()};
  }

  typename A::Cost cost_of(const UnitPath& path) const {
    typename A::Cost sum = 0;
    std::optional<NodeId> next;
    path.for_each([&](NodeId node) {
      if (next) sum = std::min<typename A::Cost>(sum + graph_.arc(node, *next), A::kFar);
      next = node;
    });
    return sum;
  }

  // The nodes at which an arc may be cheaper than before.
  std::vector<NodeId> fallen(const std::vector<CostChange>& changes) const {
    std::vector<NodeId> nodes;
    for (const CostChange& change : changes)
      if (change.fell())
        graph_.for_each_touched(change.item, [&](NodeId node) { nodes.push_back(node); });
    return nodes;
  }

  // Whether a path over one of these nodes could be cheaper than that of the request.
  bool may_gain(const Request& request, const std::vector<NodeId>& falls) const {
    if (falls.size() > kMostFalls || request.status != RequestStatus::full) return !falls.empty();
    return std::any_of(falls.begin(), falls.end(), [&](NodeId node) {
      return graph_.real(graph_.estimate(request.position, node) +
                         graph_.estimate(node, request.goal)) < request.cost * kMargin;
    });
  }

  World& world_;
  A graph_;
  std::uint64_t version_ = 0;  // of the world, at the last reading
  ChangeReader<A> changes_;
  PathsHitByEdit hit_;
};

}  // namespace asterion
