"""The errors of commands, word for word."""

import shlex
from contextlib import chdir
from pathlib import Path

import asterion as at
from asterion.io import save_map
from asterion.lab.graphs.setup import GraphSetup
from support import commands, refusals

BRIDGE = "A B 3\nA C 5\nB C 1  # a bridge\nD A 2\nA 4\nB 1\nC 0\nD 9\nfrom A\nto C\n"
MAPS = {
    "room": at.Grid.from_text("..#..\n..#..\n....."),
    "split": at.Grid.from_text("..#..\n..#.."),
    "walls": at.Grid([[0, 0]]),
    "empty": at.Grid([[1, 1]]),
}
FILES = {
    "bridge.txt": BRIDGE,
    "broken.txt": "pxX\n  x\n",
    "bad.py": "1 / 0\n",
    "empty.map.scen": "version 1\n",
    "lost.scen": "version 1\n0\tlost.map\t1\t1\t0\t0\t0\t0\t0\n",
    "one.scen": "version 1\n0\troom.map\t5\t3\t0\t0\t0\t0\t0\n",
    "lab.json": GraphSetup.example(3).to_file(),
}


def said(command, typed=None):
    result = commands.run(*shlex.split(command), stdin=typed)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def test_refusals(tmp_path):
    with chdir(tmp_path):
        for name, grid in MAPS.items():
            save_map(grid, f"{name}.map")
        for name, text in FILES.items():
            Path(name).write_text(text)
        at.Index(MAPS["room"]).save("room.index")
        Path("damaged.index").write_bytes(Path("room.index").read_bytes()[:-3])
        Path("garbage.map").write_bytes(bytes(range(256)) * 20)
        Path("bytes.txt").write_bytes(b"A B 1\n\xff")
        chain = "".join(f"n{i} n{i + 1} 1\n" for i in range(20))
        refusals.check(__file__, said=said, chain=chain)
