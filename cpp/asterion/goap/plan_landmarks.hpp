// The landmark heuristic of planning: the cost of the conditions that must still come true.
//
// A condition of the goal that is not met is a landmark. If all actions that achieve a landmark
// need the same condition, and that is not met either, it is a landmark too; and so on. The cost of
// an action is partitioned among the landmarks that it achieves, the goal's conditions first, so
// that no action is paid for twice.
//
// Guarantee   never more than the cost of a plan, and consistent: an action meets only landmarks
//             that it achieves (its preconditions were met before it), and those share its cost
// Complexity  O(landmarks) per estimate
// Source      J. Hoffmann, J. Porteous and L. Sebastia, Ordered landmarks in planning, 2004; the
//             cost partitioning is that of E. Karpas and C. Domshlak, Cost-optimal planning with
//             landmarks, 2009. J. Orkin (2003) counts the goals alone.
#pragma once

#include <vector>

#include "asterion/goap/packing.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class PlanLandmarks {
 public:
  // The number of a landmark is that of a fact and its code, or of a number that should be larger
  // or smaller.
  PlanLandmarks(const ActionSet& set, const Codes& codes, const Relevance& relevance,
                const Conditions& goal)
      : codes_(&codes),
        actions_(relevance.actions),
        nodes_(codes.size() + 2 * set.numbers),
        seen_(nodes_.size()),
        more_(set.numbers),
        less_(set.numbers) {
    for (const std::uint32_t id : actions_) {
      for (const FactIs& each : set.actions[id].gives) nodes_[codes(each)].achievers.push_back(id);
      for (const NumberChange& change : set.actions[id].changes) {
        if (change.raises()) nodes_[larger(change.number)].achievers.push_back(id);
        if (change.lowers()) nodes_[smaller(change.number)].achievers.push_back(id);
      }
    }
    for (Node& node : nodes_) node.common = common_needs(set, node.achievers);
    share_out(set, goal);
  }

  // A lower bound on the cost of a plan for `goal` from a state given by `met(FactIs)` and
  // `value(number)`.
  template <class Met, class Value>
  double estimate(const Conditions& goal, const Met& met, const Value& value) {
    ++stamp_;
    double sum = 0;
    asked_numbers_.clear();
    visit(goal, met, value, sum);
    while (!waiting_.empty()) {
      const std::uint32_t node = waiting_.back();
      waiting_.pop_back();
      visit(nodes_[node].common, met, value, sum);
    }
    for (const std::uint32_t number : asked_numbers_) {
      sum += price(nodes_[larger(number)], more_[number]);
      sum += price(nodes_[smaller(number)], less_[number]);
      more_[number] = less_[number] = 0;
    }
    return sum;
  }

 private:
  struct Node {
    std::vector<std::uint32_t> achievers;
    Conditions common;          // needs of all achievers
    double price = kInfinity;   // of achieving it with one action
    double a_unit = kInfinity;  // of each unit added to a number
    bool shared = false;
  };

  std::uint32_t larger(std::uint32_t number) const { return codes_->size() + 2 * number; }
  std::uint32_t smaller(std::uint32_t number) const { return larger(number) + 1; }

  template <class Met, class Value>
  void visit(const Conditions& all, const Met& met, const Value& value, double& sum) {
    for (const FactIs& each : all.facts) {
      const std::uint32_t node = (*codes_)(each);
      if (seen_[node] == stamp_ || met(each)) continue;
      seen_[node] = stamp_;
      sum += nodes_[node].price;
      waiting_.push_back(node);
    }
    for (const NumberIn& each : all.numbers) {
      const std::int64_t now = value(each.number);
      if (now < each.least) ask(larger(each.number), each.number, more_, each.least - now);
      if (now > each.most) ask(smaller(each.number), each.number, less_, now - each.most);
    }
  }

  void ask(std::uint32_t node, std::uint32_t number, std::vector<std::int64_t>& steps,
           std::int64_t wanted) {
    steps[number] = std::max(steps[number], wanted);
    if (seen_[node] == stamp_) return;
    seen_[node] = stamp_;
    asked_numbers_.push_back(number);
    waiting_.push_back(node);
  }

  static double price(const Node& node, std::int64_t steps) {
    return steps == 0 ? 0 : std::min(node.price, static_cast<double>(steps) * node.a_unit);
  }

  static Conditions common_needs(const ActionSet& set,
                                 const std::vector<std::uint32_t>& achievers) {
    if (achievers.empty()) return {};
    Conditions common = set.actions[achievers[0]].needs;
    for (const std::uint32_t id : achievers) {
      const Conditions& needs = set.actions[id].needs;
      std::erase_if(common.facts, [&](const FactIs& each) {
        return std::find(needs.facts.begin(), needs.facts.end(), each) == needs.facts.end();
      });
      std::erase_if(common.numbers, [&](NumberIn& each) {
        bool asked = false;
        for (const NumberIn& other : needs.numbers) {
          if (other.number != each.number) continue;
          each.least = std::min(each.least, other.least);
          each.most = std::max(each.most, other.most);
          asked = true;
        }
        return !asked;
      });
    }
    return common;
  }

  // Partitions the costs of actions: first among the goals, the rest among the common needs of
  // their achievers, and so on.
  void share_out(const ActionSet& set, const Conditions& goal) {
    std::vector<double> left(set.actions.size());
    for (const std::uint32_t id : actions_) left[id] = set.actions[id].cost;
    std::vector<std::uint32_t> order;
    const auto line_up = [&](std::uint32_t node) {
      if (nodes_[node].shared) return;
      nodes_[node].shared = true;
      order.push_back(node);
    };
    const auto line_up_all = [&](const Conditions& all) {
      for (const FactIs& each : all.facts) line_up((*codes_)(each));
      for (const NumberIn& each : all.numbers) {
        if (each.least > -kLargestNumber) line_up(larger(each.number));
        if (each.most < kLargestNumber) line_up(smaller(each.number));
      }
    };
    line_up_all(goal);
    for (std::size_t i = 0; i < order.size(); ++i) line_up_all(nodes_[order[i]].common);
    // In a regressive search everything that an action needs may become a goal.
    for (const std::uint32_t id : actions_) line_up_all(set.actions[id].needs);
    for (const std::uint32_t node : order) pay(set, node, left);
  }

  void pay(const ActionSet& set, std::uint32_t at, std::vector<double>& left) {
    Node& node = nodes_[at];
    if (at < codes_->size()) {
      for (const std::uint32_t id : node.achievers) node.price = std::min(node.price, left[id]);
      for (const std::uint32_t id : node.achievers) left[id] -= node.price;
      return;
    }
    const std::uint32_t number = (at - codes_->size()) / 2;
    const auto change_by = [&](std::uint32_t id) -> const NumberChange& {
      const auto& all = set.actions[id].changes;
      return *std::find_if(all.begin(), all.end(),
                           [&](const NumberChange& each) { return each.number == number; });
    };
    const auto steps = [](const NumberChange& change) {
      return static_cast<double>(std::max(change.amount, -change.amount));
    };
    for (const std::uint32_t id : node.achievers) {
      const NumberChange& change = change_by(id);
      if (change.sets) {
        node.price = std::min(node.price, left[id]);
      } else {
        node.a_unit = std::min(node.a_unit, left[id] / steps(change));
      }
    }
    for (const std::uint32_t id : node.achievers) {
      const NumberChange& change = change_by(id);
      left[id] = std::max(0.0, left[id] - (change.sets ? node.price : node.a_unit * steps(change)));
    }
  }

  const Codes* codes_;
  std::vector<std::uint32_t> actions_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> seen_;  // the estimate that last counted each landmark
  std::uint32_t stamp_ = 0;
  std::vector<std::int64_t> more_;  // distance of each number below, and above, its wanted interval
  std::vector<std::int64_t> less_;
  std::vector<std::uint32_t> asked_numbers_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace asterion
