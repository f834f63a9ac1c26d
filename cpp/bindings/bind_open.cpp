// The open lists on their own, so that they can be tested and compared.
#include "asterion/open/binary_heap.hpp"
#include "asterion/open/bucket_queue.hpp"
#include "asterion/open/keyed_heap.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

// A heap over nodes 0 .. count - 1 that checks what it is asked.
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
  void remove(NodeId node) {
    check(node, true);
    heap_.remove(node);
    on_heap_[node] = false;
  }
  NodeId pop() {
    if (heap_.empty()) throw OutsideWorld("pop from an empty heap");
    const NodeId node = heap_.top().node;
    heap_.pop();
    on_heap_[node] = false;
    return node;
  }
  std::size_t size() const { return heap_.size(); }

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

// The queue of replanners over nodes 0 .. count - 1.
class CheckedKeyedHeap {
 public:
  CheckedKeyedHeap(std::size_t count, Ties ties, std::uint64_t seed)
      : places_(count), heap_(Places{&places_}, {ties, seed}) {}

  // Puts a node in, or changes its key.
  void push(NodeId node, std::pair<std::int64_t, std::int64_t> key) {
    if (node >= places_.size())
      throw BadValue("node " + std::to_string(node) + " is none of the " +
                     std::to_string(places_.size()) + " nodes");
    heap_.push({key.first, key.second}, node);
  }
  void remove(NodeId node) {
    if (node >= places_.size() || places_[node] == 0)
      throw BadValue("node " + std::to_string(node) + " is not on the heap");
    heap_.remove(node);
  }
  NodeId pop() {
    if (heap_.empty()) throw OutsideWorld("pop from an empty heap");
    const NodeId node = heap_.top().node;
    heap_.pop();
    return node;
  }
  std::size_t size() const { return heap_.size(); }

 private:
  struct Places {
    std::vector<std::uint32_t>* of;
    std::uint32_t& place(NodeId node) { return (*of)[node]; }
  };

  std::vector<std::uint32_t> places_;
  KeyedHeap<HeapKey<std::int64_t, 2>, Places> heap_;
};

}  // namespace

void bind_open(nb::module_& m) {
  nb::class_<CheckedHeap>(m, "BinaryHeap")
      .def(nb::init<std::size_t>(), "count"_a)
      .def("push", &CheckedHeap::push, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("update", &CheckedHeap::update, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("remove", &CheckedHeap::remove, "node"_a)
      .def("pop", &CheckedHeap::pop)
      .def("__len__", &CheckedHeap::size);

  nb::class_<CheckedKeyedHeap>(m, "KeyedHeap")
      .def(nb::init<std::size_t, Ties, std::uint64_t>(), "count"_a, "ties"_a, "seed"_a = 0)
      .def("push", &CheckedKeyedHeap::push, "node"_a, "key"_a)
      .def("remove", &CheckedKeyedHeap::remove, "node"_a)
      .def("pop", &CheckedKeyedHeap::pop)
      .def("__len__", &CheckedKeyedHeap::size);

  nb::class_<BucketQueue>(m, "BucketQueue")
      .def(nb::init<>())
      .def("push", &BucketQueue::push, "node"_a, "key"_a)
      .def("pop",
           [](BucketQueue& queue) {
             if (queue.empty()) throw OutsideWorld("pop from an empty queue");
             const NodeId node = queue.top();
             queue.pop();
             return node;
           })
      .def("clear", [](BucketQueue& queue) { queue.start(0); })
      .def("__bool__", [](const BucketQueue& queue) { return !queue.empty(); });
}

}  // namespace asterion::bindings
