// Converts cells as users write them, many at a time, to the numbers of the core.
#include "bindings/bindings.hpp"
#include "bindings/cells.hpp"

namespace asterion::bindings {
namespace {

using Pairs = nb::ndarray<const std::int64_t, nb::shape<-1, 2>, nb::device::cpu, nb::ro>;

// None if one of the cells is outside or not a cell, which Python finds and names.
using Numbers = std::optional<std::vector<std::int64_t>>;

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
                    [&](std::size_t i) { return cell_number(cells(i, 0), cells(i, 1), size); });
}
Numbers numbers_in(const nb::list& cells, Size size) {
  return numbers_of(nb::len(cells), [&](std::size_t i) {
    return cell_number(PyList_GetItem(cells.ptr(), static_cast<Py_ssize_t>(i)), size);
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
