// A unit's request as the service keeps it, and the options of the service.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/navigate/unit_path.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// The stages of a request, in order.
enum class Stage : std::uint8_t { quick, full, splice };

enum class RequestStatus : std::uint8_t { waiting, quick, full, arrived, unreachable, cancelled };

// A unit's answer to another that stands on its next cell.
enum class Meeting : std::uint8_t { through, wait, detour, both };

struct ServiceOptions {
  std::uint32_t quick = 8;  // cells of the first part of a path
  Meeting meeting = Meeting::through;
  std::uint32_t patience = 3;  // steps that a unit waits before a detour, with `both`
};

struct ServiceStats {
  std::uint64_t expanded = 0;
  std::uint64_t quick = 0, full = 0, splice = 0;  // searches begun or continued, by stage
  std::uint64_t shared = 0;                       // full paths from shared searches
  std::uint64_t sent_back = 0;                    // requests whose path an edit has touched
};

struct Request {
  std::uint64_t number;
  NodeId position;
  NodeId goal;
  std::int64_t priority;
  RequestStatus status = RequestStatus::waiting;
  UnitPath path = {};
  double cost = 0;                   // of the path, if it leads to the goal; roughly
  Stage found_by = Stage::quick;     // of the path or its last part
  std::optional<NodeId> joint = {};  // where a full part begins, after a quick one
  bool is_cheapest = false;
  bool is_outdated = false;   // an edit since its search began may have made another path cheaper
  bool walked_off = false;    // the last splice came too late, for a cell that the unit had left
  std::uint32_t blocked = 0;  // steps that another unit blocked it

  // The stage it waits for, and since when.
  struct Waiting {
    Stage stage;
    std::uint64_t since;
  };
  std::optional<Waiting> waits = {};

  bool leads_to_goal() const { return !path.empty() && path.end() == goal; }
  bool lacks_path() const {
    return status == RequestStatus::waiting || status == RequestStatus::quick;
  }

  // The stages that its path comes from, with the moves of each, from the unit's position.
  std::vector<std::pair<Stage, std::size_t>> parts() const {
    if (!path.can_step()) return {};
    const std::vector<NodeId> nodes = path.nodes();
    std::size_t quick = 0;
    if (joint) {
      const auto at = std::find(nodes.begin(), nodes.end(), *joint);
      if (at != nodes.end()) quick = static_cast<std::size_t>(at - nodes.begin());
    }
    std::vector<std::pair<Stage, std::size_t>> parts;
    if (quick > 0) parts.emplace_back(Stage::quick, quick);
    if (nodes.size() - 1 > quick) parts.emplace_back(found_by, nodes.size() - 1 - quick);
    return parts;
  }
};

}  // namespace asterion
