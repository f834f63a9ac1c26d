// An agent in a world he does not know: believes what he has not seen free, sees what is near,
// walks a cheapest path by what he believes, and plans anew when that turns out wrong.
//
// Guarantee   reaches the goal if and only if there is a way, where unseen cells are believed free
// Source      S. Koenig, fast replanning in unknown terrain: the freespace assumption
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "asterion/replan/eyes.hpp"
#include "asterion/replan/navigator.hpp"

namespace asterion {

class Explorer {
 public:
  Explorer(std::shared_ptr<Eyes> eyes, NodeId start, NodeId goal, NavigatorQuery query)
      : eyes_(std::move(eyes)),
        navigator_(std::make_shared<Terrain>(eyes_->shared_belief()), start, goal,
                   std::move(query)) {
    eyes_->look(start);
  }

  // Plans if what he sees touches the path, or none was planned; makes one move, and looks around.
  // None if he has arrived, or knows that there is no way.
  std::optional<NodeId> step() {
    eyes_->look(navigator_.position());  // the world may have changed since he came here
    const std::optional<NodeId> next = planning([&] { return navigator_.step(); });
    if (next) eyes_->look(*next);
    return next;
  }

  // The path he means to walk, by what he believes.
  PathResult path() {
    return planning([&] { return navigator_.path(); });
  }

  Navigator& navigator() { return navigator_; }
  const std::vector<Stats>& searches() const { return searches_; }

 private:
  // Does something that may make a plan, and writes down what that has cost.
  template <class Act>
  std::invoke_result_t<Act> planning(Act&& act) {
    const std::uint64_t before = navigator_.segment().searches;
    auto answer = act();
    if (navigator_.segment().searches != before) searches_.push_back(navigator_.last_plan());
    return answer;
  }

  std::shared_ptr<Eyes> eyes_;
  Navigator navigator_;
  std::vector<Stats> searches_;
};

}  // namespace asterion
