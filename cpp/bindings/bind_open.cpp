// The heap of the searches for an A* that is written in Python (explanation/openings.py), and
// searches with a chosen open list (experiments/open_lists).
#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/query/choose_open_list.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

// A heap over nodes 0 .. count - 1 that checks its arguments.
class CheckedHeap {
 public:
  explicit CheckedHeap(std::size_t count)
      : on_heap_(count), heap_(Places{std::vector<std::uint32_t>(count)}) {}

  void push(NodeId node, double cost, double tie, std::int32_t order) {
    check(node, false);
    heap_.push({cost, tie, order, node});
    on_heap_[node] = true;
  }
  void update(NodeId node, double cost, double tie, std::int32_t order) {
    check(node, true);
    heap_.update({cost, tie, order, node});
  }
  NodeId pop() {
    if (heap_.empty()) throw OutsideWorld("pop from an empty heap");
    const NodeId node = heap_.top().node;
    heap_.pop();
    on_heap_[node] = false;
    return node;
  }

 private:
  struct Places {
    std::vector<std::uint32_t> of;
    std::uint32_t& place(NodeId node) { return of[node]; }
  };

  void check(NodeId node, bool wanted) const {
    const std::string name = "node " + std::to_string(node);
    if (node >= on_heap_.size())
      throw BadValue(name + " is none of the " + std::to_string(on_heap_.size()) + " nodes");
    if (on_heap_[node] != wanted)
      throw BadValue(name + (wanted ? " is not" : " is") + " on the heap");
  }

  std::vector<bool> on_heap_;
  BinaryHeap<Places> heap_;
};

}  // namespace

void bind_open(nb::module_& m) {
  nb::class_<CheckedHeap>(m, "BinaryHeap")
      .def(nb::init<std::size_t>(), "count"_a)
      .def("push", &CheckedHeap::push, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("update", &CheckedHeap::update, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("pop", &CheckedHeap::pop);

  nb::enum_<OpenKind>(m, "OpenList")
      .value("sorted_list", OpenKind::sorted_list)
      .value("binary_heap", OpenKind::binary_heap)
      .value("bucket_queue", OpenKind::bucket_queue)
      .value("bucket_heap", OpenKind::bucket_heap)
      .value("two_stacks", OpenKind::two_stacks);
  m.def(
      "find_path_with",
      [](const nb::object& world, GridView& view, NodeId start, NodeId goal,
         HeuristicKind heuristic, OpenKind open, bool count_rekeys) {
        OpenListResult found;
        {
          const WithoutGil release;
          found = find_path_with(open, view, start, goal, heuristic, count_rekeys);
        }
        return std::pair(about(world, start, {goal}, on(view, std::move(found.path))),
                         found.rekeys);
      },
      "world"_a, "view"_a, "start"_a, "goal"_a, "heuristic"_a, "open"_a, "count_rekeys"_a,
      "A path found with this open list, and the number of times an open node's key fell.");
}

}  // namespace asterion::bindings
