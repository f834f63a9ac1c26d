// What all worlds share: a lock, a journal of changes, a version, and a cache for searches.
//
// The lock is shared by searches and exclusive to edits, and to what catches up with the journal.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "asterion/world/errors.hpp"
#include "asterion/world/journal.hpp"
#include "asterion/world/typed_cache.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class World {
 public:
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  std::uint64_t version() const { return version_; }
  const Journal& journal() const { return journal_; }
  std::shared_mutex& lock() const { return lock_; }
  TypedCache& cache() const { return cache_; }

  // While a search asks a user's heuristic, its thread holds the shared lock. What needs the
  // exclusive lock would wait for its own thread, so it is refused.
  class Callback {
   public:
    explicit Callback(const World& world)
        : world_(world), before_(std::exchange(innermost_, this)) {}
    ~Callback() { innermost_ = before_; }
    Callback(const Callback&) = delete;
    Callback& operator=(const Callback&) = delete;

   private:
    friend class World;
    const World& world_;
    const Callback* before_;  // one callback may ask a search that calls back in turn
  };

  bool in_callback() const {
    for (const Callback* each = innermost_; each != nullptr; each = each->before_)
      if (&each->world_ == this) return true;
    return false;
  }
  void refuse_in_callback(const char* action) const {
    if (in_callback())
      throw BusyWorld(std::string("the world cannot be ") + action +
                      " from inside a heuristic that a search is asking");
  }

 protected:
  explicit World(std::size_t items) : journal_(items) {}
  ~World() = default;

  // Journals the changes of one statement and raises the version at its end if there were any.
  class Statement {
   public:
    explicit Statement(World& world) : world_(world) {}
    void changed(NodeId item, double before, double after) {
      if (++count_ <= world_.journal_.capacity()) world_.journal_.record({item, before, after});
    }
    ~Statement() {
      if (count_ == 0) return;
      if (count_ > world_.journal_.capacity()) world_.journal_.record_everything();
      ++world_.version_;
      world_.journal_.end_statement();
    }

   private:
    World& world_;
    std::size_t count_ = 0;
  };

 private:
  Journal journal_;
  std::uint64_t version_ = 0;
  mutable std::shared_mutex lock_;
  mutable TypedCache cache_;
  static inline thread_local const Callback* innermost_ = nullptr;
};

}  // namespace asterion
