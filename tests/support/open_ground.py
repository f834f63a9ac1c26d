"""Shortest paths on open ground in exact arithmetic: a visibility graph on fractions.

Slow and obvious. A scene is an outline and obstacles, simple polygons of whole points that may
overlap and touch. Ground is what is inside the outline and in no obstacle, with its edge. A point
may walk along edges, but not from one piece of ground to another that only touches it: so each
point of a scene is there once for each sector of free ground around it.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import cache, cmp_to_key
from itertools import pairwise
from math import hypot, inf

import numpy as np
import pytest

import asterion as at
from asterion.mesh.rings import signed_area

Point = tuple[Fraction, Fraction]
Polygon = list[tuple[int, int]]


def cross(a, b) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def minus(a, b) -> Point:
    return a[0] - b[0], a[1] - b[1]


def side(a, b, c) -> Fraction:
    return cross(minus(b, a), minus(c, a))


def dot(a, b) -> Fraction:
    return a[0] * b[0] + a[1] * b[1]


def is_left(a) -> bool:
    """Whether a direction is in the half from (1, 0) to (-1, 0), the end excluded."""
    return a[1] > 0 or (a[1] == 0 and a[0] > 0)


def by_angle(a, b) -> int:
    if is_left(a) != is_left(b):
        return -1 if is_left(a) else 1
    turn = cross(a, b)
    return -1 if turn > 0 else 1 if turn < 0 else 0


def edges(polygon: Polygon):
    return [*zip(polygon, [*polygon[1:], polygon[0]], strict=True)]


def is_on(a, b, p) -> bool:
    return side(a, b, p) == 0 and dot(minus(p, a), minus(p, b)) <= 0


def is_inside(polygon: Polygon, p) -> bool:
    """Whether a point that is on no edge is inside."""
    inside = False
    for a, b in edges(polygon):
        if (a[1] > p[1]) != (b[1] > p[1]):
            x = a[0] + Fraction(p[1] - a[1], b[1] - a[1]) * (b[0] - a[0])
            inside ^= x > p[0]
    return inside


class Scene:
    """An outline and obstacles."""

    def __init__(self, outline: Polygon, obstacles: list[Polygon]) -> None:
        self.outline, self.obstacles = outline, obstacles
        self.edges = [edge for polygon in (outline, *obstacles) for edge in edges(polygon)]

    def is_free(self, p: Point) -> bool:
        return is_inside(self.outline, p) and not any(
            is_inside(polygon, p) for polygon in self.obstacles
        )

    def is_free_beside(self, p: Point, way: Point) -> bool:
        """Whether the ground next to a point in a direction, along no edge, is free."""
        nearest = Fraction(1)
        for a, b in self.edges:
            along = minus(b, a)
            turn = cross(way, along)
            if turn != 0:
                t = Fraction(cross(minus(a, p), along), turn)
                if 0 < t < nearest:
                    nearest = t
        t = nearest / 2
        return self.is_free((p[0] + t * way[0], p[1] + t * way[1]))

    def directions(self, p: Point) -> list[Point]:
        """The directions of the edges at a point, counterclockwise."""
        ways = []
        for a, b in self.edges:
            if is_on(a, b, p):
                ways += [minus(end, p) for end in (a, b) if end != p]
        ways.sort(key=cmp_to_key(by_angle))
        return [way for i, way in enumerate(ways) if i == 0 or by_angle(ways[i - 1], way) != 0]

    @cache  # noqa: B019 - scenes are short-lived
    def sectors(self, p: Point) -> list[list[tuple[Point, Point]]]:
        """The pieces of free ground around a point, each as angles between edges."""
        ways = self.directions(p)
        if not ways:
            return [[]] if self.is_free(p) else []
        gaps = [*pairwise(ways), (ways[-1], ways[0])]
        free = [self.is_free_beside(p, middle(a, b)) for a, b in gaps]
        if all(free):
            return [gaps]
        found = []
        for i in range(len(gaps)):
            if free[i] and not free[i - 1]:
                sector = []
                while free[i % len(gaps)]:
                    sector.append(gaps[i % len(gaps)])
                    i += 1  # noqa: PLW2901
                found.append(sector)
        return found

    def stops(self, p: Point, way: Point) -> list[Fraction]:
        """The shares of a way at which it meets edges, and its ends."""
        stops = {Fraction(0), Fraction(1)}
        for a, b in self.edges:
            along = minus(b, a)
            turn = cross(way, along)
            if turn != 0:
                t, u = (Fraction(cross(minus(a, p), each), turn) for each in (along, way))
                if 0 <= u <= 1:
                    stops.add(t)
            elif cross(minus(a, p), way) == 0:
                stops |= {Fraction(dot(minus(end, p), way)) / dot(way, way) for end in (a, b)}
        return sorted(t for t in stops if 0 <= t <= 1)

    def sees(self, p: Point, in_p, q: Point, in_q) -> bool:
        """Whether a straight way leads from p to q, beginning and ending in these sectors."""
        way, back = minus(q, p), minus(p, q)
        stops = self.stops(p, way)
        for t in stops:
            at = p[0] + t * way[0], p[1] + t * way[1]
            if t == 0:
                fits = [in_p] if opens(in_p, way) else []
            elif t == 1:
                fits = [in_q] if opens(in_q, back) else []
            else:
                fits = [s for s in self.sectors(at) if opens(s, way) and opens(s, back)]
            if not fits:
                return False
        for s, t in pairwise(stops):  # between two stops the ground on a side does not change
            half = (s + t) / 2
            at = p[0] + half * way[0], p[1] + half * way[1]
            if not any(opens(sector, way) for sector in self.sectors(at)):
                return False
        return True

    def length(self, start: Point, goal: Point) -> float:
        """The length of a shortest path; inf without one."""
        points = {p for polygon in (self.outline, *self.obstacles) for p in polygon}
        points -= {start, goal}
        nodes = [(p, s) for p in (start, goal) for s in self.sectors(p)]
        nodes += [(p, s) for p in points for s in self.sectors(p)]
        lengths = {i: 0.0 for i, (p, _) in enumerate(nodes) if p == start}
        queue = [(0.0, i) for i in lengths]
        done = set()
        while queue:
            so_far, i = heapq.heappop(queue)
            if i in done:
                continue
            done.add(i)
            p, in_p = nodes[i]
            if p == goal:
                return so_far
            for j, (q, in_q) in enumerate(nodes):
                if j in done or p == q:
                    continue
                reached = so_far + hypot(float(q[0] - p[0]), float(q[1] - p[1]))
                if reached < lengths.get(j, inf) and self.sees(p, in_p, q, in_q):
                    lengths[j] = reached
                    heapq.heappush(queue, (reached, j))
        return inf


def middle(a: Point, b: Point) -> Point:
    """A direction between a and b, counterclockwise from a; opposite to a where they are equal."""
    turn = cross(a, b)
    if turn > 0:
        return a[0] + b[0], a[1] + b[1]
    if turn < 0:
        return -a[0] - b[0], -a[1] - b[1]
    return (-a[1], a[0]) if dot(a, b) < 0 else (-a[0], -a[1])


def opens(sector, way: Point) -> bool:
    """Whether a direction is in a sector, or on its edge."""
    return not sector or any(is_between(a, b, way) for a, b in sector)


def is_between(a: Point, b: Point, way: Point) -> bool:
    from_a, to_b = cross(a, way), cross(way, b)
    if (from_a == 0 and dot(a, way) > 0) or (to_b == 0 and dot(b, way) > 0):
        return True
    turn = cross(a, b)
    if turn > 0:
        return from_a > 0 and to_b > 0
    if turn < 0 or dot(a, b) > 0:  # more than half a turn, or a whole one
        return not (from_a < 0 and to_b < 0) if turn < 0 else True
    return from_a > 0


def random_polygon(dice, size: int) -> Polygon:
    """A simple polygon of whole points: a rectangle, an L, or points around a middle."""
    kind = dice.integers(3)
    low = dice.integers(0, size, 2)
    high = low + dice.integers(1, size, 2)
    (a, b), (c, d) = low.tolist(), high.tolist()
    if kind == 0 or c - a < 2 or d - b < 2:
        return [(a, b), (c, b), (c, d), (a, d)]
    if kind == 1:
        e, f = int(dice.integers(a + 1, c)), int(dice.integers(b + 1, d))
        return [(a, b), (c, b), (c, f), (e, f), (e, d), (a, d)]
    points = {tuple(p) for p in dice.integers(0, size + 1, (int(dice.integers(3, 7)), 2)).tolist()}
    middle_of = (
        Fraction(sum(p[0] for p in points), len(points)),
        Fraction(sum(p[1] for p in points), len(points)),
    )
    around = sorted((minus(p, middle_of) for p in points), key=cmp_to_key(by_angle))
    turns = [cross(p, q) for p, q in [*pairwise(around), (around[-1], around[0])]]
    if len(points) < 3 or min(turns) <= 0:
        return random_polygon(dice, size)
    return [(int(p[0] + middle_of[0]), int(p[1] + middle_of[1])) for p in around]


def random_outline(dice, size: int) -> Polygon:
    if dice.integers(2):
        return [(0, 0), (size, 0), (size, size), (0, size)]
    return random_polygon(dice, size)


def random_point(dice, size: int) -> Point:
    """A whole point, or a half."""
    whole = dice.integers(0, 2 * size + 1, 2).tolist()
    return Fraction(whole[0], 2), Fraction(whole[1], 2)


def random_mesh(dice, size: int, obstacles: int) -> at.Mesh:
    """A mesh of obstacles that overlap and touch."""
    outline = random_outline(dice, size)
    return at.Mesh.from_polygons(
        outline, [random_polygon(dice, size) for _ in range(dice.integers(obstacles))]
    )


def area(mesh: at.Mesh) -> float:
    return sum(abs(signed_area(mesh.points[[*polygon]])) for polygon in mesh.polygons)


def same_ground(mesh: at.Mesh, other: at.Mesh, dice, size: int) -> None:
    """Check that two meshes have the same area, points and paths."""
    assert area(mesh) == pytest.approx(area(other), abs=1e-9)
    points = np.array([[*map(float, random_point(dice, size))] for _ in range(40)])
    inside = [mesh.contains(point) for point in points]
    assert inside == [other.contains(point) for point in points]
    free = points[inside]
    for start in free[:3]:
        assert mesh.distances(start, free) == pytest.approx(other.distances(start, free), abs=1e-9)
