"""The errors of an index and its files, word for word."""

import asterion as at
from support import refusals


def test_refusals(tmp_path):
    grid = at.Grid.from_text("..#..\n.....")
    file = tmp_path / "a.index"
    at.Index(grid).save(file)
    whole = file.read_bytes()

    def load(content, world=grid):
        file.write_bytes(content)
        return at.Index.load(file, world)

    def stale():
        changed = at.Grid([[1, 1]])
        index = at.Index(changed)
        changed[0, 0] = 5
        return index.save(file)

    refusals.check(__file__, tmp_path, load=load, whole=whole, stale=stale)
