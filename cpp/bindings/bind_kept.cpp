// Queries with options that were asked for before: from Python's call to the search without any
// Python in between.
#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <span>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/cells.hpp"

#if !defined(Py_T_PYSSIZET)  // before Python 3.12
#include <structmember.h>
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY READONLY
#endif

namespace asterion::bindings {
namespace {

// Of a call of find_path: the world, the start and the goal, the options, and `partial`.
constexpr std::size_t kEnds = 3, kOptions = 14, kArguments = kEnds + kOptions + 1;
using Options = std::span<PyObject* const, kOptions>;

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
    if (options.size() != kOptions)
      throw BadValue("a query has " + std::to_string(kOptions) + " options, not " +
                     std::to_string(options.size()));
    Kept kept{rules, {}, std::move(query)};
    std::array<PyObject*, kOptions> values;
    for (std::size_t i = 0; i < kOptions; ++i) {
      kept.options[i] = options[i];
      values[i] = kept.options[i].ptr();
      if (!is_plain(values[i])) return;
    }
    if (find(rules.ptr(), values).is_valid()) return;
    std::swap(kept_[next_], kept);  // what was there is freed when this has ended
    next_ = (next_ + 1) % kept_.size();
  }

  nb::object find(PyObject* rules, Options options) const {
    for (const Kept& kept : kept_)
      if (kept.query.is_valid() && kept.has(options) &&
          (kept.rules.ptr() == rules || kept.rules.equal(nb::handle(rules))))
        return kept.query;
    return {};
  }

 private:
  struct Kept {
    nb::object rules;
    std::array<nb::object, kOptions> options;
    nb::object query;

    bool has(Options values) const {
      return std::equal(values.begin(), values.end(), options.begin(),
                        [](PyObject* a, const nb::object& b) { return a == b.ptr(); });
    }
  };

  std::array<Kept, 8> kept_;
  std::size_t next_ = 0;
};

// What a quick function knows of Python's find_path.
struct QuickFind {
  nb::object function, grid_world, kept, names;
  std::array<PyObject*, kArguments> name, otherwise;  // of each argument; null if there is none
  nb::object defaults;                                // which keeps those alive
  nb::object name_of_ground, name_of_rules;
  nb::handle terrain_type, path_type;
  const KeptQueries* queries;

  QuickFind(nb::object python, nb::object grid, nb::object kept_queries, const nb::tuple& all)
      : function(std::move(python)),
        grid_world(std::move(grid)),
        kept(std::move(kept_queries)),
        names(all),
        defaults(function.attr("__kwdefaults__")),
        name_of_ground(interned("_ground")),
        name_of_rules(interned("_kind")),
        terrain_type(nb::type<Terrain>()),
        path_type(nb::type<Path>()),
        queries(nb::inst_ptr<KeptQueries>(kept)) {
    if (all.size() != kArguments) throw BadValue("find_path has other arguments");
    for (std::size_t i = 0; i < kArguments; ++i) {
      name[i] = all[i].ptr();  // a constant of Python's code, so interned
      otherwise[i] = i < kEnds ? nullptr : nb::object(defaults[all[i]]).ptr();
    }
  }

  // The path between two cells; null if Python has to look at the arguments.
  nb::object path(PyObject* const* positional, std::size_t count, PyObject* keywords) const {
    if (count > kEnds) return {};
    std::array<PyObject*, kArguments> given = otherwise;
    std::copy_n(positional, count, given.begin());
    const Py_ssize_t by_name = keywords == nullptr ? 0 : NB_TUPLE_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < by_name; ++i) {
      const auto at = std::find(name.begin(), name.end(), NB_TUPLE_GET_ITEM(keywords, i));
      const auto place = static_cast<std::size_t>(at - name.begin());
      if (place == kArguments || place < count) return {};
      given[place] = positional[count + static_cast<std::size_t>(i)];
    }
    const auto [world, start, goal] = std::tuple(given[0], given[1], given[2]);
    if (world == nullptr || start == nullptr || goal == nullptr || given.back() != Py_False)
      return {};
    if (!PyType_IsSubtype(Py_TYPE(world), reinterpret_cast<PyTypeObject*>(grid_world.ptr())))
      return {};
    const nb::object ground = nb::steal(PyObject_GetAttr(world, name_of_ground.ptr()));
    const nb::object rules = nb::steal(PyObject_GetAttr(world, name_of_rules.ptr()));
    if (!ground.is_valid() || !rules.is_valid() || ground.type().ptr() != terrain_type.ptr()) {
      PyErr_Clear();
      return {};
    }
    auto& terrain = *nb::inst_ptr<Terrain>(ground);
    const Size size{terrain.grid().rows(), terrain.grid().cols()};
    const std::int64_t from = cell_number(start, size), to = cell_number(goal, size);
    if (from == kNoCell || to == kNoCell) return {};
    const nb::object query =  // which this keeps alive
        queries->find(rules.ptr(), Options(given.data() + kEnds, kOptions));
    if (!query.is_valid()) return {};
    nb::object made = nb::inst_alloc(path_type);  // where it stays, without a move
    new (nb::inst_ptr<Path>(made))
        Path(path_between(nb::borrow(world), terrain, static_cast<NodeId>(from),
                          {static_cast<NodeId>(to)}, *nb::inst_ptr<Query>(query)));
    nb::inst_mark_ready(made);
    needs_no_collector(made);
    return made;
  }

  static nb::object interned(const char* text) {
    return nb::steal(PyUnicode_InternFromString(text));
  }
};

// A function of Python that is asked only where QuickFind does not know the answer. It has the
// attributes of that function, which `functools.update_wrapper` gives it.
struct QuickFunction {
  PyObject ob_base;
  vectorcallfunc call;
  PyObject* attributes;
  PyObject* weak_references;
  QuickFind* find;
};

QuickFunction* as_quick(PyObject* self) { return reinterpret_cast<QuickFunction*>(self); }

PyObject* call_quickly(PyObject* self, PyObject* const* arguments, std::size_t count,
                       PyObject* keywords) {
  const QuickFind& find = *as_quick(self)->find;
  try {
    nb::object path =
        find.path(arguments, static_cast<std::size_t>(PyVectorcall_NARGS(count)), keywords);
    if (path.is_valid()) return path.release().ptr();
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  } catch (const std::exception&) {  // what is wrong Python will find again, and say
  }
  return PyObject_Vectorcall(find.function.ptr(), arguments, count, keywords);
}

int visit_quick(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_quick(self)->attributes);
  if (const QuickFind* find = as_quick(self)->find)
    for (const nb::object* each : {&find->function, &find->grid_world, &find->kept})
      Py_VISIT(each->ptr());
  return 0;
}

// What it holds stays until it is freed itself: it can be called until then.
int clear_quick(PyObject* self) {
  Py_CLEAR(as_quick(self)->attributes);
  return 0;
}

void free_quick(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (as_quick(self)->weak_references != nullptr) PyObject_ClearWeakRefs(self);
  clear_quick(self);
  delete as_quick(self)->find;
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyObject* show_quick(PyObject* self) { return PyObject_Repr(as_quick(self)->find->function.ptr()); }

// By its name, like any function.
PyObject* reduce_quick(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(self, "__qualname__");
}

// To Python what has this and can be called is a routine. It does not become a method.
PyObject* get_quick(PyObject* self, PyObject*, PyObject*) {
  Py_INCREF(self);
  return self;
}

nb::object quick_type() {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", Py_T_PYSSIZET, offsetof(QuickFunction, call), Py_READONLY, nullptr},
      {"__dictoffset__", Py_T_PYSSIZET, offsetof(QuickFunction, attributes), Py_READONLY, nullptr},
      {"__weaklistoffset__", Py_T_PYSSIZET, offsetof(QuickFunction, weak_references), Py_READONLY,
       nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyMethodDef methods[] = {{"__reduce__", reduce_quick, METH_NOARGS, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyGetSetDef attributes[] = {
      {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                {Py_tp_traverse, reinterpret_cast<void*>(visit_quick)},
                                {Py_tp_clear, reinterpret_cast<void*>(clear_quick)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(free_quick)},
                                {Py_tp_repr, reinterpret_cast<void*>(show_quick)},
                                {Py_tp_descr_get, reinterpret_cast<void*>(get_quick)},
                                {Py_tp_members, members},
                                {Py_tp_methods, methods},
                                {Py_tp_getset, attributes},
                                {0, nullptr}};
  static PyType_Spec spec = {"asterion._core.QuickFunction", sizeof(QuickFunction), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION,
                             slots};
  nb::object type = nb::steal(PyType_FromSpec(&spec));
  if (!type.is_valid()) nb::raise_python_error();
  return type;
}

nb::object quick(nb::object function, nb::object grid_world, nb::object kept,
                 const nb::tuple& names) {
  auto find = std::make_unique<QuickFind>(std::move(function), std::move(grid_world),
                                          std::move(kept), names);
  const nb::object type = quick_type();
  nb::object made = nb::steal(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type.ptr()), 0));
  if (!made.is_valid()) nb::raise_python_error();
  as_quick(made.ptr())->call = call_quickly;
  as_quick(made.ptr())->find = find.release();
  return made;
}

}  // namespace

void bind_kept(nb::module_& m) {
  nb::class_<KeptQueries>(m, "KeptQueries")
      .def(nb::init<>())
      .def("keep", &KeptQueries::keep, "rules"_a, "options"_a, "query"_a,
           nb::sig("def keep(self, rules: tuple[typing.Any, ...], options: "
                   "tuple[typing.Any, ...], query: Query) -> None"));
  m.def("quick", &quick, "function"_a, "grid_world"_a, "kept"_a, "names"_a,
        nb::sig("def quick(function: collections.abc.Callable[..., Path], grid_world: type, "
                "kept: KeptQueries, names: tuple[str, ...]) -> typing.Any"));
}

}  // namespace asterion::bindings
