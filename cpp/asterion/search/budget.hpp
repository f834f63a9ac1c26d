// A budget of work: a number of expansions, or as many as fit before a deadline.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace asterion {

using Clock = std::chrono::steady_clock;

class Budget {
 public:
  Budget() = default;  // unlimited
  Budget(std::uint64_t expansions, Clock::time_point deadline)
      : left_(expansions), deadline_(deadline) {}

  std::uint64_t left() const { return left_; }
  Clock::time_point deadline() const { return deadline_; }

  bool is_spent() const { return left_ == 0 || (timed() && Clock::now() >= deadline_); }

  // Takes one expansion from the budget; false if none is left.
  bool spend() {
    // Reading the clock costs as much as an expansion, so it is read only once per 64.
    constexpr std::uint64_t kBetweenLooks = 64;
    if (left_ == 0) return false;
    if (timed() && spent_++ % kBetweenLooks == 0 && Clock::now() >= deadline_) left_ = 0;
    return left_ > 0 && left_-- > 0;
  }
  // Takes expansions that were made elsewhere.
  void spend(std::uint64_t expansions) { left_ -= expansions < left_ ? expansions : left_; }

 private:
  bool timed() const { return deadline_ != Clock::time_point::max(); }

  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t spent_ = 0;
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace asterion
