// An agent in an unknown world: takes unseen cells for free (the freespace assumption), walks a
// cheapest path by its belief, and replans when it sees that this is wrong; Replan in
// navigator_query.hpp says when.
//
// Guarantee   reaches the goal if and only if a path exists, where unseen cells are taken for free
// Source      S. Koenig and M. Likhachev, Fast replanning for navigation in unknown terrain, 2005
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/navigate/navigator.hpp"
#include "asterion/navigate/sensor.hpp"

namespace asterion {

class Explorer {
 public:
  Explorer(std::shared_ptr<Sensor> sensor, NodeId start, NodeId goal, NavigatorQuery query)
      : sensor_(std::move(sensor)),
        navigator_(std::make_shared<GridView>(sensor_->shared_belief()), start, goal,
                   std::move(query)) {
    sensor_->look(start);
  }

  // Plans if needed, makes one move, and looks around. None if it has arrived, or knows that there
  // is no path.
  std::optional<NodeId> step() {
    sensor_->look(navigator_->position());  // the world may have changed since the last move
    const std::optional<NodeId> next = planning([&] { return navigator_->step(); });
    if (next) sensor_->look(*next);
    return next;
  }

  // Looks around, and plans within a budget; returns whether the path is ready.
  bool plan(const Budget& budget) {
    sensor_->look(navigator_->position());
    return planning([&] { return navigator_->plan(budget); });
  }

  // The path it is going to walk, by its belief.
  PathResult path() {
    return planning([&] { return navigator_->path(); });
  }

  Navigator& navigator() { return navigator_; }
  const NavigatorQuery& query() const { return navigator_.shared().query(); }
  const std::vector<Stats>& searches() const { return searches_; }

 private:
  // Calls `act`, which may plan, and records the cost of the plan.
  template <class Act>
  std::invoke_result_t<Act> planning(Act&& act) {
    const std::uint64_t before = navigator_->segment().searches;
    auto answer = act();
    if (navigator_->segment().searches != before) searches_.push_back(navigator_->last_plan());
    return answer;
  }

  std::shared_ptr<Sensor> sensor_;
  Navigator navigator_;
  std::vector<Stats> searches_;
};

}  // namespace asterion
