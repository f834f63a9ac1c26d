// The portals of a map and the costs between them, at one version of the world (HPA*).
//
// A graph never changes once it is made: a repair makes another one, which shares the chunks that
// no edit has touched. So threads may search one while another repairs it, and an interrupted
// repair leaves nothing half done.
//
// Guarantee   a repaired graph equals a new one
// Complexity  to make: O(portals of a chunk x cells); to repair: the same for the chunks of changed
//             cells, and O(chunks + portals) copies; with a quadtree O(cells) too
// Source      A. Botea, M. Mueller and J. Schaeffer, Near optimal hierarchical path-finding, 2004
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "asterion/abstraction/chunk.hpp"
#include "asterion/query/query.hpp"

namespace asterion {

// Counts of the work since the map was made.
struct RepairCounts {
  std::uint64_t repairs = 0;   // times the graph has caught up with edits
  std::uint64_t restarts = 0;  // of these, times the journal did not reach back
  std::uint64_t checked = 0;   // chunks whose borders were checked
  std::uint64_t rebuilt = 0;   // of these, chunks whose costs were computed
};

class PortalGraph : public std::enable_shared_from_this<PortalGraph> {
 public:
  using Shared = std::shared_ptr<const PortalGraph>;

  // `side` of squares, or 0 for a quadtree.
  static Shared made(std::shared_ptr<GridView> view, std::int32_t side) {
    auto draft = std::make_shared<PortalGraph>(Private(), std::move(view), side);
    draft->catch_up();
    draft->counts_ = {};
    return draft;
  }

  // Calls answer(graph) with a graph of the present world, under a lock on the world, and stores
  // that graph in `graph`, which it already is if nothing has changed.
  template <class Answer>
  static auto on_current(Shared& graph, Answer&& answer) {
    constexpr int kTries = 4;
    for (int i = 0;; ++i) {
      graph = graph->repaired();
      const auto guard = graph->view_->read();
      // The world is edited faster than repairs finish: the next one runs under the lock.
      if (i == kTries) graph = graph->repaired();
      if (graph->is_current()) return answer(*graph);
    }
  }

  // The graph of the present world: this one, if nothing has changed.
  Shared repaired() const {
    {
      const auto guard = view_->read();
      if (is_current()) return shared_from_this();
    }
    auto draft = std::make_shared<PortalGraph>(Private(), *this);
    draft->catch_up();
    return draft;
  }

  const GridView& view() const { return *view_; }
  const ChunkCut& cut() const { return *cut_; }
  std::uint64_t version() const { return version_; }
  const RepairCounts& counts() const { return counts_; }
  const Chunk& chunk(ChunkId chunk) const { return *chunks_[chunk]; }
  ChunkId chunk_at(NodeId cell) const { return cut_->at(view_->grid().point(cell)); }

  // --- Portals by number, chunk by chunk, in the order of their cells.

  std::size_t portals() const { return owner_.size(); }
  // The number of moves across borders and of pairs of portals inside chunks.
  std::size_t connections() const { return connections_; }
  ChunkId owner(NodeId portal) const { return owner_[portal]; }
  NodeId first_of(ChunkId chunk) const { return first_[chunk]; }
  NodeId cell(NodeId portal) const {
    return chunk(owner(portal)).portals[portal - first_of(owner(portal))];
  }
  NodeId portal_at(NodeId cell) const {
    const ChunkId where = chunk_at(cell);
    const std::vector<NodeId>& cells = chunk(where).portals;
    const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
    return first_of(where) + static_cast<NodeId>(found - cells.begin());
  }

  // The cost of a move across a border, and the largest cost between portals; for holders of a lock
  // on the view, while the graph is current.
  double crossing_cost(NodeId from, NodeId to) const {
    const Point a = view_->grid().point(from), b = view_->grid().point(to);
    const bool diagonal = a.row != b.row && a.col != b.col;
    return view_->total(to) * (diagonal ? view_->grid().diagonal_cost() : 1.0);
  }
  double largest_cost() const {
    return std::max(largest_, view_->largest_cost() * view_->grid().diagonal_cost());
  }

  // Memory for searches inside chunks, and for searches of portals with two nodes more.
  ChunkSearch search_inside() const { return {*view_, inside_pool_, cut_->largest(), side_ == 0}; }
  ScratchPool<GraphScratch>::Lease borrow() const { return portal_pool_.borrow(portals() + 2); }

  std::size_t bytes() const {
    std::size_t sum = cut_->bytes() + 4 * (first_.size() + owner_.size());
    for (const auto& each : chunks_) sum += each->bytes() + sizeof(each);
    return sum;
  }

 private:
  struct Private {};  // only this class makes graphs

 public:
  PortalGraph(Private, std::shared_ptr<GridView> view, std::int32_t side)
      : view_(std::move(view)), side_(side) {}
  PortalGraph(Private, const PortalGraph& old)
      : view_(old.view_),
        side_(old.side_),
        cut_(old.cut_),
        chunks_(old.chunks_),
        seen_(old.seen_),
        counts_(old.counts_) {}

 private:
  enum Work : std::uint8_t { kNone = 0, kCheck = 1, kRebuild = 2 };

  bool is_current() const { return cut_ && seen_ == view_->source().journal().end(); }

  // --- The repair of a draft

  // Edits need not wait for all of it: the lock is released regularly, and new edits are added to
  // the work. Not for ever, though: an edit may be as large as all finished work.
  void catch_up() {
    constexpr auto kSlice = std::chrono::milliseconds(1);
    constexpr int kMostSlices = 10'000;
    ++counts_.repairs;
    InterruptPoller poll;
    for (int slice = 0;; ++slice) {
      const auto guard = view_->read();
      if (!view_->is_plain() || view_->is_large())
        throw BadValue("a portal map takes square tiles, no links, no fences, no units of a size");
      read_journal();
      const auto pause = Clock::now() + kSlice;
      ChunkBuilder builder(*view_, *cut_);
      ChunkSearch search = search_inside();
      while (!waiting_.empty() && (slice >= kMostSlices || Clock::now() < pause)) {
        const ChunkId chunk = waiting_.back();
        rebuild(chunk, builder, search);
        work_[chunk] = kNone;
        waiting_.pop_back();
        poll.now();
      }
      if (waiting_.empty()) return number_portals();
    }
  }

  void rebuild(ChunkId chunk, ChunkBuilder& builder, ChunkSearch& search) {
    ++counts_.checked;
    const Chunk* old = chunks_[chunk].get();
    Chunk found = builder.crossings(chunk);
    if (work_[chunk] == kCheck && old != nullptr && old->portals == found.portals) {
      if (old->has_crossings_of(found)) return;
      found.costs = old->costs;
      found.largest = old->largest;
    } else {
      ++counts_.rebuilt;
      builder.measure(chunk, found, search);
    }
    chunks_[chunk] = std::make_shared<const Chunk>(std::move(found));
  }

  // Adds the chunks of changed cells to the work. A cell that opens or closes may change moves
  // between the chunks around it, too.
  void read_journal() {
    std::vector<NodeId> changed;
    const Journal& journal = view_->source().journal();
    const bool complete =
        journal.read(seen_, [&](const Change& change) { changed.push_back(change.item); });
    version_ = view_->source().version();
    if (!cut_ || !complete) {
      if (cut_) ++counts_.restarts;
      cut_ = cut_now();
      chunks_.assign(cut_->size(), nullptr);
      work_.assign(cut_->size(), kNone);
      waiting_.clear();
      for (ChunkId chunk = static_cast<ChunkId>(cut_->size()); chunk-- > 0;) add(chunk, kRebuild);
      return;
    }
    if (work_.empty()) work_.assign(cut_->size(), kNone);
    if (side_ == 0 && !changed.empty()) cut_again();
    const Grid& grid = view_->grid();
    for (const NodeId cell : changed) {
      const Point p = grid.point(cell);
      add(cut_->at(p), kRebuild);
      const std::int32_t last_row = std::min(p.row + 1, grid.rows() - 1);
      const std::int32_t last_col = std::min(p.col + 1, grid.cols() - 1);
      for (std::int32_t row = std::max(p.row - 1, 0); row <= last_row; ++row)
        for (std::int32_t col = std::max(p.col - 1, 0); col <= last_col; ++col)
          add(cut_->at({row, col}), kCheck);
    }
  }

  void add(ChunkId chunk, Work work) {
    if (work_[chunk] == kNone) waiting_.push_back(chunk);
    work_[chunk] = std::max(work_[chunk], static_cast<std::uint8_t>(work));
  }

  std::shared_ptr<const ChunkCut> cut_now() const {
    return side_ == 0 ? std::make_shared<const ChunkCut>(*view_)
                      : std::make_shared<const ChunkCut>(view_->grid(), side_);
  }

  // The leaves of a quadtree follow the costs. Those that stay keep their data and their work;
  // those beside a new one have another neighbour.
  void cut_again() {
    const auto cut = cut_now();
    if (cut->areas() == cut_->areas()) return;
    std::vector<std::shared_ptr<const Chunk>> chunks(cut->size());
    std::vector<std::uint8_t> work(cut->size(), kNone);
    std::vector<ChunkId> fresh;
    for (ChunkId chunk = 0; chunk < cut->size(); ++chunk) {
      const Area& area = cut->area(chunk);
      const ChunkId before = cut_->at({area.row, area.col});
      if (cut_->area(before) == area) {
        chunks[chunk] = chunks_[before];
        work[chunk] = work_[before];
      } else {
        fresh.push_back(chunk);
      }
    }
    cut_ = cut;
    chunks_ = std::move(chunks);
    work_ = std::move(work);
    waiting_.clear();
    for (ChunkId chunk = 0; chunk < cut_->size(); ++chunk)
      if (work_[chunk] != kNone) waiting_.push_back(chunk);
    for (const ChunkId chunk : fresh) {
      add(chunk, kRebuild);
      add_neighbours(cut_->area(chunk));
    }
  }

  void add_neighbours(const Area& area) {
    const Grid& grid = view_->grid();
    for (std::int32_t row = area.row - 1; row <= area.row + area.height; ++row) {
      const bool whole_row = row < area.row || row == area.row + area.height;
      const std::int32_t step = whole_row ? 1 : area.width + 1;
      for (std::int32_t col = area.col - 1; col <= area.col + area.width; col += step)
        if (row >= 0 && row < grid.rows() && col >= 0 && col < grid.cols())
          add(cut_->at({row, col}), kCheck);
    }
  }

  void number_portals() {
    first_.clear();
    owner_.clear();
    largest_ = 0;
    connections_ = 0;
    first_.reserve(chunks_.size() + 1);
    for (ChunkId chunk = 0; chunk < chunks_.size(); ++chunk) {
      first_.push_back(static_cast<NodeId>(owner_.size()));
      const std::size_t count = chunks_[chunk]->portals.size();
      owner_.insert(owner_.end(), count, chunk);
      connections_ += chunks_[chunk]->crossings.size() + count * count - count;
      largest_ = std::max(largest_, chunks_[chunk]->largest);
    }
    first_.push_back(static_cast<NodeId>(owner_.size()));
    work_ = {};
    waiting_ = {};
  }

  std::shared_ptr<GridView> view_;
  std::int32_t side_;
  std::shared_ptr<const ChunkCut> cut_;
  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::vector<NodeId> first_;   // of each chunk, its first portal; and the end
  std::vector<ChunkId> owner_;  // the chunk of each portal
  std::size_t connections_ = 0;
  double largest_ = 0;
  std::uint64_t seen_ = 0;  // of the journal
  std::uint64_t version_ = 0;
  RepairCounts counts_;
  std::vector<std::uint8_t> work_;  // of a draft: the work left for each chunk
  std::vector<ChunkId> waiting_;    // of a draft: the chunks with work
  mutable ScratchPool<GraphScratch> inside_pool_;
  mutable ScratchPool<GraphScratch> portal_pool_;
};

}  // namespace asterion
