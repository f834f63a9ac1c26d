"""Every study says of a few trials what it said before: rows, table, facts and picture.

``reports/*.txt`` has the lines; ``support.reports`` writes them anew after a change.
"""

import pytest

from asterion.experiments.catalogue import EXPERIMENTS
from support import reports

pytest.importorskip("matplotlib.figure")


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_study_reports_what_its_trials_gave(name):
    assert reports.lines_of(name) == reports.file_of(name).read_text().splitlines()
