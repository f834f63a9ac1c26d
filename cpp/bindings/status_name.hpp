// How a search stands, as Python says it.
#pragma once

#include "asterion/query/query.hpp"
#include "asterion/search/status.hpp"

namespace asterion::bindings {

inline const char* name_of(Status status) {
  switch (status) {
    case Status::running:
      return "running";
    case Status::found:
      return "found";
    case Status::unreachable:
      return "unreachable";
    case Status::stopped:
      return "stopped";
    case Status::partial:
      return "partial";
  }
  return "";
}

inline const char* name_of(How how) {
  constexpr const char* kNames[] = {"searched", "index", "certified"};
  return kNames[static_cast<std::size_t>(how)];
}

}  // namespace asterion::bindings
