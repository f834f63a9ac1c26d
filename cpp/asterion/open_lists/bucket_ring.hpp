// The base of all bucket queues: a ring of stacks in one pool of memory, and a bitmap that finds
// the next one in use. O(1) per push and pop.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace asterion {

template <class Item>
class BucketRing {
 public:
  static constexpr std::size_t kBuckets = 8192;

  BucketRing() : heads_(kBuckets, kNone), occupied_(kBuckets / 64) {}

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  bool empty(std::size_t bucket) const { return heads_[bucket] == kNone; }

  void push(std::size_t bucket, const Item& item) {
    std::uint32_t at = unused_;
    if (at == kNone) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({item, heads_[bucket]});
    } else {
      unused_ = entries_[at].next;
      entries_[at] = {item, heads_[bucket]};
    }
    heads_[bucket] = at;
    occupied_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
    ++size_;
  }

  const Item& top(std::size_t bucket) const { return entries_[heads_[bucket]].item; }

  void pop(std::size_t bucket) {
    const std::uint32_t at = heads_[bucket];
    heads_[bucket] = entries_[at].next;
    if (heads_[bucket] == kNone) occupied_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
    entries_[at].next = unused_;
    unused_ = at;
    --size_;
  }

  // The number of buckets from this one to the next in use; not for an empty ring.
  std::size_t steps_to_occupied(std::size_t bucket) const {
    std::size_t word = bucket / 64;
    std::uint64_t bits = occupied_[word] >> bucket % 64 << bucket % 64;
    while (bits == 0) bits = occupied_[word = (word + 1) % (kBuckets / 64)];
    const std::size_t found = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return (found - bucket) % kBuckets;
  }

  void clear() {
    for (std::size_t word = 0; word < occupied_.size(); ++word)
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1)
        heads_[word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
    entries_.clear();
    unused_ = kNone;
    size_ = 0;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const std::uint32_t head : heads_)
      for (std::uint32_t at = head; at != kNone; at = entries_[at].next) visit(entries_[at].item);
  }

 private:
  struct Entry {
    Item item;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<std::uint32_t> heads_;
  std::vector<std::uint64_t> occupied_;
  std::vector<Entry> entries_;
  std::uint32_t unused_ = kNone;  // a list of free entries
  std::size_t size_ = 0;
};

}  // namespace asterion
