// Queries with options that were asked for before: from Python's call to the search without any
// Python in between.
#include <array>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/cells.hpp"

namespace asterion::bindings {
namespace {

// The values that a query may be kept for: they never change, and hold nothing else alive.
bool is_plain(PyObject* value) {
  return value == Py_None || PyBool_Check(value) || PyUnicode_CheckExact(value) ||
         PyLong_CheckExact(value) || PyFloat_CheckExact(value);
}

// The queries that Python made of options of late, each with the options themselves. Options are
// the same here if they are the same objects, as those of a call in a loop are: then they need no
// look at their values. A query is only made for built-in algorithms, which nobody can replace, so
// it stays right whatever is registered.
class KeptQueries {
 public:
  // Only what is plain is kept.
  void keep(const nb::tuple& rules, const nb::tuple& options, nb::object query) {
    if (find(rules.ptr(), options.ptr()).is_valid()) return;
    for (const nb::handle value : options)
      if (!is_plain(value.ptr())) return;
    Kept kept{rules, options, std::move(query)};
    std::swap(kept_[next_], kept);  // what was there is freed when this has ended
    next_ = (next_ + 1) % kept_.size();
  }

  // The path between two cells; None if Python has to look at the options, or at the cells.
  nb::object find_path(const nb::object& world, Terrain& terrain, nb::handle rules,
                       nb::handle start, nb::handle goal, const nb::tuple& options) const {
    const Grid& grid = terrain.grid();
    const Size size{grid.rows(), grid.cols()};
    const std::int64_t from = cell_number(start.ptr(), size);
    const std::int64_t to = cell_number(goal.ptr(), size);
    if (from == kNoCell || to == kNoCell) return nb::none();
    const nb::object query = find(rules.ptr(), options.ptr());  // which this keeps alive
    if (!query.is_valid()) return nb::none();
    nb::object path = nb::inst_alloc(nb::type<Path>());  // where it stays, without a move
    new (nb::inst_ptr<Path>(path))
        Path(path_between(world, terrain, static_cast<NodeId>(from), {static_cast<NodeId>(to)},
                          *nb::inst_ptr<Query>(query)));
    nb::inst_mark_ready(path);
    needs_no_collector(path);
    return path;
  }

 private:
  struct Kept {
    nb::object rules, options, query;
  };

  nb::object find(PyObject* rules, PyObject* options) const {
    for (const Kept& kept : kept_)
      if (kept.query.is_valid() && are_same(kept.options.ptr(), options) &&
          (kept.rules.ptr() == rules || kept.rules.equal(nb::handle(rules))))
        return kept.query;
    return {};
  }

  static bool are_same(PyObject* a, PyObject* b) {
    const Py_ssize_t size = NB_TUPLE_GET_SIZE(a);
    if (NB_TUPLE_GET_SIZE(b) != size) return false;
    for (Py_ssize_t i = 0; i < size; ++i)
      if (NB_TUPLE_GET_ITEM(a, i) != NB_TUPLE_GET_ITEM(b, i)) return false;
    return true;
  }

  std::array<Kept, 8> kept_;
  std::size_t next_ = 0;
};

}  // namespace

void bind_kept(nb::module_& m) {
  nb::class_<KeptQueries>(m, "KeptQueries")
      .def(nb::init<>())
      .def("keep", &KeptQueries::keep, "rules"_a, "options"_a, "query"_a,
           nb::sig("def keep(self, rules: tuple[typing.Any, ...], options: "
                   "tuple[typing.Any, ...], query: Query) -> None"))
      .def("find_path", &KeptQueries::find_path, "world"_a, "terrain"_a, "rules"_a,
           "start"_a.none(), "goal"_a.none(), "options"_a,
           nb::sig("def find_path(self, world: object, terrain: Terrain, rules: "
                   "tuple[typing.Any, ...], start: object, goal: object, options: "
                   "tuple[typing.Any, ...]) -> Path | None"));
}

}  // namespace asterion::bindings
