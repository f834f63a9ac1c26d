// A copy of a world, as one character sees it, that is updated on request.
//
// Searches on the copy see one version of the world, are not disturbed by edits, and no edit waits
// for them. Nor does one wait for the copying: that is done in parts, and edits between two parts
// are read from the journal.
//
// Memory: for a grid 1 or 8 bytes per cell, plus data derived for searches; for a graph as much as
// the graph. An update takes O(changes); if there are many, or the journal does not reach back,
// O(world).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/query/world.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/in_parts.hpp"
#include "asterion/world/network.hpp"

namespace asterion {

// Copies a grid: the totals of one character become the costs.
class GridCopy {
 public:
  GridCopy(const GridView& view, bool fit_bytes)
      : grid_(std::make_shared<Grid>(view.grid().rows(), view.grid().cols(), view.rule(),
                                     view.grid().diagonal_cost(), view.grid().tiles())) {
    grid_->share_cache_of(view.grid());
    if (!fit_bytes) grid_->widen();
  }
  // Searches count costs by this, and so which of equal paths is the first depends on it; for
  // holders of any lock.
  static bool fit_bytes(const GridView& view) { return GridView::Costs(view).fit_bytes(); }

  void copy(const GridView& view, NodeId first, NodeId last) {
    const GridView::Costs costs(view);
    if (const std::uint8_t* bytes = costs.bytes())
      return grid_->fill(first, bytes + first, last - first);
    for (NodeId cell = first; cell < last; ++cell) {
      const double cost = costs[cell];
      grid_->fill(cell, &cost, 1);
    }
  }

  // Copies the links and fences; for holders of any lock. When they change, which is rare, the copy
  // is made again.
  void copy_links(const GridView& view) { copy_links_and_fences(view, *grid_); }
  static std::uint64_t links_version(const GridView& view) { return view.grid().links_version(); }
  // The items of the copy that depend on an item of the original.
  template <class Visit>
  static void for_each_item(const GridView& view, NodeId cell, Visit&& visit) {
    view.for_each_covering(cell, visit);
  }

  static std::size_t size(const GridView& view) { return view.count(); }
  // The costs in the original, by item; for holders of any lock.
  static auto costs(const GridView& view) { return GridView::Costs(view); }
  std::shared_ptr<Grid> take() { return std::move(grid_); }
  static bool suits(const GridView& view, const Grid& copy) {
    return fit_bytes(view) == (copy.base().bytes() != nullptr);
  }

 private:
  std::shared_ptr<Grid> grid_;
};

// Copies a graph: costs times the factors of one character become the costs.
class GraphCopy {
 public:
  GraphCopy(const Network& network, bool)
      : graph_(network.graph()), costs_(network.graph().connections(), kInfinity) {}

  void copy(const Network& network, NodeId first, NodeId last) {
    for (NodeId id = first; id < last; ++id) costs_[id] = network.cost(id);
  }

  void copy_links(const Network&) {}
  static std::uint64_t links_version(const Network&) { return 0; }
  template <class Visit>
  static void for_each_item(const Network&, NodeId id, Visit&& visit) {
    visit(id);
  }

  static std::size_t size(const Network& network) { return network.graph().connections(); }
  struct Costs {
    const Network& network;
    double operator[](NodeId id) const { return network.cost(id); }
  };
  static Costs costs(const Network& network) { return {network}; }
  static bool fit_bytes(const Network&) { return false; }
  static bool suits(const Network&, const Graph&) { return true; }
  std::shared_ptr<Graph> take() {
    auto copy = std::make_shared<Graph>(graph_.nodes(), graph_.sources(), graph_.targets(),
                                        std::move(costs_), graph_.positions());
    copy->share_cache_of(graph_);
    return copy;
  }

 private:
  const Graph& graph_;
  std::vector<double> costs_;
};

template <World G>
class Snapshot {
  using Copy = std::conditional_t<std::is_same_v<G, GridView>, GridCopy, GraphCopy>;

 public:
  using Copied = std::decay_t<decltype(*std::declval<Copy>().take())>;

  // The original must outlive it.
  explicit Snapshot(G& original) : original_(original) { renew(); }

  G& world() { return *world_; }
  const G& world() const { return *world_; }
  // The copied costs, for those that keep them; the position in the original's journal, and its
  // version, at the last update.
  std::shared_ptr<const Copied> copied() const { return copied_; }
  std::uint64_t seen() const { return seen_; }
  std::uint64_t version() const { return version_; }
  // Whether the original has not changed since the last update.
  bool is_current() const {
    const ReadLock guard(original_.source().lock());
    return original_.source().version() == version_;
  }

  // Updates the copy. No search of it may be under way.
  void follow() {
    for (InterruptPoller poll; follow_some(); poll.now()) {
    }
  }

 private:
  // Items that are read under one lock.
  static constexpr std::size_t kPart = 1 << 14;

  // Reads a part of the journal; false if it was the last.
  bool follow_some() {
    std::vector<std::pair<NodeId, double>> news;
    bool last = false;
    {
      const ReadLock guard(original_.source().lock());
      const Journal& journal = original_.source().journal();
      must_renew_ = must_renew_ || !journal.holds(seen_) || !Copy::suits(original_, *copied_) ||
                    links_version_ != Copy::links_version(original_) ||
                    journal.since(seen_) > Copy::size(original_) / 8 + kPart;
      if (!std::exchange(must_renew_, true)) {  // and stays so if anything fails
        const auto costs = Copy::costs(original_);
        journal.read_some(seen_, kPart, [&](const Change& change) {
          Copy::for_each_item(original_, change.item,
                              [&](NodeId item) { news.emplace_back(item, costs[item]); });
        });
        last = seen_ == journal.end();
        if (last) version_ = original_.source().version();
        must_renew_ = false;
      }
    }
    if (std::exchange(must_renew_, true)) {
      renew();
      return false;
    }
    write(news);
    must_renew_ = false;
    return !last;
  }

  void renew() {
    InParts parts;
    do parts.begin();
    while (!copied(parts.in_one_go()));
    world_ = std::make_unique<G>(copied_);
    must_renew_ = false;
  }

  // False if the world was edited beyond what the journal holds meanwhile.
  bool copied(bool at_once) {
    const JournaledWorld& source = original_.source();
    ReadLock guard(source.lock());
    const bool fit_bytes = Copy::fit_bytes(original_);
    guard.unlock();
    Copy copy(original_, fit_bytes);
    guard.lock();
    seen_ = source.journal().end();
    links_version_ = Copy::links_version(original_);
    copy.copy_links(original_);
    const std::size_t count = Copy::size(original_);
    InterruptPoller poll;
    for (std::size_t first = 0, last; first < count; first = last) {
      last = std::min(count, first + kPart);
      copy.copy(original_, static_cast<NodeId>(first), static_cast<NodeId>(last));
      if (at_once || last == count) continue;
      guard.unlock();
      poll.now();
      guard.lock();
      if (!source.journal().holds(seen_) || source.journal().since(seen_) > count / 8 + kPart)
        return false;
      source.journal().read(seen_, [&](const Change& change) {
        Copy::for_each_item(original_, change.item, [&](NodeId item) {
          if (item < last) copy.copy(original_, item, item + 1);
        });
      });
      if (links_version_ != Copy::links_version(original_)) return false;
    }
    version_ = source.version();
    const bool suits = fit_bytes == Copy::fit_bytes(original_);
    guard.unlock();
    if (suits) copied_ = copy.take();
    return suits;
  }

  void write(const std::vector<std::pair<NodeId, double>>& news) {
    const auto each = [&](auto&& visit) {
      for (const auto& [item, cost] : news) visit(item, cost);
    };
    if constexpr (std::is_same_v<G, GridView>) {
      copied_->set_base(each);
    } else {
      copied_->set_costs(each);
    }
  }

  G& original_;
  std::shared_ptr<Copied> copied_;
  std::unique_ptr<G> world_;
  std::uint64_t version_ = 0;
  std::uint64_t links_version_ = 0;  // of the original
  std::uint64_t seen_ = 0;           // of the original's journal
  bool must_renew_ = false;          // an update failed
};

// Instantiated in snapshot.cpp.
extern template class Snapshot<GridView>;
extern template class Snapshot<Network>;

// Copies of a world, to be borrowed. One is kept, because the next disturbed search is likely to
// come soon, and an update costs less than a copy.
template <World G>
class SnapshotPool {
 public:
  struct GiveBack {
    SnapshotPool* pool;
    void operator()(Snapshot<G>* copy) const { pool->give_back(copy); }
  };
  using Lease = std::unique_ptr<Snapshot<G>, GiveBack>;

  // Borrows an updated copy.
  Lease borrow(G& world) {
    Lease copy = borrow_kept();
    if (!copy) copy.reset(new Snapshot<G>(world));
    return copy;
  }
  // Borrows one, or nothing if none is kept: no search was disturbed recently, or all are lent.
  Lease borrow_kept() {
    Lease copy(nullptr, {this});
    {
      const std::lock_guard guard(lock_);
      copy.reset(idle_.release());
    }
    if (copy) copy->follow();
    return copy;
  }
  // Whether the world was edited between two calls: then it is likely to be edited again.
  bool is_edited(const G& world) {
    const ReadLock guard(world.source().lock());
    const std::lock_guard hold(lock_);
    const std::uint64_t now = world.source().version();
    edited_ = edited_ || (asked_at_ && *asked_at_ != now);
    asked_at_ = now;
    return edited_;
  }

 private:
  void give_back(Snapshot<G>* copy) {
    std::unique_ptr<Snapshot<G>> owned(copy);
    const std::lock_guard guard(lock_);
    idle_.swap(owned);
  }

  ForkSafeMutex lock_;
  std::unique_ptr<Snapshot<G>> idle_;
  std::optional<std::uint64_t> asked_at_;  // of the world at the last is_edited()
  bool edited_ = false;
};

}  // namespace asterion
