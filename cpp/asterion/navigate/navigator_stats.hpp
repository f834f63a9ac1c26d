// The costs of a navigator's planning: plan by plan, added up per goal.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "asterion/search/status.hpp"

namespace asterion {

struct ReplanStats {
  Stats search;                // of all plans; peak_open is the largest
  std::uint64_t rekeys = 0;    // keys that changed while their node stayed on open
  std::uint64_t searches = 0;  // plans that were made or repaired
  // Plans that could not reuse earlier results; the first is not counted.
  std::uint64_t restarts = 0;

  ReplanStats& operator+=(const ReplanStats& next) {
    search += next.search;
    rekeys += next.rekeys;
    searches += next.searches;
    restarts += next.restarts;
    return *this;
  }
};

class NavigatorStats {
 public:
  const ReplanStats& segment() const { return segment_; }  // since the goal was last set
  // Earlier goals. Their number is unlimited: the oldest are kept as one sum, in one segment.
  std::vector<ReplanStats> segments() const { return {segments_.begin(), segments_.end()}; }
  ReplanStats total() const { return ReplanStats(before_) += segment_; }
  const Stats& last_plan() const { return last_plan_; }

  void goal_was_set() {
    before_ += segment_;
    segments_.push_back(std::exchange(segment_, {}));
    if (segments_.size() <= kMostSegments) return;
    const ReplanStats oldest = segments_.front();
    segments_.pop_front();
    segments_.front() = ReplanStats(oldest) += segments_.front();
  }
  void add_restarts(std::uint64_t count) { segment_.restarts += count; }
  void add_rekeys(std::uint64_t count) { segment_.rekeys += count; }
  // `searched`: a search was needed, because the agent was not at the goal.
  void add_plan(const Stats& plan, bool searched) {
    last_plan_ = plan;
    segment_.search += plan;
    segment_.searches += searched;
  }

 private:
  Stats last_plan_;
  static constexpr std::size_t kMostSegments = 1000;

  ReplanStats segment_;
  ReplanStats before_;  // of all earlier segments
  std::deque<ReplanStats> segments_;
};

}  // namespace asterion
