// Custom estimates: one value per node, given by the user or computed from the map, in place of a
// named distance.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>

#include "asterion/world/errors.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class GridView;
class Network;

// Where a search begins and ends. A `backward` search goes from the goals of a query to its start,
// and its estimates are of the costs from there.
struct SearchEnds {
  const NodeList& from;
  const NodeList& to;
  bool backward;
};

// Known properties of estimates: none; that they never exceed the true cost (admissible); or also
// that no move lowers them by more than it costs (consistent).
enum class Trust : std::uint8_t { none, admissible, consistent };

class CustomEstimates {
 public:
  explicit CustomEstimates(Trust trust = Trust::none) : trust_(trust) {}
  virtual ~CustomEstimates() = default;
  Trust trust() const { return trust_; }
  // The estimated cost from this node to the goal, >= 0. Safe to call from several threads.
  virtual double at(NodeId node) const = 0;
  // Fetches the data of this node's estimate, which will be needed soon.
  virtual void prefetch(NodeId) const {}

  // Whether estimates also exist in the whole numbers of a GridSearchGraph: consistent in these
  // numbers, and without a fall where a move leads to nodes from which nothing leads back.
  virtual bool counts_whole() const { return false; }
  virtual std::uint64_t whole_at(NodeId) const { return 0; }

  // The estimates of one search, where they depend on its ends; null if they are the same for all.
  // They refer to their arguments and this object, all of which must outlive them.
  virtual std::shared_ptr<CustomEstimates> between(const GridView&, const SearchEnds&) const {
    return nullptr;
  }
  virtual std::shared_ptr<CustomEstimates> between(const Network&, const SearchEnds&) const {
    return nullptr;
  }

  // Forgets cached values: the world may have changed.
  virtual void forget() {}

  static bool is_estimate(double value) { return value >= 0; }  // NaN is not

 private:
  Trust trust_;
};

}  // namespace asterion
