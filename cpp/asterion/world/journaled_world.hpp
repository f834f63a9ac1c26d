// The common part of all worlds: a lock, a journal of changes, a version, and a cache for searches.
//
// The lock is shared by searches and exclusive to edits, and to updates that follow the journal.
#pragma once

#include <memory>
#include <string>

#include "asterion/world/errors.hpp"
#include "asterion/world/journal.hpp"
#include "asterion/world/typed_cache.hpp"
#include "asterion/world/types.hpp"
#include "asterion/world/world_lock.hpp"

namespace asterion {

class JournaledWorld {
 public:
  JournaledWorld(const JournaledWorld&) = delete;
  JournaledWorld& operator=(const JournaledWorld&) = delete;

  std::uint64_t version() const { return version_; }
  // For constructors, before the world has readers or changes.
  void restore_version(std::uint64_t version) {
    version_ = version;
    journal_.begin_at(version);
  }
  const Journal& journal() const { return journal_; }
  WorldLock& lock() const { return lock_; }
  TypedCache& cache() const { return *cache_; }
  // For a copy of a world of the same size: the memory of searches there serves both.
  void share_cache_of(const JournaledWorld& other) { cache_ = other.cache_; }

  // While a search calls a user's heuristic, or lets a signal be handled, its thread has the shared
  // lock. A request for the exclusive lock would wait for its own thread, so it is refused.
  bool read_by_this_thread() const { return lock_.reads_of_this_thread() > 0; }
  // Whether the thread had the lock before, so that this read is nested; for holders of the lock.
  bool is_nested_read() const { return lock_.reads_of_this_thread() > 1; }
  void refuse_while_reading(const char* action) const {
    if (read_by_this_thread())
      throw BusyWorld(std::string("the world cannot be ") + action +
                      " while this thread searches it: from inside a heuristic that the search is "
                      "calling, or a signal handler");
  }

 protected:
  explicit JournaledWorld(std::size_t items) : journal_(items) {}
  ~JournaledWorld() = default;

  // Journals the changes of one statement, at most the given number, and raises the version at its
  // end if there were any. The constructor may fail; what follows does not, so that a statement is
  // done as a whole or not at all.
  class Statement {
   public:
    Statement(JournaledWorld& world, std::size_t most_changes) : world_(world) {
      world_.journal_.make_room(most_changes);
    }
    void changed(NodeId item, double before, double after) {
      if (++count_ <= world_.journal_.capacity()) world_.journal_.record({item, before, after});
    }
    ~Statement() {
      if (count_ == 0) {
        world_.journal_.forget_statement();
        return;
      }
      if (count_ > world_.journal_.capacity()) world_.journal_.record_everything();
      ++world_.version_;
      world_.journal_.end_statement();
    }

   private:
    JournaledWorld& world_;
    std::size_t count_ = 0;
  };

 private:
  Journal journal_;
  std::uint64_t version_ = 0;
  mutable WorldLock lock_;
  std::shared_ptr<TypedCache> cache_ = std::make_shared<TypedCache>();
};

}  // namespace asterion
