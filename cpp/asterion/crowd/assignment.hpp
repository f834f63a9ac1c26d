// An assignment of units to cells, one to one, at the least total cost.
//
// Guarantee   exact; `n` times the largest cost has to be less than 2^62
// Complexity  O(n^3) at most, O(n) space besides the costs
// Source      H. W. Kuhn, The Hungarian method for the assignment problem, 1955; as shortest
//             augmenting paths: R. Jonker and A. Volgenant, A shortest augmenting path algorithm
//             for dense and sparse linear assignment problems, 1987
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace asterion {

// The column of each row, for the n x n `costs`, row by row.
inline std::vector<std::size_t> assign(std::size_t n, const std::vector<std::int64_t>& costs) {
  // Rows and columns count from 1; column 0 holds the row that is looking for one.
  std::vector<std::int64_t> row_price(n + 1), col_price(n + 1), slack(n + 1);
  std::vector<std::size_t> row_of(n + 1, 0), before(n + 1, 0);
  std::vector<std::size_t> open;  // columns that the search has not reached
  for (std::size_t row = 1; row <= n; ++row) {
    row_of[0] = row;
    open.clear();
    for (std::size_t col = 1; col <= n; ++col) open.push_back(col);
    std::vector<std::size_t> reached;
    std::size_t at = 0;
    bool is_first = true;
    do {
      reached.push_back(at);
      const std::size_t from = row_of[at];
      const std::int64_t* const line = &costs[(from - 1) * n];
      std::size_t nearest = 0;  // in `open`
      for (std::size_t i = 0; i < open.size(); ++i) {
        const std::size_t col = open[i];
        const std::int64_t reduced = line[col - 1] - row_price[from] - col_price[col];
        if (is_first || reduced < slack[col]) {
          slack[col] = reduced;
          before[col] = at;
        }
        if (slack[col] < slack[open[nearest]]) nearest = i;
      }
      is_first = false;
      at = open[nearest];
      const std::int64_t step = slack[at];
      for (const std::size_t col : reached) {
        row_price[row_of[col]] += step;
        col_price[col] -= step;
      }
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(nearest));
      for (const std::size_t col : open) slack[col] -= step;
    } while (row_of[at] != 0);
    for (; at != 0; at = before[at]) row_of[at] = row_of[before[at]];
  }
  std::vector<std::size_t> col_of(n);
  for (std::size_t col = 1; col <= n; ++col) col_of[row_of[col] - 1] = col - 1;
  return col_of;
}

}  // namespace asterion
