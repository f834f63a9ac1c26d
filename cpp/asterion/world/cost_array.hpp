// Costs of entering cells, one byte each while they are whole numbers up to 255, else a double. A
// wall is 0. Buffers are shared, so that an array handed out survives a change of type.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "asterion/world/types.hpp"

namespace asterion {

class CostArray {
 public:
  explicit CostArray(std::size_t cells)
      : cells_(cells), bytes_(std::make_shared_for_overwrite<std::uint8_t[]>(cells)) {}

  static bool fits_a_byte(double cost) {
    return cost >= 0 && cost <= 255 && cost == std::floor(cost);
  }

  double operator[](std::size_t cell) const {
    return doubles_ ? doubles_[cell] : static_cast<double>(bytes_[cell]);
  }

  // Makes room for any cost; otherwise setting one may run out of memory.
  void widen() {
    if (doubles_) return;
    auto wide = std::make_shared_for_overwrite<double[]>(cells_);
    std::copy_n(bytes_.get(), cells_, wide.get());
    doubles_ = std::move(wide);
    bytes_.reset();
  }

  void set(std::size_t cell, double cost) {
    if (!doubles_ && !fits_a_byte(cost)) widen();
    if (doubles_) {
      doubles_[cell] = cost;
    } else {
      bytes_[cell] = static_cast<std::uint8_t>(cost);
    }
  }

  std::size_t size() const { return cells_; }
  // One of the two is null.
  const std::shared_ptr<std::uint8_t[]>& bytes() const { return bytes_; }
  const std::shared_ptr<double[]>& doubles() const { return doubles_; }

  CostArray clone() const {
    CostArray copy(cells_);
    if (doubles_) {
      copy.widen();
      std::copy_n(doubles_.get(), cells_, copy.doubles_.get());
    } else {
      std::copy_n(bytes_.get(), cells_, copy.bytes_.get());
    }
    return copy;
  }

 private:
  std::size_t cells_;
  std::shared_ptr<std::uint8_t[]> bytes_;
  std::shared_ptr<double[]> doubles_;
};

}  // namespace asterion
