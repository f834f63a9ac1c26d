"""The profiles of a run: how many examples Hypothesis tries, and how many random worlds."""

from hypothesis import HealthCheck, settings

from support import effort

settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(effort.PROFILE)
