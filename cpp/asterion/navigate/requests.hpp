// The requests of a path service: the stage of each, and which is next.
//
// An earlier stage comes first; then the higher priority, then the first come. But every fourth
// pick is the request that has waited longest, for whatever: with n others in line, it is picked
// after at most 4 (n + 1).
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
    if (is_active(request)) active_.reset();
    request.path.clear();
    request.cost = 0;
    set_status(request, status);
  }

  // --- The active request

  // The request in work, and its stage.
  struct Active {
    Number request;
    Stage stage;
  };
  const std::optional<Active>& active() const { return active_; }
  // The one that is next in line.
  std::optional<Active> next() {
    if (by_age_.empty()) return {};
    const bool by_age = ++picks_ % kPicksForAge == 0;
    const Request& next = at(by_age ? by_age_.begin()->second : std::get<3>(*by_worth_.begin()));
    return Active{next.number, next.waits->stage};
  }
  void activate(Request& request, Stage stage) {
    leave(request);
    active_ = {request.number, stage};
  }
  void deactivate() { active_.reset(); }
  bool is_active(const Request& request) const {
    return active_ && active_->request == request.number;
  }
  std::size_t waiting() const { return by_age_.size() + active_.has_value(); }

  struct Place {
    Stage stage;
    std::size_t before;  // the search under way, and those in line but for picks by age
  };
  // The stage it waits for, and its place in line; none if nothing is left to do for it.
  std::optional<Place> place(Number number) const {
    if (active_ && active_->request == number) return Place{active_->stage, 0};
    const Request& request = at(number);
    if (!request.waits) return {};
    const auto before = std::distance(by_worth_.begin(), by_worth_.find(worth(request)));
    return Place{request.waits->stage, static_cast<std::size_t>(before) + active_.has_value()};
  }

 private:
  static constexpr std::uint64_t kPicksForAge = 4;
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
  std::uint64_t picks_ = 0;
  std::optional<Active> active_;
  std::unordered_map<NodeId, std::uint32_t> wanting_;  // by goal
};

}  // namespace asterion
