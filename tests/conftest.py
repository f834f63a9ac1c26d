"""Markers, profiles, and the worlds and oracles that tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings

from support.sanitized import SANITIZED

settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))


@pytest.fixture(scope="session")
def share_of_worlds():
    """How much of a long run to do: all of it, but on a sanitizer build, which is slow."""
    return 0.1 if SANITIZED else 1.0
