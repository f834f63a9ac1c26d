// A list that usually has one value, such as the goals of a query, which then needs no heap memory.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

namespace asterion {

template <class T>
  requires std::is_trivially_copyable_v<T>
class Few {
 public:
  Few() = default;
  Few(std::initializer_list<T> values) : Few(std::span(values.begin(), values.size())) {}
  Few(const std::vector<T>& values) : Few(std::span(values)) {}
  explicit Few(std::span<const T> values) {
    if (values.size() > 1) {
      many_.assign(values.begin(), values.end());
    } else if (!values.empty()) {
      push_back(values[0]);
    }
  }

  void push_back(T value) {
    if (many_.empty() && !has_one_) {
      one_ = value;
      has_one_ = true;
      return;
    }
    if (has_one_) many_.push_back(one_);
    has_one_ = false;
    many_.push_back(value);
  }
  // Keeps only the first `size` values.
  void shorten(std::size_t size) {
    if (has_one_) {
      has_one_ = size > 0;
    } else {
      many_.resize(size);
    }
  }
  void clear() { shorten(0); }

  std::size_t size() const { return has_one_ ? 1 : many_.size(); }
  bool empty() const { return size() == 0; }
  T* begin() { return has_one_ ? &one_ : many_.data(); }
  const T* begin() const { return has_one_ ? &one_ : many_.data(); }
  T* end() { return begin() + size(); }
  const T* end() const { return begin() + size(); }
  const T& operator[](std::size_t i) const { return begin()[i]; }
  const T& front() const { return begin()[0]; }
  const T& back() const { return begin()[size() - 1]; }

 private:
  std::vector<T> many_;  // if not exactly one
  T one_{};
  bool has_one_ = false;
};

}  // namespace asterion
