"""An extension of Sphinx: names of the package on the pages and in signatures become links."""

import inspect
import re
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import desc, desc_content, desc_returns, pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import inspect as sphinx_inspect

import asterion
from docs_site import reference, sources
from docs_site.docstrings import to_rest

NAMES = {*sources.names()}
TYPES = reference.types((sources.ROOT / sources.REFERENCE).read_text(encoding="utf-8"))
TABLE = "types in signatures: "  # before the names that lead to their table
# Names in annotations, and those by which documentation knows them.
ALIASES = {
    "np.": "numpy.",
    "npt.": "numpy.typing.",
    "NDArray": "numpy.typing.NDArray",
    "Executor": "concurrent.futures.Executor",
    "FilePath": "pathlib.Path",
    "Axes": "matplotlib.axes.Axes",
    "Problem": "asterion.decide.problem.Problem",  # that of a file is written with its module
    "asterion._core.": "asterion.",
}


class NamesInText(SphinxTransform):
    """Names such as ``at.find_path`` on the pages lead to their page in the reference."""

    default_priority = 500
    name: ClassVar = re.compile(r"(?:at|asterion)\.([A-Za-z_][\w.]*)(?:\(.*\))?", re.DOTALL)

    def apply(self, **_kwargs: Any) -> None:
        """Put a reference around each name that is not in a link or a heading already."""
        for literal in [*self.document.findall(nodes.literal)]:
            match = self.name.fullmatch(literal.astext())
            if not match or not NAMES & {match[1], match[1].partition(".")[0]}:
                continue
            if isinstance(literal.parent, nodes.reference | nodes.title | pending_xref):
                continue
            to = {"reftype": "obj", "reftarget": f"asterion.{match[1]}", "refexplicit": True}
            link = pending_xref("", refdomain="py", refwarn=False, **to)
            literal.replace_self(link)
            link += literal


class NamesInSignatures(SphinxTransform):
    """Names in annotations get the targets by which documentation knows them."""

    default_priority = 500

    def apply(self, **_kwargs: Any) -> None:
        """Change the targets, and leave the modules of NumPy out of the text."""
        for link in self.document.findall(pending_xref):
            target = link.get("reftarget", "")
            if target.startswith(("np.", "npt.")):
                for text in [*link.findall(nodes.Text)]:
                    text.parent.replace(text, nodes.Text(text.rpartition(".")[2]))
            last = target.rpartition(".")[2]
            own_goal = last == "Goal" and self.env.docname.endswith("/goap")
            if last in TYPES and not own_goal:
                link["reftarget"] = f"{TABLE}{last}"
            for alias, name in ALIASES.items():
                if target == alias or (alias.endswith(".") and target.startswith(alias)):
                    link["reftarget"] = name + target.removeprefix(alias)


class Returns(SphinxTransform):
    """Functions whose docstring has no returns section get one with the type."""

    default_priority = 499  # names in it become links too

    def apply(self, **_kwargs: Any) -> None:
        """Add a field, unless the function returns None."""
        for function in self.document.findall(desc):
            kind = next(function.findall(desc_returns), None)
            body = function.next_node(desc_content, descend=True)
            if function["objtype"] not in ("function", "method") or not kind or body is None:
                continue
            own = [child for child in body if isinstance(child, nodes.field_list)]
            said = {name.astext() for fields in own for name in fields.findall(nodes.field_name)}
            if [part.astext() for part in kind.children] == ["None"] or "Returns" in said:
                continue
            shown = [child.deepcopy() for child in kind.children]
            field = nodes.field(
                "",
                nodes.field_name("", "Returns"),
                nodes.field_body("", nodes.paragraph("", "", *shown)),
            )
            if own:
                own[0] += field
            else:
                body += nodes.field_list("", field)


def elsewhere(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.TextElement
) -> nodes.reference | None:
    """Types lead to the table of types; modules speak of ``Grid`` too, the package's."""
    name, page = node.get("reftarget", ""), node["refdoc"]
    if node.get("refdomain") != "py":
        return None
    if name.startswith(TABLE):
        target = sources.REFERENCE.removesuffix(".md")
        place = f"{app.builder.get_relative_uri(page, target)}#types-in-signatures"
        return nodes.reference("", "", shown, internal=True, refuri=place)
    if name not in asterion.__all__:
        return None
    domain = env.domains.python_domain
    return domain.resolve_xref(env, page, app.builder, "obj", f"asterion.{name}", node, shown)


_plain_routine = sphinx_inspect.isroutine


def _is_routine(thing: Any) -> bool:
    """Sphinx would take the static methods of nanobind for data."""
    return _plain_routine(thing) or type(thing).__name__ == "nb_func"


def read_docstring(*event: Any) -> None:
    """Change the lines, the event's last argument, in place; Sphinx finds none for slots."""
    thing, lines = event[3], event[-1]
    if inspect.ismemberdescriptor(thing):
        lines[:] = (inspect.getdoc(thing) or "").splitlines()
    lines[:] = to_rest(lines)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    sphinx_inspect.isroutine = _is_routine  # type: ignore[assignment]
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("missing-reference", elsewhere)
    app.add_transform(NamesInText)
    app.add_transform(Returns)
    app.add_transform(NamesInSignatures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
