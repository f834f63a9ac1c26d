// A constrained Delaunay triangulation that can be edited: points and segments come and go.
//
// The triangles fill a square around everything. A segment is an edge that must stay; other edges
// are Delaunay, as far as floating point can tell. Where two segments cross, both bend to the point
// of the raster nearest to the crossing; a segment also bends to each vertex within a step of the
// raster, so that what touches keeps touching (snap rounding). A segment knows the outlines that it
// is a part of, so that each of several that overlap can be taken away.
//
// Guarantee   valid triangles: every decision about sides is exact (mesh/raster.hpp)
// Complexity  O(1) per point beside its hint, in practice
// Source      M. Kallmann, H. Bieri and D. Thalmann, Fully dynamic constrained Delaunay
//             triangulations, 2003; S. W. Sloan, A fast algorithm for generating constrained
//             Delaunay triangulations, 1993; J. D. Hobby, Practical segment intersection with
//             finite precision output, 1999
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "asterion/mesh/raster.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// Half-edges 3t, 3t + 1 and 3t + 2 belong to triangle t, counterclockwise.
class Triangulation {
 public:
  using Id = std::int32_t;  // of a vertex, a half-edge or a triangle
  static constexpr Id kNone = -1;

  // The kinds of a segment, as bits; an edge that is none may be flipped.
  using Kinds = std::uint8_t;
  static constexpr Kinds kBorder = 1;   // between free and closed ground
  static constexpr Kinds kOutline = 2;  // of some outlines: see owners()
  static constexpr Kinds kKept = 4;     // between two of the user's polygons

  // An outline that a segment is a part of: inside is to the left of it, forward or backward.
  struct Owner {
    std::int32_t outline;
    bool forward;
    bool operator==(const Owner&) const = default;
  };
  using Owners = std::vector<Owner>;

  static Id next(Id h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static Id previous(Id h) { return h % 3 == 0 ? h + 2 : h - 1; }

  // All points must be inside the square from -extent to extent.
  explicit Triangulation(std::int64_t extent) {
    for (const Spot corner : {Spot{-extent, -extent}, Spot{extent, -extent}, Spot{extent, extent},
                              Spot{-extent, extent}})
      new_vertex(corner);
    const Id a = 3 * new_triangle(), b = 3 * new_triangle();
    put(a, {0, kNone, 0}), put(a + 1, {1, kNone, 0}), put(a + 2, {2, kNone, 0});
    put(b, {0, kNone, 0}), put(b + 1, {2, kNone, 0}), put(b + 2, {3, kNone, 0});
    pair(a + 2, b, 0);
  }

  void reserve(std::size_t vertices) {
    spots_.reserve(vertices + 4), half_of_.reserve(vertices + 4);
    const std::size_t triangles = 2 * vertices + 8;
    regions_.reserve(triangles), touched_at_.reserve(triangles), touched_.reserve(triangles);
    halves_.reserve(3 * triangles), kinds_.reserve(3 * triangles);
  }

  // Ids of vertices and triangles are below these; some may be free.
  std::size_t vertices() const { return spots_.size(); }
  std::size_t triangles() const { return regions_.size(); }
  bool is_vertex(Id vertex) const { return half_of(vertex) != kNone; }
  bool is_triangle(Id triangle) const { return origin(3 * triangle) != kNone; }

  Spot spot(Id vertex) const { return spots_[at(vertex)]; }
  Id half_of(Id vertex) const { return half_of_[at(vertex)]; }  // one that leaves it
  Id origin(Id h) const { return halves_[at(h)].origin; }
  Id twin(Id h) const { return halves_[at(h)].twin; }
  Id end(Id h) const { return origin(next(h)); }
  Id apex(Id h) const { return origin(previous(h)); }
  Spot from(Id h) const { return spot(origin(h)); }
  Spot to(Id h) const { return spot(end(h)); }
  Kinds kinds(Id h) const { return kinds_[at(h)]; }
  // The outlines of a segment, seen along this half-edge.
  Owners owners(Id h) const {
    if ((kinds(h) & kOutline) == 0) return {};
    return oriented(owners_.at(key(origin(h), end(h))), origin(h) < end(h));
  }

  // A number that is the same on both sides of an edge that is no segment: new triangles get it
  // from where they are.
  std::int32_t& region(Id triangle) { return regions_[at(triangle)]; }
  std::int32_t region(Id triangle) const { return regions_[at(triangle)]; }

  // The triangles that have changed since this was asked for last: new, gone, or beside an edge
  // that became a segment or is none any more.
  std::vector<Id> take_touched() {
    ++round_;
    work_ += touched_.size();
    return std::exchange(touched_, {});
  }
  bool is_touched(Id triangle) const { return touched_at_[at(triangle)] == round_; }

  // The number of triangles that edits have walked over, flipped or made.
  std::uint64_t work() const { return work_; }

  // Whether a segment has ever been bent: then some are no longer exactly where they were asked
  // for.
  bool has_bends() const { return has_bends_; }

  // Calls visit(h) for the half-edges that leave a vertex, until it returns true.
  template <class Visit>
  void around(Id vertex, Visit&& visit) const {
    const Id first = half_of(vertex);
    Id h = first;
    do {
      if (visit(h)) return;
      h = twin(previous(h));
    } while (h != first && h != kNone);
    if (h == first) return;
    for (h = twin(first); h != kNone; h = twin(h)) {  // at a corner of the square
      h = next(h);
      if (visit(h)) return;
    }
  }

  // kNone if no edge joins them. Looks around both in turn: one may have very many edges.
  Id half_between(Id a, Id b) const {
    std::uint64_t steps = 0;
    return half_between(a, b, steps);
  }
  Id half_between(Id a, Id b, std::uint64_t& steps) const {
    Turn around_a(*this, a), around_b(*this, b);
    for (;; ++steps) {
      const Id h = around_a.next(), g = around_b.next();
      if (h == kNone || end(h) == b) return h;
      if (g == kNone) return kNone;
      if (end(g) == a) return twin(g);
    }
  }

  // Where a point is: at a vertex, inside an edge, or inside a triangle; `half` belongs to it.
  enum class At : std::uint8_t { vertex, edge, triangle };
  struct Location {
    At at;
    Id half;
  };

  // Walks from a half-edge near it. Which of two edges is tried first is left to chance, or a walk
  // might go round in circles among segments (O. Devillers, S. Pion and M. Teillaud, Walking in a
  // triangulation, 2001).
  Location locate(Spot p, Id near) const {
    std::uint64_t steps = 0;
    return locate(p, near, steps);
  }
  Location locate(Spot p, Id near, std::uint64_t& steps) const {
    Id came = kNone;
    Id h = near;
    std::uint32_t chance = 1;
    for (InterruptPoller poll;; ++steps, poll()) {
      chance = chance * 1'664'525 + 1'013'904'223;
      Id leave = kNone, on = kNone;
      if (chance >> 31 != 0) h = previous(h);
      for (int i = 0; i < 3; ++i, h = next(h)) {
        if (h == came) continue;
        const int s = side(from(h), to(h), p);
        if (s < 0) {
          leave = h;
          break;
        }
        if (s == 0) on = h;
      }
      if (leave == kNone) {
        if (on == kNone) return {At::triangle, h};
        if (from(on) == p) return {At::vertex, on};
        if (to(on) == p) return {At::vertex, next(on)};
        return {At::edge, on};
      }
      came = h = twin(leave);
    }
  }

  // Returns the vertex at a point, a new one unless there is one.
  Id insert(Spot p, Id near) {
    const Id v = place(p, locate(p, near, work_));
    join_wanted();
    return v;
  }

  // Inserts many points, which is faster than one by one, and returns their vertices. They go along
  // a curve that fills the plane, in rounds: each has eight times as many points as all before it,
  // chosen at random, because points that are all in order, as on two opposite lines, would take
  // quadratic time. Source: N. Amenta, S. Choi and G. Rote, Incremental constructions con BRIO,
  // 2003.
  std::vector<Id> insert_all(const std::vector<Spot>& spots) {
    std::vector<Id> vertices(spots.size());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order(spots.size());
    Spot low{0, 0}, high{0, 0};
    for (std::size_t i = 0; i < spots.size(); ++i) {
      if (i == 0) low = high = spots[i];
      low = {std::min(low.x, spots[i].x), std::min(low.y, spots[i].y)};
      high = {std::max(high.x, spots[i].x), std::max(high.y, spots[i].y)};
    }
    const double scale =
        65535.0 / static_cast<double>(std::max({high.x - low.x, high.y - low.y, std::int64_t{1}}));
    for (std::size_t i = 0; i < spots.size(); ++i) {
      const Spot from_low = spots[i] - low;
      order[i] = {std::uint64_t{round_of(i)} << 32 ^
                      on_curve(static_cast<std::uint32_t>(static_cast<double>(from_low.x) * scale),
                               static_cast<std::uint32_t>(static_cast<double>(from_low.y) * scale)),
                  static_cast<std::uint32_t>(i)};
    }
    InterruptPoller poll;
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
      poll();
      return a < b;
    });
    reserve(spots_.size() + spots.size());
    Id near = 0;
    for (const auto& [place, i] : order) {
      near = half_of(vertices[i] = insert(spots[i], near));
      poll();
    }
    return vertices;
  }

  // Makes segments from one vertex to another, along vertices on the way and across others.
  void join(Id a, Id b, Kinds kinds, Owners owners = {}) {
    wanted_.push_back({a, b, kinds, std::move(owners)});
    join_wanted();
  }

  // Takes kinds and an outline away from an edge, which may be no segment then.
  void release(Id h, Kinds kinds, std::int32_t outline = kNone) {
    Kinds left = static_cast<Kinds>(this->kinds(h) & ~kinds);
    if ((left & kOutline) != 0 && outline != kNone) {
      const auto found = owners_.find(key(origin(h), end(h)));
      std::erase_if(found->second, [&](const Owner& each) { return each.outline == outline; });
      if (found->second.empty()) {
        owners_.erase(found);
        left = static_cast<Kinds>(left & ~kOutline);
      }
    }
    set_kinds(h, left);
    if (left == 0) {
      edges_.push_back({origin(h), end(h)});
      legalize();
    }
  }

  // Removes a vertex where no segment needs it: one without any, or where a straight one passes.
  // False if it has to stay.
  bool remove_if_needless(Id v) {
    std::array<Id, 2> segments{kNone, kNone};
    std::size_t count = 0;
    around(v, [&](Id h) {
      if (kinds(h) == 0) return false;
      if (count < 2) segments[count] = h;
      return ++count > 2;
    });
    if (count == 0) return remove(v), true;
    const auto [g, h] = segments;
    if (count != 2 || kinds(g) != kinds(h)) return false;
    if (!is_on_way(to(g), to(h), spot(v))) return false;
    const Owners on = owners(h), back = oriented(owners(g), false);
    if (!std::is_permutation(on.begin(), on.end(), back.begin(), back.end())) return false;
    const Id a = end(g), b = end(h);
    const Kinds kinds = this->kinds(h);
    for (const Id each : {g, h}) {
      owners_.erase(key(v, end(each)));
      set_kinds(each, 0);
    }
    remove(v);
    join(a, b, kinds, on);
    return true;
  }

 private:
  struct Half {
    Id origin;
    Id twin;
  };
  // An edge of a hole: its first vertex, with the hole to its left, and what is beyond it.
  struct Edge {
    Id origin;
    Id twin;
    Kinds kinds;
  };
  struct Wanted {
    Id a, b;
    Kinds kinds;
    Owners owners;
  };

  // The round in which a point is inserted: seven in eight of them in the last, 21.
  static unsigned round_of(std::uint64_t point) {
    std::uint64_t hash = (point + 1) * 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9;
    constexpr unsigned kLast = 21;
    return kLast - static_cast<unsigned>(std::countr_zero((hash ^ hash >> 29) | 1ULL << 63)) / 3;
  }

  // The half-edges that leave a vertex, one after the other, as around() visits them.
  class Turn {
   public:
    Turn(const Triangulation& mesh, Id vertex)
        : mesh_(mesh), first_(mesh.half_of(vertex)), here_(first_) {}
    // kNone after the last.
    Id next() {
      const Id found = here_;
      if (found == kNone) return kNone;
      Id after = is_back_ ? kNone : mesh_.twin(previous(here_));
      if (after == first_) {
        here_ = kNone;
        return found;
      }
      if (after == kNone) {  // at a corner of the square
        const Id beyond = mesh_.twin(is_back_ ? here_ : first_);
        after = beyond == kNone ? kNone : Triangulation::next(beyond);
        is_back_ = true;
      }
      here_ = after;
      return found;
    }

   private:
    const Triangulation& mesh_;
    Id first_, here_;
    bool is_back_ = false;
  };

  // The place of a point on Hilbert's curve.
  static std::uint64_t on_curve(std::uint32_t x, std::uint32_t y) {
    std::uint64_t place = 0;
    for (std::uint32_t half = 1 << 15; half != 0; half /= 2) {
      const std::uint32_t rx = (x & half) != 0, ry = (y & half) != 0;
      place = 4 * place + (3 * rx ^ ry);
      if (ry == 0) {
        if (rx == 1) x = ~x, y = ~y;
        std::swap(x, y);
      }
    }
    return place;
  }

  static std::size_t at(Id id) { return static_cast<std::size_t>(id); }
  static std::uint64_t key(Id a, Id b) {
    if (a > b) std::swap(a, b);
    return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
  }
  static Owners oriented(Owners owners, bool same) {
    if (!same)
      for (Owner& each : owners) each.forward = !each.forward;
    return owners;
  }

  void touch(Id triangle) {
    if (is_touched(triangle)) return;
    touched_at_[at(triangle)] = round_;
    touched_.push_back(triangle);
  }
  void set_kinds(Id h, Kinds kinds) {
    for (const Id each : {h, twin(h)}) {
      kinds_[at(each)] = kinds;
      touch(each / 3);
    }
  }

  Id new_vertex(Spot p) {
    if (free_vertices_.empty()) {
      spots_.push_back(p);
      half_of_.push_back(kNone);
      return static_cast<Id>(spots_.size() - 1);
    }
    const Id v = free_vertices_.back();
    free_vertices_.pop_back();
    spots_[at(v)] = p;
    return v;
  }
  Id new_triangle() {
    Id t = static_cast<Id>(regions_.size());
    if (free_triangles_.empty()) {
      regions_.push_back(0);
      touched_at_.push_back(0);
      halves_.resize(halves_.size() + 3);
      kinds_.resize(kinds_.size() + 3);
    } else {
      t = free_triangles_.back();
      free_triangles_.pop_back();
    }
    touch(t);
    return t;
  }

  Edge edge(Id h) const { return {origin(h), twin(h), kinds(h)}; }
  void put(Id h, Edge edge) {
    halves_[at(h)] = {edge.origin, edge.twin};
    kinds_[at(h)] = edge.kinds;
    if (edge.twin != kNone) halves_[at(edge.twin)].twin = h;
    half_of_[at(edge.origin)] = h;
  }
  void pair(Id g, Id h, Kinds kinds) {
    halves_[at(g)].twin = h, halves_[at(h)].twin = g;
    kinds_[at(g)] = kinds_[at(h)] = kinds;
  }
  // The triangle from an edge to a vertex; the other two edges are paired later.
  void put_triangle(Id t, Edge base, Id end, Id apex) {
    put(3 * t, base);
    put(3 * t + 1, {end, kNone, 0});
    put(3 * t + 2, {apex, kNone, 0});
  }

  // As insert(); segments that bend are put on wanted_.
  Id place(Spot p, Location where) {
    if (where.at == At::vertex) return origin(where.half);
    const Id v = new_vertex(p);
    if (where.at == At::edge) {
      split_edge(where.half, v);
    } else {
      for (Id h = where.half / 3 * 3, last = h + 3; h < last; ++h)
        if (kinds(h) != 0 && is_on_way(from(h), to(h), p)) bend(h, v);
      split_triangle(where.half / 3, v);
    }
    legalize();
    return v;
  }
  // Replaces a segment by two over a vertex beside it.
  void bend(Id h, Id v) {
    const Id a = origin(h), b = end(h);
    const Kinds was = kinds(h);
    const Owners along = owners(h);
    has_bends_ = true;
    owners_.erase(key(a, b));
    set_kinds(h, 0);
    wanted_.push_back({a, v, was, along});
    wanted_.push_back({v, b, was, along});
  }

  void split_triangle(Id a, Id v) {
    const Edge pq = edge(3 * a), qr = edge(3 * a + 1), rp = edge(3 * a + 2);
    touch(a);
    const Id b = new_triangle(), c = new_triangle();
    region(b) = region(c) = region(a);
    put_triangle(a, pq, qr.origin, v);
    put_triangle(b, qr, rp.origin, v);
    put_triangle(c, rp, pq.origin, v);
    pair(3 * a + 1, 3 * b + 2, 0), pair(3 * b + 1, 3 * c + 2, 0), pair(3 * c + 1, 3 * a + 2, 0);
    for (const Id t : {a, b, c}) fan_.push_back(3 * t);
  }

  void split_edge(Id h, Id v) {
    const Id g = twin(h), s = h / 3, t = g / 3, p = origin(h), q = origin(g);
    const Kinds kind = kinds(h);
    if ((kind & kOutline) != 0) {
      const Owners along = owners(h);
      owners_.erase(key(p, q));
      owners_[key(p, v)] = oriented(along, p < v);
      owners_[key(v, q)] = oriented(along, v < q);
    }
    const Edge qc = edge(next(h)), cp = edge(previous(h)), pd = edge(next(g)),
               dq = edge(previous(g));
    touch(s), touch(t);
    const Id u = new_triangle(), w = new_triangle();
    region(u) = region(s), region(w) = region(t);
    put_triangle(s, cp, p, v);
    put_triangle(u, qc, cp.origin, v);
    put_triangle(w, dq, q, v);
    put_triangle(t, pd, dq.origin, v);
    pair(3 * s + 1, 3 * t + 2, kind), pair(3 * w + 1, 3 * u + 2, kind);
    pair(3 * u + 1, 3 * s + 2, 0), pair(3 * t + 1, 3 * w + 2, 0);
    for (const Id each : {s, t, u, w}) fan_.push_back(3 * each);
  }

  bool should_flip(Id h) const {
    if (kinds(h) != 0 || twin(h) == kNone) return false;
    return in_circle(from(h), to(h), spot(apex(h)), spot(apex(twin(h))));
  }

  // Replaces an edge, of the triangles t and u, by the other diagonal: half-edges 3t + 1, 3u + 1.
  void flip(Id h) {
    const Id g = twin(h), t = h / 3, u = g / 3;
    ++work_;
    touch(t), touch(u);
    const Edge bc = edge(next(h)), ca = edge(previous(h)), ad = edge(next(g)),
               db = edge(previous(g));
    put(3 * t, ad), put(3 * t + 2, ca), put(3 * u, bc), put(3 * u + 2, db);
    put(3 * t + 1, {db.origin, kNone, 0}), put(3 * u + 1, {ca.origin, kNone, 0});
    pair(3 * t + 1, 3 * u + 1, 0);
  }

  // Makes edges Delaunay again: fan_ are edges opposite to a new vertex, edges_ any others.
  void legalize() {
    while (!fan_.empty()) {
      const Id h = fan_.back();
      fan_.pop_back();
      if (!should_flip(h)) continue;
      const Id t = h / 3, u = twin(h) / 3;
      flip(h);
      fan_.push_back(3 * t);
      fan_.push_back(3 * u + 2);
    }
    while (!edges_.empty()) {
      const auto [a, b] = edges_.back();
      edges_.pop_back();
      if (!is_vertex(a) || !is_vertex(b)) continue;
      const Id h = half_between(a, b, work_);
      if (h == kNone || !should_flip(h)) continue;
      const Id t = h / 3, u = twin(h) / 3;
      flip(h);
      for (const Id each : {3 * t, 3 * t + 2, 3 * u, 3 * u + 2})
        edges_.push_back({origin(each), end(each)});
    }
  }

  void remove(Id v) {
    const std::int32_t where = region(half_of(v) / 3);
    std::vector<Edge> ring;
    around(v, [&](Id h) {
      ring.push_back(edge(next(h)));
      touch(h / 3);
      free_triangles_.push_back(h / 3);
      return false;
    });
    for (std::size_t i = free_triangles_.size() - ring.size(); i < free_triangles_.size(); ++i)
      for (Id h = 3 * free_triangles_[i]; h < 3 * free_triangles_[i] + 3; ++h)
        halves_[at(h)] = {kNone, kNone};
    half_of_[at(v)] = kNone;
    free_vertices_.push_back(v);
    fill(ring, where);
    legalize();
  }

  // Triangulates a hole by cutting off ears.
  void fill(std::vector<Edge>& ring, std::int32_t where) {
    for (std::size_t i = 0; ring.size() > 3; ++i) {
      i %= ring.size();
      const std::size_t j = (i + 1) % ring.size(), k = (i + 2) % ring.size();
      const Spot a = spot(ring[i].origin), b = spot(ring[j].origin), c = spot(ring[k].origin);
      if (side(a, b, c) <= 0) continue;
      const bool is_ear = std::none_of(ring.begin(), ring.end(), [&](const Edge& each) {
        const Spot p = spot(each.origin);
        return p != a && p != b && p != c && side(a, b, p) >= 0 && side(b, c, p) >= 0 &&
               side(c, a, p) >= 0;
      });
      if (!is_ear) continue;
      const Id t = new_triangle(), end = ring[k].origin;
      region(t) = where;
      put(3 * t, ring[i]), put(3 * t + 1, ring[j]), put(3 * t + 2, {end, kNone, 0});
      edges_.push_back({ring[i].origin, end});
      ring[i] = {ring[i].origin, 3 * t + 2, 0};
      ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(j));
    }
    const Id t = new_triangle();
    region(t) = where;
    for (Id i = 0; i < 3; ++i) put(3 * t + i, ring[at(i)]);
  }

  // Makes a segment of an edge that is there.
  void mark(Id h, const Wanted& segment) {
    Kinds now = static_cast<Kinds>(kinds(h) | segment.kinds);
    if (!segment.owners.empty()) {
      Owners& held = owners_[key(origin(h), end(h))];
      for (const Owner& each : oriented(segment.owners, origin(h) < end(h))) {
        const Owner opposite{each.outline, !each.forward};
        // An outline that comes back the same way is not there.
        if (std::erase(held, opposite) == 0 &&
            std::find(held.begin(), held.end(), each) == held.end())
          held.push_back(each);
      }
      if (held.empty()) {
        owners_.erase(key(origin(h), end(h)));
        now = static_cast<Kinds>(now & ~kOutline);
      }
    }
    set_kinds(h, now);
    if (now == 0) {
      edges_.push_back({origin(h), end(h)});
      legalize();
    }
  }

  void join_wanted() {
    for (InterruptPoller poll; !wanted_.empty(); poll()) {
      const Wanted segment = std::move(wanted_.back());
      wanted_.pop_back();
      if (segment.a != segment.b) join_some(segment);
    }
  }

  // Up to the next vertex or segment in the way.
  void join_some(const Wanted& segment) {
    const auto [a, b, kinds, owners] = segment;
    const Spot p = spot(a), q = spot(b);
    Id along = half_between(a, b), opposite = kNone;
    if (along == kNone)
      around(a, [&](Id h) {
        if (is_on_way(p, q, to(h))) return along = h, true;
        if (is_between(p, to(h), spot(apex(h)), q)) opposite = next(h);
        return false;
      });
    if (along != kNone) {
      has_bends_ |= side(p, q, to(along)) != 0;
      wanted_.push_back({end(along), b, kinds, owners});
      return mark(along, segment);
    }
    crossed_.clear();
    Id goal = kNone;
    for (Id h = opposite; goal == kNone;) {
      if (this->kinds(h) != 0) return cross(segment, h);
      crossed_.push_back({origin(h), end(h)});
      const Id g = twin(h), x = apex(g);
      ++work_;
      const int s = side(p, q, spot(x));
      if (s == 0) {
        goal = x;
      } else if (x != b && is_on_way(p, q, spot(x))) {  // the way bends
        has_bends_ = true;
        wanted_.push_back({x, b, kinds, owners});
        wanted_.push_back({a, x, kinds, owners});
        return;
      } else {
        h = s > 0 ? next(g) : previous(g);
      }
    }
    wanted_.push_back({goal, b, kinds, owners});
    clear_way(a, goal);
    mark(half_between(a, goal), segment);
    legalize();
  }

  // Whether the direction to q is inside the angle from a to b at p, which is below 180 degrees.
  static bool is_between(Spot p, Spot a, Spot b, Spot q) {
    return side(p, a, q) > 0 && side(p, q, b) > 0;
  }

  // Flips the crossed edges until none is left.
  void clear_way(Id a, Id b) {
    const Spot p = spot(a), q = spot(b);
    InterruptPoller poll;
    for (std::size_t i = 0; i < crossed_.size(); ++i, poll()) {
      const auto edge = crossed_[i];
      const Id h = half_between(edge.first, edge.second, work_), c = apex(h), d = apex(twin(h));
      if (side(spot(d), to(h), spot(c)) <= 0 || side(spot(c), from(h), spot(d)) <= 0) {
        crossed_.push_back(edge);  // until its neighbours have been flipped
        continue;
      }
      flip(h);
      if (side(p, q, spot(c)) * side(p, q, spot(d)) < 0)
        crossed_.push_back({c, d});
      else
        edges_.push_back({c, d});
    }
  }

  // The segment crosses another, h: both bend to the nearest point of the raster.
  void cross(const Wanted& segment, Id h) {
    const Spot x = crossing(spot(segment.a), spot(segment.b), from(h), to(h));
    const Id u = origin(h), v = end(h);
    const Location where = locate(x, h, work_);
    const Id m = place(x, where);
    if (m != u && m != v)  // unless it was split or bent there
      if (const Id still = half_between(u, v); still != kNone && kinds(still) != 0) bend(still, m);
    if (m != segment.a && m != segment.b)
      has_bends_ |= side(spot(segment.a), spot(segment.b), x) != 0;
    wanted_.push_back({segment.a, m, segment.kinds, segment.owners});
    wanted_.push_back({m, segment.b, segment.kinds, segment.owners});
  }

  static Spot crossing(Spot a, Spot b, Spot c, Spot d) {
    const auto real = [](std::int64_t v) { return static_cast<long double>(v); };
    const Spot r = b - a, s = d - c, w = c - a;
    const long double t = (real(w.x) * real(s.y) - real(w.y) * real(s.x)) /
                          (real(r.x) * real(s.y) - real(r.y) * real(s.x));
    return {a.x + std::llrint(t * real(r.x)), a.y + std::llrint(t * real(r.y))};
  }

  std::vector<Spot> spots_;
  std::vector<Id> half_of_;
  std::vector<Half> halves_;
  std::vector<Kinds> kinds_;
  std::vector<std::int32_t> regions_;
  std::unordered_map<std::uint64_t, Owners> owners_;  // by both ends; forward is to the larger
  std::vector<std::uint32_t> touched_at_;
  std::uint32_t round_ = 1;
  std::uint64_t work_ = 0;
  bool has_bends_ = false;
  std::vector<Id> touched_, free_vertices_, free_triangles_, fan_;
  std::vector<std::pair<Id, Id>> edges_, crossed_;
  std::vector<Wanted> wanted_;
};

}  // namespace asterion
