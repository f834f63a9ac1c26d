"""asterion trace."""

import json
from random import Random

import pytest

import asterion as at
from asterion.lab.graphs.setup import GraphSetup

TEXT = """
# A square with a diagonal.
A B 1
A C 4
B C 2   # the diagonal
B D 6
C D 3
from A
to D
"""
ESTIMATES = "A 6\nB 5\nC 3\nD 0\n"


@pytest.fixture
def square(tmp_path):
    file = tmp_path / "square.txt"
    file.write_text(TEXT)
    return file


def lines_of(result):
    """The lines between the two of the beginning and the two of the end, an iteration each."""
    body = "\n".join(result.stdout.splitlines()[2:-2])
    return body.replace("\n    ", "  ").splitlines()


@pytest.mark.req("S002-10")
@pytest.mark.req("S002-14")
@pytest.mark.req("S002-23")
@pytest.mark.parametrize("stop", ["fast", "guaranteed"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_it_prints_the_lists_of_the_lecture_s_examples(run, number, stop):
    title, graph, start, goal, estimates = at.lecture.example(number)
    wanted = at.lecture_trace(graph, start, goal, heuristic=estimates, stop=stop)
    result = run("trace", f"example-{number}", "--stop", stop)
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines_of(result) == [str(wanted.beginning), *map(str, wanted)]
    head, *_, found, way = result.stdout.splitlines()
    assert head == f"Example {number}: {title}"
    assert found.startswith(f"found: cost {wanted.path.cost:g}, ")
    assert found.endswith(f", after {len(wanted)} iterations")
    assert way == " → ".join(wanted.path.nodes)


def test_a_line_s_own_lists_stand_below_each_other(run):
    assert run("trace", "example-1").stdout.splitlines()[6:10] == [
        "[1] N: A",
        "    C: A(ϕ,0)",
        "    O: B(A,3) C(A,5) D(A,9)",
        "    U: E, F",
    ]


def test_json_has_the_same_lists_and_all_that_is_unvisited(run):
    said = json.loads(run("trace", "example-3", "--json").stdout)
    _, graph, start, goal, estimates = at.lecture.example(3)
    wanted = at.lecture_trace(graph, start, goal, heuristic=estimates)
    for told, iteration in zip(said["iterations"], (wanted.beginning, *wanted), strict=True):
        assert told["number"] == iteration.number
        assert told["node"] == iteration.node
        for part in ("closed", "open"):
            entries = [tuple(entry.values()) for entry in told[part]]
            assert entries == [*getattr(iteration, part)]
        assert told["unvisited"] == [*iteration.unvisited]
    assert said["nodes"] == wanted.path.nodes
    assert (said["cost"], said["status"], said["found"]) == (14, "found", True)
    assert (said["algorithm"], said["start"], said["goal"]) == ("astar", "A", "F")
    assert said["options"] == {"stop": "guaranteed", "ties": "fifo"}


def test_a_text_is_searched_by_dijkstra_and_with_estimates_by_astar(run, square):
    said = json.loads(run("trace", square, "--json").stdout)
    assert (said["algorithm"], said["nodes"], said["cost"]) == ("dijkstra", ["A", "B", "C", "D"], 6)
    assert said["iterations"][0]["open"][0]["estimate"] is None
    square.write_text(TEXT + ESTIMATES)
    said = json.loads(run("trace", square, "--json").stdout)
    assert (said["algorithm"], said["cost"]) == ("astar", 6)
    assert said["iterations"][0]["open"][0]["estimate"] == 6
    other = json.loads(run("trace", square, "--json", "--estimate", "A=2.5").stdout)
    assert other["iterations"][0]["open"][0]["estimate"] == 2.5
    back = run("trace", square, "--from", "D", "--to", "A")
    assert (back.exit_code, back.stdout.splitlines()[-1]) == (
        1,
        "unreachable: no path, after 1 iteration",
    )


def test_stdin_and_a_file_of_the_lab_are_read(run, tmp_path):
    said = run("trace", "-", "--from", "a", "--to", "c", stdin="a b 1\nb c 2\n")
    assert said.stdout.splitlines()[0] == "stdin"
    assert said.stdout.splitlines()[-1] == "a → b → c"
    file = tmp_path / "drawn.json"
    setup = GraphSetup.example(3).with_search("astar", stop="fast")
    file.write_text(setup.to_file())
    assert lines_of(run("trace", file)) == lines_of(run("trace", "example-3", "--stop", "fast"))
    assert lines_of(run("trace", file, "--stop", "guaranteed")) == lines_of(
        run("trace", "example-3")
    )
    drawn = GraphSetup.example(1)
    file.write_text(drawn.with_estimate("B", 8).to_file())
    said = json.loads(run("trace", file, "--algorithm", "astar", "--json").stdout)
    first = said["iterations"][1]["open"]
    assert [entry["estimate"] for entry in first] == [11, 5, 9]


def test_other_searches_with_two_lists_can_be_written_down(run, square):
    for name in ("bfs", "dfs", "greedy"):
        square.write_text(TEXT + ESTIMATES)
        said = run("trace", square, "--algorithm", name)
        assert said.exit_code == 0, said.stderr
        assert said.stdout.splitlines()[1].startswith(f"{name} from A to D")


@pytest.mark.parametrize("seed", range(20))
def test_a_text_holds_any_graph_with_plain_names(run, tmp_path, seed):
    random = Random(seed)
    names = random.sample("abcdefghijklmnop", 8)
    costs = (0, 1, 2, 3.5, 10, float("inf"))
    edges = [(*random.choices(names, k=2), random.choice(costs)) for _ in range(20)]
    start, goal = random.choices(sorted({name for edge in edges for name in edge[:2]}), k=2)
    table = {name: random.choice([0, 1, 2, 5.5]) for edge in edges for name in edge[:2]}
    lines = [f"{a} {b} {cost}" for a, b, cost in edges]
    if heuristic := table if seed % 2 else None:
        lines += [f"{name} {value}" for name, value in table.items()]
    random.shuffle(edges_first := lines[20:])
    file = tmp_path / "graph.txt"
    file.write_text("\n".join([*lines[:20], *edges_first]))
    wanted = at.lecture_trace(at.Graph(edges), start, goal, heuristic=heuristic)
    result = run("trace", file, "--from", start, "--to", goal)
    assert result.exit_code == (0 if wanted.path else 1)
    ends = 2 if wanted.path else 1
    body = "\n".join(result.stdout.splitlines()[2:-ends]).replace("\n    ", "  ")
    assert body.splitlines() == [str(wanted.beginning), *map(str, wanted)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A B x", "graph.txt, line 1: 'x' is no cost; it must be a number >= 0, or inf"),
        ("{", "the file is not JSON: Expecting property name enclosed in double quotes"),
        ('{"format": "asterion graph 9"}', "the file has the format 'asterion graph 9'; a graph "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(refused, tmp_path, text, said):
    file = tmp_path / "graph.txt"
    file.write_text(text)
    assert refused("trace", file).startswith(said)


def test_a_graph_that_would_fill_a_book_is_refused(refused, tmp_path):
    file = tmp_path / "long.txt"
    file.write_text("\n".join(f"{i} {i + 1} 1" for i in range(1000)))
    said = "the graph has 1001 nodes; lists are written of at most 1000"
    assert refused("trace", file, "--from", "0", "--to", "9") == said
