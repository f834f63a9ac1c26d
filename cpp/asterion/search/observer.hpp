// Records the events of a search, or nothing: `Silent` compiles to no code.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "asterion/world/types.hpp"

namespace asterion {

enum class EventKind : std::uint8_t { opened, improved, reopened, closed };

struct Event {
  EventKind kind;
  NodeId node;
  NodeId parent;  // the node itself if it has none
  double cost;    // so far, in the numbers of the search
};

template <class O>
concept Observer = std::default_initializable<O> &&
                   requires(O& observer, const O& seen, EventKind kind, NodeId node, double cost) {
                     observer.note(kind, node, node, cost);  // kind, node, parent, cost so far
                     { seen.events() } -> std::same_as<const std::vector<Event>&>;
                   };

struct Silent {
  void note(EventKind, NodeId, NodeId, double) {}
  const std::vector<Event>& events() const {
    static const std::vector<Event> none;
    return none;
  }
};

class Recorder {
 public:
  void note(EventKind kind, NodeId node, NodeId parent, double cost) {
    events_.push_back({kind, node, parent, cost});
  }
  const std::vector<Event>& events() const { return events_; }

 private:
  std::vector<Event> events_;
};

}  // namespace asterion
