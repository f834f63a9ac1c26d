// The names of search statuses in Python.
#pragma once

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

}  // namespace asterion::bindings
