"""A user's own files, given with ``--use``."""

import sys

import pytest

from asterion.io import used_files


def test_a_file_that_fails_leaves_nothing_behind(tmp_path):
    file = tmp_path / "own.py"
    file.write_text("made = 1\nmade / 0\n")
    modules, used = {*sys.modules}, used_files.used()
    for _ in range(2):  # it is not mistaken for a known one
        with pytest.raises(ZeroDivisionError):
            used_files.load(str(file))
        assert {*sys.modules} == modules
        assert used_files.used() == used
