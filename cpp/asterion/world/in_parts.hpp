// Derives data from a world while the world is edited: in parts, between which edits can run. Edits
// that are too large for the journal restart it. They may come faster than it is made; so after
// some attempts it is made in one go.
#pragma once

#include <chrono>

namespace asterion {

class InParts {
 public:
  using Time = std::chrono::steady_clock;

  // The time at which a part that begins now should end.
  Time::time_point end() const {
    return in_one_go() ? Time::time_point::max() : Time::now() + kPart;
  }
  bool in_one_go() const { return attempts_ > kMostAttempts; }

  void begin() { ++attempts_; }
  void done() { attempts_ = 0; }

 private:
  static constexpr std::chrono::microseconds kPart{300};  // the longest delay of an edit
  static constexpr int kMostAttempts = 3;
  int attempts_ = 0;  // since it was last finished
};

}  // namespace asterion
