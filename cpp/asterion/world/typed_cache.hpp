// Objects that belong to a world though the world does not know their types: the scratch memory of
// searches. One object of each type, made on first use, never copied or pickled, and freed with the
// world.
#pragma once

#include <memory>
#include <mutex>
#include <typeindex>
#include <unordered_map>

namespace asterion {

class TypedCache {
 public:
  template <class T>
  T& get() {
    std::lock_guard guard(lock_);
    std::shared_ptr<void>& item = items_[std::type_index(typeid(T))];
    if (!item) item = std::make_shared<T>();
    return *static_cast<T*>(item.get());
  }

 private:
  std::mutex lock_;
  std::unordered_map<std::type_index, std::shared_ptr<void>> items_;
};

}  // namespace asterion
