// Who is next, among requests that wait for work on them.
//
// An earlier stage comes first; then the higher priority, then who came first. But every fourth
// turn goes to the one that has waited longest, whatever it waits for: so with n others in line, at
// most 4 (n + 1) turns pass before it has its own.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace asterion {

// What is done for a request, in this order.
enum class Stage : std::uint8_t { quick, full, splice };

class RequestQueue {
 public:
  static constexpr std::uint64_t kTurnsForAge = 4;

  // Puts a request in line, at the end of those at the same stage and priority.
  void join(std::uint64_t request, Stage stage, std::int64_t priority) {
    leave(request);
    const Entry entry{stage, priority, ++joined_};
    entries_.emplace(request, entry);
    by_worth_.insert(worth(request, entry));
    by_age_.emplace(entry.joined, request);
  }

  void leave(std::uint64_t request) {
    const auto found = entries_.find(request);
    if (found == entries_.end()) return;
    by_worth_.erase(worth(request, found->second));
    by_age_.erase({found->second.joined, request});
    entries_.erase(found);
  }

  struct Turn {
    std::uint64_t request;
    Stage stage;
  };
  // Whose turn it is; that one leaves the line.
  std::optional<Turn> next() {
    if (entries_.empty()) return {};
    const bool by_age = ++turns_ % kTurnsForAge == 0;
    const std::uint64_t request =
        by_age ? by_age_.begin()->second : std::get<3>(*by_worth_.begin());
    const Turn turn{request, entries_.at(request).stage};
    leave(request);
    return turn;
  }

  // What a request waits for.
  std::optional<Stage> stage(std::uint64_t request) const {
    const auto found = entries_.find(request);
    if (found == entries_.end()) return {};
    return found->second.stage;
  }
  // How many are before it, but for those turns that go by age; it must be in line.
  std::size_t before(std::uint64_t request) const {
    const auto found = by_worth_.find(worth(request, entries_.at(request)));
    return static_cast<std::size_t>(std::distance(by_worth_.begin(), found));
  }

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Stage stage;
    std::int64_t priority;
    std::uint64_t joined;
  };
  using Worth = std::tuple<Stage, std::int64_t, std::uint64_t, std::uint64_t>;

  static Worth worth(std::uint64_t request, const Entry& entry) {
    return {entry.stage, -entry.priority, entry.joined, request};
  }

  std::map<std::uint64_t, Entry> entries_;
  std::set<Worth> by_worth_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_age_;
  std::uint64_t joined_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace asterion
