// How what is derived from a world is made while the world is edited: in parts, between which edits
// go. Edits that are too large for the journal make it begin anew. They may come faster than it is
// made; so after some attempts it is made in one go.
#pragma once

#include <chrono>

namespace asterion {

class InParts {
 public:
  using Time = std::chrono::steady_clock;

  // When a part that begins now is to end.
  Time::time_point end() const {
    return in_one_go() ? Time::time_point::max() : Time::now() + kPart;
  }
  bool in_one_go() const { return attempts_ > kMostAttempts; }

  void begin() { ++attempts_; }
  void done() { attempts_ = 0; }

 private:
  static constexpr std::chrono::microseconds kPart{300};  // which an edit may wait for
  static constexpr int kMostAttempts = 3;
  int attempts_ = 0;  // since it was last done
};

}  // namespace asterion
