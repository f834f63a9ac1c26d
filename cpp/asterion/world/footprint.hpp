// The cells that a character covers: a rectangle, or the cells that an open disc touches.
//
// A rectangle extends from the character's own cell to the right and below. A disc lies around the
// middle of its own cell, and cells are squares of side 1: it touches a cell d rows and e columns
// away if the nearest point of that square is less than a radius away.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

class Footprint {
 public:
  Footprint(std::int32_t rows = 1, std::int32_t cols = 1) : rows_(rows), cols_(cols) {}

  // Cells farther than `most` rows or columns away do not matter.
  static Footprint disc(double radius, std::int32_t most) {
    const auto beyond = [](std::int32_t cells) { return std::max(0.0, cells - 0.5); };
    Footprint made;
    made.radius_ = radius;
    for (std::int32_t row = 0; row <= most; ++row) {
      std::int32_t reach = 0;
      const double left = radius * radius - beyond(row) * beyond(row);
      if (row > 0 && left <= 0) break;
      while (reach < most && beyond(reach + 1) * beyond(reach + 1) < left) ++reach;
      made.reach_.push_back(reach);
    }
    return made;
  }

  // The size of a rectangle.
  std::int32_t rows() const { return rows_; }
  std::int32_t cols() const { return cols_; }
  bool is_disc() const { return !reach_.empty(); }
  double radius() const { return radius_; }
  // The columns that a disc extends to either side, for each row from its middle on.
  const std::vector<std::int32_t>& reach() const { return reach_; }
  bool is_large() const { return is_disc() ? reach_[0] > 0 : rows_ > 1 || cols_ > 1; }

  // Calls visit(row, first column, last column) for each row that it covers from a cell, also
  // outside the map.
  template <class Visit>
  void for_each_row(Point p, Visit&& visit) const {
    if (!is_disc()) {
      for (std::int32_t r = p.row; r < p.row + rows_; ++r) visit(r, p.col, p.col + cols_ - 1);
      return;
    }
    const auto last = static_cast<std::int32_t>(reach_.size()) - 1;
    for (std::int32_t r = -last; r <= last; ++r) {
      const std::int32_t wide = reach_[static_cast<std::size_t>(r < 0 ? -r : r)];
      visit(p.row + r, p.col - wide, p.col + wide);
    }
  }
  // Likewise for the places from which it covers a cell.
  template <class Visit>
  void for_each_row_of_places(Point p, Visit&& visit) const {
    // A disc covers a cell from the places that it covers from that cell.
    for_each_row(is_disc() ? p : Point{p.row - rows_ + 1, p.col - cols_ + 1}, visit);
  }

 private:
  std::int32_t rows_, cols_;
  double radius_ = 0;
  std::vector<std::int32_t> reach_;
};

}  // namespace asterion
