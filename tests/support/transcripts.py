"""What commands print, word by word: options and their help, results, games, refusals.

Each is run in this process, in a folder of its own. ``python -m support.transcripts`` in ``tests``
writes the lines anew after a change; read the difference before it is kept.
"""

import re
import sys
import tempfile
from contextlib import chdir
from inspect import Parameter, signature
from pathlib import Path

import asterion as at
from asterion.cli.app import app
from asterion.games.tactics import map_file, maps
from asterion.io import save_map
from asterion.lab.graphs.setup import GraphSetup
from support import commands
from support.written import first

HERE = Path(__file__).parents[1] / "cli" / "transcripts"
TIMES = re.compile(r"[\d.]+ (us|ms|s|microseconds)\b|(?<=\"seconds\": )[\d.e-]+")
ROOM = "..#..\n..#..\n....."
COSTS = [[1, 1, 0, 3, 12], [1, 2.5, 0, 4, 1], [1, 1, 5, 6, 7]]
BRIDGE = "A B 3\nA C 5\nB C 1  # a bridge\nD A 2\nA 4\nB 1\nC 0\nD 9\nfrom A\nto C\n"
ENDS = ("--from", "0,0", "--to", "0,4")
MOVES = "1,1\nmiddle\n1,1\nu\nu\n0,0\n0,1\n0,2\n1,0\n1,2\n2,0\n2,1\n2,2\n" + "2,1\n" * 9
BATTLE = """help
units
select 3,1
move 2,1
cancel
select 4,1
attack 1,4
undo
attack 0,0
fly

end
move 1,1
select 3,1
end
quit
"""
WALKS = "d 30\nright\nspeed 200\nw 3\nup x\nspeed fast\nnowhere 3\ns 40 2\n. 5\na 2000\n"
# Each topic: commands, some with what is typed. A command may use what one before it wrote.
TOPICS = {
    "solve": [
        ("solve", "room.map", *ENDS),
        ("solve", "room.map", *ENDS, "--draw"),
        ("solve", "room.map", *ENDS, "--json", "--algorithm", "dijkstra"),
        ("solve", "room.map", *ENDS, "--json", "--draw"),
        ("solve", "room.map", "--from", "(0 0)", "--to", "2,4", "--to", "2,0", "--draw"),
        ("solve", "room.map", "--from", "0,0", "--to", "0,0"),
        ("solve", "room.map", *ENDS, "--diagonal", "never", "--draw", "--ties", "lifo"),
        ("solve", "room.map", *ENDS, "--algorithm", "weighted-astar", "--weight", "5"),
        ("solve", "room.map", *ENDS, "--algorithm", "astar", "--weight", "2", "--reopen", "never"),
        ("solve", "room.map", *ENDS, "--max-expansions", "2"),
        ("solve", "room.map", *ENDS, "--max-cost", "3", "--draw"),
        ("solve", "room.map", *ENDS, "--turn-cost", "2"),
        ("solve", "room.map", *ENDS, "--algorithm", "ida", "--transpositions"),
        ("solve", "room.map", *ENDS, "--algorithm", "astar", "--direction", "backward", "--draw"),
        ("solve", "room.map", *ENDS, "--algorithm", "astar", "--ties", "random", "--seed", "3"),
        ("solve", "room.map", *ENDS, "--heuristic", "manhattan"),
        ("solve", "room.map", *ENDS, "--algorithm", "greedy", "--stop", "generated"),
        ("solve", "split.map", *ENDS),
        ("solve", "split.map", *ENDS, "--json"),
        ("solve", "split.map", *ENDS, "--algorithm", "astar", "--no-components", "--draw"),
        ("solve", "costs.npy", *ENDS, "--draw"),
        ("solve", "large.map", "--from", "0,0", "--to", "0,90"),
        ("solve", "large.map", "--from", "0,0", "--to", "3,4", "--draw"),
        ("solve", "room.map", "--from", "0,2", "--to", "0,4"),
        ("solve", "room.map", "--from", "9,2", "--to", "0,4"),
        ("solve", "room.map", "--from", "a,2", "--to", "0,4"),
        ("solve", "nowhere.map", *ENDS),
        ("solve", "room.map", *ENDS, "--algorithm", "none"),
        ("solve", "room.map", *ENDS, "--layer", "a"),
    ],
    "trace": [
        *(("trace", f"example-{number}") for number in (1, 2, 3)),
        ("trace", "example-3", "--stop", "fast"),
        ("trace", "example-2", "--json", "--stop", "fast"),
        ("trace", "bridge.txt"),
        ("trace", "bridge.txt", "--to", "D"),
        ("trace", "bridge.txt", "--algorithm", "greedy"),
        (("trace", "-", "--from", "a", "--to", "c"), "a b 1\nb c inf\na c 4\n"),
        (("trace", "-", "--from", "c", "--to", "a"), "a b 1\nb c 1\nc d 1\n"),
        (("trace", "-", "--from", "c", "--to", "a", "--algorithm", "bfs"), "a b 1\nb c 1\nc d 1\n"),
        ("trace", "lab.json"),
        ("trace", "example-1", "--from", "X"),
        ("trace", "nowhere.txt"),
    ],
    "maps": [
        *(("maps", "make", kind, "-", "--size", "9x13", "--seed", "3") for kind in at.maps.__all__),
        ("maps", "make", "maze", "-", "--size", "9", "--opened", "5"),
        ("maps", "make", "scattered", "-", "--size", "5x20", "--density", "0.5"),
        ("maps", "make", "rooms", "-", "--size", "15x20", "--room-size", "4", "--extra", "0.5"),
        ("maps", "make", "caves", "-", "--size", "9x20", "--rounds", "1", "--density", "0.4"),
        ("maps", "make", "terrain", "-", "--size", "9x20", "--water", "0.5", "--scale", "3"),
        ("maps", "make", "maze", "maze.map", "--size", "9x15"),
        ("maps", "show", "maze.map"),
        ("maps", "show", "costs.npy"),
        ("maps", "make", "maze", "-", "--size", "9", "--water", "0.5"),
        ("maps", "make", "field", "-", "--size", "9", "--rounds", "1"),
        ("maps", "make", "swamp", "-", "--size", "9"),
        ("maps", "make", "maze", "-", "--size", "9y9"),
        ("maps", "traffic", "room.map", "room.png", "--paths", "50", "--seed", "2"),
        ("maps", "traffic", "room.map", "room.gif", "--paths", "5"),
    ],
    "bench": [
        ("bench", "room.map", "--problems", "5", "--algorithm", "astar", "--algorithm", "jps"),
        ("bench", "costs.npy", "--problems", "3", "--diagonal", "never"),
        (
            "bench",
            "room.map",
            "--problems",
            "2",
            "--algorithm",
            "dijkstra",
            "--max-expansions",
            "1",
        ),
        ("index", "build", "room.map", "room.index"),
        ("index", "build", "room.map", "room.index", "--json"),
        ("index", "ask", "room.map", "room.index", *ENDS),
        ("index", "ask", "room.map", "room.index", *ENDS, "--json"),
        ("index", "ask", "split.map", "room.index", *ENDS),
        ("index", "build", "split.map", "split.index", "--diagonal", "never"),
        ("index", "ask", "split.map", "split.index", *ENDS, "--diagonal", "never"),
        ("experiment",),
        ("experiment", "nothing"),
        ("algorithms", "--json"),
        ("algorithms",),
        (("bench", "-", "--problems", "2", "--algorithm", "astar"), "....\n....\n"),
    ],
    "refusals": [
        ("--use", "nowhere.py", "algorithms"),
        ("--use", "bad.py", "algorithms"),
        ("solve", "room.map", *ENDS, "--draw", "--json"),
        (("solve", "-", *ENDS, "--level", "a"), "..\n"),
        (("solve", "-", *ENDS), ""),
        ("trace", "bridge.txt", "--estimate", "Z=1"),
        ("trace", "bridge.txt", "--estimate", "A"),
        ("trace", "bridge.txt", "--estimate", "A=x"),
        ("trace", "bridge.txt", "--estimate", "A=-1"),
        ("trace", "bridge.txt", "--estimate", "A=inf"),
        ("trace", "bridge.txt", "--algorithm", "dijkstra", "--estimate", "A=1"),
        ("trace", "bridge.txt", "--from", "Z"),
        (("trace", "-", "--from", "A"), "A B 1\n"),
        (("trace", "-", "--to", "A"), "A B 1\n"),
        (("trace", "-", "--from", "A", "--to", "B", "--algorithm", "astar"), "A B 1\n"),
        (
            ("trace", "-", "--from", "Z", "--to", "n0"),
            "".join(f"n{i} n{i + 1} 1\n" for i in range(20)),
        ),
        ("maps", "make", "maze", "a.map", "--size", "3x4x5"),
        ("maps", "make", "maze", "a.gif", "--size", "3"),
        ("bench", "room.map", "--csv", "--json"),
        ("bench", "room.map", "--all"),
        ("bench", "walls.map"),
        ("bench", "empty.map"),
        ("bench", "room.map", "--algorithm", "none"),
        ("index", "ask", "-", "-", *ENDS),
        ("index", "ask", "room.map", "room.map", *ENDS),
        ("experiment", "weights", "weights"),
        ("experiment", "weights", "--workers", "2", "--cluster", "tcp://nowhere:1"),
        ("experiment", "weights", "--cluster", "nowhere.json"),
        ("experiment", "weights", "--cluster", "lab.json"),
        ("experiment", "weights", "--shard", "0/2"),
        ("experiment", "weights", "--shard", "3/2"),
        ("experiment", "weights", "--shard", "1"),
        ("experiment", "weights", "--pits", "3"),
        ("experiment", "weights", "--world", "world2"),
        ("experiment", "weights", "--format", "doc"),
        ("experiment", "dstar-study", "--world", "world2", "--world", "world2"),
        ("experiment", "dstar-study", "--navigator", "astar", "--navigator", "astar"),
        ("experiment", "dstar-study", "--navigator", "astar", "--navigator", "astar, auto"),
        ("experiment", "merge"),
        ("experiment", "merge", "nowhere"),
        ("experiment", "merge", "a", "a"),
        ("experiment", "merge", "a", "--out", "a"),
        ("experiment", "merge", "a", "--seed", "3"),
        ("experiment", "merge", "a", "--runs", "3"),
        ("experiment", "merge", "a", "--shard", "1/2"),
        ("play", "tictactoe", "--games", "3"),
        ("play", "tictactoe", "--x", "random", "--o", "human", "--games", "3"),
        ("play", "tictactoe", "--x", "none"),
        ("play", "tactics", "--games", "3", "--log", "a"),
        ("play", "tactics", "--games", "3", "--save", "a"),
        ("play", "tactics", "--games", "3", "--load", "a"),
        ("play", "tactics", "--games", "3"),
        ("play", "tactics", "--team0", "none"),
        ("play", "tactics", "--load", "bridge.txt"),
        ("play", "tactics", "--map", "nowhere"),
        ("play", "maze", "--load", "bridge.txt"),
        ("play", "maze", "--load", "lab.json", "--pits", "3"),
        ("play", "maze", "--load", "lab.json", "--human"),
        ("play", "maze", "--load", "lab.json", "--seed", "3"),
        ("play", "maze", "--load", "lab.json", "--deadly"),
        ("play", "maze", "--load", "lab.json", "--budget", "3"),
        ("play", "maze", "--load", "lab.json", "--interval", "3"),
        ("play", "maze", "--load", "lab.json", "--speed", "3"),
        ("play", "maze", "--load", "lab.json", "--player", "astar"),
        ("play", "maze", "--human", "--world", "quest.txt"),
        ("play", "maze", "--player", "astar, fifo, lifo"),
    ],
    "tictactoe": [
        ("play", "tictactoe", "--x", "astar", "--o", "perfect"),
        ("play", "tictactoe", "--x", "random", "--o", "random", "--seed", "4"),
        ("play", "tictactoe", "--x", "random", "--o", "astar", "--games", "30", "--seed", "2"),
        (("play", "tictactoe", "--o", "random", "--seed", "1"), MOVES),
        (("play", "tictactoe", "--x", "perfect", "--o", "human"), MOVES),
        (("play", "tictactoe", "--o", "human"), "0,0\n1,1\nu\n2,2\n0,1\nu\n0,2\n0,3\n1,0\n"),
    ],
    "tactics": [
        (("play", "tactics", "--team1", "idle", "--log", "a.log", "--save", "a.json"), BATTLE),
        ("play", "tactics", "--load", "a.json", "--team0", "random", "--seed", "5"),
        ("play", "tactics", "--map", "keep", "--team0", "AStarOne", "--team1", "idle"),
        ("play", "tactics", "--team0", "random", "--team1", "idle", "--games", "9", "--seed", "3"),
        (("play", "tactics", "--map", "C.3", "--team1", "random", "--turns", "1"), "end\n" * 3),
        (("play", "tactics", "--map", "three.txt", "--team2", "idle"), "units\nend\nend\n"),
        ("play", "tactics", "--team3", "idle"),
        ("play", "tactics", "--load", "nowhere.json"),
    ],
    "maze": [
        ("play", "maze", "--ticks", "300", "--every", "100", "--save", "m.json", "--log", "logs"),
        ("play", "maze", "--replay", "m.json", "--every", "150"),
        ("play", "maze", "--load", "m.json", "--ticks", "50"),
        ("play", "maze", "--load", "m.json", "--world", "world1"),
        ("play", "maze", "--load", "m.json", "--replay", "m.json"),
        ("play", "maze", "--player", "astar", "--deadly", "--budget", "50", "--seed", "5"),
        (("play", "maze", "--human", "--ticks", "900", "--player", "dstar-lite"), WALKS),
        (("play", "maze", "--human"), WALKS),
        ("play", "maze", "--world", "world9"),
        ("play", "maze", "--player", "none"),
    ],
}


def lines_of(topic):
    """The commands, and what each prints and writes."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        save_map(at.Grid.from_text(ROOM), "room.map")
        save_map(at.Grid.from_text("..#..\n..#.."), "split.map")
        save_map(at.maps.scattered((40, 100), density=0.1, seed=1), "large.map")
        save_map(at.Grid(COSTS), "costs.npy")
        state = maps.blank(4, 3, 4, 2).edited((0, 0), "melee").edited((2, 3), "laser", 1)
        map_file.write("three.txt", state.edited((0, 3), "sniper", 2).edited((1, 1), "wall"))
        Path("bridge.txt").write_text(BRIDGE)
        Path("quest.txt").write_text("x.1.X\n")
        Path("bad.py").write_text("1 / 0\n")
        save_map(at.Grid([[0, 0]]), "walls.map")
        save_map(at.Grid([[1, 1]]), "empty.map")
        Path("empty.map.scen").write_text("version 1\n")
        Path("lab.json").write_text(GraphSetup.example(3).to_file())
        known = {*Path().rglob("*")}
        for each in TOPICS[topic]:
            words, typed = each if isinstance(each[0], tuple) else (each, None)
            result = commands.run(*words, stdin=typed)
            lines += [f"## {' '.join(words)}", f"exit {result.exit_code}"]
            lines += first(_steady(result.stdout))
            lines += first(f"! {line}" for line in _steady(result.stderr))
            made = {*Path().rglob("*")} - known
            lines += [f"written {file}" for file in sorted(map(str, made))]
            known |= made
    return lines


def _steady(text):
    """Without times, and without the room that they take in a table."""
    lines = TIMES.sub("TIME", text).splitlines()
    return [re.sub(r"(?<=\S) {2,}", "  ", line).rstrip() for line in lines if "──" not in line]


def options():
    """Each command with its arguments and options, their defaults and what their help says."""
    return [*_options("asterion", app)]


def _options(name, group):
    for each in [group.registered_callback, *group.registered_commands]:
        if each is None:
            continue
        function = each.callback
        word = "" if each is group.registered_callback else f" {each.name or function.__name__}"
        yield f"## {name}{word}: {' '.join((function.__doc__ or '').split())} {each.epilog or ''}"
        for parameter in signature(function).parameters.values():
            for about in getattr(parameter.annotation, "__metadata__", ()):
                written = [parameter.name, *(about.param_decls or ()), about.metavar or ""]
                written += [about.default] if isinstance(about.default, str) else []
                bounds = (parameter.default, about.min, about.max)
                yield f"{' '.join(written)}: {about.help} {_said(bounds)}"
    for each in group.registered_groups:
        yield from _options(f"{name} {each.name}", each.typer_instance)


def _said(bounds):
    return " ".join("-" if each is Parameter.empty else str(each) for each in bounds)


def file_of(topic):
    return HERE / f"{topic}.txt"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or [*TOPICS, "options"]:
        lines = options() if each == "options" else lines_of(each)
        file_of(each).write_text("\n".join(lines) + "\n")
