"""Modules put into one: each runs once, before those that import it, with names of its own."""

import json
import shutil
import subprocess

import pytest

from asterion.notebook.one_module import _listed, one_module, scoped_styles
from asterion.notebook.widget import script, styles

MODULES = {
    "shared/a.js": 'export const A = [1, "x, B = 2"], C = { d: 3, e: (f, g) => f }; // both\n'
    "let own = 1;\nexport function next() {\n  return own++;\n}\n",
    "shared/b.js": 'import { A as first, next } from "./a.js";\nconst own = "b";\n'
    "export class B {\n  get() {\n    return [first[0], own, next()];\n  }\n}\nexport { next };\n",
    "main.js": 'import {\n  B,\n  next as after,\n} from "./shared/b.js";\n'
    'import { C } from "./shared/a.js";\n\nexport default () => [new B().get(), after(), C.d];\n',
}


@pytest.fixture
def folder(tmp_path):
    for name, text in MODULES.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_what_was_many_modules_does_the_same_as_one(folder):
    text = one_module(folder / "main.js")
    assert text.count("let own = 1") == 1
    assert "import " not in text
    assert text.count("export ") == 1
    if node := shutil.which("node"):
        made = folder / "made.mjs"
        made.write_text(text + "console.log(JSON.stringify(whole()));\n")
        run = subprocess.run([node, str(made)], capture_output=True, text=True, check=True)
        assert json.loads(run.stdout) == [[1, "b", 1], 2, 3]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('import all from "./shared/a.js";\n', "main.js has a line that is not understood: import"),
        ('export * from "./shared/a.js";\n', "main.js has a line that is not understood: export"),
    ],
)
def test_what_it_does_not_understand_is_an_error(folder, line, words):
    (folder / "main.js").write_text(line)
    with pytest.raises(ValueError, match=words):
        one_module(folder / "main.js")


def test_modules_that_import_each_other_are_an_error(folder):
    (folder / "shared" / "a.js").write_text('import { B } from "./b.js";\nexport const A = B;\n')
    with pytest.raises(ValueError, match=r"b\.js imports itself, by way of a\.js"):
        one_module(folder / "main.js")


def test_the_widget_has_one_script_and_styles_that_hold_in_it_alone():
    text = script()
    assert "class GridView" in text
    assert "class Painter" in text
    assert len(text) < 120_000
    assert styles().startswith(".asterion-board {")
    assert ":root" not in styles()


def test_styles_of_a_page_hold_in_the_scope(tmp_path):
    file = tmp_path / "a.css"
    file.write_text(":root { --x: 1; }\nbody { color: red; }\n.b { color: blue; }\n")
    assert scoped_styles((file,), "mine") == (
        ".mine {\n& { --x: 1; }\n& { color: red; }\n.b { color: blue; }\n}\n"
    )


def test_names_are_listed_with_commas_where_people_put_them():
    assert _listed(" a, b as c,\n d,\n") == ["a", "b as c", "d"]
