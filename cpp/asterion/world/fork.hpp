// Keeps locks usable in a process that forks while other threads run.
//
// The child has one thread. A lock that another thread held is held there for ever, and its data is
// half changed. So before a fork every ForkAware holds still (its mutex is taken, its changes are
// complete), and afterwards both processes release it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace asterion {

class ForkAware {
 public:
  ForkAware(const ForkAware&) = delete;
  ForkAware& operator=(const ForkAware&) = delete;

  // The number of forks between the first process and this one.
  static std::uint64_t forks() { return forks_; }

 protected:
  ForkAware() {
    List& list = all();
    const std::lock_guard hold(list.lock);
    next_ = list.first;
    if (next_ != nullptr) next_->before_ = this;
    list.first = this;
  }
  ~ForkAware() {
    List& list = all();
    const std::lock_guard hold(list.lock);
    if (next_ != nullptr) next_->before_ = before_;
    (before_ != nullptr ? before_->next_ : list.first) = next_;
  }

  virtual void before_fork() = 0;
  virtual void after_fork(bool in_child) = 0;

 private:
  struct List {
    std::mutex lock;
    ForkAware* first = nullptr;
  };

  // Never destroyed: worlds may outlive all statics.
  static List& all() {
    static List& list = *[] {
#if defined(__unix__) || defined(__APPLE__)
      pthread_atfork([] { hold_all(); }, [] { let_go(false); }, [] { let_go(true); });
#endif
      return new List;
    }();
    return list;
  }

  static void hold_all() {
    all().lock.lock();
    for (ForkAware* each = all().first; each != nullptr; each = each->next_) each->before_fork();
  }
  static void let_go(bool in_child) {
    if (in_child) ++forks_;
    for (ForkAware* each = all().first; each != nullptr; each = each->next_)
      each->after_fork(in_child);
    all().lock.unlock();
  }

  static inline std::atomic<std::uint64_t> forks_ = 0;
  ForkAware* next_ = nullptr;
  ForkAware* before_ = nullptr;
};

// A mutex for short moments. Whoever holds it makes no ForkAware and waits for nothing.
class ForkSafeMutex final : ForkAware {
 public:
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  void before_fork() override { mutex_.lock(); }
  void after_fork(bool) override { mutex_.unlock(); }
  std::mutex mutex_;
};

}  // namespace asterion
