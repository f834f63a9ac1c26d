"""All the faults that could be planted in a module."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from faults.fault import Fault

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What they do to their argument, or to their object, is easily forgotten.
WRAPPERS = {"abs", "sorted", "round", "int", "float", "list", "tuple", "set", "dict", "str"}
METHODS = {"copy", "strip", "rstrip", "lower", "upper"}
PAIRS = [
    ("start", "goal"),
    ("row", "column"),
    ("rows", "columns"),
    ("width", "height"),
    ("x", "y"),
    ("first", "last"),
    ("begin", "end"),
    ("before", "after"),
    ("lower", "upper"),
    ("smallest", "largest"),
    ("source", "target"),
    ("old", "new"),
    ("keys", "values"),
    ("cost", "length"),
]
OTHER_NAME = {**dict(PAIRS), **{b: a for a, b in PAIRS}}
ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)  # need brackets inside an expression
# Words in these calls are for logs, for the type checker or for style sheets.
SILENT = {"debug", "info", "cast", "TypeVar", "classes", "style", "getLogger", "namedtuple"}
WORD = re.compile(r"(?<![\w\\{%<&./-])[A-Za-z]{2,}(?![\w=(}>;/-])")


def faults_of(path: str, source: bytes) -> list[Fault]:
    """In the order of their places."""
    places = _Places(path, source)
    places.visit(ast.parse(source))
    return sorted(set(places.found), key=lambda fault: (fault.begin, fault.kind, fault.new))


class _Places(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.begins = [0]
        for line in source.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))
        self.found: list[Fault] = []
        self.names: list[dict[str, str]] = []  # of each function around: a name, and its kind

    # --- where a node is, and its text

    def begin(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.begins[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def text(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def operand(self, node: ast.expr) -> str:
        return f"({self.text(node)})" if isinstance(node, LOOSE) else self.text(node)

    def offer(self, kind: str, begin: int, end: int, new: str) -> None:
        line = self.source.count(b"\n", 0, begin) + 1
        if self.source[begin:end] != new.encode():
            self.found.append(Fault(self.path, line, kind, begin, end, new))

    def replace(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        self.offer(kind, self.begin(node), self.end(node), new)

    def between(self, kind: str, left: ast.expr, right: ast.expr, swap: tuple[str, str]) -> None:
        """Another operator between two operands."""
        begin, end = self.end(left), self.begin(right)
        gap = self.source[begin:end].decode()
        self.offer(kind, begin, end, gap.replace(swap[0], swap[1], 1))

    # --- what is left out

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.calls_in(node.annotation)
        if node.value:
            if isinstance(node.target, ast.Attribute):
                self.dropped(node)
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        if node.annotation:
            self.calls_in(node.annotation)

    def calls_in(self, annotation: ast.expr) -> None:
        """Options of the command line are calls in annotations; the rest is for type checkers."""
        for node in ast.walk(annotation):
            if isinstance(node, ast.Call):
                self.visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """No fault: it would be none that tests have to find."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Nor here."""

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(to, ast.Name) and to.id.startswith("__") for to in node.targets):
            return
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript):
            self.dropped(node)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any("overload" in self.text(decorator) for decorator in node.decorator_list):
            return
        everyone = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        kinds = {arg.arg: self.text(arg.annotation) for arg in everyone if arg.annotation}
        for target in (sub for sub in ast.walk(node) if isinstance(sub, ast.Tuple)):
            names = [name for name in target.elts if isinstance(name, ast.Name)]
            if names and isinstance(names[0].ctx, ast.Store):
                kinds.update({name.id: f"unpacked at {target.lineno}" for name in names})
        self.names.append(kinds)
        self.visit(node.args)
        for decorator in node.decorator_list:
            self.visit(decorator)
        self.body(node.body)
        self.names.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the name is ast's

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in [*node.keywords, *node.decorator_list]:
            self.visit(part)
        self.body(node.body)

    def visit_Module(self, node: ast.Module) -> None:
        self.body(node.body)

    def body(self, statements: list[ast.stmt]) -> None:
        for i, statement in enumerate(statements):
            if not (i == 0 and isinstance(statement, ast.Expr) and _is_text(statement.value)):
                self.visit(statement)

    # --- statements

    def dropped(self, node: ast.stmt) -> None:
        self.replace("a statement is missing", node, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            if _called(node.value) in SILENT:
                return
            self.dropped(node)
        if not _is_text(node.value):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.dropped(node)
        swap = ARITHMETIC.get(type(node.op))
        if swap and not _is_text(node.value):
            self.between(
                "another operator", node.target, node.value, (swap[0] + "=", swap[1] + "=")
            )
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.dropped(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.dropped(node)
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace("another end of the loop", node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        self.replace("another end of the loop", node, "continue")
        self.dropped(node)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if self.text(node).startswith("elif"):
            self.lines_dropped("a branch is missing", node.lineno, node.body[-1])
        elif not node.orelse and isinstance(node.body[-1], ENDS):
            self.replace("a guard is missing", node, "pass")
        if node.orelse and not self.text(node.orelse[0]).startswith("elif"):
            self.lines_dropped(
                "the else is missing", (node.body[-1].end_lineno or 0) + 1, node.orelse[-1]
            )
        self.generic_visit(node)

    def lines_dropped(self, kind: str, first: int, last: ast.stmt) -> None:
        self.offer(kind, self.begins[first - 1], self.begins[last.end_lineno or 0], "")

    def visit_For(self, node: ast.For) -> None:
        last = node.body[-1]
        if not isinstance(last, ENDS):
            end = self.end(last)
            line = b"\n" + b" " * node.body[0].col_offset + b"break"
            self.offer("only the first of a loop", end, end, line.decode())
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if isinstance(node.type, ast.Tuple):
            for left_out in node.type.elts:
                rest = [self.text(kind) for kind in node.type.elts if kind is not left_out]
                new = f"({', '.join(rest)})" if len(rest) > 1 else rest[0]
                self.replace("an exception is not expected", node.type, new)
        for statement in node.body:
            self.visit(statement)

    # --- expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
            self.between("another comparison", left, right, COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        operands = [self.operand(value) for value in node.values]
        self.replace("and for or", node, f"({f' {other} '.join(operands)})")
        for i in range(len(operands)):
            rest = operands[:i] + operands[i + 1 :]
            new = f" {word} ".join(rest)
            self.replace("a condition is missing", node, f"({new})" if len(rest) > 1 else new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.replace("a not is missing", node, self.operand(node.operand))
        elif isinstance(node.op, ast.USub):
            self.replace("a minus is missing", node, self.operand(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        swap = ARITHMETIC.get(type(node.op))
        if swap and not _is_text(node.left) and not _is_text(node.right):
            self.between("another operator", node.left, node.right, swap)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        yes, test, no = (self.operand(part) for part in (node.body, node.test, node.orelse))
        self.replace("yes for no", node, f"({no} if {test} else {yes})")
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound, step in ((node.lower, "+ 1"), (node.upper, "- 1")):
            if bound is None:
                continue
            self.replace("a bound is missing", bound, "")
            if not isinstance(bound, ast.Constant):
                self.replace("a bound off by one", bound, f"{self.operand(bound)} {step}")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.replace("a filter is missing", condition, "True")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = _called(node)
        if called in SILENT:
            return
        if called in OTHER_CALL:
            self.replace("another function", node.func, OTHER_CALL[called])
        if isinstance(node.func, ast.Name) and called in WRAPPERS and _one_argument(node):
            self.replace("a call is missing", node, self.operand(node.args[0]))
        if isinstance(node.func, ast.Attribute) and called in METHODS and not node.args:
            self.replace("a call is missing", node, self.text(node.func.value))
        if not any(isinstance(arg, ast.GeneratorExp | ast.Starred) for arg in node.args):
            self.arguments(node)
        self.generic_visit(node)

    def arguments(self, node: ast.Call) -> None:
        """Two of them swapped, or one with a keyword left out."""
        plain, named = list(map(self.text, node.args)), list(map(self.text, node.keywords))
        for i in range(len(plain) - 1):
            swapped = [*plain[:i], plain[i + 1], plain[i], *plain[i + 2 :]]
            self.called_with("two arguments swapped", node, swapped + named)
        for i, keyword in enumerate(node.keywords):
            if keyword.arg not in (None, "strict"):  # that of zip only watches
                rest = plain + named[:i] + named[i + 1 :]
                self.called_with(f"no {keyword.arg}=", node, rest)

    def called_with(self, kind: str, node: ast.Call, arguments: list[str]) -> None:
        self.replace(kind, node, f"{self.text(node.func)}({', '.join(arguments)})")

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        kinds = self.names[-1] if self.names else {}
        if isinstance(node.ctx, ast.Load) and node.id in kinds:
            for other, kind in kinds.items():
                if other != node.id and kind == kinds[node.id]:
                    self.replace("another variable", node, other)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load) and node.attr in OTHER_NAME:
            new = f"{self.text(node.value)}.{OTHER_NAME[node.attr]}"
            self.replace("another attribute", node, new)
        self.generic_visit(node)

    # --- constants

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace("true for false", node, str(not value))
        elif isinstance(value, int):
            for new in (value + 1, value - 1) if value < 100 else (value * 2,):
                self.replace("another number", node, str(new))
        elif isinstance(value, float):
            self.replace("another number", node, str(value * 2 if value else 1.0))
        elif isinstance(value, str):
            self.words(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.words(node)  # before Python 3.12, what is in its braces has no place of its own

    def words(self, node: ast.expr) -> None:
        """A word is missing from a text of several."""
        text = self.text(node)
        if text.count(" ") < 2:
            return
        for word in _outside_braces(text) if "{" in text else WORD.finditer(text):
            begin, end = word.span()
            if text[end : end + 1] == " ":
                end += 1
            elif text[begin - 1] == " ":
                begin -= 1
            first = self.begin(node) + len(text[:begin].encode())
            last = self.begin(node) + len(text[:end].encode())
            self.offer("a word is missing", first, last, "")

    def container(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        """Two words swapped, where each has its place."""
        for a, b in zip(node.elts, node.elts[1:], strict=False):
            if not (_is_word(a) and _is_word(b)):
                continue
            new = f"{self.text(b)}, {self.text(a)}"
            self.offer("two words swapped", self.begin(a), self.end(b), new)
        self.generic_visit(node)

    visit_Tuple = visit_List = container  # noqa: N815 - as above

    def visit_Dict(self, node: ast.Dict) -> None:
        words = [value for value in node.values if _is_word(value)]
        for a, b in itertools.pairwise(words):
            self.replace("another word", a, self.text(b))
        self.generic_visit(node)


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _one_argument(node: ast.Call) -> bool:
    return (
        len(node.args) == 1
        and not node.keywords
        and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp)
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _outside_braces(text: str) -> Iterator[re.Match[str]]:
    depth, depths = 0, []
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        depths.append(depth)
    return (word for word in WORD.finditer(text) if depths[word.start()] == 0)
