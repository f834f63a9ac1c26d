#include <array>
#include <cstring>
#include <string_view>

#include "asterion/index/corners.hpp"
#include "asterion/query/closed_cell.hpp"
#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/search/linked_search_graph.hpp"
#include "asterion/world/clearance.hpp"
#include "asterion/world/line_of_sight.hpp"
#include "asterion/world/move_tables.hpp"
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
  const WithoutGil release;  // never wait for the lock while holding the GIL
  if (layer) {
    grid.set_layer(*layer, each);
  } else {
    grid.set_base(each);
  }
}

// Every row_step-th row from `row` on, every col_step-th column from `col` on.
void set_block(Grid& grid, const LayerName& layer, std::int64_t row, std::int64_t row_step,
               std::int64_t col, std::int64_t col_step, const Values& values) {
  const auto read = values.view();
  edit(grid, layer, [&](auto&& visit) {
    for (std::size_t r = 0; r < read.shape(0); ++r)
      for (std::size_t c = 0; c < read.shape(1); ++c)
        visit(grid.id({static_cast<std::int32_t>(row + static_cast<std::int64_t>(r) * row_step),
                       static_cast<std::int32_t>(col + static_cast<std::int64_t>(c) * col_step)}),
              read(r, c));
  });
}

void set_cells(Grid& grid, const LayerName& layer, const Cells& cells, const CellValues& values) {
  const auto ids = cells.view();
  const auto read = values.view();
  edit(grid, layer, [&](auto&& visit) {
    for (std::size_t i = 0; i < ids.shape(0); ++i) visit(static_cast<NodeId>(ids(i)), read(i));
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
// run any user code, which may need the lock itself.
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

ReadLock read_lock(GridView& view) {
  const WithoutGil release;
  return view.read();
}

// A getter that reads under the lock.
template <class W, class Get>
auto locked(Get get) {
  return [get](W& world) {
    const auto guard = read_lock(world);
    return get(world);
  };
}

nb::object totals_array(GridView& view) {
  const Grid& grid = view.grid();
  Buffers costs;
  {
    const auto guard = read_lock(view);
    if (!view.blocked().empty()) {
      costs.doubles = std::make_shared_for_overwrite<double[]>(grid.cells());
      for (NodeId cell = 0; cell < grid.cells(); ++cell) costs.doubles[cell] = view.total(cell);
    } else if (view.totals()) {
      costs.doubles = view.totals();
    } else {
      costs = {grid.base().bytes(), grid.base().doubles()};
    }
  }
  return costs_array(grid, costs);
}

nb::list pairs_of(const std::vector<std::pair<Point, double>>& found) {
  nb::list pairs;
  for (const auto& [cell, cost] : found)
    pairs.append(nb::make_tuple(nb::make_tuple(cell.row, cell.col), cost));
  return pairs;
}

// Pairs of a cell and the cost of moving there, in the order of the moves, then of the links.
nb::list neighbours(GridView& view, NodeId cell) {
  const Grid& grid = view.grid();
  const Point here = grid.point(cell);
  std::vector<std::pair<Point, double>> found;
  {
    const auto guard = read_lock(view);
    const MoveTable& moves = legal_moves(view.move_rule());
    for_each_direction(moves[kNoDirection][view.around(cell)], [&](Direction d) {
      const Point next{here.row + kRowStep[d], here.col + kColStep[d]};
      const double length = is_diagonal(d) ? grid.diagonal_cost() : 1.0;
      found.push_back({next, view.total(grid.id(next)) * length});
    });
    view.for_each_link_out(
        cell, [&](NodeId next, double cost) { found.push_back({grid.point(next), cost}); });
  }
  return pairs_of(found);
}

// Pairs of a cell and the cost of moving from there, in the same order; none for a wall, which
// cannot be entered.
nb::list predecessors(GridView& view, NodeId cell) {
  const Grid& grid = view.grid();
  const Point here = grid.point(cell);
  std::vector<std::pair<Point, double>> found;
  {
    const auto guard = read_lock(view);
    if (!view.free(cell)) return {};
    const MoveTable& moves = legal_moves(view.move_rule());
    for_each_direction(moves[kNoDirection][view.around_back(cell)], [&](Direction back) {
      const double length = is_diagonal(back) ? grid.diagonal_cost() : 1.0;
      found.push_back(
          {{here.row + kRowStep[back], here.col + kColStep[back]}, view.total(cell) * length});
    });
    view.for_each_link_in(
        cell, [&](NodeId from, double cost) { found.push_back({grid.point(from), cost}); });
  }
  return pairs_of(found);
}

// All moves: columns of their beginnings, ends and costs. Direction by direction, then along links.
nb::tuple all_moves(GridView& view) {
  std::vector<std::int64_t> from, to;
  std::vector<double> costs;
  {
    const WithoutGil release;
    const auto guard = view.read();
    const Grid& grid = view.grid();
    const MoveTable& legal = legal_moves(view.move_rule());
    const auto add = [&](NodeId cell, NodeId next, double cost) {
      from.push_back(cell);
      to.push_back(next);
      costs.push_back(cost);
    };
    InterruptPoller poll;
    for (Direction d = 0; d < kDirections; ++d) {
      const double length = is_diagonal(d) ? grid.diagonal_cost() : 1.0;
      const auto offset = static_cast<NodeId>(kRowStep[d] * grid.cols() + kColStep[d]);
      for (NodeId cell = 0; cell < grid.cells(); ++cell, poll())
        if (view.free(cell) && (legal[kNoDirection][view.around(cell)] >> d & 1) != 0)
          add(cell, cell + offset, length * view.total(cell + offset));
    }
    for (NodeId cell = 0; view.has_links() && cell < grid.cells(); ++cell)
      if (view.free(cell))
        view.for_each_link_out(cell, [&](NodeId next, double cost) { add(cell, next, cost); });
  }
  return nb::make_tuple(vector_array(std::move(from)), vector_array(std::move(to)),
                        vector_array(std::move(costs)));
}

nb::object estimates(GridView& view, HeuristicKind kind, NodeId goal) {
  return node_array<double>(view, [&](double* values) {
    const auto guard = view.read();
    const LinkedSearchGraph graph(view, kind, {goal});
    for (NodeId cell = 0; cell < view.count(); ++cell) values[cell] = graph.estimate(cell);
  });
}

nb::object clearance_of(GridView& view) {
  return node_array<std::int64_t>(view, [&](std::int64_t* out) {
    const auto guard = view.read();
    const std::vector<std::int64_t> sides = clearance(view);
    std::copy(sides.begin(), sides.end(), out);
  });
}

// The cells at which a cheapest path may have to turn, where all free cells cost the same.
nb::object corners_of(GridView& view) {
  const Grid& grid = view.grid();
  return node_array<bool>(view, [&](bool* out) {
    std::fill(out, out + grid.cells(), false);
    const auto guard = view.read_mapped();
    const Corners corners(view.jump_map(), view.rule(), grid.rows(), grid.cols());
    corners.for_each([&](Point p) { out[grid.id(p)] = true; });
  });
}

nb::object visible(GridView& view, NodeId cell, std::int32_t radius) {
  const Grid& grid = view.grid();
  return node_array<bool>(view, [&](bool* seen) {
    with_consistent_snapshot(view, [&](GridView& now) {
      std::fill(seen, seen + grid.cells(), false);
      auto guard = now.read();
      const GivesWay gives_way(guard, now.source());
      for_each_in_sight(now, cell, radius, [&](NodeId other) { seen[other] = true; });
    });
  });
}

bool line_of_sight(GridView& view, NodeId a, NodeId b) {
  const WithoutGil release;
  const auto guard = view.read();
  const Grid& grid = view.grid();
  std::uint32_t steps = 0;
  InterruptPoller poll;
  return in_sight(grid.point(a), grid.point(b), grid.cols(), [&](NodeId cell) {
    if (++steps % kStepsBetweenPolls == 0) poll.now();
    return !view.free(cell);
  });
}

std::shared_ptr<GridView> view_of(std::shared_ptr<Grid> grid,
                                  std::optional<GridView::Weights> weights,
                                  const std::optional<Stretch<std::uint8_t>>& blocked,
                                  std::pair<std::int32_t, std::int32_t> size,
                                  std::optional<double> radius) {
  std::vector<std::uint8_t> mask;
  if (blocked) mask.assign(blocked->data(), blocked->data() + blocked->shape(0));
  const std::int32_t most = std::max(grid->rows(), grid->cols());
  return std::make_shared<GridView>(
      std::move(grid), std::move(weights), std::move(mask),
      radius ? Footprint::disc(*radius, most) : Footprint(size.first, size.second));
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

void restore_links(Grid& grid, const std::vector<LinkRow>& links, std::int64_t next,
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
    const auto read = values.view();
    layers.push_back({name, std::make_shared_for_overwrite<double[]>(grid.cells())});
    double* out = layers.back().values.get();
    for (std::size_t r = 0; r < read.shape(0); ++r)
      for (std::size_t c = 0; c < read.shape(1); ++c) *out++ = read(r, c);
  }
  grid.restore_layers(std::move(layers));
}

}  // namespace

std::optional<nb::object> changed_since(const JournaledWorld& world, std::uint64_t version) {
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

namespace {

// The rows or columns that a part of a key selects.
struct Span {
  std::int64_t first, step, count;
  bool is_axis;  // a slice; a number drops its axis from arrays, as in NumPy
};
using Block = std::array<Span, 2>;

std::optional<Span> span_of(PyObject* part, std::int64_t size) {
  if (part == nullptr) return Span{0, 1, size, true};
  if (PySlice_Check(part)) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(part, &start, &stop, &step) < 0) {
      PyErr_Clear();
      return {};
    }
    const Py_ssize_t count = PySlice_AdjustIndices(size, &start, &stop, step);
    return Span{start, step, count, true};
  }
  if (!PyLong_CheckExact(part) &&
      (PyBool_Check(part) || PySequence_Check(part) || !PyIndex_Check(part)))
    return {};
  const Py_ssize_t at =
      PyLong_CheckExact(part) ? PyLong_AsSsize_t(part) : PyNumber_AsSsize_t(part, PyExc_IndexError);
  if (at == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    return {};
  }
  if (at < -size || at >= size) return {};
  return Span{at < 0 ? at + size : at, 1, 1, false};
}

// The cells that a key of numbers, slices and `...` selects; nothing for any other key, which
// Python hands to NumPy, and for errors, which NumPy names.
std::optional<Block> block_of(const Grid& grid, const nb::handle& key) {
  const bool is_tuple = PyTuple_Check(key.ptr());
  const Py_ssize_t given = is_tuple ? PyTuple_Size(key.ptr()) : 1;
  std::array<PyObject*, 2> parts{};  // null for all of an axis
  Py_ssize_t place = 0;
  bool is_filled = false;  // by `...`
  for (Py_ssize_t i = 0; i < given; ++i) {
    PyObject* const part = is_tuple ? PyTuple_GetItem(key.ptr(), i) : key.ptr();
    if (part == Py_Ellipsis) {
      if (is_filled || given > 3) return {};
      is_filled = true;
      place += 3 - given;
      continue;
    }
    if (place > 1) return {};
    parts[static_cast<std::size_t>(place++)] = part;
  }
  const auto rows = span_of(parts[0], grid.rows()), cols = span_of(parts[1], grid.cols());
  if (!rows || !cols) return {};
  return Block{*rows, *cols};
}

// The shape of an array of the cells, then of rows and of columns the first, the step and the
// count.
using SpanNumbers = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
std::optional<std::tuple<std::vector<std::int64_t>, SpanNumbers, SpanNumbers>> block_numbers(
    const Grid& grid, const nb::handle& key) {
  const auto block = block_of(grid, key);
  if (!block) return {};
  std::vector<std::int64_t> shape;
  for (const Span& span : *block)
    if (span.is_axis) shape.push_back(span.count);
  const auto numbers = [](const Span& span) {
    return SpanNumbers{span.first, span.step, span.count};
  };
  return std::tuple{shape, numbers((*block)[0]), numbers((*block)[1])};
}

// The memory of an array, while this lives.
class Buffer {
 public:
  explicit Buffer(PyObject* array)
      : is_open_(PyObject_GetBuffer(array, &view_, PyBUF_STRIDED_RO | PyBUF_FORMAT) == 0) {
    if (!is_open_) PyErr_Clear();
  }
  ~Buffer() {
    if (is_open_) PyBuffer_Release(&view_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // Whether it has this shape, and items of this size and one of these kinds.
  bool is(std::initializer_list<Py_ssize_t> shape, Py_ssize_t size, std::string_view kinds) const {
    return is_open_ && view_.itemsize == size && kinds.find(kind()) != std::string_view::npos &&
           view_.ndim == static_cast<int>(shape.size()) &&
           std::equal(shape.begin(), shape.end(), view_.shape);
  }
  char kind() const {
    return view_.format != nullptr && view_.format[0] != 0 && view_.format[1] == 0 ? view_.format[0]
                                                                                   : ' ';
  }
  Py_ssize_t length() const { return is_open_ && view_.ndim == 1 ? view_.shape[0] : 0; }
  const char* item(Py_ssize_t i) const {
    return static_cast<const char*>(view_.buf) + i * view_.strides[0];
  }
  const char* item(Py_ssize_t i, Py_ssize_t j) const { return item(i) + j * view_.strides[1]; }
  std::uint8_t byte(const char* item) const {
    const auto value = static_cast<std::uint8_t>(*item);
    return kind() == '?' ? value != 0 : value;  // an array may be told that anything is a bool
  }

 private:
  Py_buffer view_ = {};
  bool is_open_;
};
constexpr std::string_view kBytes = "B?", kLongs = "lq";

// A whole number from 0 to 255.
std::optional<std::uint8_t> byte_of(PyObject* value) {
  if (PyFloat_CheckExact(value)) {
    const double cost = PyFloat_AsDouble(value);
    if (!CostArray::fits_a_byte(cost)) return {};
    return static_cast<std::uint8_t>(cost);
  }
  if (!PyLong_CheckExact(value) && !PyBool_Check(value)) return {};
  int overflow = 0;
  const long cost = PyLong_AsLongAndOverflow(value, &overflow);
  if (overflow != 0 || cost < 0 || cost > 255) return {};
  return static_cast<std::uint8_t>(cost);
}

// Reads cells by rows and columns, and the new cost of each; false if they are not that.
bool read_list(const Grid& grid, const Buffer& rows, const Buffer& cols, PyObject* value,
               std::vector<std::pair<NodeId, double>>& news) {
  const Py_ssize_t count = rows.length();
  if (!rows.is({count}, 8, kLongs) || !cols.is({count}, 8, kLongs)) return false;
  const auto one = byte_of(value);
  std::optional<Buffer> each;
  if (!one && !each.emplace(value).is({count}, 1, kBytes)) return false;
  news.reserve(static_cast<std::size_t>(count));
  const auto place = [](const char* item, std::int32_t size) {
    std::int64_t at;
    std::memcpy(&at, item, sizeof at);
    return at < 0 ? at + size : at;
  };
  for (Py_ssize_t i = 0; i < count; ++i) {
    const std::int64_t row = place(rows.item(i), grid.rows());
    const std::int64_t col = place(cols.item(i), grid.cols());
    if (row < 0 || row >= grid.rows() || col < 0 || col >= grid.cols()) return false;
    const Point cell{static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)};
    news.emplace_back(grid.id(cell), one ? *one : each->byte(each->item(i)));
  }
  return true;
}

// The most frequent edits, without a detour: sets `grid[a, b]`, of numbers and slices, to a whole
// number up to 255, or to an array of bytes or bools of its shape; `grid[rows, cols]`, of two
// arrays of whole numbers, to such a number, or an array of these. False for all else.
bool set_patch(Grid& grid, const nb::handle& key, const nb::handle& value) {
  const auto block = block_of(grid, key);
  if (!block) {
    if (!PyTuple_CheckExact(key.ptr()) || PyTuple_Size(key.ptr()) != 2) return false;
    const Buffer rows(PyTuple_GetItem(key.ptr(), 0)), cols(PyTuple_GetItem(key.ptr(), 1));
    std::vector<std::pair<NodeId, double>> news;
    if (!read_list(grid, rows, cols, value.ptr(), news)) return false;
    const WithoutGil release;
    grid.set_base([&](auto&& visit) {
      for (const auto& [cell, cost] : news) visit(cell, cost);
    });
    return true;
  }
  const auto& [rows, cols] = *block;
  if (rows.step != 1 || cols.step != 1 || rows.count == 0 || cols.count == 0) return false;
  std::vector<std::uint8_t> costs(static_cast<std::size_t>(rows.count * cols.count));
  if (const auto one = byte_of(value.ptr())) {
    std::fill(costs.begin(), costs.end(), *one);
  } else if (!rows.is_axis || !cols.is_axis) {
    return false;
  } else {
    const Buffer array(value.ptr());
    if (!array.is({rows.count, cols.count}, 1, kBytes)) return false;
    auto out = costs.begin();
    for (Py_ssize_t r = 0; r < rows.count; ++r)
      for (Py_ssize_t c = 0; c < cols.count; ++c) *out++ = array.byte(array.item(r, c));
  }
  const Point corner{static_cast<std::int32_t>(rows.first), static_cast<std::int32_t>(cols.first)};
  const auto high = static_cast<std::int32_t>(rows.count),
             wide = static_cast<std::int32_t>(cols.count);
  const WithoutGil release;
  return grid.set_patch(corner, high, wide, costs.data());
}

// Whether a cost has fallen since a version; none if the journal starts later.
std::optional<bool> fell_since(const Grid& grid, std::uint64_t version) {
  const WithoutGil release;
  const ReadLock guard(grid.lock());
  const auto price = [](double cost) { return cost == 0 ? kInfinity : cost; };
  std::uint64_t position = 0;
  bool fell = false;
  const bool known = grid.journal().position_at(version, position) &&
                     grid.journal().read(position, [&](const Change& change) {
                       fell = fell || price(change.after) < price(change.before);
                     });
  return known ? std::optional(fell) : std::nullopt;
}

}  // namespace

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
      .def("link_count", locked<const Grid>([](auto& grid) { return grid.links().all().size(); }))
      .def("next_link", locked<const Grid>([](auto& grid) { return grid.links().next_id(); }))
      .def("set_fence", &set_fence, "a"_a, "b"_a, "both"_a, "closed"_a)
      .def("fences", &fences_of)
      .def("fence_count", &fence_count)
      .def("restore_links", &restore_links, "links"_a, "next_link"_a, "fences"_a)
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
      .def("block", &block_numbers, "key"_a.none(),
           nb::sig("def block(self, key: object) -> tuple[list[int], tuple[int, int, int], "
                   "tuple[int, int, int]] | None"))
      .def("set_patch", &set_patch, "key"_a.none(), "value"_a,
           nb::sig("def set_patch(self, key: object, value: object) -> bool"))
      .def("fell_since", &fell_since, "version"_a)
      .def("restore_version", &Grid::restore_version, "version"_a)
      .def("clone", &Grid::clone, nb::call_guard<WithoutGil>())
      .def_prop_ro("version", locked<const Grid>([](auto& grid) { return grid.version(); }));

  nb::class_<GridView>(m, "GridView")
      .def(nb::new_(&view_of), "grid"_a, "weights"_a = nb::none(), "blocked"_a = nb::none(),
           "size"_a = std::pair<std::int32_t, std::int32_t>(1, 1), "radius"_a = nb::none())
      .def_prop_ro("is_plain", locked<GridView>([](auto& view) { return view.is_plain(); }))
      .def("prepare", [](GridView& view) { read_lock(view); })
      .def_prop_ro("upkeep", locked<GridView>([](auto& view) { return view.upkeep(); }))
      .def(
          "give_links",
          [](GridView& view, Grid& other) {
            const auto guard = read_lock(view);
            copy_links_and_fences(view, other);
          },
          "grid"_a)
      .def("totals", &totals_array,
           nb::sig("def totals(self) -> NDArray[numpy.uint8] | NDArray[numpy.float64]"))
      .def("neighbours", &neighbours, "cell"_a,
           nb::sig("def neighbours(self, cell: int) -> list[tuple[tuple[int, int], float]]"))
      .def("predecessors", &predecessors, "cell"_a,
           nb::sig("def predecessors(self, cell: int) -> list[tuple[tuple[int, int], float]]"))
      .def("estimates", &estimates, "kind"_a, "goal"_a,
           nb::sig("def estimates(self, kind: Heuristic, goal: int) -> NDArray[numpy.float64]"))
      .def("all_moves", &all_moves,
           nb::sig("def all_moves(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], "
                   "NDArray[numpy.float64]]"))
      .def(
          "closed_cell",
          [](GridView& view, NodeId cell) {
            const auto guard = read_lock(view);
            return closed_cell_in_words(view, cell);
          },
          "cell"_a)
      .def("clearance", &clearance_of, nb::sig("def clearance(self) -> NDArray[numpy.int64]"))
      .def("corners", &corners_of, nb::sig("def corners(self) -> NDArray[numpy.bool_]"))
      .def("line_of_sight", &line_of_sight, "a"_a, "b"_a)
      .def("visible", &visible, "cell"_a, "radius"_a,
           nb::sig("def visible(self, cell: int, radius: int) -> NDArray[numpy.bool_]"));
}

}  // namespace asterion::bindings
