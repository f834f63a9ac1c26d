// The changes of a world, in order, for readers that catch up when they need to.
//
// A ring of max(4096, items / 4) records. A reader keeps a position and asks for the changes since;
// if the ring no longer holds them all, or an edit was too large to list, it has to rebuild. The
// ring grows by blocks, so that no edit has to move earlier records.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

struct Change {
  NodeId item;    // a cell of a grid, a connection of a graph
  double before;  // its cost; for a grid the total, 0 for a wall
  double after;
};

class Journal {
 public:
  explicit Journal(std::size_t items) : capacity_(std::max<std::size_t>(4096, items / 4)) {}

  // An empty journal of a world at this version.
  void begin_at(std::uint64_t version) { first_version_ = version; }

  std::size_t capacity() const { return capacity_; }
  std::uint64_t end() const { return end_; }

  // Makes room for a statement of up to `changes` changes: recording them then does not fail.
  void make_room(std::size_t changes) {
    grow_to(std::min(capacity_, slot_ + changes));
    statement_ends_.push_back(end_);
  }
  // Withdraws the last statement, which changed nothing.
  void forget_statement() { statement_ends_.pop_back(); }

  void record(const Change& change) {
    if (slot_ == blocks_.size() * kBlock) grow_to(slot_ + 1);
    in_slot(slot_) = change;
    slot_ = next_slot(slot_);
    ++end_;
    if (end_ - begin_ > capacity_) begin_ = end_ - capacity_;
  }

  // Records an edit of more items than the ring holds: every reader has to rebuild.
  void record_everything() {
    end_ += capacity_ - slot_;  // slots stay in step with positions
    slot_ = 0;
    begin_ = end_;
  }

  // Closes the statement that room was made for: `version` counts statements.
  void end_statement() {
    statement_ends_.back() = end_;
    while (!statement_ends_.empty() && statement_ends_.front() < begin_) {
      statement_ends_.pop_front();
      ++first_version_;
    }
  }

  // Visits the changes since `position` and moves it to the end; false if some of them are lost.
  template <class Visit>
  bool read(std::uint64_t& position, Visit&& visit) const {
    return read_some(position, capacity_, visit);
  }
  // Visits at most this many changes.
  template <class Visit>
  bool read_some(std::uint64_t& position, std::size_t most, Visit&& visit) const {
    const std::uint64_t from = position;
    position = end_;
    if (from < begin_) return false;
    position = std::min<std::uint64_t>(end_, from + most);
    std::size_t slot = from % capacity_;
    for (std::uint64_t i = from; i < position; ++i, slot = next_slot(slot)) visit(in_slot(slot));
    return true;
  }
  // Whether all changes since then are there.
  bool holds(std::uint64_t position) const { return position >= begin_; }
  // The number of changes since then; some of them may be lost.
  std::uint64_t since(std::uint64_t position) const { return end_ - position; }

  // The position of the journal at this version of the world; false if that is forgotten.
  bool position_at(std::uint64_t version, std::uint64_t& position) const {
    if (version < first_version_ || version - first_version_ >= statement_ends_.size())
      return false;
    position = statement_ends_[version - first_version_];
    return position >= begin_;
  }

 private:
  static constexpr std::size_t kBlock = 64;  // records

  void grow_to(std::size_t slots) {
    while (blocks_.size() * kBlock < slots)
      blocks_.push_back(std::make_unique_for_overwrite<Change[]>(kBlock));
  }
  // A record of the ring; a division per record would take longer than writing it.
  Change& in_slot(std::size_t slot) { return blocks_[slot / kBlock][slot % kBlock]; }
  const Change& in_slot(std::size_t slot) const { return blocks_[slot / kBlock][slot % kBlock]; }
  std::size_t next_slot(std::size_t slot) const { return slot + 1 == capacity_ ? 0 : slot + 1; }

  std::size_t capacity_;
  std::vector<std::unique_ptr<Change[]>> blocks_;  // of the ring
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::size_t slot_ = 0;  // of the next record: end_ % capacity_
  std::uint64_t first_version_ = 0;
  std::deque<std::uint64_t> statement_ends_{0};  // by version, from first_version_ on
};

}  // namespace asterion
