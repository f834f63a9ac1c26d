// The one table from what the core throws to what Python raises.
#include "asterion/world/errors.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

PyObject* new_error(nb::module_& m, const char* name, const char* doc, PyObject* bases) {
  const std::string full = std::string("asterion.") + name;
  PyObject* error = PyErr_NewExceptionWithDoc(full.c_str(), doc, bases, nullptr);
  if (error == nullptr) nb::raise_python_error();
  m.attr(name) = nb::handle(error);
  return error;
}

template <class Thrown>
void translate(PyObject* error) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* type) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Thrown& e) {
          PyErr_SetString(static_cast<PyObject*>(type), e.what());
        }
      },
      error);
}

}  // namespace

void bind_errors(nb::module_& m) {
  PyObject* base = new_error(m, "AsterionError", "The base of all errors that asterion raises.",
                             PyExc_Exception);
  const auto derived = [&](const char* name, const char* doc, PyObject* kind) {
    const nb::tuple bases = nb::make_tuple(nb::handle(base), nb::handle(kind));
    return new_error(m, name, doc, bases.ptr());
  };
  translate<BadValue>(
      derived("InvalidValue", "A value breaks a rule; the message names both.", PyExc_ValueError));
  derived("InvalidType", "A value is of a kind that has no meaning here.", PyExc_TypeError);
  translate<OutsideWorld>(
      derived("OutsideWorld", "A node that the world does not have.", PyExc_IndexError));
  translate<BadPath>(
      derived("InvalidPath", "A path that cannot be walked as it says.", PyExc_ValueError));
  translate<BusyWorld>(
      derived("BusyWorld", "The world is in use and cannot be changed now.", PyExc_RuntimeError));
  translate<WorldEdited>(derived("WorldChanged",
                                 "The world was edited during a search; restart() starts it again.",
                                 PyExc_RuntimeError));
}

}  // namespace asterion::bindings
