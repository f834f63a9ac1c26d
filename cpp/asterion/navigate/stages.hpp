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
    if (requests_.active()) keep_up();
    InterruptPoller poll;  // each search may be short
    for (; !budget.is_spent() && (requests_.active() || begin()); poll.now()) {
      if (!advance(budget)) continue;
      end();
      // A splice may take no expansion: so small slices show the path before it, too.
      if (requests_.active()) budget.spend(std::uint64_t{1});
    }
  }

 private:
  static constexpr std::uint64_t kQuickExpansions = 8;  // per cell of the quick part
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kShare = 16;  // requests to one goal that share a search

  // --- A search

  bool begin() {
    search_.give_up();  // its request may have been cancelled
    const auto next = requests_.next();
    if (!next) return false;
    search_.catch_up();
    Request& request = requests_.at(next->request);
    const bool is_full = next->stage == Stage::full, is_shared = is_full && shares(request);
    if (is_shared) {
      search_.begin_shared(request.position, request.goal);
    } else if (next->stage == Stage::quick) {
      search_.begin_quick(request.position, request.goal);
    } else {
      const NodeId from = is_full ? request.path.end() : request.position;
      search_.begin(from, request.position, request.goal, !request.walked_off);
    }
    request.is_outdated = false;
    requests_.activate(request, next->stage);
    stats_.quick += next->stage == Stage::quick;
    stats_.full += is_full && !is_shared;
    stats_.splice += next->stage == Stage::splice;
    stats_.shared += is_shared;
    return true;
  }

  bool shares(const Request& request) {
    if (!search_.can_enter(request.position)) return false;
    return search_.shares(request.goal) || requests_.wanting(request.goal) >= kShare;
  }

  // Returns whether the search has ended.
  bool advance(Budget& budget) {
    const bool is_quick = requests_.active()->stage == Stage::quick;
    const std::uint64_t most = is_quick ? kQuickExpansions * quick_cells_ : kEndless;
    return search_.advance(budget, most, stats_.expanded);
  }

  // Whether the search is for the rest of a path, from the end of its first part on.
  bool is_for_rest() const {
    return requests_.active()->stage == Stage::full && !search_.is_shared();
  }
  // The unit may have walked on since the last slice.
  void keep_up() {
    const NodeId position = requests_.at(requests_.active()->request).position;
    if (!is_for_rest() && search_.leads_to(position)) search_.lead_to(position);
  }

  void end() {
    const bool is_rest = is_for_rest();
    const Requests::Active done = *requests_.active();
    requests_.deactivate();
    Request& request = requests_.at(done.request);
    const std::optional<std::vector<NodeId>> nodes = search_.path();
    if (!nodes) {
      set_off(request);
    } else if (nodes->empty()) {
      is_unreachable(request);
    } else if (is_rest) {
      join_full(request, *nodes);
    } else {
      take_over(request, *nodes, done.stage);
    }
    if (!requests_.active()) search_.give_up();  // its memory serves the next
  }

  // --- Results

  void is_unreachable(Request& request) {
    if (search_.from() != request.position) {
      // The first part of the path has led into a trap by a one-way move, such as out of a wall.
      // From the unit's position there may be another path.
      requests_.end(request, RequestStatus::waiting);
      return splice(request);
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
    request.walked_off =
        has_moved && std::find(nodes.begin(), nodes.end(), request.position) == nodes.end();
    if (request.walked_off) return requests_.wait_for(request, Stage::splice);
    const double cost = search_.is_behind() ? search_.cost_of(nodes) : kInfinity;
    if (!follow(request, nodes, stage)) return;
    requests_.set_status(request, RequestStatus::full);
    request.is_cheapest = !request.is_outdated && costs_.costs_at_most(request, cost);
    if (!request.is_cheapest) requests_.wait_for(request, Stage::splice);
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
    request.is_cheapest = costs_.is_surely_cheapest(request);
    if (!request.is_cheapest) splice(request);
  }
  // A search from the goal continues at once: it has seen most of what there is to see, and its
  // memory can then serve the next.
  void splice(Request& request) {
    if (!search_.leads_to(request.position)) return requests_.wait_for(request, Stage::splice);
    requests_.activate(request, Stage::splice);
    search_.lead_to(request.position);
    ++stats_.splice;
  }

  std::uint32_t quick_cells_;
  CopySearch<World> search_;
  Requests& requests_;
  PathCosts<A>& costs_;
  ServiceStats& stats_;
};

}  // namespace asterion
