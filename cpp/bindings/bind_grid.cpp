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

// Pairs of a cell and the cost of moving there, in the order of the moves.
nb::list neighbours(Terrain& terrain, NodeId cell) {
  const Grid& grid = terrain.grid();
  const Point here = grid.point(cell);
  std::vector<std::pair<Point, double>> found;
  {
    const auto guard = read_lock(terrain);
    const MoveTable& moves = legal_moves(grid.diagonal());
    for_each_direction(moves[kNoDirection][terrain.around(cell)], [&](Direction d) {
      const Point next{here.row + kRowStep[d], here.col + kColStep[d]};
      const double length = is_diagonal(d) ? grid.diagonal_cost() : 1.0;
      found.push_back({next, terrain.total(grid.id(next)) * length});
    });
  }
  nb::list pairs;
  for (const auto& [next, cost] : found)
    pairs.append(nb::make_tuple(nb::make_tuple(next.row, next.col), cost));
  return pairs;
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
                                 const std::optional<Stretch<std::uint8_t>>& blocked) {
  std::vector<std::uint8_t> mask;
  if (blocked) mask.assign(blocked->data(), blocked->data() + blocked->shape(0));
  return std::make_shared<Terrain>(std::move(grid), std::move(weights), std::move(mask));
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

  nb::class_<Grid>(m, "Grid")
      .def(nb::init<std::int64_t, std::int64_t, Diagonal, double>(), "rows"_a, "cols"_a,
           "diagonal"_a, "diagonal_cost"_a)
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
      .def(nb::new_(&view_of), "grid"_a, "weights"_a = nb::none(), "blocked"_a = nb::none())
      .def("prepare", [](Terrain& terrain) { read_lock(terrain); })
      .def_prop_ro("upkeep",
                   [](Terrain& terrain) {
                     const auto guard = read_lock(terrain);
                     return terrain.upkeep();
                   })
      .def("totals", &totals_array,
           nb::sig("def totals(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]"))
      .def("neighbours", &neighbours, "cell"_a,
           nb::sig("def neighbours(self, cell: int) -> list[tuple[tuple[int, int], float]]"))
      .def("line_of_sight", &line_of_sight, "a"_a, "b"_a)
      .def("visible", &visible, "cell"_a, "radius"_a,
           nb::sig("def visible(self, cell: int, radius: int) -> NDArray[numpy.bool_]"));
}

}  // namespace asterion::bindings
