// The player of the tactics game that looks at replies, by numbers.
#include "asterion/tactics/reply.hpp"
#include "bindings/in_turn.hpp"
#include "bindings/tactics.hpp"

namespace asterion::bindings {
namespace {

using tactics::Reply;
using tactics::ReplyOptions;
using tactics::State;

using Shared = OneAtATime<Reply>;
using Pairs = std::vector<ActionPair>;
// Value, turns looked at, and what is counted: units, danger, threat, steps.
using CandidateNumbers = std::tuple<int, int, int, int, int, int>;

constexpr int kMostPlies = 8;
constexpr std::int64_t kMostPoints = 100'000;

void check(bool fine, const char* what) {
  if (!fine) throw BadValue(std::string("reply: ") + what);
}

int points(std::int64_t value) {
  check(0 <= value && value <= kMostPoints, "points are from 0 to 100000");
  return static_cast<int>(value);
}

const Reply::Candidate& candidate(const Reply& reply, std::size_t place) {
  check(place < reply.candidates().size(), "there is no such candidate");
  return reply.candidates()[place];
}

Pairs pairs_of(const std::vector<tactics::Action>& actions) {
  Pairs pairs;
  for (const tactics::Action action : actions) pairs.push_back(pair_of(action));
  return pairs;
}

}  // namespace

void bind_reply(nb::module_& m) {
  nb::class_<Shared>(m, "Reply", "A decision about a turn, by what can be replied.")
      .def(
          "__init__",
          [](Shared* self, const State& state, int plies, std::uint32_t candidates,
             std::uint32_t replies, std::uint64_t work, const std::vector<std::int64_t>& values,
             std::int64_t threat, std::int64_t step, std::uint32_t notices, std::uint64_t seed) {
            check(tactics::result(state) == tactics::kGoesOn, "the game is over");
            check(1 <= plies && plies <= kMostPlies, "plies are from 1 to 8");
            check(values.size() == tactics::kKinds, "a value for each kind");
            ReplyOptions options;
            options.plies = plies;
            options.candidates = candidates;
            options.replies = replies;
            options.work = work;
            for (std::size_t i = 0; i < values.size(); ++i) options.values[i] = points(values[i]);
            options.threat = points(threat);
            options.step = points(step);
            options.notices = notices;
            options.seed = seed;
            new (self) Shared(state, options);
          },
          "state"_a, "plies"_a, "candidates"_a, "replies"_a, "work"_a, "values"_a, "threat"_a,
          "step"_a, "notices"_a, "seed"_a)
      .def("advance", in_turn(&Reply::advance), "work"_a,
           "Goes on for so many boards; says whether the decision is made.")
      .def_prop_ro("work", in_turn(&Reply::work))
      .def_prop_ro("boards", in_turn(&Reply::boards))
      .def_prop_ro(
          "candidates",
          [](Shared& self) {
            return in_turn(self, [](Reply& reply) {
              std::vector<CandidateNumbers> all;
              for (const Reply::Candidate& it : reply.candidates())
                all.emplace_back(it.value, it.plies, it.material, it.danger, it.threat, it.steps);
              return all;
            });
          },
          "The best one first.")
      .def(
          "actions",
          [](Shared& self, std::size_t place) {
            return in_turn(self, [&](Reply& reply) {
              return pairs_of(reply.actions(candidate(reply, place)));
            });
          },
          "candidate"_a)
      .def(
          "expected",
          [](Shared& self, std::size_t place) {
            return in_turn(self, [&](Reply& reply) {
              return pairs_of(reply.expected(candidate(reply, place)));
            });
          },
          "candidate"_a, "The reply that the next team is expected to give.");
}

}  // namespace asterion::bindings
