// The status of a search, and its costs so far.
#pragma once

#include <algorithm>
#include <cstdint>

namespace asterion {

enum class Status : std::uint8_t { running, found, unreachable, stopped, partial };

struct Stats {
  std::uint64_t expanded = 0;  // nodes whose neighbours were looked at; the goal is never counted
  std::uint64_t moves = 0;     // looked at, from expanded nodes
  std::uint64_t reopened = 0;  // closed nodes put back on open
  std::uint64_t pushes = 0;    // nodes put on open, re-opened ones included
  std::uint64_t pops = 0;      // nodes taken off open
  std::uint64_t peak_open = 0;
  std::uint64_t open_sum = 0;  // size of open, added up once per expansion
  std::uint64_t met = 0;       // nodes on open twice, once in each half of a bidirectional search
  std::uint64_t path = 0;      // nodes on the found path
  double seconds = 0;

  std::uint64_t open() const { return pushes - pops; }
  // Nodes put on open for the first time, the start included.
  std::uint64_t generated() const { return pushes - reopened - met; }
  // Open and closed nodes together, that is, all that were ever put on open.
  std::uint64_t flood() const { return generated(); }
  std::uint64_t fill() const { return flood() > path ? flood() - path : 0; }
  bool operator==(const Stats&) const = default;
  // Adds a second search; the path is the second one's.
  Stats& operator+=(const Stats& next) {
    expanded += next.expanded;
    moves += next.moves;
    reopened += next.reopened;
    pushes += next.pushes;
    pops += next.pops;
    peak_open = std::max(peak_open, next.peak_open);
    open_sum += next.open_sum;
    met += next.met;
    path = next.path;
    seconds += next.seconds;
    return *this;
  }
  double mean_open() const {
    return expanded == 0 ? 0.0 : static_cast<double>(open_sum) / static_cast<double>(expanded);
  }
};

}  // namespace asterion
