// Custom estimates: a value for each node that the user provides, instead of a named distance.
#pragma once

#include <cmath>
#include <cstdint>

#include "asterion/world/errors.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// What is known of estimates: nothing; that they never exceed the true cost (admissible); or also
// that no move lowers them by more than it costs (consistent).
enum class Trust : std::uint8_t { none, admissible, consistent };

class CustomEstimates {
 public:
  explicit CustomEstimates(Trust trust = Trust::none) : trust_(trust) {}
  virtual ~CustomEstimates() = default;
  Trust trust() const { return trust_; }
  // The estimated cost from this node to the goal, >= 0. Safe to call from several threads.
  virtual double at(NodeId node) const = 0;
  // Forgets the values that were kept: the world may have changed.
  virtual void forget() {}

  static bool is_estimate(double value) { return value >= 0; }  // NaN is not

 private:
  Trust trust_;
};

}  // namespace asterion
