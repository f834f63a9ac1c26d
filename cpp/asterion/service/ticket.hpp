// A request of a unit, as the service keeps it; and what can be asked of the service.
#pragma once

#include <cstdint>
#include <optional>

#include "asterion/service/line.hpp"
#include "asterion/service/unit_path.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

enum class RequestStatus : std::uint8_t { waiting, quick, full, arrived, unreachable, cancelled };

// What a unit does when another stands on its next cell.
enum class Meeting : std::uint8_t { through, wait, detour, both };

struct ServiceRules {
  std::uint32_t quick = 8;  // cells of the first part of a path
  Meeting meeting = Meeting::through;
  std::uint32_t patience = 3;  // steps that a unit waits before it walks round, where it does both
};

struct ServiceStats {
  std::uint64_t expanded = 0;
  std::uint64_t quick = 0, full = 0, splice = 0;  // searches of each kind that were begun
  std::uint64_t shared = 0;                       // full paths that a search of others gave
  std::uint64_t sent_back = 0;                    // requests whose path an edit has touched
};

struct Ticket {
  std::uint64_t number;
  NodeId position;
  NodeId goal;
  std::int64_t priority;
  RequestStatus status = RequestStatus::waiting;
  UnitPath path = {};
  double cost = 0;                   // of the path, if it leads to the goal; a little more or less
  Need found_by = Need::quick;       // the step that the path, or its last part, comes from
  std::optional<NodeId> joint = {};  // where a full part begins, after a quick one
  bool is_cheapest = false;
  std::uint32_t splices = 0;  // since the path was last touched
  std::uint32_t blocked = 0;  // steps that another unit stood in the way

  bool leads_to_goal() const { return !path.empty() && path.end() == goal; }
  bool lacks_path() const {
    return status == RequestStatus::waiting || status == RequestStatus::quick;
  }
};

}  // namespace asterion
