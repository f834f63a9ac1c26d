// A plan for a few units with the least sum of costs.
//
// Every unit first gets a cheapest path of its own. Where two meet, the search divides: in each
// half one of the two gets a constraint that the other need not keep, and a new path. Which halves
// come first is decided by what all meetings of pairs that have no two cheapest paths apart must
// cost at least. Such pairs divide first: at the first tick that no two of their paths reach, at
// the ends of a corridor, or by who is at a goal first.
//
// Guarantee   an optimal plan; before, a bound that no plan is below
// Complexity  exponential in the number of units that get in each other's way
// Source      G. Sharon, R. Stern, A. Felner and N. R. Sturtevant, Conflict-based search for
// optimal
//             multi-agent pathfinding, 2015; which meetings come first, and bypasses: E. Boyarski
//             et al., ICBS, 2015; the estimate: A. Felner et al., 2018, J. Li et al., 2019;
//             corridors and goals: J. Li, D. Harabor, P. J. Stuckey, H. Ma, G. Gange and S. Koenig,
//             Pairwise symmetry reasoning for multi-agent path finding search, 2021
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/crowd/joint_paths.hpp"

namespace asterion {

class ConflictSearch {
 public:
  using Node = CrowdMap::Node;
  using Unit = UnitPaths::Unit;
  using Path = UnitPaths::Path;
  enum class Status : std::uint8_t { searching, found, exhausted };

  // Goals differ, and every unit can reach its own.
  ConflictSearch(const CrowdMap& map, GoalTables& tables, std::vector<Node> starts,
                 std::vector<GoalTables::Slot> slots)
      : map_(map),
        tables_(tables),
        starts_(std::move(starts)),
        slots_(std::move(slots)),
        search_(map, tables),
        joint_(map),
        limits_(map.count()),
        paths_(map, starts_.size()),
        owner_(starts_.size()),
        set_(starts_.size()),
        depth_(map.count(), 0),
        extra_(starts_.size()) {
    make_root();
  }

  Status status() const { return status_; }
  // No plan costs less.
  std::uint64_t bound() const { return bound_; }
  std::uint64_t expanded() const { return search_.expanded() + expanded_; }
  std::size_t bytes() const { return bytes_ + diagram_bytes_; }
  // The plan that was found: the node of each unit at each tick until it is at its goal for
  // good.
  std::vector<Path> routes() const {
    std::vector<Path> routes;
    for (Unit unit = 0; unit < starts_.size(); ++unit) routes.push_back(*paths_.path(unit));
    return routes;
  }

  // Divides once. Plans that cost `below` or more are not looked for; where there is no other the
  // search is exhausted.
  void advance(std::uint64_t below) {
    if (open_.empty() || open_.top().bound >= below) {
      bound_ = std::max(bound_, below);
      status_ = Status::exhausted;
      return;
    }
    const Id id = open_.top().id;
    bound_ = open_.top().bound;
    open_.pop();
    ++expanded_;
    load(id);
    divide(id, below);
  }

 private:
  using Id = std::uint32_t;
  static constexpr Id kNoId = 0xffffffff;
  static constexpr std::uint32_t kOften = 2;
  static constexpr std::size_t kMostPlaces = 50'000;           // of a diagram
  static constexpr std::size_t kMostDiagramBytes = 256 << 20;  // of all

  struct Part {  // of the plans: those that keep its constraints and those of the parts before it
    Id before;
    UnitConstraint constraint;
    std::vector<std::pair<Unit, std::shared_ptr<const Path>>> paths;  // that differ from before
    std::uint64_t cost, bound;
    std::uint32_t meetings;
  };
  struct Entry {
    std::uint64_t bound;
    std::uint32_t meetings;
    Id id;
    bool operator<(const Entry& other) const {
      if (bound != other.bound) return bound < other.bound;
      if (meetings != other.meetings) return meetings < other.meetings;
      return id > other.id;
    }
  };
  struct Meeting {
    Unit a, b;
    UnitPaths::Kind kind;
    Tick tick;
    Node node;    // of `a` after the move
    bool parked;  // b is at its goal
  };
  // A constraint for one or for the other: every plan keeps one of them. And what each costs at
  // least.
  struct Split {
    std::array<UnitConstraint, 2> halves;
    std::array<Tick, 2> gains{};
    Tick least_gain() const { return std::min(gains[0], gains[1]); }
    bool operator<(const Split& other) const {
      if (least_gain() != other.least_gain()) return least_gain() < other.least_gain();
      return std::uint64_t{gains[0]} + gains[1] < std::uint64_t{other.gains[0]} + other.gains[1];
    }
  };

  Tick cost(Unit unit) const { return static_cast<Tick>(paths_.path(unit)->size() - 1); }
  Node goal(Unit unit) const { return tables_.goal(slots_[unit]); }

  void make_root() {
    Part root{kNoId, {}, {}, 0, 0, 0};
    root.constraint.unit = kNoId;
    limits_.clear();
    for (Unit unit = 0; unit < starts_.size(); ++unit) paths_.set(unit, free_path(unit));
    // Among cheapest paths, those that meet fewer others.
    bool fewer = true;
    for (int round = 0; round < 5 && fewer; ++round) {
      fewer = false;
      for (Unit unit = 0; unit < starts_.size(); ++unit) {
        const std::uint32_t before = paths_.meetings(unit, *paths_.path(unit));
        if (before == 0) continue;
        auto path = free_path(unit);
        if (paths_.meetings(unit, *path) >= before) continue;
        paths_.set(unit, std::move(path));
        fewer = true;
      }
    }
    for (Unit unit = 0; unit < starts_.size(); ++unit) {
      root.paths.push_back({unit, paths_.path(unit)});
      root.cost += cost(unit);
    }
    list_meetings();
    root.meetings = static_cast<std::uint32_t>(meetings_.size());
    root.bound = bound_ = root.cost;
    add(std::move(root));
  }
  std::shared_ptr<const Path> free_path(Unit unit) {
    return std::make_shared<const Path>(
        search_.find(unit, starts_[unit], slots_[unit], limits_, kEndless, &paths_));
  }

  void add(Part part) {
    bytes_ += sizeof(Part) + part.constraint.bans.size() * sizeof(UnitConstraint::Ban);
    for (const auto& [unit, path] : part.paths) bytes_ += path->size() * sizeof(Node) + 64;
    open_.push({part.bound, part.meetings, static_cast<Id>(parts_.size())});
    parts_.push_back(std::move(part));
  }

  // Takes the paths of a part, and notes which part constrained each unit last.
  void load(Id id) {
    std::fill(owner_.begin(), owner_.end(), kNoId);
    std::fill(set_.begin(), set_.end(), std::uint8_t{0});
    for (Id at = id; at != kNoId; at = parts_[at].before) {
      const Part& part = parts_[at];
      for (auto each = part.paths.rbegin(); each != part.paths.rend(); ++each)
        if (set_[each->first] == 0) {
          set_[each->first] = 1;
          paths_.set(each->first, each->second);
        }
      const Unit unit = part.constraint.unit;
      if (unit != kNoId && owner_[unit] == kNoId) owner_[unit] = at;
    }
  }

  void list_meetings() {
    meetings_.clear();
    for (Unit a = 0; a < starts_.size(); ++a) {
      const Path& path = *paths_.path(a);
      for (Tick tick = 1; tick < path.size(); ++tick)
        paths_.for_each_meeting(a, path[tick - 1], path[tick], tick,
                                [&](Unit b, UnitPaths::Kind kind) {
                                  const bool parked = tick > cost(b);
                                  if (parked || a < b)
                                    meetings_.push_back({a, b, kind, tick, path[tick], parked});
                                });
    }
  }

  void divide(Id id, std::uint64_t below) {
    for (;;) {
      list_meetings();
      if (meetings_.empty()) {
        status_ = Status::found;
        return;
      }
      std::stable_sort(meetings_.begin(), meetings_.end(), [](const Meeting& x, const Meeting& y) {
        return std::minmax(x.a, x.b) < std::minmax(y.a, y.b);
      });
      const std::uint64_t spare = below - 1 - parts_[id].cost;
      splits_.clear();
      for (std::size_t i = 0; i < meetings_.size();) {
        const std::size_t first = i;
        const auto pair = std::minmax(meetings_[i].a, meetings_[i].b);
        while (i < meetings_.size() && std::minmax(meetings_[i].a, meetings_[i].b) == pair) ++i;
        const Split& split =
            dependence(id, pair.first, pair.second, {&meetings_[first], i - first}, spare);
        if (split.least_gain() > 0) splits_.push_back(&split);
      }
      std::stable_sort(splits_.begin(), splits_.end(),
                       [](const Split* x, const Split* y) { return *y < *x; });
      const std::uint64_t bound = std::max(parts_[id].bound, parts_[id].cost + least_extra());
      if (bound > parts_[id].bound) {
        parts_[id].bound = bound;
        if (bound >= below) return;
        if (!open_.empty() && open_.top().bound < bound) {
          open_.push({bound, parts_[id].meetings, id});
          return;
        }
      }
      if (splits_.empty() && walk_apart(id)) continue;
      const Split split = splits_.empty() ? plain_split(id) : *splits_[0];
      std::vector<Part> parts;
      bool bypassed = false;
      for (std::size_t half = 0; half < 2 && !bypassed; ++half)
        bypassed = take_half(id, split.halves[half], spare, parts);
      if (bypassed) continue;
      for (Part& part : parts)
        if (part.bound < below) add(std::move(part));
      return;
    }
  }

  // Finds the path of the unit that gets a constraint. True if that path is as cheap as before and
  // meets fewer others: then it takes the place of the old one, and nothing need be divided.
  bool take_half(Id id, const UnitConstraint& constraint, std::uint64_t spare,
                 std::vector<Part>& parts) {
    const Unit unit = constraint.unit;
    const Tick before = cost(unit);
    load_limits(id, unit);
    limits_.add(constraint);
    auto path = std::make_shared<const Path>(
        search_.find(unit, starts_[unit], slots_[unit], limits_, most_cost(unit, spare), &paths_));
    if (path->empty()) return false;
    const std::uint32_t meetings = parts_[id].meetings + paths_.meetings(unit, *path) -
                                   paths_.meetings(unit, *paths_.path(unit));
    const std::uint64_t sum = parts_[id].cost + path->size() - 1 - before;
    if (sum == parts_[id].cost && meetings < parts_[id].meetings) {
      paths_.set(unit, path);
      parts_[id].paths.push_back({unit, std::move(path)});
      parts_[id].meetings = meetings;
      return true;
    }
    parts.push_back({id, constraint, {}, sum, std::max(parts_[id].bound, sum), meetings});
    parts.back().paths.push_back({unit, std::move(path)});
    return false;
  }

  Tick most_cost(Unit unit, std::uint64_t spare) const {
    return static_cast<Tick>(std::min<std::uint64_t>(cost(unit) + spare, kEndless - 2));
  }
  void load_limits(Id id, Unit unit) {
    limits_.clear();
    for (Id at = id; at != kNoId; at = parts_[at].before)
      if (parts_[at].constraint.unit == unit) limits_.add(parts_[at].constraint);
  }

  // --- Pairs that cannot both walk a cheapest path

  // The division for a pair, with gains above 0 for both if it is dependent; else with gains of 0.
  const Split& dependence(Id id, Unit a, Unit b, std::span<const Meeting> meetings,
                          std::uint64_t spare) {
    const std::uint64_t key_a = key(a), key_b = key(b);
    const auto [found, is_new] = pairs_.try_emplace(std::pair{key_a, key_b});
    Split& best = found->second;
    if (!is_new) return best;
    bytes_ += sizeof(Split) + 64;
    const auto diagram_a = diagram(id, a), diagram_b = diagram(id, b);
    Tick from = JointPaths::kUnknown;
    if (diagram_a && diagram_b) from = joint_.impossible_from(*diagram_a, *diagram_b);
    if (from == JointPaths::kPossible) return best;
    const auto offer = [&](Split split) {
      for (std::size_t half = 0; half < 2; ++half) {
        const Tick gain = gain_of(id, split.halves[half], spare);
        split.gains[half] = gain;
        if (gain == 0) return;
      }
      if (best < split) best = std::move(split);
    };
    if (from != JointPaths::kUnknown) {
      Split split;
      split.halves = {away_from(a, *diagram_a, from), away_from(b, *diagram_b, from)};
      offer(std::move(split));
      if (++divided_[std::uint64_t{a} << 32 | b] > kOften) offer(by_costs(id, a, b, spare));
    }
    for (const Meeting& meeting : meetings) {
      Split split;
      if (meeting.parked) {
        offer(at_goal(meeting));
      } else if (in_corridor(id, meeting, spare, split)) {
        offer(std::move(split));
      }
    }
    bytes_ +=
        (best.halves[0].bans.size() + best.halves[1].bans.size()) * sizeof(UnitConstraint::Ban);
    return best;
  }
  std::uint64_t key(Unit unit) const { return std::uint64_t{owner_[unit]} << 32 | unit; }

  // The amount that a constraint adds to the cost of its unit; above `spare`, just more than that.
  Tick gain_of(Id id, const UnitConstraint& constraint, std::uint64_t spare) {
    const Unit unit = constraint.unit;
    load_limits(id, unit);
    limits_.add(constraint);
    const Tick most = most_cost(unit, spare);
    const Path path = search_.find(unit, starts_[unit], slots_[unit], limits_, most, nullptr);
    return (path.empty() ? most + 1 : static_cast<Tick>(path.size() - 1)) - cost(unit);
  }

  // Not where its cheapest paths are at a tick.
  static UnitConstraint away_from(Unit unit, const PathDiagram& diagram, Tick tick) {
    UnitConstraint constraint{unit, 0, {}};
    if (tick > diagram.cost()) {
      constraint.least_cost = diagram.cost() + 1;
      return constraint;
    }
    for (const Node node : diagram.at(tick)) constraint.bans.push_back({node, tick, tick});
    return constraint;
  }

  // One of two units pays more. For pairs that divide again and again: they have to go far out of
  // their way, of which each division would find one step.
  Split by_costs(Id id, Unit a, Unit b, std::uint64_t spare) {
    const std::array units{a, b};
    // Whether they have paths that cost at most so much more than now; also if that is not known.
    const auto possible = [&](Tick more_a, Tick more_b) {
      std::array<std::shared_ptr<const PathDiagram>, 2> diagrams;
      for (std::size_t i = 0; i < 2; ++i) {
        load_limits(id, units[i]);
        diagrams[i] =
            search_.diagram(starts_[units[i]], slots_[units[i]], limits_,
                            cost(units[i]) + (i == 0 ? more_a : more_b), kMostPlaces, true);
        if (!diagrams[i]) return true;
      }
      const Tick from = joint_.impossible_from(*diagrams[0], *diagrams[1]);
      return from == JointPaths::kPossible || from == JointPaths::kUnknown;
    };
    // The least that makes them possible, by doubling and halving; more than `spare` is as much.
    const auto least = [&](auto&& possible_with) {
      const Tick most = static_cast<Tick>(std::min<std::uint64_t>(spare, 1 << 16)) + 1;
      Tick below = 0, above = 1;  // not possible, perhaps possible
      while (above < most && !possible_with(above)) below = std::exchange(above, 2 * above);
      above = std::min(above, most);
      while (below + 1 < above) {
        const Tick middle = (below + above) / 2;
        (possible_with(middle) ? above : below) = middle;
      }
      return above;
    };
    const Tick both = least([&](Tick more) { return possible(more, more); });
    const Tick one = least([&](Tick more) { return possible(more, both - 1); });
    const Tick other = least([&](Tick more) { return possible(one - 1, more); });
    Split split;
    split.halves[0] = {a, cost(a) + one, {}};
    split.halves[1] = {b, cost(b) + other, {}};
    return split;
  }

  // Lets two units that meet, but need not, walk paths of the same costs apart. True if that makes
  // fewer meetings.
  bool walk_apart(Id id) {
    const std::vector<Meeting> meetings = meetings_;
    for (std::size_t i = 0; i < meetings.size(); ++i) {
      const auto pair = std::minmax(meetings[i].a, meetings[i].b);
      if (i > 0 && std::minmax(meetings[i - 1].a, meetings[i - 1].b) == pair) continue;
      const std::array units{pair.first, pair.second};
      const auto a = diagram(id, units[0]), b = diagram(id, units[1]);
      if (!a || !b || joint_.impossible_from(*a, *b) != JointPaths::kPossible) continue;
      auto paths = joint_.paths(*a, *b);
      const std::array before{paths_.path(units[0]), paths_.path(units[1])};
      for (std::size_t k = 0; k < 2; ++k)
        paths_.set(units[k], std::make_shared<const Path>(std::move(paths[k])));
      list_meetings();
      if (meetings_.size() < parts_[id].meetings) {
        parts_[id].meetings = static_cast<std::uint32_t>(meetings_.size());
        for (const Unit unit : units) parts_[id].paths.push_back({unit, paths_.path(unit)});
        return true;
      }
      for (std::size_t k = 0; k < 2; ++k) paths_.set(units[k], before[k]);
    }
    meetings_ = meetings;
    return false;
  }

  // `b` is at its goal for good after `a` passes there, or `a` does not pass there from now on.
  Split at_goal(const Meeting& meeting) const {
    Split split;
    split.halves[0] = {meeting.a, 0, {{meeting.node, meeting.tick, kEndless}}};
    split.halves[1] = {meeting.b, meeting.tick + 1, {}};
    return split;
  }

  // Two units that walk through a corridor against each other: one of them comes out only after the
  // other has walked it, or goes round.
  bool in_corridor(Id id, const Meeting& meeting, std::uint64_t spare, Split& split) {
    if (meeting.kind == UnitPaths::Kind::crossing) return false;
    Node middle = meeting.node;
    if (!is_narrow(middle)) {
      if (meeting.kind != UnitPaths::Kind::swap) return false;
      middle = paths_.node(meeting.a, meeting.tick - 1);
      if (!is_narrow(middle)) return false;
    }
    corridor_.clear();
    corridor_.push_back(middle);
    for (int side = 0; side < 2; ++side) {
      Node before = middle, here = map_.moves(middle)[static_cast<std::size_t>(side)];
      while (is_narrow(here)) {
        if (here == middle) return false;  // a ring
        corridor_.push_back(here);
        const auto moves = map_.moves(here);
        const Node next = moves[0] == before ? moves[1] : moves[0];
        before = here;
        here = next;
      }
      corridor_.push_back(here);
      if (side == 0) std::reverse(corridor_.begin(), corridor_.end());
    }
    const Node left = corridor_.front(), right = corridor_.back();
    if (left == right) return false;
    const auto interior = std::span(corridor_).subspan(1, corridor_.size() - 2);
    const std::array units{meeting.a, meeting.b};
    std::array<Node, 2> exits{};
    for (int i = 0; i < 2; ++i) {
      const Unit unit = units[static_cast<std::size_t>(i)];
      if (std::find(interior.begin(), interior.end(), starts_[unit]) != interior.end())
        return false;
      exits[static_cast<std::size_t>(i)] = exit_of(unit, meeting.tick);
    }
    if (exits[0] == CrowdMap::kNone || exits[1] == CrowdMap::kNone || exits[0] == exits[1])
      return false;
    const auto length = static_cast<Tick>(corridor_.size() - 1);
    std::array<Tick, 2> arrival{};
    for (std::size_t i = 0; i < 2; ++i) {
      load_limits(id, units[i]);
      const GoalTables::Slot slot = tables_.acquire(map_, exits[i]);
      const Path path = search_.find(units[i], starts_[units[i]], slot, limits_,
                                     most_cost(units[i], spare), nullptr, false);
      tables_.release(slot);
      if (path.empty()) return false;
      arrival[i] = static_cast<Tick>(path.size() - 1);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Tick behind = arrival[1 - i] + length;
      const Tick round = moves_round(starts_[units[i]], exits[i], interior, behind + 1);
      if (round == 0) return false;
      split.halves[i] = {units[i], 0, {{exits[i], 0, round - 1}}};
    }
    return true;
  }
  bool is_narrow(Node node) const {
    const auto out = map_.moves(node), in = map_.moves_back(node);
    if (out.size() != 2 || in.size() != 2) return false;
    return std::find(in.begin(), in.end(), out[0]) != in.end() &&
           std::find(in.begin(), in.end(), out[1]) != in.end();
  }
  // The end at which a unit leaves the corridor; kNone if it does not walk all of it.
  Node exit_of(Unit unit, Tick tick) const {
    const Path& path = *paths_.path(unit);
    const auto is_end = [&](Node node) {
      return node == corridor_.front() || node == corridor_.back();
    };
    Tick in = tick - 1, out = tick;
    while (in > 0 && !is_end(path[in])) --in;
    while (out < cost(unit) && !is_end(path[out])) ++out;
    if (!is_end(path[in]) || !is_end(path[out]) || path[in] == path[out]) return CrowdMap::kNone;
    return path[out];
  }
  // The fewest moves from one node to another that pass none of these; at most `most`.
  Tick moves_round(Node from, Node to, std::span<const Node> closed, Tick most) {
    ++walk_;
    if (walk_ == 0) std::fill(depth_.begin(), depth_.end(), walk_++);
    for (const Node node : closed) depth_[node] = walk_;
    queue_.assign(1, to);
    depth_[to] = walk_;
    std::size_t at = 0;
    for (Tick moves = 0; moves < most; ++moves) {
      const std::size_t end = queue_.size();
      for (; at < end; ++at) {
        if (queue_[at] == from) return moves;
        for (const Node next : map_.moves_back(queue_[at])) {
          if (depth_[next] == walk_) continue;
          depth_[next] = walk_;
          queue_.push_back(next);
        }
      }
    }
    return most;
  }

  std::shared_ptr<const PathDiagram> diagram(Id id, Unit unit) {
    const auto [found, is_new] = diagrams_.try_emplace(key(unit));
    if (!is_new) return found->second;
    load_limits(id, unit);
    const auto made =
        search_.diagram(starts_[unit], slots_[unit], limits_, cost(unit), kMostPlaces);
    found->second = made;
    if (made) diagram_bytes_ += made->bytes();
    made_.push_back(key(unit));
    while (diagram_bytes_ > kMostDiagramBytes && made_.size() > 1) {
      const auto oldest = diagrams_.find(made_.front());
      if (oldest->second) diagram_bytes_ -= oldest->second->bytes();
      diagrams_.erase(oldest);
      made_.pop_front();
    }
    return made;
  }

  // --- Other meetings

  // The meeting that divides where nothing need cost more: one that makes one unit's path longer if
  // there is any.
  Split plain_split(Id id) {
    const Meeting* best = &meetings_[0];
    int most = -1;
    for (const Meeting& meeting : meetings_) {
      int gains = meeting.parked ? 2 : 0;
      for (const Unit unit : {meeting.a, meeting.b}) {
        if (meeting.kind != UnitPaths::Kind::same_node || meeting.tick > cost(unit)) continue;
        const auto paths = diagram(id, unit);
        gains += paths && paths->at(meeting.tick).size() == 1;
      }
      if (gains > most || (gains == most && meeting.tick < best->tick)) {
        most = gains;
        best = &meeting;
      }
    }
    if (best->parked) return at_goal(*best);
    Split split;
    for (std::size_t i = 0; i < 2; ++i) {
      const Unit unit = i == 0 ? best->a : best->b;
      const bool same = best->kind == UnitPaths::Kind::same_node;
      const Node from = same ? CrowdMap::kNone : paths_.node(unit, best->tick - 1);
      split.halves[i] = {unit, 0, {{paths_.node(unit, best->tick), best->tick, best->tick, from}}};
    }
    return split;
  }

  // --- The estimate

  // The least that the dependent pairs add to the sum of costs: in every pair, one unit pays.
  std::uint64_t least_extra() {
    std::fill(extra_.begin(), extra_.end(), 0);
    least_ = std::numeric_limits<std::uint64_t>::max();
    tries_ = 0;
    pay(0, 0);
    if (tries_ < kMostTries) return least_;
    // Too many: of pairs that have no unit in common.
    std::uint64_t sum = 0;
    std::fill(extra_.begin(), extra_.end(), 0);
    for (const Split* const split : splits_) {
      Tick& a = extra_[split->halves[0].unit];
      Tick& b = extra_[split->halves[1].unit];
      if (a != 0 || b != 0) continue;
      a = b = 1;
      sum += split->least_gain();
    }
    return sum;
  }
  void pay(std::size_t from, std::uint64_t sum) {
    if (sum >= least_ || ++tries_ >= kMostTries) return;
    const auto is_paid = [&](const Split& split, std::size_t half) {
      return extra_[split.halves[half].unit] >= split.gains[half];
    };
    while (from < splits_.size() && (is_paid(*splits_[from], 0) || is_paid(*splits_[from], 1)))
      ++from;
    if (from == splits_.size()) {
      least_ = sum;
      return;
    }
    for (std::size_t half = 0; half < 2; ++half) {
      Tick& extra = extra_[splits_[from]->halves[half].unit];
      const Tick before = extra;
      extra = splits_[from]->gains[half];
      pay(from + 1, sum + extra - before);
      extra = before;
    }
  }

  static constexpr std::uint32_t kMostTries = 20'000;
  struct HashPair {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& pair) const {
      return (pair.first * 0x9e3779b97f4a7c15 + pair.second) * 0xbf58476d1ce4e5b9 >> 7;
    }
  };

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<Node> starts_;
  std::vector<GoalTables::Slot> slots_;
  TimedSearch search_;
  JointPaths joint_;
  UnitLimits limits_;
  UnitPaths paths_;  // of the part that is divided
  std::deque<Part> parts_;
  EntryHeap<Entry> open_;
  Status status_ = Status::searching;
  std::uint64_t bound_ = 0;
  std::uint64_t expanded_ = 0;
  std::size_t bytes_ = 0;
  std::vector<Id> owner_;  // by unit: the part that constrained it last
  std::vector<std::uint8_t> set_;
  std::vector<Meeting> meetings_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, Split, HashPair> pairs_;
  std::unordered_map<std::uint64_t, std::uint32_t> divided_;  // by units: how often dependent
  std::unordered_map<std::uint64_t, std::shared_ptr<const PathDiagram>> diagrams_;
  std::deque<std::uint64_t> made_;  // the diagrams, the oldest first
  std::size_t diagram_bytes_ = 0;
  std::vector<const Split*> splits_;  // of dependent pairs, the most expensive first
  std::vector<Node> corridor_, queue_;
  std::vector<std::uint32_t> depth_;  // by node: the last walk that was there
  std::uint32_t walk_ = 0;
  std::vector<Tick> extra_;  // by unit
  std::uint64_t least_ = 0;
  std::uint32_t tries_ = 0;
};

}  // namespace asterion
