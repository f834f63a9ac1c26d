// Memory      of searches that is freed after all worlds are unlocked: returning megabytes to the
//             system takes milliseconds, which would delay an edit.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "asterion/world/compiler.hpp"

namespace asterion {

class FreedLater {
 public:
  FreedLater() = default;
  ~FreedLater() {
    for (const Item& item : items_)
      if (item.object != nullptr) item.free(item.object);
  }
  FreedLater(const FreedLater&) = delete;
  FreedLater& operator=(const FreedLater&) = delete;

  // While it lives, the calling thread puts memory on the list instead of freeing it.
  class Use {
   public:
    explicit Use(FreedLater& later) : before_(std::exchange(current_, &later)) {}
    ~Use() { current_ = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    FreedLater* before_;
  };

  // Never fails: if the list is full, or outside a Use, the object is freed at once.
  template <class T>
  static void free(std::unique_ptr<T> object) {
    if (current_ != nullptr &&
        current_->keep({object.get(), [](void* what) { delete static_cast<T*>(what); }}))
      object.release();
  }

 private:
  struct Item {
    void* object = nullptr;
    void (*free)(void*) = nullptr;
  };

  bool keep(const Item& item) {
    const std::lock_guard guard(lock_);
    for (Item& each : items_)
      if (each.object == nullptr) {
        each = item;
        return true;
      }
    return false;
  }

  std::mutex lock_;
  std::array<Item, 16> items_;
  ASTERION_THREAD_LOCAL static inline FreedLater* current_ = nullptr;
};

}  // namespace asterion
