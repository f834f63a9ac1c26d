"""``tools/faults``: which faults it can plant, and where it plants none."""

import ast
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def faults_of(monkeypatch):
    monkeypatch.syspath_prepend(TOOLS)
    from faults.places import faults_of

    yield lambda source: faults_of("src/asterion/room/module.py", source.encode())
    for name in [name for name in sys.modules if name.split(".")[0] == "faults"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("code", "faulty"),
    [
        ("a < b", {"a <= b"}),
        ("f(not a)", {"f(a)", "pass"}),
        ("x = a and (b or c)", {"x = (a or (b or c))", "x = a", "x = (b or c)", "x = a and (b)"}),
        ("f(a, key=b)", {"f(a)", "pass"}),
        ("f(a, b)", {"f(b, a)", "pass"}),
        ("x = y[1:n]", {"x = y[:n]", "x = y[1:]", "x = y[1:n - 1]", "x = y[0:n]", "x = y[2:n]"}),
        ("if a:\n    b()\nelse:\n    c()", {"if a:\n    b()\n"}),
        ("if a:\n    b = 1\nelif c:\n    b = 2", {"if a:\n    b = 1\n"}),
        ("def f(a):\n    if a:\n        return\n    g()", {"def f(a):\n    pass\n    g()"}),
        ("for a in b:\n    a()", {"for a in b:\n    a()\n    break"}),
        ("def f(a: int, b: int):\n    return a", {"def f(a: int, b: int):\n    return b"}),
        ("x = [a for a in b if a.c]", {"x = [a for a in b if True]"}),
        ("x = 'it must be a cell'", {"x = 'must be a cell'", "x = 'it must be a'"}),
        ("x = f'it is {not_this}; no cell'", {"x = f'it is {not_this}; cell'"}),
        ("x = sorted(y)", {"x = y"}),
        ("try:\n    a = 1\nexcept (B, C):\n    pass", {"try:\n    a = 1\nexcept B:\n    pass"}),
    ],
)
def test_a_fault_of_every_kind(faults_of, code, faulty):
    found = {fault.planted(code.encode()).decode() for fault in faults_of(code)}
    assert faulty <= found
    assert code not in found
    for text in found:
        ast.parse(text)


@pytest.mark.parametrize(
    "code",
    [
        '"""It must be a cell."""',
        "def f():\n    '''It must be a cell.'''",
        "__all__ = ['a', 'b']",
        "import a.b",
        "if TYPE_CHECKING:\n    x = 1",
        "def f(a: Literal[1, 2]) -> Literal[3]: ...",
        "log.debug('it is %s', 1)",
        "a: Literal['one', 'two']",
        "x = zip(a, strict=True)",
    ],
)
def test_no_fault_where_it_would_be_none(faults_of, code):
    assert faults_of(code) == []


def test_a_diff_shows_the_line(faults_of):
    source = "a = 1\nb = c < d\ne = 3\n"
    (fault,) = [fault for fault in faults_of(source) if fault.kind == "another comparison"]
    assert fault.line == 2
    assert "-b = c < d\n+b = c <= d" in fault.diff(source.encode())
