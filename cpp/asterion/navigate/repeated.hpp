// A new search for each plan: A* from the agent or from the goal, or jump point search. Only memory
// is kept from plan to plan.
//
// Jump point search needs uniform costs; where they are not, and out of a cell that has become a
// wall, A* from the agent plans instead.
#pragma once

#include <memory>

#include "asterion/navigate/navigator_query.hpp"
#include "asterion/navigate/replanner.hpp"
#include "asterion/query/answer.hpp"

namespace asterion {

template <World G>
class Repeated final : public Replanner {
 public:
  // `pairs` are custom estimates, or null.
  Repeated(const G& world, const Query& query, std::shared_ptr<const PairEstimates> pairs)
      : world_(world), query_(query), pairs_(std::move(pairs)) {}

  // Ignores paths that cost more, from the next plan on.
  void limit(double max_cost) { query_.options.max_cost = max_cost; }

  void begin(const Situation& now) override {
    start_plan();
    run_.reset();  // its memory serves the next
    last_ = suited(now);
    run_ = begun(now, last_);
  }

  bool advance(Budget& budget) override {
    const std::uint64_t before = run_->stats().expanded;
    advance_interruptibly(*run_, budget.left(), budget.deadline());
    stats_ = run_->stats();
    budget.spend(stats_.expanded - before);
    return run_->status() != Status::running;
  }

  std::vector<NodeId> path(const KnownPath&) override {
    if (run_->status() != Status::found) return {};
    std::vector<NodeId> path = run_->path_to_goal();
    if (last_.backward) std::reverse(path.begin(), path.end());
    stats_.path = path.size();
    return path;
  }

  void forget() override {}
  void estimates_changed() override {}
  std::size_t bytes() const override { return 0; }  // borrowed from the world

  void write_costs(double* g) const override { write(g, kInfinity, &SearchRun::write_costs); }
  void write_estimates(double* h) const override {
    write(h, std::numeric_limits<double>::quiet_NaN(), &SearchRun::write_estimates);
  }
  void write_states(std::uint8_t* state) const override {
    write(state, std::uint8_t{0}, &SearchRun::write_states);
  }
  void write_parents(std::int64_t* parent) const override {
    write(parent, std::int64_t{-1}, &SearchRun::write_parents);
  }

 private:
  // Custom estimates between any two nodes, with one end fixed.
  class OneEnd final : public CustomEstimates {
   public:
    OneEnd(std::shared_ptr<const PairEstimates> pairs, NodeId end, bool from_end)
        : pairs_(std::move(pairs)), end_(end), from_end_(from_end) {}
    double at(NodeId node) const override {
      return from_end_ ? pairs_->between(end_, node) : pairs_->between(node, end_);
    }

   private:
    std::shared_ptr<const PairEstimates> pairs_;
    NodeId end_;
    bool from_end_;
  };

  Query suited(const Situation& now) const {
    Query query = query_;
    if constexpr (std::is_same_v<G, GridView>) {
      const bool walled_in = !world_.free(now.start);
      const bool suits_jumps = world_.uniform() && world_.is_plain();
      if (query.algorithm == Algorithm::jps && (walled_in || !suits_jumps))
        query.algorithm = Algorithm::astar;
      if (walled_in) query.backward = false;
    } else if (query.algorithm == Algorithm::jps) {
      query.algorithm = Algorithm::astar;
    }
    if (pairs_ != nullptr)
      query.custom =
          std::make_shared<OneEnd>(pairs_, query.backward ? now.start : now.goal, query.backward);
    return query;
  }

  std::unique_ptr<SearchRun> begun(const Situation& now, const Query& query) const {
    const NodeList from{query.backward ? now.goal : now.start};
    const Goals to({query.backward ? now.start : now.goal});
    return make_search<Silent>(world_, from, to, query);
  }

  template <class T>
  void write(T* out, T otherwise, void (SearchRun::*writer)(T*) const) const {
    if (run_ != nullptr) return (*run_.*writer)(out);
    std::fill_n(out, world_.count(), otherwise);
  }

  const G& world_;
  Query query_;
  std::shared_ptr<const PairEstimates> pairs_;
  Query last_;
  std::unique_ptr<SearchRun> run_;
};

}  // namespace asterion
