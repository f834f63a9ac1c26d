// Shared by the binding files, the only code that knows nanobind.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "asterion/search/query.hpp"
#include "asterion/world/terrain.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace asterion::bindings {

void bind_errors(nb::module_& m);
void bind_grid(nb::module_& m);
void bind_open(nb::module_& m);
void bind_path(nb::module_& m);
void bind_replan(nb::module_& m);
void bind_search(nb::module_& m);

// A path as Python sees it: on a grid of so many columns, with its cells made on first use.
struct Path {
  PathResult result;
  std::int32_t cols = 1;
  nb::object cells;
};

inline Path on_grid(PathResult result, const Grid& grid) {
  return {std::move(result), grid.cols(), {}};
}

// The answer of a user's heuristic for a node, or for two; with the GIL.
double asked_estimate(const Grid& grid, const nb::callable& ask, std::vector<NodeId> nodes);

inline const char* name_of(Status status) {
  switch (status) {
    case Status::running:
      return "running";
    case Status::found:
      return "found";
    case Status::unreachable:
      return "unreachable";
    case Status::stopped:
      return "stopped";
  }
  return "";
}

// A NumPy array over memory that lives as long as `owner`; const T makes it read-only.
template <class T, class Owner>
nb::object array_over(T* data, std::initializer_list<std::size_t> shape, Owner owner) {
  auto* keeper = new Owner(std::move(owner));
  nb::capsule capsule(keeper, [](void* p) noexcept { delete static_cast<Owner*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(data, shape, capsule), nb::rv_policy::reference);
}

// A new array of the grid's shape, filled by `fill(pointer)` without the GIL.
template <class T, class Fill>
nb::object grid_array(const Grid& grid, Fill&& fill) {
  std::unique_ptr<T[]> data;
  {
    nb::gil_scoped_release release;
    data = std::make_unique_for_overwrite<T[]>(grid.cells());
    fill(data.get());
  }
  T* memory = data.get();
  return array_over(memory,
                    {static_cast<std::size_t>(grid.rows()), static_cast<std::size_t>(grid.cols())},
                    std::move(data));
}

// A new array of one dimension.
template <class T>
nb::object vector_array(std::vector<T> values) {
  T* data = values.data();
  const std::size_t size = values.size();
  return array_over(data, {size}, std::move(values));
}

}  // namespace asterion::bindings
