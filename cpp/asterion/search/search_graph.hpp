// The interface of a world for searches: its moves, their costs in the numbers that the search
// calculates with, and an estimate of the remaining cost. Implemented by GridSearchGraph and
// NetworkSearchGraph.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "asterion/world/types.hpp"

namespace asterion {

// The type of costs: whole numbers where that is exact, else doubles.
template <class T>
concept CostNumber = std::unsigned_integral<T> || std::same_as<T, double>;

// A Step says how a node was reached from its parent: a direction on a grid, the parent itself on a
// graph. A Place is the part of a node that estimates need, computed only once.
template <class M>
concept SearchGraph =
    CostNumber<typename M::Cost> && requires(const M& graph, NodeId node, typename M::Step step,
                                             typename M::Place place, AnyVisitor visit) {
      { M::kOnGrid } -> std::convertible_to<bool>;
      { M::kNoStep } -> std::convertible_to<typename M::Step>;  // of a start
      { graph.count() } -> std::same_as<std::size_t>;           // of nodes
      // Whether moves are counted instead of costs, and the true cost of 1.
      { graph.uniform() } -> std::same_as<bool>;
      { graph.unit() } -> std::same_as<double>;
      { graph.blind() } -> std::same_as<bool>;  // all estimates are 0
      // The largest rise of f in one move, if estimates are consistent.
      { graph.largest_rise() } -> std::same_as<double>;
      { graph.point(node) } -> std::same_as<typename M::Place>;
      { graph.step_back(node, step) } -> std::same_as<NodeId>;  // the parent
      // Calls visit(next, cost, step, place) for each move from a node that was reached by this
      // step.
      graph.for_each_move(node, step, visit);
      // The estimate to the nearest goal, in the numbers of the search and exactly.
      { graph.estimate(node) } -> std::same_as<typename M::Cost>;
      { graph.estimate(node, place) } -> std::same_as<typename M::Cost>;
      { graph.true_estimate(node) } -> std::same_as<double>;
    };

// For a search that takes the moves from a node one by one.
template <class M>
concept SingleMoveGraph =
    SearchGraph<M> &&
    requires(const M& graph, NodeId node, typename M::Step step, typename M::Untried& untried) {
      { graph.untried(node, step) } -> std::same_as<typename M::Untried>;
      { M::number_of(untried) } -> std::same_as<std::uint64_t>;
      { graph.take(node, untried) } -> std::same_as<typename M::Move>;
    };

}  // namespace asterion
