// The boards that a team can leave behind at the end of its turn, each once.
//
// At the end of a turn only the board counts: not the unit selected, nor points left over, nor the
// order of actions. So a step here is "this unit does that", and a board already reached with as
// many points or more is not expanded again. Boards after fewer moves come first, and of these the
// ones after more attacks. O(boards x units); 8 to 24 thousand boards on the maps of Smith
// (cost_model.hpp), at 5 to 10 million steps a second. Boards are distinguished by 64 bits
// (Zobrist, A new hashing method with application for game playing, 1970); two that share them
// would count as one, which is to be expected once in a billion turns.
#pragma once

#include <utility>
#include <vector>

#include "asterion/open_lists/entry_heap.hpp"
#include "asterion/tactics/rules.hpp"

namespace asterion::tactics {

// A number for a thing on a tile; a board's key is the exclusive or over its things.
inline Word key_of(Thing thing, Tile tile) {
  Word key = (Word{thing} << 16 | tile) * 0x9E3779B97F4A7C15u + 0x9E3779B97F4A7C15u;
  key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
  key = (key ^ key >> 27) * 0x94D049BB133111EBu;
  return key ^ key >> 31;
}
inline Word board_key(const State& state) {
  Word key = 0;
  for (int i = 0; i < state.tiles(); ++i)
    if (const Thing thing = state.at(static_cast<Tile>(i)); thing != kNothing)
      key ^= key_of(thing, static_cast<Tile>(i));
  return key;
}

class TurnBoards {
 public:
  // Calls `visit(board, number)` for each board, the one given first, until it returns false.
  // `own`: whether units also shoot at their own team. Returns whether all were seen.
  template <class Visit>
  bool run(const State& start, bool own, Visit&& visit) {
    words_ = start.size();
    pool_.clear();
    steps_.clear();
    later_.clear();
    now_.clear();
    head_ = 0;
    if (++epoch_ == 0) {  // the numbers of runs wrapped: never in practice
      std::fill(known_.begin(), known_.end(), Known{});
      epoch_ = 1;
    }
    used_ = 0;
    State first = start;
    first.select(kNoTile);
    go_on_ = true;
    add(first, board_key(first), {0, kNoTile, ActionKind::end, kNoTile}, visit);
    while (go_on_ && (!now_.empty() || head_ < later_.size())) {
      std::uint32_t number;
      if (now_.empty()) {
        number = later_[head_++];
      } else {
        number = now_.back();
        now_.pop_back();
      }
      expand(number, own, visit);
      if (!go_on_) now_.push_back(number);  // perhaps not all of its steps were tried
    }
    return go_on_;
  }

  // After a run that its visitor ended: continues, at each step from the board with the highest
  // `value(number)`.
  template <class Value, class Visit>
  void run_best_first(bool own, Value&& value, Visit&& visit) {
    // By falling values, then by falling numbers.
    EntryHeap<std::pair<int, std::int64_t>> queue;
    const auto take_in = [&] {
      for (; head_ < later_.size(); ++head_) now_.push_back(later_[head_]);
      for (const std::uint32_t number : now_) queue.push({-value(number), -std::int64_t{number}});
      now_.clear();
    };
    go_on_ = true;
    for (take_in(); go_on_ && !queue.empty(); take_in()) {
      const auto number = static_cast<std::uint32_t>(-queue.top().second);
      queue.pop();
      expand(number, own, visit);
    }
  }

  std::size_t size() const { return steps_.size(); }
  State state(std::uint32_t number) const { return State(pool_.data() + number * words_); }
  Word key(std::uint32_t number) const { return steps_[number].key; }

  // The actions that lead to a board from the one given, whose selected unit is `selected`, without
  // the end of the turn.
  std::vector<Action> actions_to(std::uint32_t number, Tile selected) const {
    std::vector<std::uint32_t> path;
    for (; number != 0; number = steps_[number].from) path.push_back(number);
    std::vector<Action> actions;
    for (std::size_t i = path.size(); i-- > 0;) {
      const Step& step = steps_[path[i]];
      if (step.unit != selected) actions.push_back({ActionKind::select, step.unit});
      actions.push_back({step.kind, step.tile});
      selected = step.kind == ActionKind::move ? step.tile : step.unit;
      if (step.kind == ActionKind::attack && step.tile == step.unit) selected = kNoTile;
    }
    return actions;
  }

 private:
  struct Step {
    std::uint32_t from;
    Tile unit;
    ActionKind kind;
    Tile tile;
    Word key = 0;
  };
  // A board, and the most points it was reached with: `mp[i]` is one more than the MP left beside i
  // AP, or beside 3 more than i, ...: such boards count as different ones.
  struct Known {
    static constexpr int kSlots = 4;
    Word key = 0;
    std::uint32_t epoch = 0;
    std::uint8_t mp[kSlots] = {};
  };

  template <class Visit>
  void expand(std::uint32_t number, bool own, Visit& visit) {
    const State here = state(number);
    if (result(here) != kGoesOn) return;
    const Word key = steps_[number].key;
    here.for_each_unit(here.team(), [&](Tile tile) {
      const Thing thing = here.at(tile);
      const Traits& traits = traits_of(thing);
      if (traits.ap <= here.ap())
        for_each_target(here, tile, [&](Tile target) {
          const Thing hit = here.at(target);
          if (!go_on_ || (!own && is_unit(hit) && team_of(hit) == here.team())) return;
          State next = here;
          next.set_left(here.mp(), here.ap() - traits.ap);
          next.put(target, kNothing);
          add(next, key ^ key_of(hit, target), {number, tile, ActionKind::attack, target}, visit);
        });
      if (traits.mp > here.mp()) return;
      const int width = here.width(), col = tile % width;
      const Word without = key ^ key_of(thing, tile);
      const auto move = [&](bool inside, int to) {
        const Tile target = static_cast<Tile>(to);
        if (!inside || !go_on_ || here.at(target) != kNothing) return;
        State next = here;
        next.set_left(here.mp() - traits.mp, here.ap());
        next.carry(tile, target);
        add(next, without ^ key_of(thing, target), {number, tile, ActionKind::move, target}, visit);
      };
      move(tile >= width, tile - width);
      move(col > 0, tile - 1);
      move(col + 1 < width, tile + 1);
      move(tile + width < here.tiles(), tile + width);
    });
  }

  template <class Visit>
  void add(const State& board, Word key, Step step, Visit& visit) {
    const int slot = board.ap() % Known::kSlots;
    const Word name = key + static_cast<Word>(board.ap() / Known::kSlots) * 0x9E3779B97F4A7C15u;
    const std::uint8_t mp = static_cast<std::uint8_t>(std::min(board.mp(), 254) + 1);
    Known& known = find(name);
    const bool is_new = known.epoch != epoch_;
    if (is_new) {
      known = {name, epoch_, {}};
      ++used_;
    } else {
      for (int i = slot; i < Known::kSlots; ++i)
        if (known.mp[i] >= mp) return;
    }
    known.mp[slot] = mp;
    const auto number = static_cast<std::uint32_t>(steps_.size());
    step.key = key;
    steps_.push_back(step);
    pool_.insert(pool_.end(), board.words(), board.words() + words_);
    (step.kind == ActionKind::attack ? now_ : later_).push_back(number);
    if (is_new) go_on_ = visit(board, number);
    if (2 * used_ > known_.size()) grow();
  }

  Known& find(Word name) {
    std::size_t slot = name & (known_.size() - 1);
    while (known_[slot].epoch == epoch_ && known_[slot].key != name)
      slot = (slot + 1) & (known_.size() - 1);
    return known_[slot];
  }

  void grow() {
    std::vector<Known> before(4 * known_.size());
    before.swap(known_);
    for (const Known& each : before)
      if (each.epoch == epoch_) find(each.key) = each;
  }

  std::size_t words_ = 0;
  std::vector<Word> pool_;                  // by number
  std::vector<Step> steps_;                 // that led to them
  std::vector<std::uint32_t> now_, later_;  // numbers to expand: after attacks, after moves
  std::size_t head_ = 0;                    // of `later_`
  std::vector<Known> known_ = std::vector<Known>(1024);
  std::size_t used_ = 0;
  std::uint32_t epoch_ = 0;
  bool go_on_ = true;
};

}  // namespace asterion::tactics
