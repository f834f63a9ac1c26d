"""Curves as points, which are complex numbers here: x + y * 1j.

A chord is off its curve by at most 0.1 % of the extent of the curve, or of the ellipse of an arc.
"""

from __future__ import annotations

from cmath import phase, rect
from math import ceil, cos, pi, radians, sin, sqrt, tau

_OFF = 0.001
_TINY = 1e-300  # an extent below it is none: quotients of it may be infinite
_AROUND = 64  # points of an ellipse, on the curve: 0.06 % of its diameter


def bezier(*control: complex) -> list[complex]:
    """The points of a quadratic or cubic curve after its first."""
    if len(control) == 3:
        a, b, c = control
        return bezier(a, a + (b - a) * 2 / 3, c + (b - c) * 2 / 3, c)
    a, b, c, d = control
    xs, ys = [p.real for p in control], [p.imag for p in control]
    extent = max(max(xs) - min(xs), max(ys) - min(ys))
    bend = 6 * max(abs(a - 2 * b + c), abs(b - 2 * c + d))  # of the second derivative
    count = ceil(sqrt(bend / (8 * _OFF * extent))) if extent > _TINY else 1
    points = []
    for i in range(1, count):
        t = i / count
        u = 1 - t
        points.append(u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d)
    return [*points, d]


def arc(
    a: complex, radii: complex, turned: float, b: complex, *, is_large: bool, is_positive: bool
) -> list[complex]:
    """The points after a of an arc from a to b, on an ellipse turned by an angle in degrees.

    Radii too small to reach from a to b grow until they do. Source: Scalable vector graphics (SVG)
    2, appendix B.2.
    """
    rx, ry = abs(radii.real), abs(radii.imag)
    far = abs(b - a)
    largest = max(rx, ry)
    if far < _TINY or far <= 1e-12 * largest or min(rx, ry) <= 1e-9 * largest:
        return [b]
    if largest < far / 4:  # it grows to far / 2 at least
        rx, ry = rx / largest * far / 4, ry / largest * far / 4
    axis = rect(1, radians(turned))

    def on_circle(p: complex) -> complex:
        p *= axis.conjugate()
        return complex(p.real / rx, p.imag / ry)

    half = on_circle((b - a) / 2)
    radius = max(1.0, abs(half))
    side = 1 if is_large != is_positive else -1
    to_middle = half + half * 1j * side * sqrt(max(0.0, (radius / abs(half)) ** 2 - 1))
    first, last = phase(-to_middle), phase(2 * half - to_middle)
    angle = (last - first) % tau if is_positive else -((first - last) % tau)
    count = max(1, ceil(abs(angle) / tau * _AROUND))
    points = []
    for i in range(1, count):
        p = to_middle + rect(radius, first + angle * i / count)
        points.append(a + complex(p.real * rx, p.imag * ry) * axis)
    return [*points, b]


def rounded(width: float, height: float, rx: float, ry: float) -> list[complex]:
    """A rectangle from the origin on, with corners of these radii; an ellipse has the largest."""
    if rx <= 0 or ry <= 0:
        return [0j, complex(width), complex(width, height), complex(0, height)]
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    points = []
    quarter = _AROUND // 4
    for corner, middle in enumerate(
        (complex(width - rx, height - ry), complex(rx, height - ry), complex(rx, ry),
         complex(width - rx, ry))
    ):  # fmt: skip
        for i in range(quarter + 1):
            angle = (corner + i / quarter) * pi / 2
            points.append(middle + complex(rx * cos(angle), ry * sin(angle)))
    return points
