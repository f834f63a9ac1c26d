// The paths of a batch as Python sees them, each of which becomes an object when it is first asked
// for: to make one takes longer than a short search.
#pragma once

#include <vector>

#include "asterion/query/batch.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {

class PathBatch {
 public:
  template <Ground G>
  PathBatch(const nb::object& world, const G& ground, BatchQueries queries,
            std::vector<PathResult> results)
      : like_(about(world, 0, {}, on(ground, {}))),
        queries_(std::move(queries)),
        results_(std::move(results)),
        made_(results_.size()) {}

  std::size_t size() const { return results_.size(); }

  // The same object each time.
  nb::object at(std::size_t i);

  // For the garbage collector.
  int show(visitproc visit, void* arg) const;
  void let_go();

 private:
  Path like_;  // what all have in common
  BatchQueries queries_;
  std::vector<PathResult> results_;  // empty where the path has been made
  std::vector<nb::object> made_;
};

}  // namespace asterion::bindings
