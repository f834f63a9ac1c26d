// The world as replanners see it: nodes, and arcs that cost whole numbers.
//
// Costs that are compared and repaired over thousands of changes must add up exactly, in any order:
// a sum that differs in its last digit looks like a change, or hides one. So costs are whole
// numbers. GridReplanGraph and NetworkReplanGraph derive them from a world's costs;
// NarrowReplanGraph shows the same graph in smaller numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "asterion/query/world.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// The interface that a replanner needs. Items are the entries of the journal: cells of a grid,
// connections of a graph.
template <class A>
concept ReplanGraph =
    std::integral<typename A::Cost> &&
    requires(const A& graph, NodeId node, NodeId item, typename A::Cost cost, AnyVisitor visit) {
      { A::kFar } -> std::convertible_to<typename A::Cost>;  // more than any path costs
      { graph.count() } -> std::same_as<std::size_t>;        // of nodes
      { graph.is_wall(node) } -> std::same_as<bool>;
      graph.for_each_out(node, visit);      // visit(next, cost) for each arc that leaves it
      graph.for_each_in(node, visit);       // visit(before, cost) for each that enters it
      graph.for_each_touched(item, visit);  // visit(node) for both ends of each arc whose
                                            // cost depends on the item
      { graph.arc(node, node) } -> std::same_as<typename A::Cost>;  // kFar if there is none
      { graph.estimate(node, node) } -> std::same_as<typename A::Cost>;
      { graph.real(cost) } -> std::same_as<double>;  // as the user knows it
    };

// D* also needs closed arcs.
template <class A>
concept ClosableReplanGraph =
    ReplanGraph<A> && requires(const A& graph, NodeId node, AnyVisitor visit) {
      graph.for_each_closed_in(node, visit);  // visit(before) at least for each arc that is closed
    };

// A navigator needs the arcs of a world, in numbers that are chosen again when its costs no longer
// fit them.
template <class A>
concept ScaledReplanGraph =
    ClosableReplanGraph<A> && World<typename A::World> &&
    requires(A& graph, const A& seen, NodeId node, NodeId item, double cost, AnyVisitor visit) {
      { seen.needs_rescale() } -> std::same_as<bool>;  // so are all results in them
      { seen.estimates_stale() } -> std::same_as<bool>;
      graph.measure();  // chooses the numbers for the costs as they are now
      { seen.too_wide() } -> std::same_as<bool>;  // no numbers fit
      { seen.longest_path() } -> std::same_as<typename A::Cost>;
      graph.look(node);  // the agent's node; before anything else, with a lock on the world
      { seen.items() } -> std::same_as<std::size_t>;
      { seen.item_cost(item) } -> std::same_as<double>;
      { A::journaled_cost(cost) } -> std::same_as<double>;  // inf for what is closed
      { seen.has_own_costs() } -> std::same_as<bool>;       // which differ from the journal's
      seen.for_each_item(item, visit);  // visit(item) for each whose cost depends on one that the
                                        // journal lists
      // Counts arcs that have come or gone without an entry in the journal.
      { seen.links_version() } -> std::same_as<std::uint64_t>;
      { seen.arc_leans_on(item, node, node) } -> std::same_as<bool>;
    };

}  // namespace asterion
