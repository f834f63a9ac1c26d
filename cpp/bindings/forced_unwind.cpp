// Parks a thread that Python ends (gil.hpp) where LLVM's C++ library is linked into the extension,
// as in wheels: the thread sleeps in our first frame that would be unwound.
//
// Up to Python 3.13 such a thread is unwound by `pthread_exit`, for which glibc loads GCC's
// unwinder. That asks each frame for its handlers, by a function of LLVM's library that expects the
// state of LLVM's own unwinder, and would crash. The linker puts this function before it
// (CMakeLists.txt, --wrap).
#include <cstdint>

#include "bindings/gil.hpp"

extern "C" {

int __real___gxx_personality_v0(int version, int actions, std::uint64_t kind, void* exception,
                                void* context);

int __wrap___gxx_personality_v0(int version, int actions, std::uint64_t kind, void* exception,
                                void* context) {
  constexpr int kForcedUnwind = 8;  // _UA_FORCE_UNWIND: no exception of C++
  if ((actions & kForcedUnwind) != 0) asterion::bindings::sleep_for_ever();
  return __real___gxx_personality_v0(version, actions, kind, exception, context);
}
}
