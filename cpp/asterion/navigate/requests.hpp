// The requests of a path service: the stage of each, and which is next.
//
// An earlier stage comes first; then the higher priority, then the first come. But every fourth
// turn goes to the request that has waited longest, for whatever: with n others in line, at most 4
// (n + 1) turns pass before it has its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "asterion/navigate/request.hpp"

namespace asterion {

class Requests {
 public:
  using Number = std::uint64_t;

  Request& add(NodeId start, NodeId goal, std::int64_t priority) {
    const Number number = ++last_;
    Request& request = all_.emplace(number, Request{number, start, goal, priority}).first->second;
    ++wanting_[goal];
    return request;
  }
  void erase(Number number) { all_.erase(number); }

  Request& at(Number number) { return all_.at(number); }
  const Request& at(Number number) const { return all_.at(number); }
  const std::map<Number, Request>& all() const { return all_; }
  // The number of requests without a path to this goal yet.
  std::uint32_t wanting(NodeId goal) const {
    const auto found = wanting_.find(goal);
    return found == wanting_.end() ? 0 : found->second;
  }

  // --- Stages of a request

  void set_status(Request& request, RequestStatus status) {
    const bool lacked = request.lacks_path();
    request.status = status;
    if (lacked == request.lacks_path()) return;
    if (!lacked) {
      ++wanting_[request.goal];
    } else if (--wanting_[request.goal] == 0) {
      wanting_.erase(request.goal);
    }
  }
  // Queues it behind the others at the same stage and priority.
  void wait_for(Request& request, Stage stage) {
    leave(request);
    request.waits = {stage, ++joined_};
    by_worth_.insert(worth(request));
    by_age_.emplace(joined_, request.number);
  }
  // Sends it back to the first stage.
  void begin_again(Request& request) {
    end(request, RequestStatus::waiting);
    request.is_cheapest = false;
    request.walked_off = false;
    wait_for(request, Stage::quick);
  }
  // Stops work on it.
  void end(Request& request, RequestStatus status) {
    leave(request);
    if (has_turn(request)) turn_.reset();
    request.path.clear();
    request.cost = 0;
    set_status(request, status);
  }

  // --- Turns

  // The request in work, and its stage.
  struct Turn {
    Number request;
    Stage stage;
  };
  const std::optional<Turn>& turn() const { return turn_; }
  // The turn that is next in line.
  std::optional<Turn> next() {
    if (by_age_.empty()) return {};
    const bool by_age = ++turns_ % kTurnsForAge == 0;
    const Request& next = at(by_age ? by_age_.begin()->second : std::get<3>(*by_worth_.begin()));
    return Turn{next.number, next.waits->stage};
  }
  void begin_turn(Request& request, Stage stage) {
    leave(request);
    turn_ = {request.number, stage};
  }
  void end_turn() { turn_.reset(); }
  bool has_turn(const Request& request) const { return turn_ && turn_->request == request.number; }
  std::size_t waiting() const { return by_age_.size() + turn_.has_value(); }

  struct Place {
    Stage stage;
    std::size_t before;  // the search under way, and those in line but for turns by age
  };
  // What it waits for, and its place in line; none if nothing is left to do for it.
  std::optional<Place> place(Number number) const {
    if (turn_ && turn_->request == number) return Place{turn_->stage, 0};
    const Request& request = at(number);
    if (!request.waits) return {};
    const auto before = std::distance(by_worth_.begin(), by_worth_.find(worth(request)));
    return Place{request.waits->stage, static_cast<std::size_t>(before) + turn_.has_value()};
  }

 private:
  static constexpr std::uint64_t kTurnsForAge = 4;
  using Worth = std::tuple<Stage, std::int64_t, std::uint64_t, Number>;

  static Worth worth(const Request& request) {
    return {request.waits->stage, -request.priority, request.waits->since, request.number};
  }
  void leave(Request& request) {
    if (!request.waits) return;
    by_worth_.erase(worth(request));
    by_age_.erase({request.waits->since, request.number});
    request.waits.reset();
  }

  std::map<Number, Request> all_;
  Number last_ = 0;
  std::set<Worth> by_worth_;                           // all that wait
  std::set<std::pair<std::uint64_t, Number>> by_age_;  // the same ones
  std::uint64_t joined_ = 0;
  std::uint64_t turns_ = 0;
  std::optional<Turn> turn_;
  std::unordered_map<NodeId, std::uint32_t> wanting_;  // by goal
};

}  // namespace asterion
