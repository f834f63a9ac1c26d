"""The list of algorithms, a page on each, and the code on it."""

import re
from html import unescape
from pathlib import Path

import pytest

import asterion as at
from asterion import textbook
from asterion.lab.characters.scenes import SCENES as CHARACTERS
from asterion.lab.searches.about import built_in, has_page
from asterion.lab.start.algorithm_page import algorithm_html, index_html, module_html
from asterion.lab.start.textbook_code import ALONE, in_colours, module, module_for

MODULES = sorted(Path(textbook.__file__).parent.glob("*.py"))
# Parts of other modules, and no algorithms.
PARTS = {"__init__", "basics", "moves", "open_list", "square_moves", "straight_lines", "units"}
INFOS = [info for info in at.algorithms() if has_page(info)]


def plain(html):
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_colours_change_nothing_of_the_code(file):
    code = file.read_text()
    assert plain(in_colours(code)) == code


def test_colours_tell_keywords_strings_and_defined_names_apart():
    assert in_colours('def one(n: int) -> str:\n    return "<1>"  # & so\n') == (
        '<span class="keyword">def</span> <span class="defined">one</span>(n: int) -&gt; str:\n'
        '    <span class="keyword">return</span> <span class="string">&quot;&lt;1&gt;&quot;</span>'
        '  <span class="comment"># &amp; so</span>\n'
    )


@pytest.mark.parametrize("info", INFOS, ids=lambda info: f"{info.kind} {info.name}")
def test_a_page_has_the_code_of_the_textbook_where_there_is_one(info):
    page = algorithm_html(info, "")
    found = module_for(info)
    assert ("In Python" in page) == (found is not None)
    assert found is None or found.code in plain(page)


def test_every_module_of_the_textbook_is_on_a_page():
    shown = {found.name.replace("-", "_") for found in map(module_for, INFOS) if found}
    assert shown | {*ALONE} == {file.stem for file in MODULES} - PARTS
    for name in ALONE:
        assert module(name).code in plain(module_html(module(name), ""))


def test_the_page_of_goap_leads_to_the_scenes_of_characters():
    links = re.findall(r'href="/characters#scene=([^"]+)"', module_html(module("goap"), ""))
    assert links == [scene.key for scene in CHARACTERS]


def test_the_list_leads_to_every_page_once():
    links = re.findall(r'href="/algorithms/([a-z]+)/([\w-]+)"', index_html(""))
    assert sorted(links) == sorted(
        [*((info.kind, info.name) for info in INFOS), *(("textbook", name) for name in ALONE)]
    )
    for kind, name in links:
        assert kind == "textbook" or built_in(kind, name)
