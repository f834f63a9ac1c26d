// Columns and tables of numbers that travel between NumPy and the core.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "asterion/query/world.hpp"
#include "asterion/search/observer.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {

template <class T, std::size_t axes>
using Table = nb::ndarray<const T, nb::ndim<axes>, nb::c_contig, nb::device::cpu, nb::ro>;
template <class T>
using Column = Table<T, 1>;

// The numbers of nodes that an array holds.
template <World G>
std::vector<NodeId> numbers_in(const G& view, const Column<std::int64_t>& array) {
  std::vector<NodeId> nodes;
  nodes.reserve(array.shape(0));
  for (std::size_t i = 0; i < array.shape(0); ++i) {
    const std::int64_t node = array.data()[i];
    if (node < 0 || static_cast<std::uint64_t>(node) >= view.count())
      throw OutsideWorld("there is no node " + std::to_string(node));
    nodes.push_back(static_cast<NodeId>(node));
  }
  return nodes;
}

// The columns of a Trace: see search/trace.py.
class TraceColumns {
 public:
  void reserve(std::size_t count) {
    kinds_.reserve(count);
    nodes_.reserve(count);
    parents_.reserve(count);
    costs_.reserve(count);
    estimates_.reserve(count);
  }
  void add(const Event& event, double cost, double estimate) {
    kinds_.push_back(static_cast<std::uint8_t>(event.kind));
    nodes_.push_back(event.node);
    parents_.push_back(event.node == event.parent ? -1 : std::int64_t{event.parent});
    costs_.push_back(cost);
    estimates_.push_back(estimate);
  }
  nb::tuple take() {
    return nb::make_tuple(vector_array(std::move(kinds_)), vector_array(std::move(nodes_)),
                          vector_array(std::move(parents_)), vector_array(std::move(costs_)),
                          vector_array(std::move(estimates_)));
  }

 private:
  std::vector<std::uint8_t> kinds_;
  std::vector<std::int64_t> nodes_, parents_;
  std::vector<double> costs_, estimates_;
};

}  // namespace asterion::bindings
