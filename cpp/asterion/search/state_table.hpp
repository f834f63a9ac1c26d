// The packed states of a search, each stored once and known by its number from then on.
//
// O(1) per look-up: open addressing, at most half full. 8 bytes per word of a state, and 8 to 32
// for its slots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace asterion {

// A state is packed into words; all states of a problem have the same number of words.
using Word = std::uint64_t;

class StateTable {
 public:
  explicit StateTable(std::size_t words) : words_(words), slots_(kFirstSlots, kNone) {}

  std::uint32_t size() const { return size_; }
  const Word* words(std::uint32_t state) const { return pool_.data() + state * words_; }

  // Returns the number of a state; the next free one if it is new.
  std::uint32_t add(const Word* state) {
    std::size_t slot = home(state);
    for (; slots_[slot] != kNone; slot = (slot + 1) & (slots_.size() - 1))
      if (std::equal(state, state + words_, words(slots_[slot]))) return slots_[slot];
    pool_.insert(pool_.end(), state, state + words_);
    slots_[slot] = size_;
    if (2 * ++size_ > slots_.size()) grow();
    return size_ - 1;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kFirstSlots = 256;

  std::size_t home(const Word* state) const {
    Word hash = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      hash = (hash ^ state[i]) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    return hash & (slots_.size() - 1);
  }

  void grow() {
    slots_.assign(4 * slots_.size(), kNone);
    for (std::uint32_t state = 0; state < size_; ++state) {
      std::size_t slot = home(words(state));
      while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = state;
    }
  }

  std::size_t words_;
  std::uint32_t size_ = 0;
  std::vector<Word> pool_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace asterion
