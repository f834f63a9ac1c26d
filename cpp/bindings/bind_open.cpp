// The open lists on their own, so that they can be tested and compared.
#include "bindings/bindings.hpp"

#include "asterion/open/binary_heap.hpp"
#include "asterion/open/bucket_queue.hpp"

namespace asterion::bindings {
namespace {

// A heap over nodes 0 .. count - 1.
class CountedHeap {
 public:
  explicit CountedHeap(std::size_t count) : heap_(Places{std::vector(count, kNowhere)}) {}

  void push(NodeId node, double cost, double tie, std::int32_t order) {
    check(node, false);
    heap_.push({cost, tie, order, node});
    on_heap_.resize(std::max<std::size_t>(on_heap_.size(), node + 1));
    on_heap_[node] = true;
  }
  void decrease(NodeId node, double cost, double tie, std::int32_t order) {
    check(node, true);
    heap_.decrease({cost, tie, order, node});
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
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Places {
    std::vector<std::uint32_t> of;
    std::uint32_t& place(NodeId node) { return of[node]; }
    std::size_t count() const { return of.size(); }
  };

  void check(NodeId node, bool wanted) const {
    const bool there = node < on_heap_.size() && on_heap_[node];
    if (there != wanted)
      throw BadValue("node " + std::to_string(node) + (there ? " is" : " is not") + " on the heap");
  }

  BinaryHeap<Places> heap_;
  std::vector<bool> on_heap_;
};

}  // namespace

void bind_open(nb::module_& m) {
  nb::class_<CountedHeap>(m, "BinaryHeap")
      .def(nb::init<std::size_t>(), "count"_a)
      .def("push", &CountedHeap::push, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("decrease", &CountedHeap::decrease, "node"_a, "cost"_a, "tie"_a = 0.0, "order"_a = 0)
      .def("remove", &CountedHeap::remove, "node"_a)
      .def("pop", &CountedHeap::pop)
      .def("__len__", &CountedHeap::size);

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
      .def("clear", &BucketQueue::clear)
      .def("__bool__", [](const BucketQueue& queue) { return !queue.empty(); });
}

}  // namespace asterion::bindings
