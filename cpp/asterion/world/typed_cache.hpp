// Objects that belong to a world though the world does not know their types: the scratch memory of
// searches. One object of each type, made on first use, never copied or pickled, and freed with the
// world.
#pragma once

#include <memory>
#include <mutex>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "asterion/world/fork.hpp"

namespace asterion {

class TypedCache {
 public:
  template <class T>
  T& get() {
    const std::type_index type(typeid(T));
    {
      const std::lock_guard guard(lock_);
      if (const auto found = items_.find(type); found != items_.end())
        return *static_cast<T*>(found->second.get());
    }
    auto made = std::make_shared<T>();  // without the lock: it may have a mutex of its own
    const std::lock_guard guard(lock_);
    return *static_cast<T*>(items_.try_emplace(type, std::move(made)).first->second.get());
  }

 private:
  ForkSafeMutex lock_;
  std::unordered_map<std::type_index, std::shared_ptr<void>> items_;
};

}  // namespace asterion
