"""Shortest paths of a disc on open ground in 50 digits: tangents and arcs around every corner.

Slow and obvious. The middle of a disc keeps its radius from every edge of a scene. A shortest path
consists of straight lines and of arcs around corners: lines from the ends that touch the circle of
a corner, lines that touch two circles, and the arcs between the points where they touch. Each is
checked against every edge by itself.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import hypot, inf

import mpmath
from mpmath import mp, mpf

from support.open_ground import Scene

mp.dps = 50
SURE = 1e-9  # floats decide what is farther from a tie than this
TIE = mpf(10) ** -40


class TangentGraph:
    """The ways of a disc through a scene."""

    def __init__(self, scene: Scene, radius) -> None:
        self.scene, self.radius = scene, mpf(radius)
        corners = {p for polygon in (scene.outline, *scene.obstacles) for p in polygon}
        self.corners = [(mpf(x), mpf(y)) for x, y in sorted(corners)]
        self.edges = [tuple((mpf(x), mpf(y)) for x, y in edge) for edge in scene.edges]
        self.near = [tuple((float(x), float(y)) for x, y in edge) for edge in self.edges]

    @cached_property
    def lines(self):
        """The lines between corners."""
        pairs = combinations(range(len(self.corners)), 2)
        return [line for pair in pairs for line in self.lines_between(*pair)]

    def has_room(self, a, b) -> bool:
        """Whether the straight way from a to b is at least the radius away from every edge."""
        p, q = ((float(x), float(y)) for x, y in (a, b))
        a, b = ((exact(x), exact(y)) for x, y in (a, b))
        for edge, near in zip(self.edges, self.near, strict=True):
            by = distance(p, q, *near, hypot) - float(self.radius)
            if by < -SURE:
                return False
            if by < SURE and distance(a, b, *edge, mpmath.hypot) < self.radius - TIE:
                return False
        return True

    def has_room_at(self, p) -> bool:
        return self.scene.is_free((Fraction(p[0]), Fraction(p[1]))) and self.has_room(p, p)

    def lines_between(self, i: int, j: int):
        """The lines that touch the circles of two corners, where a disc has room on them."""
        (ax, ay), (bx, by) = self.corners[i], self.corners[j]
        for turn_a in (-1, 1):
            for turn_b in (-1, 1):
                # The normal n has n . (b - a) = (turn_b - turn_a) r, up to its sign.
                normal = normal_with(bx - ax, by - ay, (turn_a - turn_b) * self.radius)
                if normal is None:
                    continue
                nx, ny = (self.radius * each for each in normal)
                p = ax + turn_a * nx, ay + turn_a * ny
                q = bx + turn_b * nx, by + turn_b * ny
                if self.has_room(p, q):
                    yield (i, p), (j, q)

    def lines_from(self, p):
        """The lines from a point that touch the circle of a corner."""
        for i, (x, y) in enumerate(self.corners):
            for turn in (-1, 1):
                normal = normal_with(x - p[0], y - p[1], -turn * self.radius)
                if normal is not None:
                    q = tuple(c + turn * self.radius * n
                              for c, n in zip((x, y), normal, strict=True))  # fmt: skip
                    if self.has_room(p, q):
                        yield i, q

    def length(self, start, goal):
        """The length of a shortest path; inf without one, or where an end has no room."""
        if not (self.has_room_at(start) and self.has_room_at(goal)):
            return inf
        start, goal = ((exact(x), exact(y)) for x, y in (start, goal))
        if self.has_room(start, goal):
            return mpmath.hypot(goal[0] - start[0], goal[1] - start[1])
        ends = [[(None, p), touch] for p in (start, goal) for touch in self.lines_from(p)]
        lines = [*self.lines, *ends]
        touches = [[] for _ in self.corners]
        for line in lines:
            for corner, p in line:
                if corner is not None:
                    touches[corner].append(p)
        ways = {}
        for (_, p), (_, q) in lines:
            join(ways, p, q, mpmath.hypot(q[0] - p[0], q[1] - p[1]))
        for corner, points in enumerate(touches):
            for p, q, length in self.arcs(corner, points):
                join(ways, p, q, length)
        return shortest(ways, start, goal)

    def arcs(self, corner: int, points):
        """The arcs around a corner between neighbouring points, where a disc has room on them."""
        x, y = self.corners[corner]
        stops = sorted(
            [(mpmath.atan2(p[1] - y, p[0] - x), p) for p in points]
            + [(angle, None) for angle in self.angles_of_ties(corner)],
            key=lambda stop: stop[0],
        )
        if not stops:
            return
        free, before = [], stops[-1][0] - 2 * mp.pi
        for angle, _ in stops:
            half = (before + angle) / 2
            at = x + self.radius * mpmath.cos(half), y + self.radius * mpmath.sin(half)
            free.append(angle - before < TIE or self.has_room(at, at))
            before = angle
        which = [i for i, (_, p) in enumerate(stops) if p is not None]
        for n, i in enumerate(which):
            j = which[n - 1]
            between = range(j + 1, i + 1) if j < i else [*range(j + 1, len(stops)), *range(i + 1)]
            if all(free[k] for k in between):
                turn = stops[i][0] - stops[j][0]
                turn += 2 * mp.pi if j >= i else 0
                yield stops[j][1], stops[i][1], self.radius * turn

    def angles_of_ties(self, corner: int):
        """The directions from a corner in which its circle comes as near to another edge."""
        x, y = self.corners[corner]
        for a, b in self.edges:
            ax, ay, bx, by = a[0] - x, a[1] - y, b[0] - x, b[1] - y
            along = mpmath.hypot(bx - ax, by - ay)
            nx, ny = (ay - by) / along, (bx - ax) / along
            off = nx * ax + ny * ay
            for beside in (off - self.radius, off + self.radius):
                if abs(beside) <= self.radius:
                    yield from angles(nx, ny, beside / self.radius)
            for px, py in ((ax, ay), (bx, by)):
                far = mpmath.hypot(px, py)
                if 0 < far <= 2 * self.radius:
                    yield from angles(px / far, py / far, far / 2 / self.radius)


def exact(value):
    """A number of any kind in 50 digits."""
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    return mpf(value)


def angles(nx, ny, cosine):
    """The two angles of directions with this cosine to a direction."""
    middle, half = mpmath.atan2(ny, nx), mpmath.acos(cosine)
    for angle in (middle - half, middle + half):
        yield angle - 2 * mp.pi * mpmath.ceil((angle - mp.pi) / (2 * mp.pi))


def normal_with(dx, dy, value):
    """The unit vector n, to the left of d or on it, with n . d = value; None if there is none."""
    square = dx * dx + dy * dy
    rest = square - value * value
    if rest < 0 or square == 0:
        return None
    root = mpmath.sqrt(rest)
    return (value * dx - root * dy) / square, (value * dy + root * dx) / square


def distance(a, b, c, d, hypot):
    """The distance of two segments."""

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
        return 0
    return min(to_segment(a, b, c, hypot), to_segment(a, b, d, hypot),
               to_segment(c, d, a, hypot), to_segment(c, d, b, hypot))  # fmt: skip


def to_segment(a, b, p, hypot):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square else 0
    share = min(max(share, 0), 1)
    return hypot(a[0] + share * dx - p[0], a[1] + share * dy - p[1])


def join(ways, p, q, length) -> None:
    ways.setdefault(p, []).append((q, length))
    ways.setdefault(q, []).append((p, length))


def shortest(ways, start, goal):
    """Dijkstra's algorithm."""
    lengths, queue, done = {start: mpf(0)}, [(mpf(0), start)], set()
    while queue:
        so_far, p = heapq.heappop(queue)
        if p == goal:
            return so_far
        if p in done:
            continue
        done.add(p)
        for q, length in ways.get(p, []):
            if so_far + length < lengths.get(q, inf):
                lengths[q] = so_far + length
                heapq.heappush(queue, (lengths[q], q))
    return inf
