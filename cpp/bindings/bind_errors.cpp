// The one table from exceptions of the core to Python's.
#include "asterion/world/errors.hpp"
#include "bindings/errors.hpp"

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
void translate(const nb::module_& core, const char* name) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* type) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Thrown& e) {
          PyErr_SetString(static_cast<PyObject*>(type), e.what());
        }
      },
      nb::object(core.attr(name)).release().ptr());
}

}  // namespace

void make_errors(nb::module_& core) {
  PyObject* base = new_error(core, "AsterionError", "The base of all errors that asterion raises.",
                             PyExc_Exception);
  const auto derive = [&](const char* name, const char* doc, PyObject* kind) {
    const nb::tuple bases = nb::make_tuple(nb::handle(base), nb::handle(kind));
    new_error(core, name, doc, bases.ptr());
  };
  derive("InvalidValue", "A value breaks a rule; the message names both.", PyExc_ValueError);
  derive("InvalidType", "A value is of a kind that has no meaning here.", PyExc_TypeError);
  derive("OutsideWorld", "A node that the world does not have.", PyExc_IndexError);
  derive("InvalidPath", "A path that cannot be walked as it says.", PyExc_ValueError);
  derive("BusyWorld", "The world is in use and cannot be changed now.", PyExc_RuntimeError);
  derive("WorldChanged", "The world was edited during a search; restart() starts it again.",
         PyExc_RuntimeError);
}

void translate_errors(const nb::module_& core) {
  translate<BadValue>(core, "InvalidValue");
  translate<BadType>(core, "InvalidType");
  translate<OutsideWorld>(core, "OutsideWorld");
  translate<BadPath>(core, "InvalidPath");
  translate<BusyWorld>(core, "BusyWorld");
  translate<WorldEdited>(core, "WorldChanged");
}

}  // namespace asterion::bindings
