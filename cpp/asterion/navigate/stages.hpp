// The searches of a path service, one at a time, and their effect on the request.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "asterion/navigate/copy_search.hpp"
#include "asterion/navigate/path_costs.hpp"
#include "asterion/navigate/requests.hpp"

namespace asterion {

template <ScaledReplanGraph A>
class Stages {
 public:
  using World = typename A::World;

  Stages(std::shared_ptr<World> world, const Query& query, std::uint32_t quick_cells,
         Requests& requests, PathCosts<A>& costs, ServiceStats& stats)
      : quick_cells_(quick_cells),
        search_(std::move(world), query),
        requests_(requests),
        costs_(costs),
        stats_(stats) {}

  void run(Budget budget) {
    InterruptPoller poll;  // each search may be short
    for (; !budget.is_spent() && (requests_.turn() || begin()); poll.now())
      if (advance(budget)) end();
  }

 private:
  static constexpr std::uint64_t kQuickExpansions = 8;  // per cell of the quick part
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kShare = 16;         // requests to one goal that share a search
  static constexpr std::uint32_t kMostSplices = 2;  // in a row, per request

  // --- A search

  bool begin() {
    search_.give_up();  // its request may have been cancelled
    const auto& turn = requests_.next_turn();
    if (!turn) return false;
    search_.catch_up();
    const Request& request = requests_.at(turn->request);
    const bool is_full = turn->stage == Stage::full, is_shared = is_full && shares(request);
    stats_.quick += turn->stage == Stage::quick;
    stats_.full += is_full && !is_shared;
    stats_.splice += turn->stage == Stage::splice;
    stats_.shared += is_shared;
    if (is_shared) {
      search_.begin_shared(request.position, request.goal);
    } else {
      const NodeId from = is_full ? request.path.end() : request.position;
      search_.begin(from, request.goal, turn->stage == Stage::quick);
    }
    return true;
  }

  bool shares(const Request& request) {
    if (!search_.can_enter(request.position)) return false;
    return search_.shares(request.goal) || requests_.wanting(request.goal) >= kShare;
  }

  // Returns whether the search has ended.
  bool advance(Budget& budget) {
    const bool is_quick = requests_.turn()->stage == Stage::quick;
    const std::uint64_t most = is_quick ? kQuickExpansions * quick_cells_ : kEndless;
    return search_.advance(budget, most, stats_.expanded);
  }

  void end() {
    const Requests::Turn turn = *requests_.turn();
    requests_.end_turn();
    Request& request = requests_.at(turn.request);
    search_.begin_from(request.position);
    const bool is_rest = turn.stage == Stage::full && !search_.is_shared();
    const std::optional<std::vector<NodeId>> nodes = search_.path();
    if (!nodes) {
      set_off(request);
    } else if (nodes->empty()) {
      is_unreachable(request);
    } else if (is_rest) {
      join_full(request, *nodes);
    } else {
      take_over(request, *nodes, turn.stage);
    }
    search_.give_up();  // its memory serves the next
  }

  // --- Results

  void is_unreachable(Request& request) {
    if (search_.from() != request.position) {
      // The first part of the path has led into a trap by a one-way move, such as out of a wall.
      // From the unit's position there may be another path.
      requests_.end(request, RequestStatus::waiting);
      return requests_.wait_for(request, Stage::splice);
    }
    requests_.end(request, RequestStatus::unreachable);
    // An edit may have opened a path since: edits skip requests that still wait.
    if (search_.is_behind()) requests_.begin_again(request);
  }

  // Takes the first part of a path: to the node with the smallest estimate.
  void set_off(Request& request) {
    std::vector<NodeId> nodes = search_.path_so_far();
    nodes.resize(std::min<std::size_t>(nodes.size(), quick_cells_ + 1));
    if (!follow(request, nodes, Stage::quick)) return;
    if (request.leads_to_goal()) {  // the goal is in sight, though there may be a cheaper path
      requests_.set_status(request, RequestStatus::full);
      return splice_if_it_may_pay(request);
    }
    requests_.set_status(request, RequestStatus::quick);
    requests_.wait_for(request, Stage::full);
  }

  // Takes the rest of a path, from the end of its first part on.
  void join_full(Request& request, const std::vector<NodeId>& nodes) {
    request.joint = nodes.front();
    request.found_by = Stage::full;
    request.path.append(nodes);
    if (!costs_.price(request)) return requests_.begin_again(request);
    requests_.set_status(request, RequestStatus::full);
    splice_if_it_may_pay(request);
  }

  // Takes a whole path from the unit's position when its search began.
  void take_over(Request& request, const std::vector<NodeId>& nodes, Stage stage) {
    const bool has_moved = request.position != search_.from();
    const bool passes_here = std::find(nodes.begin(), nodes.end(), request.position) != nodes.end();
    if (has_moved && !passes_here) {
      if (request.status == RequestStatus::full) return splice_if_it_may_pay(request);
      return requests_.wait_for(request, Stage::full);
    }
    if (!follow(request, nodes, stage)) return;
    request.is_cheapest = !search_.is_behind();
    requests_.set_status(request, RequestStatus::full);
    if (!request.is_cheapest) splice_if_it_may_pay(request);
  }

  // Puts a unit on a path over these nodes; false if the path cannot be walked any more.
  bool follow(Request& request, const std::vector<NodeId>& nodes, Stage stage) {
    request.found_by = stage;
    request.joint.reset();
    request.path.replace(nodes);
    request.path.cut_before(request.position);
    if (costs_.price(request)) return true;
    requests_.begin_again(request);
    return false;
  }

  void splice_if_it_may_pay(Request& request) {
    if (costs_.is_surely_cheapest(request)) {
      request.is_cheapest = true;
    } else if (request.splices++ < kMostSplices) {
      requests_.wait_for(request, Stage::splice);
    }
  }

  std::uint32_t quick_cells_;
  CopySearch<World> search_;
  Requests& requests_;
  PathCosts<A>& costs_;
  ServiceStats& stats_;
};

}  // namespace asterion
