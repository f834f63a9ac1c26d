// Reads a networkx graph into columns of numbers, from its dictionaries of neighbours without a
// line of Python for each edge.
//
// One connection for each pair of neighbours, in the order of the dictionaries: of parallel edges
// the cheapest, of equals the first. Graphs that the core cannot answer exactly raise
// NotImplementedError, which tells networkx to do the work itself.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "asterion/world/graph.hpp"
#include "asterion/world/interrupt.hpp"
#include "bindings/casters.hpp"

namespace asterion::bindings {

[[noreturn]] inline void refuse(const std::string& why) {
  PyErr_SetString(PyExc_NotImplementedError, why.c_str());
  nb::raise_python_error();
}

inline std::string repr_of(nb::handle object) { return nb::cast<std::string>(nb::repr(object)); }

// The mapping itself if it is a plain dictionary, else a plain copy: networkx has views of graphs,
// and users have dictionaries of their own.
inline nb::object plain_dict(nb::handle mapping) {
  if (PyDict_CheckExact(mapping.ptr())) return nb::borrow(mapping);
  nb::object copy = nb::steal(PyDict_New());
  if (!copy.is_valid() || PyDict_Update(copy.ptr(), mapping.ptr()) != 0) nb::raise_python_error();
  return copy;
}

// Calls visit(key, value); user code may run meanwhile, and must not change the dictionary.
template <class Visit>
void for_each_item(nb::handle dict, Visit&& visit) {
  PyObject *key, *value;
  const Py_ssize_t size = PyDict_Size(dict.ptr());
  for (Py_ssize_t at = 0; PyDict_Next(dict.ptr(), &at, &key, &value);) {
    const nb::object kept_key = nb::borrow(key), kept_value = nb::borrow(value);
    visit(nb::handle(key), nb::handle(value));
    if (PyDict_Size(dict.ptr()) != size) {
      PyErr_SetString(PyExc_RuntimeError, "the graph was changed while it was read");
      nb::raise_python_error();
    }
  }
}

class AdjacencyReader {
 public:
  // `places` has the number of each node; None if the nodes are the numbers from 0 on. `weight` is
  // the attribute with the cost, or None for 1 each. `like_int` and `like_float` are types of other
  // packages whose numbers add up like Python's.
  AdjacencyReader(nb::object places, nb::object weight, bool multigraph, nb::object like_int,
                  nb::object like_float)
      : places_(std::move(places)),
        weight_(std::move(weight)),
        multigraph_(multigraph),
        like_int_(std::move(like_int)),
        like_float_(std::move(like_float)) {}

  void read(nb::handle adjacency) {
    const nb::object rows = plain_dict(adjacency);
    count_ = static_cast<std::size_t>(PyDict_Size(rows.ptr()));
    InterruptPoller poll;
    std::int64_t source = 0;
    for_each_item(rows, [&](nb::handle name, nb::handle row) {
      const nb::object neighbours = plain_dict(row);
      for_each_item(neighbours, [&](nb::handle other, nb::handle data) {
        sources.push_back(source);
        targets.push_back(number_of(other));
        const Price price = weight_.is_none() ? Price{} : price_of(data, name, other);
        costs.push_back(price.cost);
        real.push_back(price.real);
        any_real = any_real || price.real;
        any_whole = any_whole || !price.real;
        poll();
      });
      ++source;
    });
    check_sums();
  }

  std::vector<std::int64_t> sources, targets;
  std::vector<double> costs;
  std::vector<std::uint8_t> real;  // 1 for a float, 0 for an int
  bool any_real = false, any_whole = false;

 private:
  // Doubles represent all whole numbers up to here.
  static constexpr double kMostWhole = 9007199254740992.0;

  struct Price {
    double cost = 1;
    bool real = false;
  };

  std::int64_t number_of(nb::handle name) const {
    if (places_.is_none()) {
      if (PyLong_CheckExact(name.ptr())) return checked(PyLong_AsLongLong(name.ptr()));
      // Equal to such a number, since it names the same node: True, 1.0, numpy.int64(1).
      const double value = PyFloat_AsDouble(name.ptr());
      if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse("the graph has an edge to " + repr_of(name) + ", which is no real number");
      }
      return checked(static_cast<std::int64_t>(value));
    }
    PyObject* const place = PyDict_GetItemWithError(places_.ptr(), name.ptr());
    if (place == nullptr) {
      if (PyErr_Occurred() != nullptr) nb::raise_python_error();
      refuse("the graph has an edge to " + repr_of(name) + ", which is not among its nodes");
    }
    return PyLong_AsLongLong(place);
  }
  std::int64_t checked(std::int64_t number) const {
    if (PyErr_Occurred() != nullptr) PyErr_Clear();  // -1: larger than any number of a node
    if (number < 0 || static_cast<std::size_t>(number) >= count_)
      refuse("the graph has an edge to " + std::to_string(number) +
             ", which is not among its nodes");
    return number;
  }

  Price price_of(nb::handle data, nb::handle source, nb::handle target) {
    if (!multigraph_) return price_in(data, source, target);
    Price least{kInfinity, false};
    const nb::object parallel = plain_dict(data);
    for_each_item(parallel, [&](nb::handle, nb::handle attributes) {
      const Price price = price_in(attributes, source, target);
      if (price.cost < least.cost) least = price;
    });
    return least;
  }

  Price price_in(nb::handle data, nb::handle source, nb::handle target) {
    const nb::object attributes = plain_dict(data);
    PyObject* const found = PyDict_GetItemWithError(attributes.ptr(), weight_.ptr());
    if (found == nullptr) {
      if (PyErr_Occurred() != nullptr) nb::raise_python_error();
      return {};  // an edge without the attribute costs 1
    }
    const nb::object value = nb::borrow(found);
    const auto refuse_it = [&](const char* why) {
      refuse("edge (" + repr_of(source) + ", " + repr_of(target) + ") has " + repr_of(weight_) +
             " = " + repr_of(value) + why);
    };
    const auto is = [&](const nb::object& type) {
      return reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())) == type.ptr();
    };
    Price price;
    if (PyFloat_CheckExact(value.ptr()) || is(like_float_)) {
      price = {PyFloat_AsDouble(value.ptr()), true};
    } else if (PyLong_CheckExact(value.ptr()) || PyBool_Check(value.ptr()) || is(like_int_)) {
      price.cost = PyFloat_AsDouble(value.ptr());
      if (overflowed()) refuse_it("; whole numbers must be below 2**53");
      largest_whole_ = std::max(largest_whole_, price.cost);
      sum_of_whole_ += price.cost;
    } else {
      refuse_it("; it must be an int or a float");
    }
    if (!(price.cost >= 0)) refuse_it("; it must be 0 or more");
    if (price.cost > Graph::kLargestCost) refuse_it("; it must be 1e290 at most");
    return price;
  }

  static bool overflowed() {
    if (PyErr_Occurred() == nullptr) return false;
    if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) nb::raise_python_error();
    PyErr_Clear();
    return true;
  }

  // No path costs more whole numbers than this, so all their sums are exact.
  void check_sums() const {
    const double longest = largest_whole_ * static_cast<double>(count_);
    if (std::min(longest, sum_of_whole_) >= kMostWhole)
      refuse("weights are so large that a path may cost 2**53 or more");
  }

  nb::object places_, weight_;
  bool multigraph_;
  nb::object like_int_, like_float_;
  std::size_t count_ = 0;
  double largest_whole_ = 0, sum_of_whole_ = 0;
};

}  // namespace asterion::bindings
