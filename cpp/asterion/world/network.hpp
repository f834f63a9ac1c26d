// The part of a graph that one character may use, with its costs: the world that searches walk.
//
// The connections of a graph in compressed rows, those that leave a node side by side, and once
// they are needed also those that enter one. Costs are the graph's, times this character's factors.
// All of it is derived, and follows the graph's journal: a change of a cost is one look at a row.
// Rows are laid out without a lock, because connections never change; costs are filled in in parts,
// each under the exclusive lock for a moment only, so that edits need not wait for it.
//
// Memory: 16 bytes per connection for each of the two directions, 4 per node; 8 per connection for
// factors.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "asterion/world/compiler.hpp"
#include "asterion/world/distance.hpp"
#include "asterion/world/graph.hpp"
#include "asterion/world/graph_components.hpp"
#include "asterion/world/in_parts.hpp"
#include "asterion/world/large_pages.hpp"

namespace asterion {

// One end of a connection, as seen from the other.
struct Arc {
  NodeId node;
  ConnectionId id;
  double cost;  // inf where closed
};

// The arcs of each node, side by side, in the order of their numbers.
class ArcRows {
 public:
  bool empty() const { return first_.empty(); }
  std::size_t size() const { return arcs_.size(); }

  std::span<const Arc> of(NodeId node) const {
    return {arcs_.data() + first_[node], arcs_.data() + first_[node + 1]};
  }

  // Fetches a row that will be needed soon.
  void prefetch(NodeId node) const { prefetch_memory(arcs_.data() + first_[node]); }

  ArcRows() = default;
  // `here` and `there` are the ends of connections, by their numbers; all of them are closed.
  ArcRows(std::size_t nodes, const std::vector<NodeId>& here, const std::vector<NodeId>& there) {
    InterruptPoller poll;
    first_.assign(nodes + 1, 0);
    for (const NodeId node : here) ++first_[node + 1], poll();
    for (std::size_t node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
    resize_in_large_pages(arcs_, here.size());
    for (ConnectionId id = 0; id < here.size(); ++id, poll())
      arcs_[first_[here[id]]++] = {there[id], id, kInfinity};
    for (std::size_t node = nodes; node > 0; --node) first_[node] = first_[node - 1];
    first_[0] = 0;
  }

  std::span<Arc> all() { return arcs_; }

  void set_cost(NodeId node, ConnectionId id, double cost) {
    const auto row = std::span(arcs_.data() + first_[node], arcs_.data() + first_[node + 1]);
    std::lower_bound(row.begin(), row.end(), id, [](const Arc& arc, ConnectionId wanted) {
      return arc.id < wanted;
    })->cost = cost;
  }

 private:
  std::vector<std::uint32_t> first_;  // the first arc of each node, and the end
  std::vector<Arc> arcs_;
};

class Network {
 public:
  using Labels = GraphComponents;

  // `factors` is empty, or has a number >= 0 for each connection; inf closes it.
  explicit Network(std::shared_ptr<const Graph> graph, std::vector<double> factors = {})
      : owner_(std::move(graph)), graph_(*owner_), factors_(std::move(factors)) {
    if (!factors_.empty() && factors_.size() != graph_.connections())
      throw BadValue("factors has " + std::to_string(factors_.size()) + " values; the graph has " +
                     std::to_string(graph_.connections()) + " connections");
    for (std::size_t id = 0; id < factors_.size(); ++id)
      if (!(factors_[id] >= 0))
        throw BadValue("factors[" + std::to_string(id) + "] is " + text(factors_[id]) +
                       "; a factor must be >= 0, or inf to close the connection");
  }

  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const Graph& graph() const { return graph_; }
  const JournaledWorld& source() const { return graph_; }
  std::size_t count() const { return graph_.nodes(); }
  bool has_factors() const { return !factors_.empty(); }
  TypedCache& cache() const { return cache_; }

  // A shared lock on a network that has caught up with its graph, in() only with `both_directions`.
  ReadLock read(bool both_directions = false) {
    const auto ready = [&] { return is_current() && (!both_directions || in_.is_filled()); };
    ReadLock guard(graph_.lock());
    if (ready()) return guard;
    const bool lay_out = out_.rows.empty(), lay_in = both_directions && in_.rows.empty();
    guard.unlock();
    graph_.refuse_while_reading("prepared for another search");
    ArcRows out, in;
    if (lay_out) out = ArcRows(count(), graph_.sources(), graph_.targets());
    if (lay_in) in = ArcRows(count(), graph_.targets(), graph_.sources());
    for (InterruptPoller poll;; poll.now()) {
      WriteLock exclusive(graph_.lock());
      if (out_.rows.empty()) out_.rows = std::move(out);
      if (both_directions && in_.rows.empty()) in_.rows = std::move(in);
      catch_up(parts_.end());
      if (ready()) return downgraded(std::move(exclusive));
    }
  }

  void adopt(GraphComponents components, std::uint64_t) {
    if (graph_.read_by_this_thread()) return;
    const WriteLock exclusive(graph_.lock());
    components_ = std::move(components);
  }

  // --- The rest is for holders of a lock from read().

  std::span<const Arc> out(NodeId node) const { return out_.rows.of(node); }
  // Only after read(true).
  std::span<const Arc> in(NodeId node) const { return in_.rows.of(node); }

  void prefetch(NodeId node, bool in) const { (in ? in_ : out_).rows.prefetch(node); }

  double cost(ConnectionId id) const {
    const double base = graph_.cost(id);
    if (factors_.empty() || base == kInfinity) return base;
    const double cost = base * factors_[id];  // 0 times inf is closed too
    return cost <= Graph::kLargestCost ? cost : kInfinity;
  }
  // The cheapest open connection from one node to another, if there is one; of equals the first.
  std::optional<ConnectionId> connection(NodeId from, NodeId to) const {
    const Arc* best = nullptr;
    for (const Arc& arc : out(from))
      if (arc.node == to && arc.cost < (best == nullptr ? kInfinity : best->cost)) best = &arc;
    return best == nullptr ? std::nullopt : std::optional(best->id);
  }

  // Costs of open connections. After changes the smallest may be too small and the largest too
  // large: they are not measured again.
  double smallest_cost() const { return smallest_; }
  double largest_cost() const { return largest_; }
  double least_positive_cost() const { return least_positive_; }
  bool uniform() const { return smallest_ >= largest_; }
  const DistanceScales& scales() const { return scales_; }

  const GraphComponents& components() const { return components_; }
  GraphComponents labelled() const { return GraphComponents(graph_); }
  bool label_more(GraphComponents& labels) const {
    if (labels.known()) return false;
    labels = labelled();
    return labels.known();
  }
  bool labels_can_improve() const { return !components_.known(); }

 private:
  using Clock = std::chrono::steady_clock;
  // The amount of work between two readings of the clock.
  static constexpr std::size_t kAtATime = 1024;

  // Arcs whose costs are filled in from the first to the last.
  struct Filled {
    ArcRows rows;
    std::size_t count = 0;  // that have their cost

    bool is_filled() const { return !rows.empty() && count == rows.size(); }
  };

  bool is_current() const {
    return out_.is_filled() && measured_ == graph_.connections() && seen_ == graph_.journal().end();
  }

  void catch_up(Clock::time_point until) {
    if (!begun_ || !graph_.journal().holds(seen_)) fill_again();
    do {
      if (seen_ != graph_.journal().end()) {
        graph_.journal().read_some(seen_, kAtATime,
                                   [&](const Change& change) { set_cost(change.item); });
      } else if (measured_ < graph_.connections()) {
        measure_more();
      } else if (!out_.is_filled()) {
        fill_more(out_);
      } else if (!in_.rows.empty() && !in_.is_filled()) {
        fill_more(in_);
      } else {
        parts_.done();
        return;
      }
    } while (Clock::now() < until);
  }

  void fill_again() {
    begun_ = true;
    parts_.begin();
    out_.count = in_.count = measured_ = 0;
    smallest_ = kInfinity;
    least_positive_ = kInfinity;
    largest_ = 0;
    scales_ = {};
    seen_ = graph_.journal().end();
  }

  void fill_more(Filled& filled) {
    const auto arcs = filled.rows.all();
    const std::size_t end = std::min(arcs.size(), filled.count + kAtATime);
    for (; filled.count < end; ++filled.count)
      arcs[filled.count].cost = cost(arcs[filled.count].id);
  }

  void measure_more() {
    const std::size_t end = std::min(graph_.connections(), measured_ + kAtATime);
    for (; measured_ < end; ++measured_) {
      const auto id = static_cast<ConnectionId>(measured_);
      measure(id, cost(id));
    }
  }

  // Updates a changed connection, even if its cost will be filled in later.
  void set_cost(ConnectionId id) {
    const double now = cost(id);
    out_.rows.set_cost(graph_.source(id), id, now);
    if (!in_.rows.empty()) in_.rows.set_cost(graph_.target(id), id, now);
    measure(id, now);
  }

  void measure(ConnectionId id, double cost) {
    if (cost == kInfinity) return;
    smallest_ = std::min(smallest_, cost);
    if (cost > 0) least_positive_ = std::min(least_positive_, cost);
    largest_ = std::max(largest_, cost);
    const Positions& at = graph_.positions();
    if (at.axes == 0) return;
    scales_.hold(distances_between(at.of(graph_.source(id)), at.of(graph_.target(id)), at.axes),
                 cost);
  }

  std::shared_ptr<const Graph> owner_;
  const Graph& graph_;
  std::vector<double> factors_;
  std::uint64_t seen_ = 0;    // of the journal
  std::size_t measured_ = 0;  // connections
  bool begun_ = false;
  InParts parts_;
  Filled out_;
  Filled in_;  // empty until it is needed
  double smallest_ = kInfinity;
  double least_positive_ = kInfinity;
  double largest_ = 0;
  DistanceScales scales_;
  GraphComponents components_;
  mutable TypedCache cache_;
};

}  // namespace asterion
