// Makes the index of a grid where all free cells cost the same, a little at a time.
#pragma once

#include <chrono>
#include <memory>
#include <queue>
#include <utility>
#include <variant>
#include <vector>

#include "asterion/index/corner_index.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class CornerDraft {
 public:
  using Clock = std::chrono::steady_clock;

  CornerDraft(Corners corners, WholeLengths lengths, double unit)
      : corners_(std::move(corners)), lengths_(lengths), unit_(unit), order_(corners_) {
    corners_.for_each([&](Point corner) { at_.push_back(corner); });
    first_.push_back(0);
  }

  // Works on until then; whether it is done.
  bool advance(Clock::time_point until) {
    Breather breathe;
    do {
      if (contraction_.index() == 0) {
        if (!look_more()) begin_contraction();
      } else if (!contract_more()) {
        return true;
      }
      breathe.look();
    } while (Clock::now() < until);
    return false;
  }

  // When it is done.
  std::unique_ptr<IndexState> take() {
    if (auto* const whole = std::get_if<1>(&contraction_)) return made(*whole);
    return made(std::get<2>(contraction_));
  }

 private:
  static constexpr int kLooksAtATime = 64;
  static constexpr int kNodesAtATime = 4;

  struct Way {
    NodeId to;
    std::uint32_t length;
    MoveMask moves;
  };

  // From some more corners; false if there are no more.
  bool look_more() {
    for (int i = 0; i < kLooksAtATime; ++i) {
      const std::size_t number = first_.size() - 1;
      if (number == at_.size()) return false;
      corners_.for_each_seen(at_[number], [&](const Corners::Seen& seen) {
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
    const std::uint64_t most = longest_path();
    // From an end to the first corner, and from the last one, it is never longer than this.
    const std::uint64_t ends = 2 * lengths_.between({0, 0}, {corners_.rows(), corners_.cols()});
    if (static_cast<double>(most + ends) < kLargestWhole)
      contraction_.emplace<1>(begun<std::uint32_t>(static_cast<std::uint32_t>(most)));
    else
      contraction_.emplace<2>(begun<double>(static_cast<double>(most)));
  }

  template <ArcWeight W>
  Contraction<W> begun(W most) {
    Contraction<W> contraction(at_.size(), true, most, taut_at(corners_, lengths_));
    for (NodeId from = 0; from < at_.size(); ++from)
      for (std::size_t i = first_[from]; i < first_[from + 1]; ++i)
        if (from < ways_[i].to)
          contraction.add(from, ways_[i].to, static_cast<W>(ways_[i].length), ways_[i].moves,
                          ways_[i].moves);
    return contraction;
  }

  // No cheapest path between two corners is longer than this: twice the longest from one corner of
  // each component to the others.
  std::uint64_t longest_path() const {
    constexpr std::uint64_t kFar = ~std::uint64_t{0};
    std::vector<std::uint64_t> length(at_.size(), kFar);
    using Open = std::pair<std::uint64_t, NodeId>;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::uint64_t longest = 0;
    Breather breathe;
    for (NodeId start = 0; start < at_.size(); ++start) {
      if (length[start] != kFar) continue;
      length[start] = 0;
      open.push({0, start});
      while (!open.empty()) {
        const auto [far, node] = open.top();
        open.pop();
        breathe();
        if (far > length[node]) continue;
        longest = std::max(longest, far);
        for (std::size_t i = first_[node]; i < first_[node + 1]; ++i)
          if (far + ways_[i].length < length[ways_[i].to])
            open.push({length[ways_[i].to] = far + ways_[i].length, ways_[i].to});
      }
    }
    return 2 * longest;
  }

  bool contract_more() {
    const auto some = [](auto& contraction) {
      for (int i = 0; i < kNodesAtATime; ++i)
        if (!contraction.step()) return false;
      return true;
    };
    if (auto* const whole = std::get_if<1>(&contraction_)) return some(*whole);
    return some(std::get<2>(contraction_));
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
  std::vector<std::size_t> first_;  // way of each corner that was looked from, and where they end
  std::vector<Way> ways_;
  std::variant<std::monostate, Contraction<std::uint32_t>, Contraction<double>> contraction_;
};

}  // namespace asterion
