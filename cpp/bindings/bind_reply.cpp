// The player of the tactics game that looks at replies, by numbers.
#include "asterion/query/one_at_a_time.hpp"
#include "asterion/tactics/reply.hpp"
#include "bindings/tactics.hpp"

namespace asterion::bindings {
namespace {

using tactics::Reply;
using tactics::ReplyOptions;
using tactics::State;

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

// A decision that threads may share.
struct SharedReply {
  OneAtATime turns;
  Reply reply;

  SharedReply(const State& state, const ReplyOptions& options) : reply(state, options) {}

  template <class Use>
  auto with(Use&& use) {
    const WithoutGil release;
    const OneAtATime::Hold hold(turns, "a decision");
    return use(reply);
  }
};

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
  nb::class_<SharedReply>(m, "Reply", "A decision about a turn, by what can be replied.")
      .def(
          "__init__",
          [](SharedReply* self, const State& state, int plies, std::uint32_t candidates,
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
            new (self) SharedReply(state, options);
          },
          "state"_a, "plies"_a, "candidates"_a, "replies"_a, "work"_a, "values"_a, "threat"_a,
          "step"_a, "notices"_a, "seed"_a)
      .def(
          "advance",
          [](SharedReply& self, std::uint64_t work) {
            return self.with([&](Reply& reply) { return reply.advance(work); });
          },
          "work"_a, "Goes on for so many boards; says whether the decision is made.")
      .def_prop_ro("work",
                   [](SharedReply& self) { return self.with([](Reply& r) { return r.work(); }); })
      .def_prop_ro("boards",
                   [](SharedReply& self) { return self.with([](Reply& r) { return r.boards(); }); })
      .def_prop_ro(
          "candidates",
          [](SharedReply& self) {
            return self.with([](Reply& reply) {
              std::vector<CandidateNumbers> all;
              for (const Reply::Candidate& it : reply.candidates())
                all.emplace_back(it.value, it.plies, it.material, it.danger, it.threat, it.steps);
              return all;
            });
          },
          "The best one first.")
      .def(
          "actions",
          [](SharedReply& self, std::size_t place) {
            return self.with(
                [&](Reply& reply) { return pairs_of(reply.actions(candidate(reply, place))); });
          },
          "candidate"_a)
      .def(
          "expected",
          [](SharedReply& self, std::size_t place) {
            return self.with(
                [&](Reply& reply) { return pairs_of(reply.expected(candidate(reply, place))); });
          },
          "candidate"_a, "The reply that the next team is expected to give.");
}

}  // namespace asterion::bindings
