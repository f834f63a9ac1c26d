// A mesh that many threads may search: ground with a lock and a version.
//
// A mesh made of a grid follows that grid's journal: changed cells are cut out or filled in before
// the next query. If the journal does not reach back far enough, or many cells have changed, the
// ground is built again from a copy of the map, while neither the grid nor the mesh is locked.
//
// An edit that touches much is made on a copy of the ground, which then takes its place: so Ctrl-C
// can end it, and searches continue meanwhile.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "asterion/mesh/ground.hpp"
#include "asterion/mesh/simple_ring.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/journaled_world.hpp"
#include "asterion/world/yield.hpp"

namespace asterion {

class Mesh : public JournaledWorld {
 public:
  // Rings of free ground, and of obstacles, which get the ids 0, 1, 2 ... in their order.
  Mesh(const std::vector<Ring>& outlines, const std::vector<Ring>& holes)
      : JournaledWorld(1), ground_(std::make_unique<Ground>(size_of(outlines, holes))) {
    Rings around, inside;
    for (std::size_t i = 0; i < outlines.size(); ++i)
      around.add(spots(outlines[i], name("outline", i, outlines.size())));
    for (std::size_t i = 0; i < holes.size(); ++i) inside.add(spots(holes[i], name("holes", i)));
    ground_->insert_all(around.together(inside));
    for (const std::vector<Spot>& ring : around.rings) ground_->add_outline(ring, false);
    for (std::vector<Spot>& ring : inside.rings) ground_->add_obstacle(std::move(ring));
    ground_->finish();
  }

  // Convex polygons, which remain as they are.
  explicit Mesh(const std::vector<Ring>& polygons)
      : JournaledWorld(1), ground_(std::make_unique<Ground>(size_of(polygons, {}))) {
    Rings around;
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      const std::string what = name("polygons", i);
      std::vector<Spot> ring = spots(polygons[i], what);
      for (std::size_t j = 0; j < ring.size(); ++j)
        if (side(ring[j], ring[(j + 1) % ring.size()], ring[(j + 2) % ring.size()]) < 0)
          throw BadValue(what + " is not convex at " +
                         about(ground_->raster().place(ring[(j + 1) % ring.size()])));
      around.add(std::move(ring));
    }
    ground_->insert_all(around.together({}));
    for (const std::vector<Spot>& ring : around.rings) ground_->add_outline(ring, true);
    ground_->finish();
    if (const auto place = ground_->doubly_covered())
      throw BadValue("two polygons overlap at " + about(*place) +
                     "; polygons of a mesh may only share edges and corners");
  }

  explicit Mesh(std::unique_ptr<Ground> ground) : JournaledWorld(1), ground_(std::move(ground)) {}

  // The free cells of a view of a grid; without merging, polygons are triangles.
  explicit Mesh(std::shared_ptr<GridView> view, bool merges = true)
      : JournaledWorld(1), view_(std::move(view)), merges_(merges) {
    rebuild();
  }

  // A shared lock on a mesh that has caught up with its grid.
  ReadLock read() {
    while (view_ != nullptr && !catch_up()) rebuild();
    ReadLock guard(lock());
    if (ground_->knows_branches() || effort_ < ground_->parts().size()) return guard;
    guard.unlock();
    WriteLock exclusive(lock());
    const Undisturbed undisturbed{};
    ground_->know_branches();
    return downgraded(std::move(exclusive));
  }
  // Counts the work of a search: finding dead ends again pays only after some of it.
  void note_effort(std::uint64_t pushes) {
    if (!ground_->knows_branches()) effort_.fetch_add(pushes, std::memory_order_relaxed);
  }

  // For holders of a lock.
  const Ground& ground() const { return *ground_; }

  const std::shared_ptr<GridView>& view() const { return view_; }

  std::int32_t cut(const Ring& polygon) {
    refuse_while_reading("edited");
    std::vector<Spot> ring;
    {
      const auto guard = read();
      ring = spots(polygon, "polygon");
    }
    return edit([&](const Ground& ground) { return ground.is_large(ring); },
                [&](Ground& ground) { return ground.cut(ring); });
  }
  void fill(std::int64_t id) {
    refuse_while_reading("edited");
    const auto obstacle = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(id, -1, std::numeric_limits<std::int32_t>::max()));
    edit(
        [&](const Ground& ground) {
          const auto found = ground.obstacles().find(obstacle);
          return found != ground.obstacles().end() && ground.is_large(found->second);
        },
        [&](Ground& ground) {
          if (!ground.fill(obstacle))
            throw BadValue("there is no obstacle " + std::to_string(id) +
                           "; mesh.cut returns the id of each");
          return obstacle;
        });
  }

  static std::string text(RealPoint p) {
    return "(" + asterion::text(p.x) + ", " + asterion::text(p.y) + ")";
  }

  // The same in fewer digits, for places that no user wrote.
  static std::string about(RealPoint p) {
    const auto rounded = [](double value) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.9g", value);
      return std::strtod(digits, nullptr);
    };
    return text({rounded(p.x), rounded(p.y)});
  }

 private:
  static constexpr std::size_t kMostToToggle = 4096;

  // Rings that are collected before they are drawn.
  struct Rings {
    std::vector<std::vector<Spot>> rings;
    InterruptPoller poll;

    void add(std::vector<Spot> ring) {
      rings.push_back(std::move(ring));
      poll.now();
    }
    // The points of these and other rings.
    std::vector<Spot> together(const Rings& others) const {
      std::vector<Spot> spots;
      for (const auto* each : {&rings, &others.rings})
        for (const std::vector<Spot>& ring : *each)
          spots.insert(spots.end(), ring.begin(), ring.end());
      return spots;
    }
  };

  // While it lives, an edit under way is ended by nothing.
  struct Undisturbed {
    const Interrupt::Deferred deferred;
    const KeepsLock keeps;
  };

  // Makes an edit, and returns the obstacle that it returns; one that throws changes nothing.
  template <class IsLarge, class Make>
  std::int32_t edit(IsLarge&& is_large, Make&& make) {
    constexpr int kTries = 2;  // on a copy, if others edit the mesh meanwhile
    for (int i = 0; i < kTries; ++i) {
      std::unique_ptr<Ground> copy;
      std::uint64_t of_version = 0;
      {
        const auto guard = read();
        if (!is_large(*ground_)) break;
        copy = std::make_unique<Ground>(*ground_);
        of_version = version();
      }
      const std::int32_t id = make(*copy);
      const WriteLock guard(lock());
      if (version() != of_version) continue;
      Statement statement(*this, 1);
      ground_ = std::move(copy);
      changed(statement);
      return id;
    }
    const WriteLock guard(lock());
    const Undisturbed undisturbed{};
    Statement statement(*this, 1);
    const std::int32_t id = make(*ground_);
    changed(statement);
    return id;
  }

  void changed(Statement& statement) {
    statement.changed(0, 0, 0);
    effort_ = 0;
  }

  static std::string name(const char* what, std::size_t i, std::size_t count = 2) {
    return count == 1 ? what : std::string(what) + "[" + std::to_string(i) + "]";
  }
  static double size_of(const std::vector<Ring>& some, const std::vector<Ring>& others) {
    double size = 0;
    for (const std::vector<Ring>* rings : {&some, &others})
      for (const Ring& ring : *rings)
        for (const RealPoint p : ring)
          if (std::isfinite(p.x) && std::isfinite(p.y))
            size = std::max({size, std::abs(p.x), std::abs(p.y)});
    if (size > 1e290)
      throw BadValue("a coordinate is " + asterion::text(size) + "; it must be at most 1e290");
    return size > 0 ? size : 1;
  }

  // The points of a ring, counterclockwise, or an error that names the place.
  std::vector<Spot> spots(const Ring& ring, const std::string& what) const {
    std::vector<Spot> found;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto spot = ground_->spot(ring[i]);
      if (!spot) {
        const std::string which = what + "[" + std::to_string(i) + "] is " + text(ring[i]);
        if (!std::isfinite(ring[i].x) || !std::isfinite(ring[i].y))
          throw BadValue(which + "; coordinates must be finite");
        throw BadValue(which + "; the coordinates of an obstacle are at most " +
                       asterion::text(Ground::kRoom * ground_->size()) + " here, " +
                       asterion::text(Ground::kRoom) + " times those of the mesh");
      }
      if (found.empty() || (found.back() != *spot)) found.push_back(*spot);
    }
    while (found.size() > 1 && found.front() == found.back()) found.pop_back();
    WideInt area = 0;
    bool is_flat = true;
    for (std::size_t i = 1; i + 1 < found.size(); ++i) {
      const Spot a = found[i] - found[0], b = found[i + 1] - found[0];
      area += WideInt{a.x} * b.y - WideInt{a.y} * b.x;
      is_flat = is_flat && side(found[1] - found[0], b) == 0;
    }
    if (is_flat)
      throw BadValue(what + " has " + counted(static_cast<std::int64_t>(found.size()), "point") +
                     " and no area; a polygon has at least three points that are not in a line");
    if (const auto place = contact_of(found))
      throw BadValue(what + " crosses or touches itself at " +
                     about(ground_->raster().place(*place)));
    if (area < 0) std::reverse(found.begin(), found.end());
    return found;
  }

  static void check_kind(const GridView& view) {
    if (view.grid().tiles() != Tiles::square || !view.is_plain())
      throw BadValue("a mesh is of a grid of squares without links and fences");
  }

  // Whether the ground shows the grid as it is; false if it has to be built again.
  bool catch_up() {
    const auto of_grid = view_->read();
    const Journal& journal = view_->grid().journal();
    check_kind(*view_);
    if (position_ == journal.end()) return true;
    std::vector<NodeId> cells;
    std::uint64_t position = position_;
    if (journal.since(position) > kMostToToggle ||
        !journal.read(position, [&](const Change& change) {
          view_->for_each_covering(change.item, [&](NodeId cell) { cells.push_back(cell); });
        }))
      return false;
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    const WriteLock guard(lock());
    if (position_ >= position) return true;  // another thread was faster
    std::vector<std::pair<std::int32_t, std::int32_t>> flipped;
    for (const NodeId cell : cells) {
      const Point p = view_->grid().point(cell);
      if (ground_->is_free_cell(p.row, p.col) != view_->free(cell))
        flipped.push_back({p.row, p.col});
    }
    if (!flipped.empty()) {
      if (ground_->triangulation().has_bends()) return false;
      const Undisturbed undisturbed{};
      Statement statement(*this, 1);
      ground_->toggle(flipped);
      changed(statement);
    }
    position_ = position;
    return true;
  }

  void rebuild() {
    const std::lock_guard one_at_a_time(building_);
    std::uint64_t position;
    const Grid& grid = view_->grid();
    Bitmap free(grid.rows(), grid.cols(), false);
    {
      const auto of_grid = view_->read();
      check_kind(*view_);
      position = grid.journal().end();
      if (is_made_ && position_ >= position) return;  // another thread was faster
      InterruptPoller poll;
      for (std::int32_t row = 0; row < grid.rows(); ++row, poll())
        for (std::int32_t col = 0; col < grid.cols(); ++col)
          if (view_->free(grid.id({row, col}))) free.set(row, col, true);
    }
    auto ground = std::make_unique<Ground>(std::max(grid.rows(), grid.cols()), merges_);
    ground->add_grid(std::move(free), grid.rows(), grid.cols());
    Ground::Obstacles obstacles;
    std::uint64_t of_version = 0;
    if (is_made_) {
      const ReadLock guard(lock());
      obstacles = ground_->obstacles_to_adopt();
      of_version = version();
    }
    ground->adopt(std::move(obstacles));
    ground->finish();
    const WriteLock guard(lock());
    if (version() != of_version) return;  // another edit: it is tried again
    ground_ = std::move(ground);
    position_ = position;
    if (!std::exchange(is_made_, true)) return;
    Statement statement(*this, 1);
    changed(statement);
  }

  std::shared_ptr<GridView> view_;
  bool merges_ = true;
  std::unique_ptr<Ground> ground_;
  std::atomic<std::uint64_t> position_ = 0;  // in the grid's journal
  std::atomic<std::uint64_t> effort_ = 0;    // since the last edit
  ForkSafeMutex building_;
  bool is_made_ = false;  // under building_
};

}  // namespace asterion
