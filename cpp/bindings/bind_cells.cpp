// Cells as users write them, many at a time, to the numbers that the core has for them.
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

using Pairs = nb::ndarray<const std::int64_t, nb::shape<-1, 2>, nb::device::cpu, nb::ro>;

// Nothing if one of the cells is outside or something else, which Python finds and names.
using Numbers = std::optional<std::vector<std::int64_t>>;

struct Size {
  std::int64_t rows, cols;
};

// -1 if it is outside.
std::int64_t number_of(std::int64_t row, std::int64_t col, Size size) {
  const bool inside = row >= 0 && row < size.rows && col >= 0 && col < size.cols;
  return inside ? row * size.cols + col : -1;
}

// -1 also if it is anything but a tuple or list of two ints.
std::int64_t number_of(PyObject* cell, Size size) {
  const bool is_tuple = PyTuple_CheckExact(cell);
  if (!is_tuple && !PyList_CheckExact(cell)) return -1;
  if ((is_tuple ? PyTuple_Size(cell) : PyList_Size(cell)) != 2) return -1;
  std::int64_t pair[2];
  for (Py_ssize_t i = 0; i < 2; ++i) {
    PyObject* const value = is_tuple ? PyTuple_GetItem(cell, i) : PyList_GetItem(cell, i);
    if (!PyLong_CheckExact(value)) return -1;
    int too_large = 0;
    pair[i] = PyLong_AsLongLongAndOverflow(value, &too_large);
    if (too_large != 0) return -1;
  }
  return number_of(pair[0], pair[1], size);
}

template <class NumberAt>
Numbers numbers_of(std::size_t count, NumberAt&& number_at) {
  std::vector<std::int64_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    if ((numbers[i] = number_at(i)) < 0) return std::nullopt;
  return numbers;
}

Numbers numbers_in(const Pairs& cells, Size size) {
  const WithoutGil release;
  return numbers_of(cells.shape(0),
                    [&](std::size_t i) { return number_of(cells(i, 0), cells(i, 1), size); });
}
Numbers numbers_in(const nb::list& cells, Size size) {
  return numbers_of(nb::len(cells), [&](std::size_t i) {
    return number_of(PyList_GetItem(cells.ptr(), static_cast<Py_ssize_t>(i)), size);
  });
}

template <class Cells>
void bind(nb::module_& m, const char* signature) {
  m.def(
      "cell_numbers",
      [](const Cells& cells, std::int64_t rows, std::int64_t cols) -> nb::object {
        Numbers numbers = numbers_in(cells, Size{rows, cols});
        if (!numbers) return nb::none();
        return vector_array(std::move(*numbers));
      },
      "cells"_a, "rows"_a, "cols"_a, nb::sig(signature));
}

}  // namespace

void bind_cells(nb::module_& m) {
  bind<Pairs>(m,
              "def cell_numbers(cells: NDArray[numpy.int64], rows: int, cols: int) -> "
              "NDArray[numpy.int64] | None");
  bind<nb::list>(m,
                 "def cell_numbers(cells: list[Any], rows: int, cols: int) -> "
                 "NDArray[numpy.int64] | None");
}

}  // namespace asterion::bindings
