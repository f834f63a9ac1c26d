// The requests of a path service: where each stands, and whose turn it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "asterion/service/request.hpp"
#include "asterion/service/request_queue.hpp"

namespace asterion {

class Requests {
 public:
  using Number = std::uint64_t;
  using Turn = RequestQueue::Turn;

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

  // How many requests have no path to this goal yet.
  std::uint32_t wanting(NodeId goal) const {
    const auto found = wanting_.find(goal);
    return found == wanting_.end() ? 0 : found->second;
  }

  // --- What becomes of one

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
  void wait_for(const Request& request, Stage stage) {
    queue_.join(request.number, stage, request.priority);
  }
  // Back to the first stage.
  void begin_again(Request& request) {
    end(request, RequestStatus::waiting);
    request.is_cheapest = false;
    request.splices = 0;
    wait_for(request, Stage::quick);
  }
  // No more work on it.
  void end(Request& request, RequestStatus status) {
    queue_.leave(request.number);
    if (turn_ && turn_->request == request.number) turn_.reset();
    request.path.clear();
    request.cost = 0;
    set_status(request, status);
  }

  // --- Whose turn it is

  // The request that is worked on, and what for.
  const std::optional<Turn>& turn() const { return turn_; }
  const std::optional<Turn>& next_turn() { return turn_ = queue_.next(); }
  void end_turn() { turn_.reset(); }

  std::size_t waiting() const { return queue_.size() + turn_.has_value(); }

  struct Place {
    Stage stage;
    std::size_t before;  // the search that is under way, and those in line before it
  };
  // What it waits for, and its place in line; none if nothing is to be done for it.
  std::optional<Place> place(Number number) const {
    if (turn_ && turn_->request == number) return Place{turn_->stage, 0};
    const auto stage = queue_.stage(number);
    if (!stage) return {};
    return Place{*stage, queue_.before(number) + turn_.has_value()};
  }

 private:
  std::map<Number, Request> all_;
  Number last_ = 0;
  RequestQueue queue_;
  std::optional<Turn> turn_;
  std::unordered_map<NodeId, std::uint32_t> wanting_;  // by goal
};

}  // namespace asterion
