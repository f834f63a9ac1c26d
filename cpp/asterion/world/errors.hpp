// The exceptions of the core. A message names the value, the rule that it breaks, and where; the
// bindings map each of these to one Python exception.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>

namespace asterion {

struct BadValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct OutsideWorld : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct BadPath : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct BusyWorld : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct WorldEdited : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A number as Python would print it: the shortest digits that read back as the same value.
inline std::string text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string digits(buffer, end);
  if (digits.find_first_not_of("-0123456789") == std::string::npos) digits += ".0";
  return digits;
}

// A number and its noun: 1 row, 2 rows.
inline std::string counted(std::int64_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

inline std::string text(std::int64_t row, std::int64_t col) {
  return "(" + std::to_string(row) + ", " + std::to_string(col) + ")";
}

}  // namespace asterion
