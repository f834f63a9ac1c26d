// Binds methods of an object that one thread at a time uses: without the GIL, each in its turn.
#pragma once

#include <utility>

#include "asterion/query/one_at_a_time.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

template <class T, class Use>
auto in_turn(OneAtATime<T>& self, Use&& use) {
  const WithoutGil release;
  return use(*self.hold());
}

template <class T, class R, class... Args>
auto in_turn(R (T::*method)(Args...)) {
  return [method](OneAtATime<T>& self, Args... args) {
    return in_turn(self, [&](T& object) { return (object.*method)(std::forward<Args>(args)...); });
  };
}
template <class T, class R, class... Args>
auto in_turn(R (T::*method)(Args...) const) {
  return [method](OneAtATime<T>& self, Args... args) {
    return in_turn(self, [&](T& object) { return (object.*method)(std::forward<Args>(args)...); });
  };
}

}  // namespace asterion::bindings
