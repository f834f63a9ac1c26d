// Answers queries on a mesh: one path, many on several threads, lengths to many points, or a search
// in slices.
//
// A long search gives way to an edit and begins again (world/yield.hpp); after two tries it does
// not any more. Each answer is right for a version of the mesh between call and return.
//
// A disc is a point on the inset of the mesh (mesh/inset.hpp), which is never edited.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asterion/mesh/inset.hpp"
#include "asterion/mesh/mesh.hpp"
#include "asterion/mesh/polyanya.hpp"
#include "asterion/query/share_out.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/world/yield.hpp"

namespace asterion {

struct MeshAnswer {
  Status status = Status::unreachable;
  double length = std::numeric_limits<double>::infinity();
  std::vector<RealPoint> points;
  std::size_t goal = 0;  // which of the goals was reached
  bool is_shortest = false;
  Stats stats;
};

using PolyanyaPool = ScratchPool<PolyanyaScratch>;

inline double length_of(const std::vector<RealPoint>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  return length;
}

// Open ground for a point, or for a disc: then it is the inset of a mesh.
class OpenGround {
 public:
  OpenGround(Mesh& mesh, double radius) : mesh_(mesh), inset_(inset_of(mesh, radius)) {}

  Mesh& mesh() const { return inset_ != nullptr ? inset_->mesh() : mesh_; }
  const Inset* inset() const { return inset_.get(); }
  // The version of the mesh that it shows; for holders of a lock.
  std::uint64_t version() const { return inset_ != nullptr ? inset_->version : mesh_.version(); }
  // For holders of a lock from mesh().read().
  const Ground& ground() const { return mesh().ground(); }
  std::optional<Spot> standing(RealPoint p) const {
    return inset_ != nullptr ? inset_->standing(p) : ground().standing(p);
  }

 private:
  Mesh& mesh_;
  InsetPtr inset_;
};

// Begins a search; for holders of a lock. `start` is called `what` in errors.
inline std::unique_ptr<Polyanya> start_polyanya(const OpenGround& open, RealPoint start,
                                                const std::vector<RealPoint>& goals, bool all,
                                                PolyanyaScratch& scratch,
                                                const std::string& what = "start") {
  const Ground& ground = open.ground();
  const auto spot = open.standing(start);
  if (!spot) {
    const std::string who = what + " " + Mesh::text(start);
    const bool is_finite = std::isfinite(start.x) && std::isfinite(start.y);
    const auto near = is_finite ? ground.nearest(start) : std::nullopt;
    const std::string place = near ? Mesh::about(ground.raster().place(*near)) : "";
    if (open.inset() == nullptr)
      throw BadValue(who + " is outside the mesh" +
                     (near ? "; the nearest point inside is " + place + " (mesh.nearest)" : ""));
    const std::string radius = text(open.inset()->radius);
    throw BadValue(who + " has no room for the radius " + radius +
                   (near ? "; the nearest point with room is " + place +
                               " (mesh.nearest with radius=" + radius + ")"
                         : "; there is no room for it anywhere"));
  }
  std::vector<Polyanya::Target> targets;
  InterruptPoller poll;
  for (const RealPoint goal : goals) {
    poll();
    const auto there = open.standing(goal);
    targets.push_back(
        {there.value_or(Spot{}), there ? ground.parts_at(*there) : std::vector<Ground::Id>{}});
  }
  return std::make_unique<Polyanya>(ground.parts(), ground.triangulation().vertices(),
                                    ground.knows_branches(), *spot, ground.parts_at(*spot),
                                    std::move(targets), all, scratch);
}

// Whether a spot that stands for a place is another one: the side of a rounded corner.
inline bool is_moved(const Raster& raster, Spot spot, RealPoint place) {
  const RealPoint p = raster.place(spot);
  return std::max(std::abs(p.x - place.x), std::abs(p.y - place.y)) > 4 * raster.step();
}

// Whether a way of this length on an inset can be replaced by a straight one, which may lead
// through the corners between a circle and its sides.
inline bool is_straight(const Inset& inset, RealPoint a, RealPoint b, double length) {
  constexpr double kLonger = 1.01;
  return length <= kLonger * length_of({a, b}) && inset.has_room(a, b);
}

// The points of a disc's path, from those of its search. An end that was moved to the side of a
// rounded corner is joined in the shortest way that has room: straight, along the tangent of the
// corner's circle to the line that the path takes, or by the side.
inline std::vector<RealPoint> points_of_disc(const Inset& inset, RealPoint start, RealPoint goal,
                                             const std::vector<Spot>& spots) {
  if (start == goal) return {start};
  const Raster& raster = inset.mesh().ground().raster();
  std::vector<RealPoint> points;
  for (const Spot spot : spots) points.push_back(raster.place(spot));
  const bool leaves = is_moved(raster, spots.front(), start);
  const bool returns = is_moved(raster, spots.back(), goal);
  if (spots.size() == 1) points.push_back(points.front());
  const double length = leaves || returns ? 0 : length_of(points);
  if (is_straight(inset, start, goal, length)) return {start, goal};
  if (leaves && returns && points.size() == 2)
    if (const auto q = inset.meeting(start, inset.tangent(start), goal, inset.tangent(goal)))
      return {start, *q, goal};
  for (const bool at_goal : {false, true}) {
    const RealPoint end = at_goal ? goal : start;
    if (!(at_goal ? returns : leaves)) {
      points.front() = end;
    } else {
      const RealPoint first = points[0], second = points[1];
      points[0] = end;
      if (!inset.has_room(end, second)) {
        const auto q = inset.meeting(end, inset.tangent(end), second, second - first);
        const bool is_shorter = q && length_of({end, *q, second}) < length_of({end, first, second});
        points.insert(points.begin() + 1, is_shorter ? *q : first);
      }
    }
    std::reverse(points.begin(), points.end());
  }
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

inline MeshAnswer answer_of(const OpenGround& open, const Polyanya& run, RealPoint start,
                            const std::vector<RealPoint>& goals) {
  MeshAnswer answer;
  answer.status = run.status();
  answer.stats = run.stats();
  if (run.status() != Status::found) return answer;
  answer.goal = static_cast<std::size_t>(run.reached());
  const RealPoint goal = goals[answer.goal];
  const std::vector<Spot> spots = run.spots();
  if (open.inset() != nullptr) {
    answer.points = points_of_disc(*open.inset(), start, goal, spots);
  } else {
    for (const Spot spot : spots) answer.points.push_back(open.ground().raster().place(spot));
    if (answer.points.size() == 1 && start != goal) answer.points.push_back(goal);
    answer.points.back() = goal;
    answer.points.front() = start;
  }
  answer.length = length_of(answer.points);
  answer.is_shortest = open.inset() == nullptr || (answer.points.size() < 3 && goals.size() == 1);
  answer.stats.path = answer.points.size();
  return answer;
}

// Returns work(), under a lock from mesh.read(), which gives way to edits twice.
template <class Work>
auto with_consistent_mesh(Mesh& mesh, Work&& work) -> decltype(work()) {
  constexpr int kTries = 2;
  for (int i = 0; i < kTries; ++i) {
    auto guard = mesh.read();
    const GivesWay gives_way(guard, mesh);
    try {
      return work();
    } catch (const Outdated&) {
    }
  }
  const auto guard = mesh.read();
  const KeepsLock keeps;
  return work();
}

inline void run_to_end(Polyanya& run) {
  constexpr std::uint64_t kSlice = 512;
  InterruptPoller poll;
  while (run.advance(kSlice) == Status::running) poll.now();
}

// With `leaves` the start need not be on the ground: the path leads to the nearest point of it
// first, straight; none if there is no ground.
inline MeshAnswer find_path(const OpenGround& open, RealPoint start,
                            const std::vector<RealPoint>& goals, const std::string& what = "start",
                            bool leaves = false) {
  Mesh& mesh = open.mesh();
  return with_consistent_mesh(mesh, [&] {
    const auto scratch = mesh.cache().get<PolyanyaPool>().borrow(1);
    const auto began = Clock::now();
    RealPoint begin = start;
    if (leaves && !open.standing(start)) {
      const auto nearest = open.ground().nearest(start);
      if (!nearest) return MeshAnswer{};
      begin = open.ground().raster().place(*nearest);
    }
    const auto run = start_polyanya(open, begin, goals, false, *scratch, what);
    run_to_end(*run);
    mesh.note_effort(run->stats().pushes);
    MeshAnswer answer = answer_of(open, *run, begin, goals);
    if (begin != start && answer.status == Status::found) {
      answer.points.insert(answer.points.begin(), start);
      answer.length = length_of(answer.points);
      answer.is_shortest = false;
      answer.stats.path = answer.points.size();
    }
    answer.stats.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    return answer;
  });
}

inline std::vector<MeshAnswer> find_paths(const OpenGround& open,
                                          const std::vector<RealPoint>& starts,
                                          const std::vector<std::vector<RealPoint>>& goals,
                                          unsigned threads) {
  std::vector<MeshAnswer> answers(starts.size());
  std::atomic<std::size_t> next = 0;
  share_out(std::min<std::size_t>(threads, starts.size()), [&] {
    const KeepsScratch keeps_scratch(open.mesh().cache());
    InterruptPoller poll;
    for (std::size_t i; (i = next++) < starts.size(); poll.now())
      answers[i] = find_path(open, starts[i], goals[i], "starts[" + std::to_string(i) + "]");
  });
  return answers;
}

// The length of the shortest path to each point; infinite where there is none.
inline std::vector<double> distances(const OpenGround& open, RealPoint start,
                                     const std::vector<RealPoint>& points) {
  Mesh& mesh = open.mesh();
  std::vector<double> lengths = with_consistent_mesh(mesh, [&] {
    const auto scratch = mesh.cache().get<PolyanyaPool>().borrow(1);
    const auto run = start_polyanya(open, start, points, true, *scratch, "point");
    run_to_end(*run);
    mesh.note_effort(run->stats().pushes);
    std::vector<double> found = run->lengths();
    for (double& each : found) each *= mesh.ground().raster().step();
    return found;
  });
  if (open.inset() == nullptr) return lengths;
  const Inset& inset = *open.inset();
  // Ends that were moved to the side of a rounded corner have to be joined.
  const auto moved = [&](RealPoint place) {
    const auto spot = open.standing(place);
    return spot && is_moved(open.ground().raster(), *spot, place);
  };
  const bool leaves = moved(start);
  InterruptPoller poll;
  for (std::size_t i = 0; i < points.size(); ++i, poll()) {
    if (lengths[i] == std::numeric_limits<double>::infinity()) continue;
    if (leaves || moved(points[i]))
      lengths[i] = find_path(open, start, {points[i]}).length;
    else if (is_straight(inset, start, points[i], lengths[i]))
      lengths[i] = length_of({start, points[i]});
  }
  return lengths;
}

// The length of a way over these points, or BadPath saying where it leaves the mesh, or where a
// disc has no room on it.
inline double checked_way(const OpenGround& open, const std::vector<RealPoint>& points) {
  return with_consistent_mesh(open.mesh(), [&] {
    const Ground& ground = open.ground();
    std::vector<Ground::Id> here;
    std::optional<Spot> before;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string which = "point " + std::to_string(i) + " " + Mesh::text(points[i]);
      const auto spot = open.standing(points[i]);
      if (open.inset() != nullptr) {
        const std::string radius = " the radius " + text(open.inset()->radius);
        if (!spot) throw BadPath(which + " has no room for" + radius);
        if (i > 0 && !open.inset()->has_room(points[i - 1], points[i]))
          throw BadPath("the way to " + which + " from " + Mesh::text(points[i - 1]) + " is " +
                        text(open.inset()->clearance_on(points[i - 1], points[i])) +
                        " from a wall, less than" + radius);
        continue;
      }
      if (!spot) throw BadPath(which + " is outside the mesh");
      here = i == 0 ? ground.triangles_at(*spot) : ground.reached(std::move(here), *before, *spot);
      if (here.empty())
        throw BadPath("the way to " + which + " from " + Mesh::text(points[i - 1]) +
                      " leaves the mesh");
      before = spot;
    }
    if (points.empty()) throw BadPath("the path has no points");
    return length_of(points);
  });
}

// Whether a straight way leads from a to b; a must be inside.
inline bool in_sight(const OpenGround& open, RealPoint a, RealPoint b) {
  return with_consistent_mesh(open.mesh(), [&] {
    const Ground& ground = open.ground();
    const auto from = open.standing(a), to = open.standing(b);
    if (!from || !to) return false;
    if (open.inset() != nullptr) return open.inset()->has_room(a, b);
    return !ground.reached(ground.triangles_at(*from), *from, *to).empty();
  });
}

// A search that runs in slices while its mesh stays the same.
class MeshSession {
 public:
  static constexpr const char* kName = "a search";

  MeshSession(std::shared_ptr<Mesh> mesh, RealPoint start, std::vector<RealPoint> goals,
              double radius, bool traced)
      : mesh_(std::move(mesh)),
        start_(start),
        goals_(std::move(goals)),
        radius_(radius),
        traced_(traced) {
    restart();
  }

  void restart() {
    open_.emplace(*mesh_, radius_);
    const auto guard = mesh_->read();
    if (!scratch_) scratch_ = mesh_->cache().get<PolyanyaPool>().borrow(1);
    run_ = start_polyanya(*open_, start_, goals_, false, *scratch_);
    if (traced_) run_->record();
    version_ = open_->version();
    answer_ = {};
    answer_.status = Status::running;
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) {
    if (answer_.status != Status::running) return answer_.status;
    return while_unchanged([&] {
      constexpr std::uint64_t kSlice = 64;
      InterruptPoller poll;
      while (expansions > 0 && run_->status() == Status::running) {
        const std::uint64_t slice = std::min(expansions, kSlice);
        run_->advance(slice);
        expansions -= slice;
        if (deadline != Clock::time_point::max() && Clock::now() >= deadline) break;
        poll.now();
      }
      answer_ = answer_of(*open_, *run_, start_, goals_);
      return answer_.status;
    });
  }

  Status status() const { return answer_.status; }
  MeshAnswer answer() const { return answer_; }
  // The edges that were expanded, each as seen from its root: see Polyanya::Glance.
  std::vector<Polyanya::Glance> glances() const { return run_->glances(); }
  const Mesh& mesh() const { return *mesh_; }

 private:
  template <class Work>
  auto while_unchanged(Work&& work) -> decltype(work()) {
    auto guard = mesh_->read();
    if (mesh_->version() == version_) {
      try {
        const GivesWay gives_way(guard, *mesh_);
        return work();
      } catch (const Outdated&) {
      }
    }
    throw WorldEdited("the mesh changed from version " + std::to_string(version_) + " to " +
                      std::to_string(mesh_->version()) +
                      " during the search; restart() starts it again");
  }

  std::shared_ptr<Mesh> mesh_;
  RealPoint start_;
  std::vector<RealPoint> goals_;
  double radius_;
  bool traced_;
  std::optional<OpenGround> open_;
  std::uint64_t version_ = 0;
  PolyanyaPool::Lease scratch_;
  std::unique_ptr<Polyanya> run_;
  MeshAnswer answer_;
};

}  // namespace asterion
