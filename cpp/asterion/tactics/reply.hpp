// A player that considers the replies of the others: a search over whole turns.
//
// All boards that its own turn can end with are evaluated by simple counts: units, threats of the
// next team, threats against it, the distance to the enemy. For the best of them every reply is
// tried; then, while work is left, its own turn after that, and so on, with fewer boards per turn.
// Deeper answers replace shallower ones only candidate by candidate, best first, so the search may
// end anywhere. If its own turn alone has too many boards, it continues from the best ones instead
// of all, and looks at no reply. With three or more teams all others play against it, one after the
// other, and a turn of each is a ply.
//
// Guarantee   a turn that wins is found if there is one among the boards looked at; of the
//             candidates one that loses at the next reply is taken only if all do (replies in which
//             a team shoots at itself are not looked at)
// Complexity  an expansion is a board looked at, about a microsecond on the maps of Smith
//             (cost_model.hpp), 5 to 10 on 12 x 12 tiles with 16 units; no clock
// Source      C. E. Shannon, Programming a computer for playing chess, 1950; D. E. Knuth and R. W.
//             Moore, An analysis of alpha-beta pruning, 1975
#pragma once

#include <algorithm>
#include <deque>
#include <limits>

#include "asterion/tactics/approach.hpp"
#include "asterion/tactics/threat.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion::tactics {

struct ReplyOptions {
  int plies = 3;                           // turns looked at, including the own one
  std::uint32_t candidates = 24;           // own boards whose replies are searched
  std::uint32_t replies = 6;               // boards per turn in between
  std::uint64_t max_expansions = 800'000;  // boards looked at, in all
  Values values = {800, 1200, 1000, 900};
  int threat = 600;  // weight of threatened units, in thousandths of units
  int step = 8;      // value of a step nearer to the enemy
  // The probability of noticing one of its own boards, out of 2^32; it always notices the first.
  std::uint32_t notices = ~std::uint32_t{0};
  Word seed = 0;  // of the random choices
};

class Reply {
 public:
  static constexpr const char* kName = "a decision";  // in errors

  struct Candidate {
    std::uint32_t number;  // of the board
    int plies;             // turns its value accounts for
    int value;             // expected outcome, for the own team
    // Counted on the board itself.
    int material, danger, threat, steps;
  };

  Reply(const State& state, const ReplyOptions& options)
      : options_(options), state_(state), team_(state.team()), threat_(options.values) {
    // The longer a game lasts the more approaching is worth, or two waiting teams never meet.
    const int turns = static_cast<int>(std::min(state.turn(), 10'000u));
    step_ = options.step + options.step * turns * 8 / state.tiles();
  }

  // Continues until the decision is made, or this many more boards were looked at and a candidate
  // is done. Returns whether it is made.
  bool advance(std::uint64_t expansions) {
    const std::uint64_t until = expanded_ + expansions;
    while (!done_ && (plies_ == 0 || expanded_ < until)) {
      const std::uint64_t before = expanded_;
      try {
        plies_ == 0 ? look_around() : next();
      } catch (...) {  // interrupted: half-done work is done again
        if (candidates_.empty()) plies_ = 0;
        expanded_ = before;
        throw;
      }
    }
    return done_;
  }

  std::uint64_t expanded() const { return expanded_; }  // boards looked at
  std::uint32_t boards() const { return seen_; }        // that the own turn can end with
  int plies() const { return plies_; }                  // turns looked at so far
  const std::vector<Candidate>& candidates() const { return candidates_; }  // the best one first
  State board(const Candidate& candidate) const { return boards_[0].state(candidate.number); }
  std::vector<Action> actions(const Candidate& candidate) const {
    std::vector<Action> actions = boards_[0].actions_to(candidate.number, state_.selected());
    if (result(board(candidate)) == kGoesOn) actions.push_back({ActionKind::end});
    return actions;
  }

  // The expected reply of the next team to a candidate, by a look of one turn, with what is left of
  // the limit.
  std::vector<Action> expected(const Candidate& candidate) {
    State next = board(candidate);
    if (result(next) != kGoesOn) return {};
    end_turn(next);
    TurnBoards& replies = at(1);
    best_reply_ = 0;
    limit_ = options_.max_expansions;
    if (expanded_ >= limit_) return {};
    last_turn(next, 1, -kMost, kMost);
    std::vector<Action> actions = replies.actions_to(best_reply_, kNoTile);
    if (result(replies.state(best_reply_)) == kGoesOn) actions.push_back({ActionKind::end});
    return actions;
  }

 private:
  static constexpr int kWin = 10'000'000;
  static constexpr int kMost = std::numeric_limits<int>::max();

  struct Scored {
    int value;
    std::uint32_t number;
  };

  // --- Counts on a board, for the own team

  int material(const State& state) const {
    int sum = 0;
    state.for_each_unit(-1, [&](Tile tile) {
      const Thing thing = state.at(tile);
      const int worth = options_.values[static_cast<std::size_t>(kind_of(thing))];
      sum += team_of(thing) == team_ ? worth : -worth;
    });
    return sum;
  }
  int over(int outcome, int ply) const {
    if (outcome == kTie) return 0;
    return outcome == team_ ? kWin - ply : ply - kWin;
  }
  static int next_team(const State& state) {
    State next = state;
    end_turn(next);
    return next.team();
  }
  int share(int worth) const { return worth * options_.threat / 1000; }
  // The value of the units that the team to play threatens to destroy.
  int outlook(const State& state, int mover) {
    return mover == team_ ? share(threat_(state, team_, -1)) : -share(threat_(state, mover, team_));
  }

  // --- The own turn

  void look_around() {
    plies_ = 1;
    seen_ = 0;
    std::vector<Scored> order;
    std::vector<Candidate> all;
    bool won = false;
    limit_ = share_of_limit(1, 4);
    const auto visit = [&](const State& board, std::uint32_t number) {
      poll_();
      ++expanded_;
      ++seen_;
      if (number == 0 || noticed(at(0).key(number))) {
        all.push_back(evaluated(board, number));
        won = won || result(board) == team_;
        order.push_back({all.back().value, static_cast<std::uint32_t>(all.size() - 1)});
      }
      return !won && expanded_ < limit_;
    };
    const bool complete = at(0).run(state_, true, visit);
    limit_ = share_of_limit(3, 4);
    if (!complete && !won && expanded_ < limit_)
      at(0).run_best_first(
          true,
          [&](std::uint32_t number) {
            const auto known = std::lower_bound(
                all.begin(), all.end(), number,
                [](const Candidate& it, std::uint32_t wanted) { return it.number < wanted; });
            if (known != all.end() && known->number == number) return known->value;
            return evaluated(at(0).state(number), number).value;
          },
          visit);
    keep_best(order, options_.plies == 1 ? 1 : std::max(options_.candidates, 1u), true);
    for (const Scored& each : order) candidates_.push_back(all[each.number]);
    done_ = won || !complete || options_.plies == 1 || candidates_.size() == 1;
    next_ = 0;
    plies_ = done_ ? 1 : 2;
    best_ = -kMost;
  }

  // A board that the own turn can end with.
  Candidate evaluated(const State& board, std::uint32_t number) {
    Candidate it{number, 1, 0, material(board), 0, 0, 0};
    if (const int outcome = result(board); outcome != kGoesOn) {
      it.value = over(outcome, 0);
      return it;
    }
    it.steps = approach_(board, team_);
    it.threat = threat_(board, team_, -1);
    it.value = it.material - it.steps * step_;
    if (options_.plies == 1) {
      it.value += share(it.threat);
    } else {
      it.danger = threat_(board, next_team(board), team_);
      it.value += it.threat / 10 - share(it.danger);
    }
    return it;
  }

  std::uint64_t share_of_limit(std::uint64_t part, std::uint64_t of) const {
    return std::max<std::uint64_t>(options_.max_expansions / of * part, 1);
  }

  bool noticed(Word key) const {
    const Word mixed = (key ^ options_.seed * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    return static_cast<std::uint32_t>(mixed >> 32) <= options_.notices;
  }

  // Searches one candidate one turn deeper.
  void next() {
    Candidate& it = candidates_[next_];
    State board = boards_[0].state(it.number);
    int value = it.value;
    if (result(board) == kGoesOn) {
      end_turn(board);
      limit_ = share_of_limit(7, 8);  // the rest is for the expected reply
      // Counts that no reply changes decide between equal outcomes.
      const int own = it.threat / 10 - it.steps * step_;
      const int found = turn(board, plies_ - 1, 1, best_ == -kMost ? -kMost : best_ - own, kMost);
      if (expanded_ >= limit_) {
        done_ = true;
        return settle();
      }
      value = found + own;
    }
    it.value = value;
    it.plies = plies_;
    best_ = std::max(best_, value);
    const bool spent = expanded_ >= share_of_limit(1, 2);
    if (++next_ < candidates_.size() && !spent) return;
    done_ = spent || plies_ >= options_.plies || std::abs(best_) > kWin / 2;
    // All is lost if the others find their best replies. They may not: the move that looked best
    // before still does.
    if (best_ < -kWin / 2 && plies_ > 2) {
      candidates_ = shallower_;
      return;
    }
    settle();
    next_ = 0;
    if (!done_) {
      shallower_ = candidates_;
      ++plies_;
      best_ = -kMost;
    }
  }

  // Puts the candidates searched deepest first, the best of them at the head.
  void settle() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.plies != b.plies ? a.plies > b.plies : a.value > b.value;
                     });
  }

  // --- Later turns

  int turn(const State& start, int depth, int ply, int alpha, int beta) {
    if (depth == 1) return last_turn(start, ply, alpha, beta);
    const bool own = start.team() == team_;
    std::vector<Scored> order;
    TurnBoards& boards = at(static_cast<std::size_t>(ply));
    boards.run(start, false, [&](const State& board, std::uint32_t number) {
      poll_();
      ++expanded_;
      const int outcome = result(board);
      if (outcome != kGoesOn) {
        order.push_back({over(outcome, ply), number});
        return outcome != start.team();
      }
      order.push_back({material(board) + outlook(board, next_team(board)), number});
      return expanded_ < limit_;
    });
    keep_best(order, std::max(options_.replies, 1u), own);
    int best = own ? -kMost : kMost;
    for (const Scored& each : order) {
      if (alpha >= beta || expanded_ >= limit_) break;
      State board = boards.state(each.number);
      int value = each.value;
      if (result(board) == kGoesOn) {
        end_turn(board);
        value = turn(board, depth - 1, ply + 1, alpha, beta);
      }
      best = own ? std::max(best, value) : std::min(best, value);
      (own ? alpha : beta) = own ? std::max(alpha, best) : std::min(beta, best);
    }
    return best;
  }

  // The last turn of a line: every board is evaluated as it stands, with the next team's threats.
  // Units alone often show that a board cannot be the best one.
  int last_turn(const State& start, int ply, int alpha, int beta) {
    const bool own = start.team() == team_;
    int best = own ? -kMost : kMost;
    at(static_cast<std::size_t>(ply)).run(start, false, [&](const State& board, std::uint32_t n) {
      poll_();
      ++expanded_;
      const int outcome = result(board);
      int value;
      if (outcome != kGoesOn) {
        value = over(outcome, ply);
      } else {
        const int mover = next_team(board);
        value = material(board);
        if (own ? mover != team_ && value <= best : mover == team_ && value >= best)
          return expanded_ < limit_;
        value += outlook(board, mover);
      }
      if (own ? value <= best : value >= best) return expanded_ < limit_;
      best = value;
      best_reply_ = n;
      return (own ? best < beta : best > alpha) && expanded_ < limit_;
    });
    return best;
  }

  static void keep_best(std::vector<Scored>& order, std::uint32_t most, bool highest) {
    const std::size_t kept = std::min<std::size_t>(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&](const Scored& a, const Scored& b) {
                        if (a.value != b.value)
                          return highest ? a.value > b.value : a.value < b.value;
                        return a.number < b.number;
                      });
    order.resize(kept);
  }

  TurnBoards& at(std::size_t ply) {
    while (boards_.size() <= ply) boards_.emplace_back();
    return boards_[ply];
  }

  ReplyOptions options_;
  State state_;
  int team_;
  int step_ = 0;  // value of a step to the enemy now
  Threat threat_;
  Approach approach_;
  std::deque<TurnBoards> boards_;  // of each ply; a deque, for they must not move
  std::vector<Candidate> candidates_;
  std::vector<Candidate> shallower_;  // the result one ply before
  std::uint64_t expanded_ = 0, limit_ = ~std::uint64_t{0};
  std::uint32_t seen_ = 0;
  std::uint32_t best_reply_ = 0;
  std::size_t next_ = 0;  // candidate
  int plies_ = 0;
  int best_ = -kMost;
  bool done_ = false;
  InterruptPoller poll_;
};

}  // namespace asterion::tactics
