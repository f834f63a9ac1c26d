// The player of the tactics game that considers replies, by numbers.
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
// Value, turns looked at, and the counts: units, danger, threat, steps.
using CandidateNumbers = std::tuple<int, int, int, int, int, int>;

Pairs pairs_of(const std::vector<tactics::Action>& actions) {
  Pairs pairs;
  for (const tactics::Action action : actions) pairs.push_back(pair_of(action));
  return pairs;
}

// The actions that a method of the decision returns for one of its candidates.
template <class Get>
auto of_candidate(Get get) {
  return [get](Shared& self, std::size_t place) {
    return in_turn(self, [&](Reply& reply) {
      check(place < reply.candidates().size(), "there is no such candidate");
      return pairs_of((reply.*get)(reply.candidates()[place]));
    });
  };
}

}  // namespace

void bind_reply(nb::module_& m) {
  nb::class_<Shared>(m, "Reply", "A decision about a turn, by the possible replies.")
      .def(
          "__init__",
          [](Shared* self, const State& state, int plies, std::uint32_t candidates,
             std::uint32_t replies, std::uint64_t max_expansions, const std::vector<int>& values,
             int threat, int step, std::uint32_t notices, std::uint64_t seed) {
            check(tactics::result(state) == tactics::kGoesOn, "the game is over");
            check(values.size() == tactics::kKinds, "a value for each kind");
            ReplyOptions options{.plies = plies,
                                 .candidates = candidates,
                                 .replies = replies,
                                 .max_expansions = max_expansions,
                                 .threat = threat,
                                 .step = step,
                                 .notices = notices,
                                 .seed = seed};
            std::copy(values.begin(), values.end(), options.values.begin());
            new (self) Shared(state, options);
          },
          "state"_a, "plies"_a, "candidates"_a, "replies"_a, "max_expansions"_a, "values"_a,
          "threat"_a, "step"_a, "notices"_a, "seed"_a)
      .def("advance", in_turn(&Reply::advance), "expansions"_a,
           "Look at this many more boards; return whether the decision is made.")
      .def_prop_ro("expanded", in_turn(&Reply::expanded), "Boards looked at.")
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
      .def("actions", of_candidate(&Reply::actions), "candidate"_a)
      .def("expected", of_candidate(&Reply::expected), "candidate"_a,
           "The expected reply of the next team.");
}

}  // namespace asterion::bindings
