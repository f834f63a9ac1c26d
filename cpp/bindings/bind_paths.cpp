#include "bindings/paths.hpp"

namespace asterion::bindings {

nb::object PathBatch::at(std::size_t i) {
  if (made_[i].is_valid()) return made_[i];
  nb::object path = nb::inst_alloc(nb::type<Path>());
  // The garbage collector may have run meanwhile, and called code that asked for this path.
  if (made_[i].is_valid()) return made_[i];
  const auto goals = queries_.goals_of(i);
  Path* const at = new (nb::inst_ptr<Path>(path)) Path(like_);
  at->result = std::move(results_[i]);
  at->start = queries_.starts[i];
  at->goals.assign(goals.begin(), goals.end());
  nb::inst_mark_ready(path);
  needs_no_collector(path);
  made_[i] = path;
  return path;
}

int PathBatch::show(visitproc visit, void* arg) const {
  for (const nb::object* each : {&like_.nodes, &like_.world}) Py_VISIT(each->ptr());
  for (const nb::object& each : made_) Py_VISIT(each.ptr());
  return 0;
}

void PathBatch::let_go() {
  const nb::object nodes = std::move(like_.nodes), world = std::move(like_.world);
  const std::vector<nb::object> made = std::exchange(made_, {});
  results_.clear();
}

namespace {

PyType_Slot* slots() {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void*>(+[](PyObject* self, visitproc visit, void* arg) {
         Py_VISIT(Py_TYPE(self));
         return nb::inst_ready(self) ? nb::inst_ptr<PathBatch>(self)->show(visit, arg) : 0;
       })},
      {Py_tp_clear, reinterpret_cast<void*>(+[](PyObject* self) {
         if (nb::inst_ready(self)) nb::inst_ptr<PathBatch>(self)->let_go();
         return 0;
       })},
      {0, nullptr}};
  return slots;
}

}  // namespace

void bind_paths(nb::module_& m) {
  nb::class_<PathBatch>(m, "PathBatch", nb::type_slots(slots()))
      .def("__len__", &PathBatch::size)
      .def(
          "__getitem__",
          [](PathBatch& paths, std::size_t i) {
            if (i >= paths.size()) throw nb::index_error("list index out of range");
            return paths.at(i);
          },
          nb::arg(), nb::sig("def __getitem__(self, i: int, /) -> Path"))
      .def(
          "all",
          [](PathBatch& paths) {
            nb::list all;
            for (std::size_t i = 0; i < paths.size(); ++i) all.append(paths.at(i));
            return all;
          },
          nb::sig("def all(self) -> list[Path]"));
}

}  // namespace asterion::bindings
