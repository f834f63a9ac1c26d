// Paths for many units within a budget of work: a few cells at once, the whole path soon after.
//
// Each request has three stages (D. Higgins, Pathfinding design architecture, 2002). Quick: a
// search of few expansions, whose best node so far the unit sets off to. Full: a path from there to
// the goal, while the unit walks. Splice: a cheapest path from the unit's position at that time.
// Searches walk a snapshot of the world, one at a time, each for as long as the budget lasts.
//
// A full search begins at the goal. The splice continues it, until it closes the unit's position,
// and so has a cheapest path for a few more expansions. Where jump point search suits the map,
// which knows no more than the ends of jumps, both are searches of their own. Requests to one goal
// share one search from the goal, once many of them wait.
//
// An edit that makes the path of a unit more expensive, or closes it, sends the request back to the
// first stage. One that may make another path cheaper has it spliced again.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/navigate/detour.hpp"
#include "asterion/navigate/grid_replan_graph.hpp"
#include "asterion/navigate/network_replan_graph.hpp"
#include "asterion/navigate/path_costs.hpp"
#include "asterion/navigate/requests.hpp"
#include "asterion/navigate/stages.hpp"
#include "asterion/query/answer.hpp"
#include "asterion/query/one_at_a_time.hpp"

namespace asterion {

template <ScaledReplanGraph A>
class PathService {
 public:
  using World = typename A::World;
  using Number = Requests::Number;
  static constexpr const char* kName = "a path service";

  PathService(std::shared_ptr<World> world, const Query& query, const ServiceOptions& options)
      : world_(std::move(world)),
        options_(options),
        costs_(*world_, query.heuristic),
        stages_(world_, query, options.quick, requests_, costs_, stats_) {}

  const World& world() const { return *world_; }

  Number request(NodeId start, NodeId goal, std::int64_t priority) {
    {
      const auto guard = world_->read();
      check_start(*world_, start);
    }
    Request& request = requests_.add(start, goal, priority);
    enter(start);
    if (start == goal) {
      requests_.set_status(request, RequestStatus::arrived);
    } else {
      requests_.wait_for(request, Stage::quick);
    }
    return request.number;
  }

  // Works on the requests; returns how many of them still wait for something.
  std::size_t run(Budget budget) {
    forget_dropped();
    apply_edits();
    stages_.run(budget);
    return requests_.waiting();
  }

  std::size_t count() const { return requests_.all().size(); }
  ServiceStats stats() const { return stats_; }

  // --- One request

  RequestStatus status(Number number) { return current(number).status; }
  NodeId position(Number number) const { return requests_.at(number).position; }
  NodeId goal(Number number) const { return requests_.at(number).goal; }
  std::int64_t priority(Number number) const { return requests_.at(number).priority; }

  std::vector<std::pair<Stage, std::size_t>> parts(Number number) {
    return current(number).parts();
  }
  std::optional<Requests::Place> place(Number number) {
    apply_edits();
    return requests_.place(number);
  }

  // The rest of its path, from the unit's position.
  PathResult path(Number number) {
    const auto guard = read_up_to_date();
    const Request& request = requests_.at(number);
    PathResult result;
    if (request.status == RequestStatus::unreachable) return result;
    const bool is_there = request.leads_to_goal() || request.status == RequestStatus::arrived;
    result.status = is_there ? Status::found : Status::partial;
    result.optimal = request.is_cheapest;
    std::vector<NodeId> nodes = request.path.nodes();
    if (nodes.empty()) nodes = {request.position};
    write_path(*world_, std::move(nodes), result);
    return result;
  }

  // Moves each of these units once, in order; none for a unit that has arrived, has no path yet, or
  // waits for another one.
  std::vector<std::optional<NodeId>> step(const std::vector<Number>& numbers) {
    std::vector<std::optional<NodeId>> moves;
    moves.reserve(numbers.size());
    const auto guard = read_up_to_date();
    for (const Number number : numbers) moves.push_back(step(requests_.at(number)));
    return moves;
  }

  // Puts the unit on any node.
  void move_to(Number number, NodeId node) {
    Request& request = current(number);
    if (request.status == RequestStatus::cancelled || node == request.position) return;
    stand(request, node);
    if (node == request.goal) return requests_.end(request, RequestStatus::arrived);
    if (request.path.cut_before(node)) {
      costs_.price(request);
      return;
    }
    requests_.begin_again(request);
  }

  void cancel(Number number) {
    Request& request = requests_.at(number);
    if (request.status == RequestStatus::cancelled) return;
    leave(request.position);
    requests_.end(request, RequestStatus::cancelled);
  }

  // Cancels a request whose owner is gone. From any thread, also while another one runs this.
  void drop(Number number) {
    const std::lock_guard guard(dropped_mutex_);
    dropped_.push_back(number);
  }

 private:
  static constexpr std::size_t kDetour = 512;  // expansions

  void apply_edits() {
    const auto concerned = costs_.read_edits(requests_);
    for (const Number number : concerned.begin_again) {
      ++stats_.sent_back;
      requests_.begin_again(requests_.at(number));
    }
    for (const Number number : concerned.beatable) {
      Request& request = requests_.at(number);
      request.is_cheapest = false;
      request.is_outdated = true;
      request.walked_off = false;
      if (!requests_.is_active(request) && !request.lacks_path())
        requests_.wait_for(request, Stage::splice);
    }
  }

  Request& current(Number number) {
    apply_edits();
    return requests_.at(number);
  }

  // Locks the world after all edits were read.
  ReadLock read_up_to_date() {
    for (;;) {
      apply_edits();
      auto guard = world_->read();
      if (costs_.is_current()) return guard;  // else another thread was faster
    }
  }

  void forget_dropped() {
    std::vector<Number> dropped;
    {
      const std::lock_guard guard(dropped_mutex_);
      dropped.swap(dropped_);
    }
    for (const Number number : dropped) {
      cancel(number);
      requests_.erase(number);
    }
  }

  // --- Moves, and units that block others

  // For holders of a lock from read_up_to_date().
  std::optional<NodeId> step(Request& request) {
    if (!request.path.can_step() || !makes_way(request)) return {};
    const NodeId from = request.position, to = request.path.next();
    stand(request, to);
    if (request.leads_to_goal()) request.cost -= costs_.cost_of_move(from, to);
    request.path.step();
    if (to == request.goal) requests_.end(request, RequestStatus::arrived);
    return to;
  }

  void stand(Request& request, NodeId node) {
    leave(request.position);
    enter(node);
    request.position = node;
    request.blocked = 0;
  }
  void enter(NodeId node) {
    if (units_meet()) ++standing_[node];
  }
  void leave(NodeId node) {
    if (units_meet() && --standing_[node] == 0) standing_.erase(node);
  }
  bool units_meet() const { return options_.meeting != Meeting::through; }

  // Whether the unit can make the next move on its path, which this may reroute.
  bool makes_way(Request& request) {
    if (!units_meet() || !standing_.contains(request.path.next())) return true;
    ++request.blocked;
    const bool waits = options_.meeting == Meeting::wait ||
                       (options_.meeting == Meeting::both && request.blocked <= options_.patience);
    return !waits && walks_round(request);
  }

  bool walks_round(Request& request) {
    const auto guard = costs_.look(request.position);
    const auto taken = [&](NodeId node) { return standing_.contains(node); };
    const std::vector<NodeId> way = detour(costs_.arcs(), request.path, taken, kDetour);
    if (way.empty()) return false;
    request.path.reroute(way);
    costs_.price(request);
    request.is_cheapest = false;
    return true;
  }

  std::shared_ptr<World> world_;
  ServiceOptions options_;
  Requests requests_;
  PathCosts<A> costs_;
  ServiceStats stats_;
  Stages<A> stages_;
  std::unordered_map<NodeId, std::uint32_t> standing_;  // units by node, where they meet

  std::mutex dropped_mutex_;
  std::vector<Number> dropped_;
};

using GridPathService = OneAtATime<PathService<GridReplanGraph>>;
using GraphPathService = OneAtATime<PathService<NetworkReplanGraph>>;

}  // namespace asterion
