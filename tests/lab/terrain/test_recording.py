"""Recordings: the browser draws from them exactly what happened."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.recording import recording_message
from asterion.lab.terrain.setup import TerrainSetup
from asterion.lab.wire.packing import pack
from support.effort import scaled
from support.terrain_replay import Moment

NODE = shutil.which("node")
LAB = Path(asterion.__file__).parent / "lab"
MAIN = """
import { readdirSync, readFileSync } from "node:fs";
const recording = new Recording();
for (const file of readdirSync(process.argv[2]).sort())
  recording.add(unpack(Uint8Array.from(readFileSync(`${process.argv[2]}/${file}`)).buffer).records);
const told = [];
for (const time of process.argv.slice(3).map(Number)) {
  const moment = recording.at(time);
  told.push({
    goal: moment.goal, world: [...moment.world],
    agents: [...moment.agents, ...moment.twins].map((agent) => ({
      position: agent.position, planning: agent.planning, fresh: agent.fresh,
      presumed: [...agent.presumed], known: agent.known && [...agent.known],
      ahead: ahead(agent), message: agent.message || null,
    })),
  });
}
console.log(JSON.stringify(told));
"""


def some_session(random):
    shape = random.randrange(3, 9), random.randrange(3, 9)
    costs = [random.choice([0, 1, 1, 1, 4]) for _ in range(shape[0] * shape[1])]
    cells = np.array(costs).reshape(shape)
    cells[0, 0] = cells[-1, -1] = 1
    names = random.sample(["dstar-lite", "repeated-forward", "adaptive", "dstar"], 2)
    session = TerrainSetup(
        cells.astype(np.uint8),
        (0, 0),
        (shape[0] - 1, shape[1] - 1),
        agents=tuple(map(Choice, names)),
        mode=random.choice(["unknown", "changing", "orders"]),
        budget=random.choice([0, 0, 3]),
        diagonal=random.choice(["never", "clear", "hex"]),
    ).session()
    for _ in range(20):
        session.step()
        if random.random() < 0.3:
            session.edit([tuple(map(random.randrange, shape))], random.choice([0, 1, 5]))
        if random.random() < 0.05:
            session.move_goal(tuple(map(random.randrange, shape)))
        if session.setup.mode == "orders" and random.random() < 0.3:
            session.order(random.randrange(2), tuple(map(random.randrange, shape)))
    return session


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize("seed", range(scaled(6)))
def test_the_browser_draws_each_moment_as_it_was(seed, tmp_path):
    random = Random(seed)
    records = some_session(random).records_since(0)
    folder = tmp_path / "messages"
    folder.mkdir()
    cuts = [0, *sorted(random.sample(range(1, len(records)), 3)), len(records)]
    for number, (first, last) in enumerate(pairwise(cuts)):
        (folder / f"{number}").write_bytes(pack(recording_message(records[first:last])))
    program = tmp_path / "main.mjs"
    sources = LAB / "wire" / "unpack.js", LAB / "terrain" / "recording.js"
    program.write_text("".join(file.read_text() for file in sources) + MAIN)
    begin = max(i for i, each in enumerate(records) if type(each).__name__ == "Started")
    ticks = [i for i in range(begin, len(records)) if type(records[i]).__name__ == "Tick"]
    times = [*range(len(ticks)), *random.sample(range(len(ticks)), min(3, len(ticks)))]
    command = [NODE, program, folder, *map(str, times)]
    told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    for time, read in zip(times, told, strict=True):
        end = ticks[time + 1] if time + 1 < len(ticks) else len(records)
        moment = Moment(records[begin:end])
        assert (read["goal"], read["world"]) == (moment.goal, moment.world.ravel().tolist())
        everyone = [*moment.agents, *moment.twins]
        for there, agent in zip(read["agents"], everyone, strict=True):
            assert there["position"] == agent.position
            assert there["presumed"] == agent.presumed.ravel().tolist()
            assert there["known"] in (None, agent.known.ravel().astype(int).tolist())
            assert (there["ahead"], there["fresh"]) == (agent.path, agent.fresh)
            assert (there["message"], there["planning"]) == (agent.message, agent.planning)
