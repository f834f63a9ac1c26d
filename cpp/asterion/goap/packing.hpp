// A planning problem in bits: the relevant facts side by side in as few words as they need, and the
// preconditions and effects of the relevant actions as masks over these words.
#pragma once

#include <vector>

#include "asterion/goap/relevance.hpp"
#include "asterion/search/state_table.hpp"

namespace asterion {

// The bits of a fact in the words.
struct Place {
  std::uint32_t fact;
  std::uint32_t word;
  std::uint32_t shift;
  Word mask;

  std::uint32_t code(const Word* words) const {
    return static_cast<std::uint32_t>((words[word] & mask) >> shift);
  }
};

struct PackedAction {
  std::uint32_t id;
  double cost;
  bool asks;
  // Masks over the words of facts: the bits that an action needs, and their values; likewise for
  // its effects.
  std::vector<Word> need_care, need_value, give_care, give_value;
  std::vector<NumberIn> needs;  // of numbers, by their place in a state
  std::vector<NumberChange> changes;
};

class Packing {
 public:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  Packing(const ActionSet& set, const Codes& codes, const Relevance& relevance)
      : place_of_(codes.facts(), kNowhere), number_of_(set.numbers, kNowhere) {
    std::uint32_t used = 0;  // bits of the last word
    for (std::uint32_t fact = 0; fact < codes.facts(); ++fact) {
      if (!relevance.facts[fact]) continue;
      std::uint32_t width = 1;
      while (codes.count(fact) > Word{1} << width) ++width;
      if (words_ == 0 || used + width > 64) {
        ++words_;
        used = 0;
      }
      place_of_[fact] = static_cast<std::uint32_t>(places_.size());
      places_.push_back({fact, words_ - 1, used, ((Word{1} << width) - 1) << used});
      used += width;
    }
    for (std::uint32_t number = 0; number < set.numbers; ++number) {
      if (!relevance.numbers[number]) continue;
      number_of_[number] = static_cast<std::uint32_t>(numbers_.size());
      numbers_.push_back(number);
    }
    for (const std::uint32_t id : relevance.actions)
      actions_.push_back(packed(id, set.actions[id]));
  }

  std::uint32_t words() const { return words_; }  // without numbers
  const std::vector<Place>& places() const { return places_; }
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  const std::vector<PackedAction>& actions() const { return actions_; }
  const Place& place(std::uint32_t fact) const { return places_[place_of_[fact]]; }
  std::uint32_t number_at(std::uint32_t number) const { return number_of_[number]; }

  // Writes conditions into masks, without those on irrelevant facts.
  void write(const std::vector<FactIs>& all, Word* care, Word* value) const {
    for (const FactIs& each : all) {
      if (place_of_[each.fact] == kNowhere) continue;
      const Place& at = place(each.fact);
      care[at.word] |= at.mask;
      value[at.word] |= Word{each.code} << at.shift;
    }
  }

  std::vector<NumberIn> packed(const std::vector<NumberIn>& all) const {
    std::vector<NumberIn> kept;
    for (NumberIn each : all) {
      each.number = number_of_[each.number];
      kept.push_back(each);
    }
    return kept;
  }

 private:
  PackedAction packed(std::uint32_t id, const PlanAction& action) const {
    const std::vector<Word> none(words_);
    PackedAction result{id, action.cost, action.asks, none, none, none, none, {}, {}};
    write(action.needs.facts, result.need_care.data(), result.need_value.data());
    write(action.gives, result.give_care.data(), result.give_value.data());
    result.needs = packed(action.needs.numbers);
    for (NumberChange change : action.changes) {
      change.number = number_of_[change.number];
      if (change.number != kNowhere) result.changes.push_back(change);
    }
    return result;
  }

  std::uint32_t words_ = 0;
  std::vector<Place> places_;
  std::vector<std::uint32_t> place_of_;
  std::vector<std::uint32_t> number_of_;
  std::vector<std::uint32_t> numbers_;  // the relevant ones, in the order of packing
  std::vector<PackedAction> actions_;
};

}  // namespace asterion
