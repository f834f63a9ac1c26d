// Converts cells as users write them to the numbers of the core.
#pragma once

#include <cstdint>

#include "bindings/casters.hpp"

namespace asterion::bindings {

struct Size {
  std::int64_t rows, cols;
};

// For values that are not cells, or outside: Python finds out which, and says so.
inline constexpr std::int64_t kNoCell = -1;

inline std::int64_t cell_number(std::int64_t row, std::int64_t col, Size size) {
  const bool inside = row >= 0 && row < size.rows && col >= 0 && col < size.cols;
  return inside ? row * size.cols + col : kNoCell;
}

// The number of a tuple or list of two ints; kNoCell for anything else, even other cells.
inline std::int64_t cell_number(PyObject* cell, Size size) {
  const bool is_tuple = PyTuple_CheckExact(cell);
  if (!is_tuple && !PyList_CheckExact(cell)) return kNoCell;
  if ((is_tuple ? PyTuple_Size(cell) : PyList_Size(cell)) != 2) return kNoCell;
  std::int64_t pair[2];
  for (Py_ssize_t i = 0; i < 2; ++i) {
    PyObject* const value = is_tuple ? PyTuple_GetItem(cell, i) : PyList_GetItem(cell, i);
    if (!PyLong_CheckExact(value)) return kNoCell;
    int too_large = 0;
    pair[i] = PyLong_AsLongLongAndOverflow(value, &too_large);
    if (too_large != 0) return kNoCell;
  }
  return cell_number(pair[0], pair[1], size);
}

}  // namespace asterion::bindings
