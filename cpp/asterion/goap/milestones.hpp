// The estimate of plans: what must still come true, at the price of whoever can make it so.
//
// A goal that is not met is a milestone. If every action that gives a milestone needs the same
// thing, and that is not so yet, it is a milestone too; and so on. The cost of each action is
// shared out among the milestones that it gives, goals first, so that none is paid for twice.
//
// Guarantee   never more than the cost of a plan, and consistent: an action meets only milestones
//             that it gives (what they need was met before it), and those share its cost
// Complexity  O(milestones) an estimate
// Source      J. Hoffmann, J. Porteous and L. Sebastia, Ordered landmarks in planning, 2004; the
//             shared costs are those of E. Karpas and C. Domshlak, Cost-optimal planning with
//             landmarks, 2009. J. Orkin (2003) counts the goals alone.
#pragma once

#include <vector>

#include "asterion/goap/packing.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Milestones {
 public:
  // A milestone has a number: that of a fact and its code, or of a number that is to be larger
  // or smaller.
  Milestones(const ActionSet& set, const Codes& codes, const Relevance& relevance,
             const Conditions& goal)
      : codes_(&codes),
        deeds_(relevance.deeds),
        nodes_(codes.size() + 2 * set.numbers),
        seen_(nodes_.size()),
        more_(set.numbers),
        less_(set.numbers) {
    for (const std::uint32_t id : deeds_) {
      for (const FactIs& each : set.deeds[id].gives) nodes_[codes(each)].givers.push_back(id);
      for (const NumberChange& change : set.deeds[id].changes) {
        if (change.raises()) nodes_[larger(change.number)].givers.push_back(id);
        if (change.lowers()) nodes_[smaller(change.number)].givers.push_back(id);
      }
    }
    for (Node& node : nodes_) node.common = common_needs(set, node.givers);
    share_out(set, goal);
  }

  // The cost still to come, at least, where `met(FactIs)` and `value(number)` tell how things are
  // and `goal` is what is to be.
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
    std::vector<std::uint32_t> givers;
    Conditions common;          // what all of them need
    double price = kInfinity;   // of getting there at one stroke
    double a_unit = kInfinity;  // of a number: of each step towards it
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

  static Conditions common_needs(const ActionSet& set, const std::vector<std::uint32_t>& givers) {
    if (givers.empty()) return {};
    Conditions common = set.deeds[givers[0]].needs;
    for (const std::uint32_t id : givers) {
      const Conditions& needs = set.deeds[id].needs;
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

  // Goals get what their givers cost, what these need the rest, and so on from there.
  void share_out(const ActionSet& set, const Conditions& goal) {
    std::vector<double> left(set.deeds.size());
    for (const std::uint32_t id : deeds_) left[id] = set.deeds[id].cost;
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
    // A regressive search may have to do with everything that any action needs.
    for (const std::uint32_t id : deeds_) line_up_all(set.deeds[id].needs);
    for (const std::uint32_t node : order) pay(set, node, left);
  }

  void pay(const ActionSet& set, std::uint32_t at, std::vector<double>& left) {
    Node& node = nodes_[at];
    if (at < codes_->size()) {
      for (const std::uint32_t id : node.givers) node.price = std::min(node.price, left[id]);
      for (const std::uint32_t id : node.givers) left[id] -= node.price;
      return;
    }
    const std::uint32_t number = (at - codes_->size()) / 2;
    const auto change_by = [&](std::uint32_t id) -> const NumberChange& {
      const auto& all = set.deeds[id].changes;
      return *std::find_if(all.begin(), all.end(),
                           [&](const NumberChange& each) { return each.number == number; });
    };
    const auto steps = [](const NumberChange& change) {
      return static_cast<double>(std::max(change.amount, -change.amount));
    };
    for (const std::uint32_t id : node.givers) {
      const NumberChange& change = change_by(id);
      if (change.sets) {
        node.price = std::min(node.price, left[id]);
      } else {
        node.a_unit = std::min(node.a_unit, left[id] / steps(change));
      }
    }
    for (const std::uint32_t id : node.givers) {
      const NumberChange& change = change_by(id);
      left[id] = std::max(0.0, left[id] - (change.sets ? node.price : node.a_unit * steps(change)));
    }
  }

  const Codes* codes_;
  std::vector<std::uint32_t> deeds_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> seen_;  // in which estimate a milestone was last met
  std::uint32_t stamp_ = 0;
  std::vector<std::int64_t> more_;  // how far numbers are from what is asked of them
  std::vector<std::int64_t> less_;
  std::vector<std::uint32_t> asked_numbers_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace asterion
