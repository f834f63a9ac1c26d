// Objects that belong to a world though the world does not know their types: the scratch memory of
// searches. One object of each type, made on first use, never copied or pickled, and freed with the
// world.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "asterion/world/fork.hpp"

namespace asterion {

class TypedCache {
 public:
  TypedCache() = default;
  TypedCache(const TypedCache&) = delete;
  TypedCache& operator=(const TypedCache&) = delete;
  ~TypedCache() {
    for (const Item* item = first_; item != nullptr;) delete std::exchange(item, item->next);
  }

  // Every query needs some, so finding one takes neither a lock nor a hash.
  template <class T>
  T& get() {
    if (T* const found = find<T>()) return *found;
    auto made = std::make_shared<T>();  // without the lock: it may have a mutex of its own
    const std::lock_guard guard(lock_);
    if (T* const found = find<T>()) return *found;
    T& object = *made;
    first_ = new Item{&kType<T>, std::move(made), first_};
    return object;
  }

  // Whether this object belongs to the cache.
  bool holds(const void* object) const {
    for (const Item* item = first_; item != nullptr; item = item->next)
      if (item->object.get() == object) return true;
    return false;
  }

 private:
  // An item of a list that only grows, at its front.
  struct Item {
    const void* type;
    std::shared_ptr<void> object;
    const Item* next;
  };
  // Its address is unique to each type.
  template <class T>
  static inline char kType = 0;

  template <class T>
  T* find() const {
    for (const Item* item = first_; item != nullptr; item = item->next)
      if (item->type == &kType<T>) return static_cast<T*>(item->object.get());
    return nullptr;
  }

  ForkSafeMutex lock_;
  std::atomic<const Item*> first_ = nullptr;
};

}  // namespace asterion
