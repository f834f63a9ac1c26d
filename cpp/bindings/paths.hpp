// The paths of a batch for Python, each of which becomes an object on first access: making one
// takes longer than a short search.
#pragma once

#include <vector>

#include "asterion/query/batch.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {

class PathBatch {
 public:
  template <World G>
  PathBatch(const nb::object& world, const G& view, BatchQueries queries,
            std::vector<PathResult> results)
      : like_(about(world, 0, {}, on(view, {}))),
        queries_(std::move(queries)),
        results_(std::move(results)),
        made_(results_.size()) {}

  std::size_t size() const { return results_.size(); }

  // Returns the same object each time.
  nb::object at(std::size_t i);

  // For the garbage collector.
  int show(visitproc visit, void* arg) const;
  void let_go();

 private:
  Path like_;  // common to all
  BatchQueries queries_;
  std::vector<PathResult> results_;  // cleared where the path has been made
  std::vector<nb::object> made_;
};

}  // namespace asterion::bindings
