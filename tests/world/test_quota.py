"""What a container's share of time is taken for, where its files are odd."""

import pytest

from asterion.world import cores


@pytest.mark.parametrize(
    ("quota", "period", "share"),
    [(150, 100, 2), (100, 100, 1), (50, 0, 1 << 20), (-1, 100, 1 << 20), (0, 100, 1 << 20)],
)
def test_a_share_of_time_is_whole_cores_and_what_is_no_limit_is_none(
    monkeypatch, quota, period, share
):
    for each in ("_quota", "_old_quota"):
        monkeypatch.setattr(cores, each, lambda: (quota, period))
    assert cores._share_of_time.__wrapped__() == share
