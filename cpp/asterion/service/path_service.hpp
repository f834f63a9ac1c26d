// Paths for many units within a budget of work: a few cells at once, the whole path soon after.
//
// Each request goes through three steps (D. Higgins, Pathfinding design architecture, 2002). Quick:
// a search of few expansions, whose best node so far the unit sets off to. Full: a path from the
// end of that to the goal, while the unit walks. Splice: a cheapest path from where the unit is
// then. Searches walk a snapshot of the world, one at a time, each for as long as the budget lasts.
//
// Requests to one goal share one search from the goal, once many of them wait.
//
// An edit that makes the path of a unit dearer, or closes it, sends the request back to the first
// step. One that may make another path cheaper has it spliced again.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/query/answer.hpp"
#include "asterion/query/one_at_a_time.hpp"
#include "asterion/replan/change_reader.hpp"
#include "asterion/replan/graph_arcs.hpp"
#include "asterion/replan/grid_arcs.hpp"
#include "asterion/service/copy_search.hpp"
#include "asterion/service/detour.hpp"
#include "asterion/service/line.hpp"
#include "asterion/service/risen.hpp"
#include "asterion/service/ticket.hpp"

namespace asterion {

template <MeasuredArcs A>
class PathService {
 public:
  using Ground = typename A::Ground;
  using Number = std::uint64_t;  // of a request

  PathService(std::shared_ptr<Ground> ground, const Query& query, const ServiceRules& rules)
      : ground_(std::move(ground)),
        rules_(rules),
        search_(ground_, query),
        arcs_(*ground_, query.heuristic, nullptr),
        changes_(first_look()),
        risen_(ground_->count()) {}

  const Ground& ground() const { return *ground_; }

  Number request(NodeId start, NodeId goal, std::int64_t priority) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    {
      const auto guard = ground_->read();
      check_start(*ground_, start);
    }
    const Number number = ++requests_;
    Ticket& ticket = tickets_.emplace(number, Ticket{number, start, goal, priority}).first->second;
    enter(start);
    ++wanting_[goal];
    if (start == goal) {
      set_status(ticket, RequestStatus::arrived);
    } else {
      line_.join(number, Need::quick, priority);
    }
    return number;
  }

  // Works on the requests; returns how many of them still wait for something.
  std::size_t run(Budget budget) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    sweep();
    notice();
    Breather breathe;  // each search may be short
    for (; !budget.is_spent() && (task_ || begin_task()); breathe.look())
      if (advance(budget)) end_task();
    return line_.size() + task_.has_value();
  }

  std::size_t count() const {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    return tickets_.size();
  }
  ServiceStats stats() const {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    return stats_;
  }

  // --- One request

  RequestStatus status(Number number) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    notice();
    return tickets_.at(number).status;
  }
  NodeId position(Number number) const {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    return tickets_.at(number).position;
  }
  NodeId goal(Number number) const {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    return tickets_.at(number).goal;
  }
  std::int64_t priority(Number number) const {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    return tickets_.at(number).priority;
  }

  // What is left of its path, from where the unit is.
  PathResult path(Number number) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    const auto guard = read_noticed();
    const Ticket& ticket = tickets_.at(number);
    PathResult result;
    if (ticket.status == RequestStatus::unreachable) return result;
    const bool is_there = ticket.leads_to_goal() || ticket.status == RequestStatus::arrived;
    result.status = is_there ? Status::found : Status::partial;
    result.optimal = ticket.is_cheapest;
    std::vector<NodeId> nodes = ticket.path.nodes();
    if (nodes.empty()) nodes = {ticket.position};
    write_path(*ground_, std::move(nodes), result);
    return result;
  }

  // The steps that its path comes from: how many moves of each, from where the unit is.
  std::vector<std::pair<Need, std::size_t>> parts(Number number) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    notice();
    const Ticket& ticket = tickets_.at(number);
    if (!ticket.path.can_step()) return {};
    const std::vector<NodeId> nodes = ticket.path.nodes();
    std::size_t quick = 0;
    if (ticket.joint) {
      const auto joint = std::find(nodes.begin(), nodes.end(), *ticket.joint);
      if (joint != nodes.end()) quick = static_cast<std::size_t>(joint - nodes.begin());
    }
    std::vector<std::pair<Need, std::size_t>> parts;
    if (quick > 0) parts.emplace_back(Need::quick, quick);
    if (nodes.size() - 1 > quick) parts.emplace_back(ticket.found_by, nodes.size() - 1 - quick);
    return parts;
  }

  struct Place {
    Need need;
    std::size_t before;  // the search that is under way, and those in line before it
  };
  // What it waits for, and its place in line; none if nothing is to be done for it.
  std::optional<Place> place(Number number) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    notice();
    if (task_ && task_->request == number) return Place{task_->need, 0};
    const auto need = line_.need(number);
    if (!need) return {};
    return Place{*need, line_.before(number) + task_.has_value()};
  }

  // A move of each of these units, one after the other; none of a unit that has arrived, has no
  // path yet, or waits for another one.
  std::vector<std::optional<NodeId>> step(const std::vector<Number>& numbers) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    std::vector<std::optional<NodeId>> moves;
    moves.reserve(numbers.size());
    const auto guard = read_noticed();
    for (const Number number : numbers) moves.push_back(step(tickets_.at(number)));
    return moves;
  }

  // The unit is somewhere else, which may be any node.
  void move_to(Number number, NodeId node) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    notice();
    Ticket& ticket = tickets_.at(number);
    if (ticket.status == RequestStatus::cancelled || node == ticket.position) return;
    stand(ticket, node);
    if (node == ticket.goal) return arrive(ticket);
    if (ticket.path.cut_before(node)) {
      price(ticket);
      return;
    }
    ticket.is_cheapest = false;
    send_back(ticket);
  }

  void cancel(Number number) {
    const OneAtATime::Hold hold(one_at_a_time_, kName);
    cancel(tickets_.at(number));
  }

  // The owner of the request is gone. From any thread, also while another one runs this.
  void drop(Number number) {
    const std::lock_guard guard(dropped_mutex_);
    dropped_.push_back(number);
  }

 private:
  static constexpr const char* kName = "a path service";
  static constexpr std::uint64_t kQuickExpansions = 8;  // a cell of the quick part
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kShare = 16;         // requests to one goal that share a search
  static constexpr std::uint32_t kMostSplices = 2;  // in a row, of one request
  static constexpr std::size_t kMostFalls = 64;  // that are looked at one by one for each request
  static constexpr std::size_t kDetour = 512;    // expansions
  static constexpr double kMargin = 1 + 1e-6;    // for costs that were added up in another order

  // The request that is worked on.
  struct Task {
    Number request;
    Need need;
  };

  // --- Looking at the world

  ChangeReader<A> first_look() {
    const auto guard = ground_->read();
    arcs_.look(0);
    arcs_.measure();
    noticed_ = ground_->world().version();
    return {arcs_, ground_->world().journal()};
  }

  // A lock on the world, in which arcs are as a unit at this node has them.
  ReadLock look(NodeId unit) {
    auto guard = ground_->read();
    arcs_.look(unit);
    if (arcs_.numbers_are_void() || arcs_.estimates_are_void()) arcs_.measure();
    return guard;
  }

  // A lock on the world as paths are for it.
  ReadLock read_noticed() {
    for (;;) {
      notice();
      auto guard = ground_->read();
      if (ground_->world().version() == noticed_) return guard;  // else another thread was faster
    }
  }

  typename A::Cost cost_of(const UnitPath& path) const {
    typename A::Cost sum = 0;
    std::optional<NodeId> next;
    path.for_each([&](NodeId node) {
      if (next) sum = std::min<typename A::Cost>(sum + arcs_.arc(node, *next), A::kFar);
      next = node;
    });
    return sum;
  }

  // Whether it can be walked.
  bool price(Ticket& ticket) {
    const auto guard = look(ticket.position);
    const auto cost = cost_of(ticket.path);
    ticket.cost = arcs_.real(cost);
    return cost < A::kFar;
  }

  // What was edited since the last look, and which requests it concerns.
  void notice() {
    std::vector<Number> back;
    std::vector<Number> again;
    {
      const auto guard = look(0);
      const std::uint64_t version = ground_->world().version();
      if (version == noticed_) return;
      noticed_ = version;
      const auto changes = changes_.read();
      changes_.forget_waiting();
      std::vector<NumberedPath> paths;
      for (const auto& [number, ticket] : tickets_)
        if (ticket.path.can_step()) paths.emplace_back(number, &ticket.path);
      std::vector<Number> dearer;
      std::vector<NodeId> falls;
      if (changes) {
        dearer = risen_.among(paths, arcs_, *changes);
        falls = fallen(*changes);
      } else {  // anything may have changed
        for (const auto& path : paths) dearer.push_back(path.first);
      }
      auto next = dearer.begin();
      for (const auto& [number, ticket] : tickets_) {
        if (next != dearer.end() && *next == number) {
          back.push_back(*next++);
          continue;
        }
        arcs_.look(ticket.position);
        if (changes && !may_gain(ticket, falls)) continue;
        if (ticket.status == RequestStatus::unreachable) back.push_back(number);
        if (ticket.status == RequestStatus::full) again.push_back(number);
      }
    }
    for (const Number number : back) {
      ++stats_.sent_back;
      send_back(tickets_.at(number));
    }
    for (const Number number : again) {
      Ticket& ticket = tickets_.at(number);
      ticket.is_cheapest = false;
      ticket.splices = 0;
      line_.join(number, Need::splice, ticket.priority);
    }
  }

  // The nodes at which an arc may be cheaper than it was.
  std::vector<NodeId> fallen(const std::vector<CostChange>& changes) const {
    std::vector<NodeId> nodes;
    for (const CostChange& change : changes)
      if (change.fell())
        arcs_.for_each_touched(change.item, [&](NodeId node) { nodes.push_back(node); });
    return nodes;
  }

  // Whether a path over one of these nodes could be cheaper than that of the request.
  bool may_gain(const Ticket& ticket, const std::vector<NodeId>& falls) const {
    if (falls.size() > kMostFalls || ticket.status == RequestStatus::unreachable)
      return !falls.empty();
    return std::any_of(falls.begin(), falls.end(), [&](NodeId node) {
      return arcs_.real(arcs_.estimate(ticket.position, node) + arcs_.estimate(node, ticket.goal)) <
             ticket.cost * kMargin;
    });
  }

  // --- Requests

  void forget_path(Ticket& ticket) {
    ticket.path.clear();
    ticket.cost = 0;
  }

  void set_status(Ticket& ticket, RequestStatus status) {
    const bool lacked = ticket.lacks_path();
    ticket.status = status;
    if (lacked == ticket.lacks_path()) return;
    if (!lacked) {
      ++wanting_[ticket.goal];
    } else if (--wanting_[ticket.goal] == 0) {
      wanting_.erase(ticket.goal);
    }
  }

  void stop_work(const Ticket& ticket) {
    line_.leave(ticket.number);
    if (!task_ || task_->request != ticket.number) return;
    task_.reset();
    search_.give_up();
  }

  void send_back(Ticket& ticket) {
    stop_work(ticket);
    forget_path(ticket);
    ticket.is_cheapest = false;
    ticket.splices = 0;
    set_status(ticket, RequestStatus::waiting);
    line_.join(ticket.number, Need::quick, ticket.priority);
  }

  void arrive(Ticket& ticket) {
    stop_work(ticket);
    forget_path(ticket);
    set_status(ticket, RequestStatus::arrived);
  }

  void cancel(Ticket& ticket) {
    if (ticket.status == RequestStatus::cancelled) return;
    stop_work(ticket);
    forget_path(ticket);
    leave(ticket.position);
    set_status(ticket, RequestStatus::cancelled);
  }

  // Forgets the requests whose owners are gone.
  void sweep() {
    std::vector<Number> dropped;
    {
      const std::lock_guard guard(dropped_mutex_);
      dropped.swap(dropped_);
    }
    for (const Number number : dropped) {
      cancel(tickets_.at(number));
      tickets_.erase(number);
    }
  }

  // --- Moves, and units in the way

  // For holders of a lock from read_noticed().
  std::optional<NodeId> step(Ticket& ticket) {
    if (!ticket.path.can_step() || !makes_way(ticket)) return {};
    const NodeId from = ticket.position, to = ticket.path.next();
    stand(ticket, to);
    if (ticket.leads_to_goal()) {
      arcs_.look(from);
      ticket.cost -= arcs_.real(arcs_.arc(from, to));
    }
    ticket.path.step();
    if (to == ticket.goal) arrive(ticket);
    return to;
  }

  void stand(Ticket& ticket, NodeId node) {
    leave(ticket.position);
    enter(node);
    ticket.position = node;
    ticket.blocked = 0;
  }
  void enter(NodeId node) {
    if (units_meet()) ++standing_[node];
  }
  void leave(NodeId node) {
    if (units_meet() && --standing_[node] == 0) standing_.erase(node);
  }
  bool units_meet() const { return rules_.meeting != Meeting::through; }

  // Whether the unit can make the next move on its path, which may be another one afterwards.
  bool makes_way(Ticket& ticket) {
    if (!units_meet() || !standing_.contains(ticket.path.next())) return true;
    ++ticket.blocked;
    const bool waits = rules_.meeting == Meeting::wait ||
                       (rules_.meeting == Meeting::both && ticket.blocked <= rules_.patience);
    return !waits && walks_round(ticket);
  }

  bool walks_round(Ticket& ticket) {
    const auto guard = look(ticket.position);
    const auto taken = [&](NodeId node) { return standing_.contains(node); };
    const std::vector<NodeId> way = detour(arcs_, ticket.path, taken, kDetour);
    if (way.empty()) return false;
    ticket.path.reroute(way);
    ticket.cost = arcs_.real(cost_of(ticket.path));
    ticket.is_cheapest = false;
    return true;
  }

  // --- Searches

  bool begin_task() {
    const auto turn = line_.next();
    if (!turn) return false;
    search_.catch_up();
    const Ticket& ticket = tickets_.at(turn->request);
    task_ = Task{turn->request, turn->need};
    const bool is_full = turn->need == Need::full, is_shared = is_full && shares(ticket);
    stats_.quick += turn->need == Need::quick;
    stats_.full += is_full && !is_shared;
    stats_.splice += turn->need == Need::splice;
    stats_.shared += is_shared;
    if (is_shared) {
      search_.begin_shared(ticket.position, ticket.goal);
    } else {
      const NodeId from = is_full ? ticket.path.end() : ticket.position;
      search_.begin(from, ticket.goal, turn->need == Need::quick);
    }
    return true;
  }

  bool shares(const Ticket& ticket) {
    if (!search_.can_enter(ticket.position)) return false;
    if (search_.shares(ticket.goal)) return true;
    const auto wanting = wanting_.find(ticket.goal);
    return wanting != wanting_.end() && wanting->second >= kShare;
  }

  // Whether the task has ended.
  bool advance(Budget& budget) {
    const bool is_quick = task_->need == Need::quick;
    const std::uint64_t most = is_quick ? kQuickExpansions * rules_.quick : kEndless;
    return search_.advance(budget, most, stats_.expanded);
  }

  // --- What searches give

  void end_task() {
    const Task task = *task_;
    task_.reset();
    Ticket& ticket = tickets_.at(task.request);
    search_.begin_from(ticket.position);
    const bool is_rest = task.need == Need::full && !search_.is_shared();
    const std::optional<std::vector<NodeId>> nodes = search_.path();
    if (!nodes) {
      set_off(ticket);
    } else if (nodes->empty()) {
      is_unreachable(ticket);
    } else if (is_rest) {
      join_full(ticket, *nodes);
    } else {
      take_over(ticket, *nodes, task.need);
    }
    search_.give_up();  // its memory serves the next
  }

  void is_unreachable(Ticket& ticket) {
    const bool is_elsewhere = search_.from() != ticket.position;
    forget_path(ticket);
    if (is_elsewhere) {
      // The first part of the path has led into a trap, over a way that only goes there, such as
      // out of a wall. From where the unit is there may be another path.
      set_status(ticket, RequestStatus::waiting);
      return line_.join(ticket.number, Need::splice, ticket.priority);
    }
    set_status(ticket, RequestStatus::unreachable);
    // A way may have opened since: `notice` passed it over, because the request was still waiting.
    if (search_.is_behind()) send_back(ticket);
  }

  // The first part of a path: to the node that seemed nearest to the goal.
  void set_off(Ticket& ticket) {
    std::vector<NodeId> nodes = search_.path_so_far();
    nodes.resize(std::min<std::size_t>(nodes.size(), rules_.quick + 1));
    if (!follow(ticket, nodes, Need::quick)) return;
    if (ticket.leads_to_goal()) {  // it is in sight, though there may be a cheaper path
      set_status(ticket, RequestStatus::full);
      return splice_if_it_may_pay(ticket);
    }
    set_status(ticket, RequestStatus::quick);
    line_.join(ticket.number, Need::full, ticket.priority);
  }

  // The rest of a path, from the end of its first part on.
  void join_full(Ticket& ticket, const std::vector<NodeId>& nodes) {
    ticket.joint = nodes.front();
    ticket.found_by = Need::full;
    ticket.path.append(nodes);
    if (!price(ticket)) return send_back(ticket);
    set_status(ticket, RequestStatus::full);
    splice_if_it_may_pay(ticket);
  }

  // A whole path from where the unit was when its search began.
  void take_over(Ticket& ticket, const std::vector<NodeId>& nodes, Need step) {
    const bool has_moved = ticket.position != search_.from();
    const bool passes_here = std::find(nodes.begin(), nodes.end(), ticket.position) != nodes.end();
    if (has_moved && !passes_here) {
      if (ticket.status == RequestStatus::full) return splice_if_it_may_pay(ticket);
      return line_.join(ticket.number, Need::full, ticket.priority);
    }
    if (!follow(ticket, nodes, step)) return;
    ticket.is_cheapest = !search_.is_behind();
    set_status(ticket, RequestStatus::full);
    if (!ticket.is_cheapest) splice_if_it_may_pay(ticket);
  }

  // Puts a unit on a path over these nodes; false if the path cannot be walked any more.
  bool follow(Ticket& ticket, const std::vector<NodeId>& nodes, Need step) {
    ticket.found_by = step;
    ticket.joint.reset();
    ticket.path.replace(nodes);
    ticket.path.cut_before(ticket.position);
    if (price(ticket)) return true;
    send_back(ticket);
    return false;
  }

  void splice_if_it_may_pay(Ticket& ticket) {
    {
      const auto guard = look(ticket.position);
      if (cost_of(ticket.path) <= arcs_.estimate(ticket.position, ticket.goal)) {
        ticket.is_cheapest = true;
        return;
      }
    }
    if (ticket.splices++ < kMostSplices) line_.join(ticket.number, Need::splice, ticket.priority);
  }

  OneAtATime one_at_a_time_;
  std::shared_ptr<Ground> ground_;
  ServiceRules rules_;
  CopySearch<Ground> search_;
  A arcs_;  // of the world as it is
  std::uint64_t noticed_ = 0;
  ChangeReader<A> changes_;
  Risen risen_;

  std::map<Number, Ticket> tickets_;
  Number requests_ = 0;
  Line line_;
  std::optional<Task> task_;
  std::unordered_map<NodeId, std::uint32_t> wanting_;   // by goal: requests without a path to it
  std::unordered_map<NodeId, std::uint32_t> standing_;  // units by node, where they meet
  ServiceStats stats_;

  std::mutex dropped_mutex_;
  std::vector<Number> dropped_;
};

using GridPathService = PathService<GridArcs>;
using GraphPathService = PathService<GraphArcs>;

}  // namespace asterion
