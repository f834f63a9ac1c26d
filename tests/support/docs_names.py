"""Finds the names in backticks on a Markdown page, and says which of them do not exist.

A name is classified by its looks: a path, a command line, an assignment of an option, a dotted
Python name, a call, a class, a constant, a word. Each kind is looked up where it has to be defined.
What is no name (a sign, a number, a formula, a key of the keyboard, a file of the user's) is in
``NOT_OURS``, with the reason.
"""

import ast
import builtins
import importlib
import inspect
import keyword
import re
import shlex
from collections import defaultdict
from functools import cache
from pathlib import Path

import typer

import asterion as at
from asterion.cli.app import app
from asterion.games.tactics import controllers

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "asterion"
CODE = {".py", ".hpp", ".cpp", ".js", ".css", ".sh", ".md", ".toml", ".pyi"}
DATA = {
    ".json",
    ".jsonl",
    ".tsv",
    ".csv",
    ".parquet",
    ".png",
    ".npz",
    ".npy",
    ".map",
    ".scen",
    ".txt",
    ".yaml",
    ".zip",
}

# What stands in backticks and is not defined here, by the reason.
NOT_OURS = {
    "keys of the keyboard": "Delete End Enter Escape Home Tab ctrl+y ctrl+z space",
    "other packages and tools": """
        MultiDiGraph NamedTuple Executor pathlib.Path heapq sys.stdin.readline() typer.echo
        lint-imports -O3 -march
        dask_jobqueue cluster.adapt client.upload_file allowed-failures""",
    "networkx, its arguments and variables": """
        backend="asterion" NETWORKX_BACKEND_PRIORITY=asterion _path _path_length _length
        remove_node average_shortest_path_length
        NETWORKX_TEST_BACKEND=asterion NETWORKX_FALLBACK_TO_NX=True""",
    "folders of the user's": """
        ../shared/data DATA/movingai FOLDER/movingai FOLDER/gppc-dynamic .venv dist/ build/docs""",
    "files, folders and values that a page makes up": """
        rooms.map.scen name.trace.yaml experiments/NAME experiments/NAME-3-of-20
        background.png key_x.png door_x.png
        tile_A.png tile_T.png explorer_up.png monster_a_up.png "kitchen" ppp qp""",
    "maps of other collections": "dao_arena2 random512-40-0",
    "methods that a user may write": "end_cost(state)",
}
SKIPPED = {name for names in NOT_OURS.values() for name in names.split()}

# What a page calls an object, and what it can be there.
RECEIVERS = {
    "G": ["networkx.DiGraph"],
    "agent": ["asterion.Navigator", "asterion.Explorer"],
    "board": ["asterion.Board"],
    "config": ["asterion.experiments.engine.experiment.Config"],
    "controllers": ["asterion.games.tactics.controllers"],
    "game": ["asterion.games.maze.Simulation"],
    "goals": ["asterion.games.tactics.goals"],
    "graph": ["asterion.Graph"],
    "grid": ["asterion.Grid"],
    "map_file": ["asterion.games.tactics.map_file"],
    "maps": ["asterion.games.tactics.maps", "asterion.maps"],
    "match": ["asterion.games.tactics.Match"],
    "numpy": ["numpy"],
    "nx": ["networkx"],
    "path": ["asterion.Path"],
    "plan": ["asterion.decide.plan.Plan", "asterion.goap.GoapPlan"],
    "player": ["asterion.games.maze.players.Player"],
    "record": ["asterion.Survey"],
    "recipe": ["asterion.games.tactics.recipe.Recipe"],
    "search": ["asterion.Search", "asterion.StateSearch"],
    "state": ["asterion.games.tactics.State"],
    "stats": ["asterion.Stats", "asterion.NavigatorStats"],
    "thoughts": ["asterion.games.tactics.controllers.base.Decision"],
    "tuning": ["asterion.games.tactics.tuning"],
    "turn_search": ["asterion.games.tactics.turn_search"],
    "walks": ["asterion.games.tactics.walks"],
    "world": ["asterion.Grid", "asterion.games.maze.world_file.WorldMap"],
}


def faults(text, page=ROOT / "docs" / "page.md"):
    """For each name of ``text`` that does not exist: its line, the name, and what is wrong."""
    bare = re.sub(
        r"```.*?```", lambda fence: re.sub(r"[^\n]", " ", fence[0]), text, flags=re.DOTALL
    )
    for found in re.finditer(r"`([^`]+)`", bare):
        name = " ".join(found[1].split())
        if problem := fault(name, page):
            yield bare[: found.start()].count("\n") + 1, name, problem
    places = r"`([^`]+)` (?:of|in)(?: the)? `([^`]+\.(?:py|hpp|cpp|js))`"
    for found in re.finditer(places, bare):
        word = re.split(r"\W", found[1].removeprefix("enum class ").strip("\n"))[0]
        files = matches(found[2], page)
        if (
            word
            and files
            and not any(re.search(rf"\b{word}\b", file.read_text()) for file in files)
        ):
            line = bare[: found.start()].count("\n") + 1
            yield line, found[1], f"{found[2]} does not have it"


def fault(name, page):
    """What is wrong with one name in backticks; None if nothing is."""
    if name in SKIPPED or not re.search(r"[A-Za-z]{2}", name):
        return None
    for looks_like, check in KINDS:
        if re.fullmatch(looks_like, name):
            return check(name, page)
    return None  # a formula, a cell, several words


# --- One check for each kind of name


def check_make(name, _page):
    """``make lab LAB_ARGS="--port 9000"``, with variables before or behind."""
    words = shlex.split(name)
    variables = {word.split("=")[0] for word in words if "=" in word}
    targets = {word for word in words if "=" not in word} - {"make"}
    makefile = (ROOT / "Makefile").read_text()
    for target in targets:
        if not re.search(rf"^{target}:", makefile, re.MULTILINE):
            return f"the Makefile has no target {target}"
    for variable in variables - {"ASTERION_DATA"}:  # read by benchmarks/common.py
        if not re.search(rf"\b{variable}\b", makefile):
            return f"the Makefile has no variable {variable}"
    return None


def check_command(name, _page):
    """``asterion play maze --world NAME``."""
    command = typer.main.get_command(app)
    for word in shlex.split(name)[1:]:
        if word.startswith("-"):
            options = {"--help", *(option for p in command.params for option in p.opts)}
            options |= {option for p in command.params for option in p.secondary_opts}
            if word not in options:
                return f"{command.name} has no option {word}"
        elif getattr(command, "commands", None) and not word.isupper():
            if word not in command.commands:
                return f"{command.name} has no command {word}"
            command = command.commands[word]
    return None


def check_script(name, page):
    """``python benchmarks/maze.py --seed 3``."""
    file, *words = shlex.split(name)[1:]
    if not matches(file, page):
        return f"there is no file {file}"
    text = (ROOT / file).read_text()
    for word in words:
        if word.startswith("--") and f'"{word}"' not in text:
            return f"{file} has no option {word}"
    return None


def check_option(name, _page):
    """``--games 240``: an option of some command, benchmark or tool."""
    for option in re.findall(r"--[a-z][\w-]*", name):
        if option not in all_options():
            return f"nothing has an option {option}"
    return None


def check_path(name, page):
    """``lab/<page>/page.py``: a file or folder, from the root, a room or the page."""
    suffix = Path(name).suffix
    if matches(name, page):
        return None
    if suffix in DATA and "/" not in name and name in "".join(sources().values()):
        return None  # a file that a program writes or reads
    return f"there is no file {name}"


def check_suffix(name, _page):
    """``.map``: a kind of files that something reads or writes."""
    stem = "" if Path(f"x{name}").suffix in CODE | DATA else r"(?<!\w)"
    named = re.compile(rf"{stem}{re.escape(name)}\b")
    return None if any(map(named.search, sources().values())) else "no file is of this kind"


def check_dotted(name, _page):
    """``at.Grid.view(layers=...)``, ``grid.view``, ``tactics::State``."""
    path = re.split(r"[(\[ ]", name)[0].replace("::", ".")
    first, _, rest = path.partition(".")
    if "::" in name and rest in classes() and (ROOT / "cpp" / "asterion" / first).is_dir():
        return None
    if first in ("at", "asterion"):
        start = ["asterion"]
    elif first in RECEIVERS:
        start = RECEIVERS[first]
    elif first[0].isupper() and first in classes():
        return None if member_of_class(first, rest) else f"{first} has no {rest}"
    else:
        return f"unknown: {first}; if it is an object of ours, say in RECEIVERS what it is"
    meant = [found for each in start if (found := find(f"{each}.{rest}" if rest else each))]
    if not meant:
        return f"{' or '.join(start)} has no {rest}"
    return check_keywords(name, *meant)


def check_call(name, _page):
    """``step()``, ``Dice(seed)``, ``add(5, most=10)``."""
    called = name.split("(")[0]
    if called not in functions() | classes() and not hasattr(builtins, called):
        return "no such class" if called[0].isupper() else "no such function or method"
    return check_keywords(name)


def check_keywords(name, *called):
    """The keyword arguments in a call, or in ``ties="high-g"``."""
    known = parameters()
    try:
        taken = [p for each in called for p in inspect.signature(each).parameters.values()]
        if called and not any(p.kind is p.VAR_KEYWORD for p in taken):
            known = {p.name for p in taken}
    except (TypeError, ValueError):
        pass  # a function of the core, or no function
    for word in re.findall(r"(?:^|[(, ])(\w+) ?=(?!=)", name):
        if word not in known:
            return f"nothing here takes {word}="
    return None


def check_assignment(name, _page):
    """``ties="high-g"``, ``goals=``; a variable of the Makefile."""
    first = re.match(r"\w+", name)[0]
    if first.isupper():
        known = re.search(rf"\b{first}\b", (ROOT / "Makefile").read_text())
        return None if known else f"the Makefile has no variable {first}"
    return check_keywords(name)


def check_class(name, _page):
    """``BestFirst``: a class of Python, C++ or JavaScript; a player of the tactics game."""
    if name in classes() or name in controllers.NAMES or hasattr(builtins, name):
        return None
    return "no such class"


def check_definition(name, _page):
    """``enum class Algorithm``."""
    return None if name.split()[-1] in classes() else "no such class"


def check_word(name, _page):
    """``find_path``, ``dstar-lite``, ``"high-g"``: a name or a value that occurs in the code."""
    word = name.strip('"')
    return None if word in words() or keyword.iskeyword(word) else "occurs nowhere in the code"


NAME = r"[A-Za-z_]\w*"
KINDS = [
    (r'(?:[A-Z_]+="?[^ "]*"? )?make(?: .*)?', check_make),
    (r"asterion(?: .*)", check_command),
    (r"python \S+\.py.*", check_script),
    (r"--[a-z].*", check_option),
    (r"\.[a-z]+(?:\.[a-z]+)*", check_suffix),
    (r"(?:[\w<>.*-]+/)+[\w<>.*-]*", check_path),
    (rf"[\w<>*-][\w<>.*-]*(?:{'|'.join(map(re.escape, sorted(CODE | DATA)))})", check_path),
    (rf"{NAME}=.*", check_assignment),
    (rf"{NAME}(?:(?:\.|::){NAME})+(?:[(\[ ].*)?", check_dotted),
    (rf"{NAME}\(.*\)", check_call),
    (r"enum class \w+", check_definition),
    (r"[A-Z]\w*[a-z]\w*", check_class),
    (r'"[\w-]+"|[\w-]+', check_word),
]


# --- What there is


def matches(name, page):
    """The files that a path may mean: from the root, a room, or the page; ``<x>`` is anything."""
    pattern = re.sub(r"<[^>]*>", "*", name).rstrip("/")
    places = [ROOT, PACKAGE, ROOT / "cpp" / "asterion", page.parent]
    found = [file for place in places for file in place.glob(pattern)]
    if not found and "/" not in name:  # a file's name alone, where the text says which room
        found = [file for file in tracked() if file.match(pattern)]
    return found


@cache
def tracked():
    rooms = ["src", "cpp", "tests", "tools", "benchmarks", "docs", "examples"]
    files = [file for room in rooms for file in (ROOT / room).rglob("*") if file.is_file()]
    return [*files, *(file for file in ROOT.iterdir() if file.is_file())]


@cache
def sources():
    """The text of every file of the package, the core and the tools, by its path."""
    rooms = (ROOT / "src", ROOT / "cpp", ROOT / "benchmarks", ROOT / "tools")
    kinds = {".py", ".pyi", ".hpp", ".cpp", ".js", ".toml"}
    files = [file for file in tracked() if file.suffix in kinds and file.is_relative_to(ROOT)]
    return {file: file.read_text() for file in files if any(map(file.is_relative_to, rooms))}


@cache
def nodes_by_kind():
    """All that is written in Python here, walked once."""
    found = defaultdict(list)
    for file, text in sources().items():
        if file.suffix in {".py", ".pyi"}:
            for node in ast.walk(ast.parse(text)):
                found[type(node)].append(node)
    return found


def nodes(*kinds):
    return (node for kind in kinds for node in nodes_by_kind()[kind])


def found_in(suffixes, pattern):
    texts = (text for file, text in sources().items() if file.suffix in suffixes)
    return {name for text in texts for name in re.findall(pattern, text, re.MULTILINE)}


@cache
def classes():
    named = {node.name for node in nodes(ast.ClassDef)}
    named |= found_in(
        {".hpp", ".cpp"}, r"\b(?:class|struct|concept|using) (\w+)(?= [:{=]| final|;)"
    )
    return named | found_in({".js"}, r"\bclass (\w+)") | set(at.__all__) | aliases()


@cache
def aliases():
    """Types that Python gives a name: ``Deed = tuple[...]``, ``type Deed = ...``."""
    return {
        target.id
        for node in nodes(ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper()
    }


@cache
def functions():
    named = {node.name for node in nodes(ast.FunctionDef, ast.AsyncFunctionDef)}
    in_cpp = r"^ *(?!.*\b(?:return|throw|new|else)\b)(?:[\w:<>,&*\[\]]+ )+[&*]?(\w+)\("
    in_js = r"^ *(?:async |function |static |get )*(\w+)\([^;\n]*\) \{$"
    return named | found_in({".hpp", ".cpp"}, in_cpp) | found_in({".js"}, in_js)


@cache
def parameters():
    """Names of arguments, of fields, which a dataclass takes, and of a controller's settings."""
    named = {node.arg for node in nodes(ast.arg)} | found_in({".toml"}, r"^(\w+) =")
    fields = (node.target for node in nodes(ast.AnnAssign))
    return named | {field.id for field in fields if isinstance(field, ast.Name)}


@cache
def words():
    """Every identifier of the code, and every word of its strings."""
    named = {match for text in sources().values() for match in re.findall(r"\w+", text)}
    strings = [node.value for node in nodes(ast.Constant) if isinstance(node.value, str)]
    named |= {word for string in strings for word in re.findall(r"[\w-]+", string)}
    tests = (file.read_text() for file in (ROOT / "tests").rglob("*.py"))
    defined = re.compile(r"^ *(?:def )?(\w+)(?:\(| =)", re.MULTILINE)
    return named | {name for text in tests for name in defined.findall(text)}


@cache
def all_options():
    def of(command):
        for param in command.params:
            yield from [*param.opts, *param.secondary_opts]
        for each in getattr(command, "commands", {}).values():
            yield from of(each)

    in_scripts = found_in({".py"}, r'add_argument\(\s*"(--[\w-]+)"')
    return {"--help", *of(typer.main.get_command(app)), *in_scripts}


def find(dotted):
    """What a dotted name means: a module, or what can be read from one; None if there is none."""
    parts = dotted.split(".")
    for split in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:split]))
        except ModuleNotFoundError:
            continue
        if (thing.__doc__ or "").startswith("The former name of"):
            return None
        for number, part in enumerate(parts[split:], split + 1):
            if hasattr(thing, part):
                thing = getattr(thing, part)
            elif number < len(parts) or not is_on_instances(thing, part):
                return None
        return thing
    return None


@cache
def bodies():
    """For each class of Python the text of its definitions."""
    found = {}
    for node in nodes(ast.ClassDef):
        found[node.name] = found.get(node.name, "") + ast.unparse(node)
    return found


def is_on_instances(cls, name):
    """Whether a class declares a field without a default, or sets one in its methods."""
    kin = [base.__name__ for base in cls.__mro__] if inspect.isclass(cls) else []
    field = re.compile(rf"\bself\.{name}\b|^    {name}:", re.MULTILINE)
    return any(field.search(bodies().get(each, "")) for each in kin)


def member_of_class(cls, name):
    """Whether a class of Python or C++ has a member; ``Match.load``, ``SearchRun::advance``."""
    named = re.compile(rf"\b{name}\b")
    if named.search(bodies().get(cls, "")):
        return True
    headers = (text for file, text in sources().items() if file.suffix == ".hpp")
    defined = re.compile(rf"\b(?:class|struct) {cls}\b")
    return any(defined.search(text) and named.search(text) for text in headers)
