"""The script and the styles of a notebook's board."""

import json
import re

from asterion.lab.page.modules import modules_of
from asterion.notebook.page_files import PACKAGE, scoped_styles
from asterion.notebook.widget import script, styles


def test_a_module_comes_after_all_that_it_imports(tmp_path):
    texts = {
        "main.js": 'import {\n  b,\n} from "./b.js";\nimport "./in/c.js";\n',
        "b.js": 'import { a } from "./in/a.js";\nexport const b = a;\n',
        "in/a.js": "export const a = 1;\n",
        "in/c.js": 'import { b } from "../b.js";\nconsole.log(b, \'not from "./x.js" though\');\n',
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = [file.relative_to(tmp_path).as_posix() for file in modules_of(tmp_path / "main.js")]
    assert found == ["in/a.js", "b.js", "in/c.js", "main.js"]


def test_the_script_needs_no_file_and_no_other_address():
    text = script()
    modules = dict(json.loads(text.removeprefix("const MODULES = ").split(";\nconst ENTRY")[0]))
    known = set()
    for name, source in modules.items():
        imports = re.findall(
            r'^(?:import|export) (?:\{[^}]*\} from )?"([^"]+)";$', source, re.MULTILINE
        )
        assert {each.removeprefix("asterion:") for each in imports} <= known
        assert all(each.startswith("asterion:") for each in imports)
        plain = source.replace('"asterion:', '"')
        assert len(plain.splitlines()) == len((PACKAGE / name).read_text().splitlines())
        known.add(name)
    assert {"notebook/board.js", "lab/board/grid_view.js", "lab/wire/unpack.js"} <= known
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text)  # names of SVG
    assert len(text) < 160_000


def test_the_styles_hold_in_the_board_alone():
    assert styles().startswith(".asterion-board {")
    assert ":root" not in styles()


def test_styles_of_a_page_hold_in_the_scope(tmp_path):
    file = tmp_path / "a.css"
    file.write_text(":root { --x: 1; }\nbody { color: red; }\n.b { color: blue; }\n")
    assert scoped_styles((file,), "mine") == (
        ".mine {\n& { --x: 1; }\n& { color: red; }\n.b { color: blue; }\n}\n"
    )
