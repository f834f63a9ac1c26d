// Makes the index of a grid where all free cells cost the same, in small steps.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "asterion/index/corner_index.hpp"
#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class CornerDraft {
 public:
  CornerDraft(Corners corners, WholeLengths lengths, double unit)
      : corners_(std::move(corners)), lengths_(lengths), unit_(unit), order_(corners_) {
    corners_.for_each([&](Point corner) { at_.push_back(corner); });
    first_.push_back(0);
  }

  // False when nothing is left to do.
  bool step() {
    if (contraction_.index() != 0)
      return std::visit([&](auto& contraction) { return go_on(contraction); }, contraction_);
    if (!look_more()) begin_contraction();
    return true;
  }

  // To be called when it is done.
  std::unique_ptr<IndexState> take() {
    if (auto* const whole = std::get_if<1>(&contraction_)) return made(*whole);
    return made(std::get<2>(contraction_));
  }

 private:
  static constexpr std::size_t kLooksAtATime = 64;
  struct Way {
    NodeId to;
    std::uint32_t length;
    MoveMask moves;
  };

  // Looks from some more corners; false if there are no more.
  bool look_more() {
    for (std::size_t i = 0; i < kLooksAtATime; ++i) {
      const std::size_t number = first_.size() - 1;
      if (number == at_.size()) return false;
      corners_.for_each_gate(at_[number], [&](const Corners::Seen& seen) {
        ways_.push_back(
            {order_.of(corners_, seen.at),
             static_cast<std::uint32_t>(CornerIndex<double>::corner_distance(lengths_, seen)),
             seen.moves});
      });
      first_.push_back(ways_.size());
    }
    return true;
  }

  // Whole numbers where no path is too long for them; else the same numbers as doubles.
  void begin_contraction() {
    const std::uint64_t most = longest_length();
    // An upper bound of the path between an end and its corner, for both ends.
    const std::uint64_t ends = 2 * lengths_.between({0, 0}, {corners_.rows(), corners_.cols()});
    if (static_cast<double>(most + ends) < kLargestWhole)
      begin_with(static_cast<std::uint32_t>(most));
    else
      begin_with(static_cast<double>(most));
  }
  template <ArcWeight W>
  void begin_with(W most) {
    contraction_.emplace<Contraction<W>>(at_.size(), true, most, taut_at(corners_, lengths_));
  }

  // Adds some more ways, or contracts some more corners; false when nothing is left.
  bool go_on(std::monostate) { return true; }
  template <ArcWeight W>
  bool go_on(Contraction<W>& contraction) {
    if (added_ < at_.size()) {
      const std::size_t end = std::min(at_.size(), added_ + kLooksAtATime);
      for (; added_ < end; ++added_)
        for (std::size_t i = first_[added_]; i < first_[added_ + 1]; ++i)
          if (added_ < ways_[i].to && leads_to(ways_[i].to, static_cast<NodeId>(added_)))
            contraction.add(static_cast<NodeId>(added_), ways_[i].to,
                            static_cast<W>(ways_[i].length), ways_[i].moves, ways_[i].moves);
      return true;
    }
    return contraction.step();
  }

  // Whether there is a way back: paths cannot use a way from a corner at which they do not turn.
  bool leads_to(NodeId from, NodeId to) const {
    return std::any_of(ways_.begin() + static_cast<std::ptrdiff_t>(first_[from]),
                       ways_.begin() + static_cast<std::ptrdiff_t>(first_[from + 1]),
                       [&](const Way& way) { return way.to == to; });
  }

  // An upper bound of the length of all cheapest paths. None passes a cell twice; where that bound
  // is too weak, the paths are measured.
  std::uint64_t longest_length() const {
    std::uint64_t free = 0;
    for (std::int32_t row = 0; row < corners_.rows(); ++row)
      for (std::int32_t col = 0; col < corners_.cols(); ++col)
        free += !corners_.is_wall({row, col});
    const std::uint64_t all = free * lengths_.diagonal;
    return static_cast<double>(2 * all) < kLargestWhole ? all : longest_path();
  }
  // An upper bound of the length of cheapest paths between corners: twice the longest from one
  // corner of each component to the others.
  std::uint64_t longest_path() const {
    constexpr std::uint64_t kFar = ~std::uint64_t{0};
    std::vector<std::uint64_t> length(at_.size(), kFar);
    struct Open {
      std::uint64_t far;
      NodeId node;
      bool operator<(const Open& other) const { return far < other.far; }
    };
    EntryHeap<Open> open;
    std::uint64_t longest = 0;
    InterruptPoller poll;
    for (NodeId start = 0; start < at_.size(); ++start) {
      if (length[start] != kFar) continue;
      length[start] = 0;
      open.push({0, start});
      while (!open.empty()) {
        const auto [far, node] = open.top();
        open.pop();
        poll();
        if (far > length[node]) continue;
        longest = std::max(longest, far);
        for (std::size_t i = first_[node]; i < first_[node + 1]; ++i) {
          const Way& way = ways_[i];
          if (far + way.length >= length[way.to]) continue;
          length[way.to] = far + way.length;
          open.push({length[way.to], way.to});
        }
      }
    }
    return 2 * longest;
  }

  template <ArcWeight W>
  std::unique_ptr<IndexState> made(Contraction<W>& contraction) {
    std::vector<NodeId> number;
    Hierarchy<W> hierarchy = contraction.finish(number);
    return std::make_unique<CornerIndex<W>>(std::move(corners_), lengths_, unit_, std::move(order_),
                                            std::move(hierarchy), std::move(number));
  }

  Corners corners_;
  WholeLengths lengths_;
  double unit_;
  CornerOrder order_;
  std::vector<Point> at_;           // in order
  std::vector<std::size_t> first_;  // way of each corner done so far, and the end
  std::vector<Way> ways_;
  std::size_t added_ = 0;  // corners whose ways are in the contraction
  std::variant<std::monostate, Contraction<std::uint32_t>, Contraction<double>> contraction_;
};

}  // namespace asterion
