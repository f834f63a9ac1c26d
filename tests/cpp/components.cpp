// Components of grids and graphs. The oracle is a flood.
#include "asterion/world/components.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "asterion/world/graph_components.hpp"
#include "random.hpp"

namespace asterion::tests {
namespace {

struct Board {
  std::int32_t rows, cols;
  bool corners_touch;
  std::vector<bool> free;

  Board(std::int32_t r, std::int32_t c, bool corners)
      : rows(r), cols(c), corners_touch(corners), free(static_cast<std::size_t>(r * c)) {}

  std::size_t place(std::int32_t r, std::int32_t c) const {
    return static_cast<std::size_t>(r * cols + c);
  }
  bool is_free(std::int32_t r, std::int32_t c) const {
    return 0 <= r && r < rows && 0 <= c && c < cols && free[place(r, c)];
  }

  void label(Components& components) const {
    components.label(rows, cols, corners_touch,
                     [&](std::int32_t r, std::int32_t c) { return is_free(r, c); });
  }

  // A number for each free cell, equal where a path joins them; 0 for walls.
  std::vector<int> flooded() const {
    std::vector<int> labels(free.size());
    int label = 0;
    for (std::int32_t row = 0; row < rows; ++row)
      for (std::int32_t col = 0; col < cols; ++col) {
        if (!is_free(row, col) || labels[place(row, col)] != 0) continue;
        std::vector<Point> waiting{{row, col}};
        labels[place(row, col)] = ++label;
        while (!waiting.empty()) {
          const Point here = waiting.back();
          waiting.pop_back();
          for (std::int32_t dr = -1; dr <= 1; ++dr)
            for (std::int32_t dc = -1; dc <= 1; ++dc) {
              if (dr != 0 && dc != 0 && !corners_touch) continue;
              const std::int32_t r = here.row + dr, c = here.col + dc;
              if (!is_free(r, c) || labels[place(r, c)] != 0) continue;
              labels[place(r, c)] = label;
              waiting.push_back({r, c});
            }
        }
      }
    return labels;
  }

  void compare(const Components& components) const {
    const std::vector<int> labels = flooded();
    for (std::int32_t a = 0; a < rows * cols; ++a)
      for (std::int32_t b = 0; b < rows * cols; ++b) {
        const int one = labels[static_cast<std::size_t>(a)],
                  two = labels[static_cast<std::size_t>(b)];
        if (one == 0 || two == 0) continue;
        const bool said = components.certainly_apart({a / cols, a % cols}, {b / cols, b % cols});
        REQUIRE(said == (one != two));
      }
  }
};

Board random_board(Random& random) {
  Board board(random.between(1, 12), random.between(1, 12), random.chance(0.5));
  const double share = 0.3 + 0.1 * random.below(6);
  for (std::size_t i = 0; i < board.free.size(); ++i) board.free[i] = random.chance(share);
  return board;
}

}  // namespace

TEST_CASE("cells are apart unless a path has joined them since the labelling") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Board board = random_board(random);
    Components components;
    board.label(components);
    board.compare(components);
    std::vector<int> groups = board.flooded();  // a closed cell leaves its group, which stays one
    int newest = static_cast<int>(groups.size());
    for (int edit = 0; edit < 60; ++edit) {
      const std::int32_t row = random.between(0, board.rows - 1),
                         col = random.between(0, board.cols - 1);
      const std::size_t cell = board.place(row, col);
      if (board.free[cell]) {
        components.close(row, col);
        board.free[cell] = false;
      } else {
        components.open(row, col);
        board.free[cell] = true;
        groups[cell] = ++newest;
        for (std::int32_t r = row - 1; r <= row + 1; ++r)
          for (std::int32_t c = col - 1; c <= col + 1; ++c) {
            if (!board.is_free(r, c) || (r != row && c != col && !board.corners_touch)) continue;
            const int joined = groups[board.place(r, c)];
            std::replace(groups.begin(), groups.end(), joined, groups[cell]);
          }
      }
      for (std::int32_t a = 0; a < board.rows * board.cols; ++a) {
        const std::size_t one = static_cast<std::size_t>(a);
        if (!board.free[one] || !board.free[cell]) continue;
        REQUIRE(components.certainly_apart({a / board.cols, a % board.cols}, {row, col}) ==
                (groups[one] != groups[cell]));
      }
    }
    board.label(components);  // exact again after a new labelling
    board.compare(components);
  }
}

TEST_CASE("what is not labelled, or forgotten, says nothing") {
  Components components;
  CHECK_FALSE(components.known());
  Board board(1, 3, false);
  board.free = {true, false, true};
  board.label(components);
  CHECK(components.known());
  CHECK(components.certainly_apart({0, 0}, {0, 2}));
  components.forget();
  CHECK_FALSE(components.known());
  CHECK_FALSE(components.certainly_apart({0, 0}, {0, 2}));
}

TEST_CASE("nodes of a graph are apart exactly where connections, both ways, do not join them") {
  CHECK_FALSE(GraphComponents().known());
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const NodeId nodes = 1 + random.below(30);
    std::vector<NodeId> sources, targets;
    for (std::uint32_t count = random.below(40); count > 0; --count) {
      sources.push_back(random.below(nodes));
      targets.push_back(random.below(nodes));
    }
    const Graph graph(nodes, sources, targets, std::vector<double>(sources.size(), 1.0), {});
    const GraphComponents components(graph);
    // The oracle: the smallest number spreads along connections until nothing changes.
    std::vector<NodeId> labels(nodes);
    for (NodeId node = 0; node < nodes; ++node) labels[node] = node;
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        NodeId &a = labels[sources[i]], &b = labels[targets[i]];
        changes = changes || a != b;
        a = b = std::min(a, b);
      }
    }
    for (NodeId a = 0; a < nodes; ++a)
      for (NodeId b = 0; b < nodes; ++b)
        REQUIRE(components.certainly_apart(a, b) == (labels[a] != labels[b]));
  }
}

}  // namespace asterion::tests
