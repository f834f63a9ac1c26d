#include "asterion/search/linked_metric.hpp"
#include "asterion/world/clearance.hpp"
#include "asterion/world/move_tables.hpp"
#include "asterion/world/sight.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

using Values = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu, nb::ro>;
using Cells = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;
using CellValues = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu, nb::ro>;
using LayerName = std::optional<std::string>;

template <class T>
using Stretch = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

std::size_t size_of(std::int32_t n) { return static_cast<std::size_t>(n); }

template <class Each>
void edit(Grid& grid, const LayerName& layer, Each&& each) {
  const WithoutGil release;  // never wait for the lock with the GIL in hand
  if (layer) {
    grid.set_layer(*layer, each);
  } else {
    grid.set_base(each);
  }
}

// Every row_step-th row from `row` on, every col_step-th column from `col` on.
void set_block(Grid& grid, const LayerName& layer, std::int64_t row, std::int64_t row_step,
               std::int64_t col, std::int64_t col_step, const Values& values) {
  const auto view = values.view();
  edit(grid, layer, [&](auto&& visit) {
    for (std::size_t r = 0; r < view.shape(0); ++r)
      for (std::size_t c = 0; c < view.shape(1); ++c)
        visit(grid.id({static_cast<std::int32_t>(row + static_cast<std::int64_t>(r) * row_step),
                       static_cast<std::int32_t>(col + static_cast<std::int64_t>(c) * col_step)}),
              view(r, c));
  });
}

void set_cells(Grid& grid, const LayerName& layer, const Cells& cells, const CellValues& values) {
  const auto ids = cells.view();
  const auto view = values.view();
  edit(grid, layer, [&](auto&& visit) {
    for (std::size_t i = 0; i < ids.shape(0); ++i) visit(static_cast<NodeId>(ids(i)), view(i));
  });
}

void set_cell(Grid& grid, const LayerName& layer, NodeId cell, double value) {
  edit(grid, layer, [&](auto&& visit) { visit(cell, value); });
}

template <class T>
void fill(Grid& grid, std::size_t first, const Stretch<T>& costs) {
  const WithoutGil release;
  grid.fill(first, costs.data(), costs.shape(0));
}

ReadLock read_lock(const Grid& grid) {
  const WithoutGil release;
  return ReadLock(grid.lock());
}

// Buffers of costs, taken under the lock and made into an array without it: making an object may
// run any code of the user's, which may want the lock itself.
struct Buffers {
  std::shared_ptr<std::uint8_t[]> bytes;
  std::shared_ptr<double[]> doubles;
};

nb::object costs_array(const Grid& grid, const Buffers& costs) {
  const auto shape = {size_of(grid.rows()), size_of(grid.cols())};
  if (costs.bytes) return array_over<const std::uint8_t>(costs.bytes.get(), shape, costs.bytes);
  return array_over<const double>(costs.doubles.get(), shape, costs.doubles);
}

nb::object base_array(const Grid& grid) {
  Buffers costs;
  {
    const auto guard = read_lock(grid);
    costs = {grid.base().bytes(), grid.base().doubles()};
  }
  return costs_array(grid, costs);
}

nb::object layer_array(const Grid& grid, const std::string& name) {
  Buffers values;
  {
    const auto guard = read_lock(grid);
    if (const Layer* layer = grid.find_layer(name)) values.doubles = layer->values;
  }
  if (!values.doubles) throw nb::key_error(name.c_str());
  return costs_array(grid, values);
}

std::vector<std::string> layer_names(const Grid& grid) {
  const auto guard = read_lock(grid);
  std::vector<std::string> names;
  for (const Layer& layer : grid.layers()) names.push_back(layer.name);
  return names;
}

ReadLock read_lock(Terrain& terrain) {
  const WithoutGil release;
  return terrain.read();
}

nb::object totals_array(Terrain& terrain) {
  const Grid& grid = terrain.grid();
  Buffers costs;
  {
    const auto guard = read_lock(terrain);
    if (!terrain.blocked().empty()) {
      costs.doubles = std::make_shared_for_overwrite<double[]>(grid.cells());
      for (NodeId cell = 0; cell < grid.cells(); ++cell) costs.doubles[cell] = terrain.total(cell);
    } else if (terrain.totals()) {
      costs.doubles = terrain.totals();
    } else {
      costs = {grid.base().bytes(), grid.base().doubles()};
    }
  }
  return costs_array(grid, costs);
}

// Pairs of a cell and the cost of moving there, in the order of the moves, then of the links.
nb::list neighbours(Terrain& terrain, NodeId cell) {
  const Grid& grid = terrain.grid();
  const Point here = grid.point(cell);
  std::vector<std::pair<Point, double>> found;
  {
    const auto guard = read_lock(terrain);
    const MoveTable& moves = legal_moves(terrain.move_rule());
    for_each_direction(moves[kNoDirection][terrain.around(cell)], [&](Direction d) {
      const Point next{here.row + kRowStep[d], here.col + kColStep[d]};
      const double length = is_diagonal(d) ? grid.diagonal_cost() : 1.0;
      found.push_back({next, terrain.total(grid.id(next)) * length});
    });
    terrain.for_each_link_out(
        cell, [&](NodeId next, double cost) { found.push_back({grid.point(next), cost}); });
  }
  nb::list pairs;
  for (const auto& [next, cost] : found)
    pairs.append(nb::make_tuple(nb::make_tuple(next.row, next.col), cost));
  return pairs;
}

// All moves: columns of where each begins, where it ends, and what it costs. Direction by
// direction, then along links.
nb::tuple all_moves(Terrain& terrain) {
  std::vector<std::int64_t> from, to;
  std::vector<double> costs;
  {
    const WithoutGil release;
    const auto guard = terrain.read();
    const Grid& grid = terrain.grid();
    const MoveTable& legal = legal_moves(terrain.move_rule());
    const auto add = [&](NodeId cell, NodeId next, double cost) {
      from.push_back(cell);
      to.push_back(next);
      costs.push_back(cost);
    };
    Breather breathe;
    for (Direction d = 0; d < kDirections; ++d) {
      const double length = is_diagonal(d) ? grid.diagonal_cost() : 1.0;
      const auto offset = static_cast<NodeId>(kRowStep[d] * grid.cols() + kColStep[d]);
      for (NodeId cell = 0; cell < grid.cells(); ++cell, breathe())
        if (terrain.free(cell) && (legal[kNoDirection][terrain.around(cell)] >> d & 1) != 0)
          add(cell, cell + offset, length * terrain.total(cell + offset));
    }
    for (NodeId cell = 0; terrain.has_links() && cell < grid.cells(); ++cell)
      if (terrain.free(cell))
        terrain.for_each_link_out(cell, [&](NodeId next, double cost) { add(cell, next, cost); });
  }
  return nb::make_tuple(vector_array(std::move(from)), vector_array(std::move(to)),
                        vector_array(std::move(costs)));
}

nb::object estimates(Terrain& terrain, HeuristicKind kind, NodeId goal) {
  return node_array<double>(terrain, [&](double* values) {
    const auto guard = terrain.read();
    const LinkedMetric metric(terrain, kind, {goal});
    for (NodeId cell = 0; cell < terrain.count(); ++cell) values[cell] = metric.estimate(cell);
  });
}

nb::object clearance_of(Terrain& terrain) {
  return node_array<std::int64_t>(terrain, [&](std::int64_t* out) {
    const auto guard = terrain.read();
    const std::vector<std::int64_t> sides = clearance(terrain);
    std::copy(sides.begin(), sides.end(), out);
  });
}

nb::object visible(Terrain& terrain, NodeId cell, std::int32_t radius) {
  const Grid& grid = terrain.grid();
  return node_array<bool>(terrain, [&](bool* seen) {
    std::fill(seen, seen + grid.cells(), false);
    const auto guard = terrain.read();
    for_each_in_sight(terrain, cell, radius, [&](NodeId other) { seen[other] = true; });
  });
}

bool line_of_sight(Terrain& terrain, NodeId a, NodeId b) {
  const WithoutGil release;
  const auto guard = terrain.read();
  return in_sight(terrain, terrain.grid().point(a), terrain.grid().point(b));
}

std::shared_ptr<Terrain> view_of(std::shared_ptr<Grid> grid,
                                 std::optional<Terrain::Weights> weights,
                                 const std::optional<Stretch<std::uint8_t>>& blocked,
                                 std::pair<std::int32_t, std::int32_t> size) {
  std::vector<std::uint8_t> mask;
  if (blocked) mask.assign(blocked->data(), blocked->data() + blocked->shape(0));
  return std::make_shared<Terrain>(std::move(grid), std::move(weights), std::move(mask),
                                   Footprint{size.first, size.second});
}

using LinkRow = std::tuple<std::int64_t, NodeId, NodeId, double, bool>;

std::vector<LinkRow> links_of(const Grid& grid) {
  const auto guard = read_lock(grid);
  std::vector<LinkRow> rows;
  for (const auto& [id, link] : grid.links().all())
    rows.emplace_back(id, link.a, link.b, link.cost, link.both);
  return rows;
}

// Pairs of cells between which a fence closes the move, in order.
std::vector<std::pair<NodeId, NodeId>> fences_of(const Grid& grid) {
  const auto guard = read_lock(grid);
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (const auto& [cell, moves] : grid.fences().all()) {
    const Point p = grid.point(cell);
    for_each_direction(moves, [&](Direction d) {
      pairs.emplace_back(cell, grid.id({p.row + kRowStep[d], p.col + kColStep[d]}));
    });
  }
  return pairs;
}

// The direction from a cell to one that it touches, or none.
std::optional<Direction> direction_to(const Grid& grid, NodeId from, NodeId to) {
  const Point a = grid.point(from), b = grid.point(to);
  const Direction d = direction_of(b.row - a.row, b.col - a.col);
  if (d == kNoDirection || (moves_of_tile(grid.tiles(), a) >> d & 1) == 0) return {};
  return d;
}

bool set_fence(Grid& grid, NodeId a, NodeId b, bool both, bool closed) {
  const auto d = direction_to(grid, a, b);
  if (!d) return false;
  const WithoutGil release;
  grid.set_fence(a, *d, both, closed);
  return true;
}

void restore_ways(Grid& grid, const std::vector<LinkRow>& links, std::int64_t next,
                  const std::vector<std::pair<NodeId, NodeId>>& fences) {
  for (const auto& [id, a, b, cost, both] : links) grid.restore_link(id, {a, b, cost, both});
  grid.restore_next_link(next);
  for (const auto& [a, b] : fences)
    if (const auto d = direction_to(grid, a, b))
      grid.restore_fences(a, static_cast<std::uint8_t>(grid.fences().closed(a) | 1u << *d));
}

std::size_t fence_count(const Grid& grid) {
  std::size_t count = 0;
  const auto guard = read_lock(grid);
  for (const auto& [cell, moves] : grid.fences().all())
    count += static_cast<std::size_t>(std::popcount(moves));
  return count;
}

void restore_layers(Grid& grid, const std::vector<std::pair<std::string, Values>>& given) {
  std::vector<Layer> layers;
  for (const auto& [name, values] : given) {
    if (values.shape(0) != size_of(grid.rows()) || values.shape(1) != size_of(grid.cols()))
      throw BadValue("layer '" + name + "' does not have the shape of the grid");
    const auto view = values.view();
    layers.push_back({name, std::make_shared_for_overwrite<double[]>(grid.cells())});
    double* out = layers.back().values.get();
    for (std::size_t r = 0; r < view.shape(0); ++r)
      for (std::size_t c = 0; c < view.shape(1); ++c) *out++ = view(r, c);
  }
  grid.restore_layers(std::move(layers));
}

}  // namespace

std::optional<nb::object> changed_since(const World& world, std::uint64_t version) {
  std::vector<std::int64_t> items;
  {
    const WithoutGil release;
    const ReadLock guard(world.lock());
    std::uint64_t position = 0;
    const bool known =
        world.journal().position_at(version, position) &&
        world.journal().read(position, [&](const Change& c) { items.push_back(c.item); });
    if (!known) return {};
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return vector_array(std::move(items));
}

void bind_grid(nb::module_& m) {
  nb::enum_<Diagonal>(m, "Diagonal")
      .value("never", Diagonal::never)
      .value("clear", Diagonal::clear)
      .value("one_clear", Diagonal::one_clear)
      .value("always", Diagonal::always);
  nb::enum_<Tiles>(m, "Tiles")
      .value("square", Tiles::square)
      .value("hex", Tiles::hex)
      .value("hex_columns", Tiles::hex_columns)
      .value("triangle", Tiles::triangle);

  nb::class_<Grid>(m, "Grid")
      .def(nb::init<std::int64_t, std::int64_t, Diagonal, double, Tiles>(), "rows"_a, "cols"_a,
           "diagonal"_a, "diagonal_cost"_a, "tiles"_a = Tiles::square)
      .def(
          "add_link",
          [](Grid& grid, NodeId a, NodeId b, double cost, bool both) {
            const WithoutGil release;
            return grid.add_link({a, b, cost, both});
          },
          "a"_a, "b"_a, "cost"_a, "both"_a)
      .def("remove_link", &Grid::remove_link, "id"_a, nb::call_guard<WithoutGil>())
      .def("links", &links_of)
      .def("link_count",
           [](const Grid& grid) {
             const auto guard = read_lock(grid);
             return grid.links().all().size();
           })
      .def("next_link",
           [](const Grid& grid) {
             const auto guard = read_lock(grid);
             return grid.links().next_id();
           })
      .def("set_fence", &set_fence, "a"_a, "b"_a, "both"_a, "closed"_a)
      .def("fences", &fences_of)
      .def("fence_count", &fence_count)
      .def("restore_ways", &restore_ways, "links"_a, "next_link"_a, "fences"_a)
      .def(
          "tiles_apart",
          [](const Grid& grid, NodeId a, NodeId b) {
            return tiles_apart(grid.tiles(), grid.point(a), grid.point(b));
          },
          "a"_a, "b"_a)
      .def("fill_bytes", &fill<std::uint8_t>, "first"_a, "costs"_a)
      .def("fill_doubles", &fill<double>, "first"_a, "costs"_a)
      .def("set_block", &set_block, "layer"_a.none(), "row"_a, "row_step"_a, "col"_a, "col_step"_a,
           "values"_a)
      .def("set_cell", &set_cell, "layer"_a.none(), "cell"_a, "value"_a)
      .def("set_cells", &set_cells, "layer"_a.none(), "cells"_a, "values"_a)
      .def("restore_layers", &restore_layers, "layers"_a,
           nb::sig("def restore_layers(self, layers: collections.abc.Sequence[tuple[str, "
                   "NDArray[numpy.float64]]]) -> None"))
      .def("remove_layer", &Grid::remove_layer, "name"_a, nb::call_guard<WithoutGil>())
      .def("cost", &base_array,
           nb::sig("def cost(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]"))
      .def("layer", &layer_array, "name"_a,
           nb::sig("def layer(self, name: str) -> NDArray[numpy.float64]"))
      .def("layer_names", &layer_names)
      .def(
          "changes",
          [](const Grid& grid, std::uint64_t since) { return changed_since(grid, since); },
          "since"_a, nb::sig("def changes(self, since: int) -> NDArray[numpy.int64] | None"))
      .def("restore_version", &Grid::restore_version, "version"_a)
      .def("clone", &Grid::clone, nb::call_guard<WithoutGil>())
      .def_prop_ro("version", [](const Grid& grid) {
        const auto guard = read_lock(grid);
        return grid.version();
      });

  nb::class_<Terrain>(m, "Terrain")
      .def(nb::new_(&view_of), "grid"_a, "weights"_a = nb::none(), "blocked"_a = nb::none(),
           "size"_a = std::pair<std::int32_t, std::int32_t>(1, 1))
      .def_prop_ro("is_plain",
                   [](Terrain& terrain) {
                     const auto guard = read_lock(terrain);
                     return terrain.is_plain();
                   })
      .def("prepare", [](Terrain& terrain) { read_lock(terrain); })
      .def_prop_ro("upkeep",
                   [](Terrain& terrain) {
                     const auto guard = read_lock(terrain);
                     return terrain.upkeep();
                   })
      .def(
          "give_ways",
          [](Terrain& terrain, Grid& other) {
            const auto guard = read_lock(terrain);
            copy_links_and_fences(terrain, other);
          },
          "grid"_a)
      .def("totals", &totals_array,
           nb::sig("def totals(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]"))
      .def("neighbours", &neighbours, "cell"_a,
           nb::sig("def neighbours(self, cell: int) -> list[tuple[tuple[int, int], float]]"))
      .def("estimates", &estimates, "kind"_a, "goal"_a,
           nb::sig("def estimates(self, kind: Heuristic, goal: int) -> NDArray[numpy.float64]"))
      .def("all_moves", &all_moves,
           nb::sig("def all_moves(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], "
                   "NDArray[numpy.float64]]"))
      .def("clearance", &clearance_of, nb::sig("def clearance(self) -> NDArray[numpy.int64]"))
      .def("line_of_sight", &line_of_sight, "a"_a, "b"_a)
      .def("visible", &visible, "cell"_a, "radius"_a,
           nb::sig("def visible(self, cell: int, radius: int) -> NDArray[numpy.bool_]"));
}

}  // namespace asterion::bindings
