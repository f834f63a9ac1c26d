// Finds the parts of a map that can lie on a cheapest path between two cells: all others are dead
// ends.
//
// The map is a graph of horizontal runs of free cells, two of them joined if a move leads from one
// to the other. If a part can be entered over one run only, a path that enters it has to return to
// that run; and along a run the straight path is the shortest. So, where all cells cost the same, a
// cheapest path stays in the blocks (the parts that no single run cuts in two) between the blocks
// of its ends. The blocks form a tree: two that touch have one run in common, which is the top of
// the one farther from the root.
//
// Cost        O(cells / 64 + runs) to make, 20 bytes per run; O(blocks between) for two ends
// Source      J. Hopcroft and R. Tarjan, Algorithm 447: efficient algorithms for graph
//             manipulation, 1973
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "asterion/world/interrupt.hpp"
#include "asterion/world/jump_map.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Blocks {
 public:
  using Run = std::uint32_t;    // its number, row by row
  using Block = std::uint32_t;  // its number; kNone for none
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Made from a map of walls. `diagonals_join` where runs that touch only diagonally are joined.
  Blocks(const LineMap& rows, bool diagonals_join) : reach_(diagonals_join ? 1 : 0) {
    find_runs(rows.walls());
    find_blocks();
    find_depths();
  }

  std::size_t run_count() const { return runs_.size(); }

  // Whether most of the map is a dead end for most ends: not if one block holds much of it.
  bool gains() const { return 4 * std::size_t{largest_} < runs_.size(); }

  Run run_at(Point p) const {
    const auto row = runs_.begin() + first_of_row_[static_cast<std::size_t>(p.row)];
    const auto end = runs_.begin() + first_of_row_[static_cast<std::size_t>(p.row) + 1];
    const auto after = std::upper_bound(
        row, end, p.col, [](std::int32_t col, const Stretch& run) { return col < run.first; });
    return static_cast<Run>(after - runs_.begin() - 1);
  }

  Block block_of(Run run) const { return block_of_[run]; }

  // Calls visit(block, its top) for each block between two free cells.
  template <class Visit>
  void for_each_between(Point a, Point b, Visit&& visit) const {
    Run one = run_at(a), other = run_at(b);
    while (one != other) {
      const Block in_one = block_of_[one], in_other = block_of_[other];
      if (in_one == in_other) {
        if (in_one != kNone) visit(in_one, top_[in_one]);
        return;
      }
      Run& lower = depth(in_one) >= depth(in_other) ? one : other;
      const Block left = block_of_[lower];
      visit(left, top_[left]);
      lower = top_[left];
    }
  }

 private:
  struct Stretch {
    std::int32_t first;
    std::int32_t last;
  };

  std::uint32_t depth(Block block) const { return block == kNone ? 0 : depth_[block]; }

  void find_runs(const Bitmap& walls) {
    InterruptPoller poll;
    first_of_row_.push_back(0);
    for (std::int32_t row = 0; row < walls.lines(); ++row, poll()) {
      bool inside = false;
      for (std::int32_t at = 0; at < walls.words_a_line(); ++at) {
        // The bits where a run begins or ends; walls follow the last cell.
        const std::uint64_t free = ~walls.word(row, at);
        for (std::uint64_t edges = free ^ (free << 1 | std::uint64_t{inside}); edges != 0;
             edges &= edges - 1) {
          const std::int32_t cell = 64 * at + std::countr_zero(edges);
          if (inside)
            runs_.back().last = cell - 1;
          else
            runs_.push_back({cell, cell});
          inside = !inside;
        }
      }
      first_of_row_.push_back(static_cast<Run>(runs_.size()));
    }
  }

  // The runs that are joined with one: some in the row above, and some in the row below.
  struct Joined {
    Run above, end_above, below, end_below;
  };

  std::vector<Joined> find_joined() const {
    std::vector<Joined> joined(runs_.size());
    InterruptPoller poll;
    const std::size_t rows = first_of_row_.size() - 1;
    for (std::size_t row = 0; row < rows; ++row, poll()) {
      for (const bool below : {false, true}) {
        const bool none = below ? row + 1 == rows : row == 0;
        const std::size_t beside = none ? row : below ? row + 1 : row - 1;
        Run next = none ? 0 : first_of_row_[beside];
        const Run end = none ? 0 : first_of_row_[beside + 1];
        for (Run run = first_of_row_[row]; run < first_of_row_[row + 1]; ++run) {
          while (next < end && runs_[next].last < runs_[run].first - reach_) ++next;
          Run last = next;
          while (last < end && runs_[last].first <= runs_[run].last + reach_) ++last;
          (below ? joined[run].below : joined[run].above) = next;
          (below ? joined[run].end_below : joined[run].end_above) = last;
          // The last of them may be joined with the next run, too.
          next = last > next ? last - 1 : next;
        }
      }
    }
    return joined;
  }

  // Depth first from each run not seen yet. A run on the way down is `open`; when a walk from a run
  // returns without having found a path around it, all that was found meanwhile is a block with
  // that run as its top.
  void find_blocks() {
    struct Seen {
      std::uint32_t number = 0;  // in the order of the walk, from 1; 0 if not seen
      std::uint32_t lowest = 0;  // that can be reached around the previous run
      Run before = kNone;
    };
    std::vector<Joined> joined = find_joined();
    std::vector<Seen> seen(runs_.size());
    std::vector<Run> walk, found;
    block_of_.assign(runs_.size(), kNone);
    order_.reserve(runs_.size());
    InterruptPoller poll;
    const auto enter = [&](Run run, Run before) {
      order_.push_back(run);
      const auto number = static_cast<std::uint32_t>(order_.size());
      seen[run] = {number, number, before};
      walk.push_back(run);
      found.push_back(run);
    };
    for (Run root = 0; root < runs_.size(); ++root) {
      if (seen[root].number != 0) continue;
      enter(root, kNone);
      for (; !walk.empty(); poll()) {
        const Run run = walk.back();
        Joined& left = joined[run];
        if (left.above < left.end_above || left.below < left.end_below) {
          const Run next = left.above < left.end_above ? left.above++ : left.below++;
          if (seen[next].number == 0)
            enter(next, run);
          else if (next != seen[run].before)
            seen[run].lowest = std::min(seen[run].lowest, seen[next].number);
          continue;
        }
        walk.pop_back();
        if (walk.empty()) break;
        const Run before = walk.back();
        if (seen[run].lowest >= seen[before].number)
          cut(run, before, found);
        else
          seen[before].lowest = std::min(seen[before].lowest, seen[run].lowest);
      }
      found.clear();
    }
  }

  void cut(Run last, Run top, std::vector<Run>& found) {
    const auto block = static_cast<Block>(top_.size());
    top_.push_back(top);
    std::uint32_t size = 1;
    for (Run run = kNone; run != last; ++size) {
      run = found.back();
      found.pop_back();
      block_of_[run] = block;
    }
    largest_ = std::max(largest_, size);
  }

  // The top of a block was seen before its other runs.
  void find_depths() {
    depth_.assign(top_.size(), 0);
    InterruptPoller poll;
    for (const Run run : order_) {
      poll();
      const Block block = block_of_[run];
      if (block != kNone && depth_[block] == 0) depth_[block] = depth(block_of_[top_[block]]) + 1;
    }
    order_ = {};
  }

  std::int32_t reach_;
  std::vector<Run> first_of_row_;
  std::vector<Stretch> runs_;
  std::vector<Run> order_;       // while they are made: runs in the order seen
  std::vector<Block> block_of_;  // of each run but roots: the block it shares with the previous run
  std::vector<Run> top_;         // of each block
  std::vector<std::uint32_t> depth_;
  std::uint32_t largest_ = 0;  // the number of runs in the largest block
};

// The blocks between two cells, for a search that checks cell after cell.
class BlocksBetween {
 public:
  void mark(const Blocks& blocks, Point a, Point b) {
    if (stamps_.size() < blocks.run_count() || ++current_ == 0) {
      stamps_.assign(blocks.run_count(), {});
      current_ = 1;
    }
    blocks.for_each_between(a, b, [&](Blocks::Block block, Blocks::Run top) {
      stamps_[block].block = current_;
      stamps_[top].top = current_;
    });
    stamps_[blocks.run_at(a)].top = stamps_[blocks.run_at(b)].top = current_;
  }

  bool contains(const Blocks& blocks, Point p) const {
    const Blocks::Run run = blocks.run_at(p);
    const Blocks::Block block = blocks.block_of(run);
    return stamps_[run].top == current_ ||
           (block != Blocks::kNone && stamps_[block].block == current_);
  }

 private:
  // When a block, and a run as the top of one, were last marked: nothing is cleared.
  struct Stamp {
    std::uint32_t block = 0;
    std::uint32_t top = 0;
  };
  std::vector<Stamp> stamps_;  // there are fewer blocks than runs
  std::uint32_t current_ = 0;
};

}  // namespace asterion
