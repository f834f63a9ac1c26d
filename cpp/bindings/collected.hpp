// Garbage collection for objects of the core that hold Python objects.
//
// An agent whose navigator calls one of the agent's methods is a cycle through C++. Python frees it
// only if each object on it shows its references (`traverse`), and one of them can drop them
// (`clear`). A reference must be shown exactly once: so each holder of custom estimates takes a
// reference of its own to their Python object, and no two objects share one.
#pragma once

#include <memory>

#include "asterion/world/errors.hpp"
#include "bindings/casters.hpp"

namespace asterion::bindings {

// The base of objects that call a callable of the user's.
class Asks {
 public:
  explicit Asks(nb::callable ask) : ask_(std::move(ask)) {}
  virtual ~Asks() = default;

  // With the GIL.
  const nb::object& ask() const {
    if (!ask_.is_valid()) throw BadValue("the callable is gone: its search is being deleted");
    return ask_;
  }

  int show(visitproc visit, void* arg) const {
    Py_VISIT(ask_.ptr());
    return 0;
  }
  void let_go() { const nb::object last = std::move(ask_); }

 private:
  nb::object ask_;
};

// The Python object that this pointer keeps alive; null if it does not come from Python.
template <class T>
PyObject* python_object(const std::shared_ptr<T>& held) {
  const auto* deleter = std::get_deleter<nb::detail::py_deleter>(held);
  return deleter == nullptr ? nullptr : deleter->o;
}

// The same pointer, with a reference of its own to the Python object. With the GIL.
template <class T>
std::shared_ptr<T> own_reference(const std::shared_ptr<T>& held) {
  PyObject* object = python_object(held);
  if (object == nullptr) return held;
  return nb::cast<std::shared_ptr<std::remove_const_t<T>>>(nb::handle(object));
}

// The slot `traverse` of holders of custom estimates, or of an evaluation: each `held(object)` is a
// pointer to one. A pointer to a part of another object shows nothing: that object does.
template <class T, auto... held>
int traverse_estimates(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const auto [ready, owns] = nb::inst_state(self);
  if (!ready || !owns) return 0;
  for (PyObject* object : {python_object(held(*nb::inst_ptr<T>(self)))...}) Py_VISIT(object);
  return 0;
}

// The slots of estimates that may call a callable.
template <class Estimates>
PyType_Slot* slots_of_estimates() {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void*>(+[](PyObject* self, visitproc visit, void* arg) {
         Py_VISIT(Py_TYPE(self));
         if (!nb::inst_ready(self)) return 0;
         const auto* asks = dynamic_cast<const Asks*>(nb::inst_ptr<Estimates>(self));
         return asks == nullptr ? 0 : asks->show(visit, arg);
       })},
      {Py_tp_clear, reinterpret_cast<void*>(+[](PyObject* self) {
         if (!nb::inst_ready(self)) return 0;
         if (auto* asks = dynamic_cast<Asks*>(nb::inst_ptr<Estimates>(self))) asks->let_go();
         return 0;
       })},
      {0, nullptr}};
  return slots;
}

// The slots of holders of estimates that need to drop nothing else.
template <class T, auto... held>
PyType_Slot* slots_of_holder() {
  static PyType_Slot slots[] = {
      {Py_tp_traverse, reinterpret_cast<void*>(&traverse_estimates<T, held...>)}, {0, nullptr}};
  return slots;
}

}  // namespace asterion::bindings
