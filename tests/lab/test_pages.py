"""The controls of each page, used without a browser."""

from html import unescape

import pytest

import asterion as at
from asterion.lab import limits
from asterion.lab.searches.about import built_in
from asterion.lab.start.algorithm_page import algorithm_html
from asterion.lab.start.page import missing_html
from support import lab_page, loops

SLOW = {"maze": [pytest.mark.slow]}  # it has five times as many controls as others
EVERY = [pytest.param(page, marks=SLOW.get(page, [])) for page in lab_page.PAGES]


@pytest.mark.parametrize("page", EVERY)
def test_every_control_can_be_used(page):
    async def main():
        with lab_page.tab(*lab_page.PAGES[page]) as shown:
            await shown.rest()
            controls = [name for name, _ in shown.acts()]
            for name in controls:
                if do := dict(shown.acts()).get(name):  # another may have taken it away
                    do()
                    await shown.rest()
                    raised = [line for line in shown.said if line.startswith("raised ")]
                    assert raised == [], name
            return controls

    assert len(loops.run(main())) > 5


async def use(shown, label, value, control):
    """Type into the field with a label, and press the control with a name."""
    await shown.rest()
    field = next(e for e in shown.client.elements.values() if e._props.get("label") == label)
    field.set_value(value)
    next(do for act, do in shown.acts() if control in act)()
    await shown.rest()
    return field


@pytest.mark.parametrize(
    ("typed", "saved"),
    [("duel", "duel.map"), ("", "map.map"), (None, "map.map"), ("../../keep", "keep.map")],
)
def test_a_map_is_saved_under_the_name_that_is_typed(typed, saved):
    async def main():
        with lab_page.tab(*lab_page.PAGES["tactics"]) as shown:
            await use(shown, "Name", typed, "Save the map")
            return [line for line in shown.said if line.startswith("download ")]

    (told,) = loops.run(main())
    assert f'"filename": "{saved}"' in told


@pytest.mark.parametrize(("seed", "after"), [(4, 5), (limits.HIGHEST_SEED, 0)])
def test_another_map_is_of_the_next_seed(seed, after):
    async def main():
        with lab_page.tab(*lab_page.PAGES["playground"]) as shown:
            before = shown.channel.setup
            field = await use(shown, "Seed", seed, "Make another map")
            return field.value, shown.channel.setup is before

    assert loops.run(main()) == (after, False)


@pytest.mark.parametrize("page", sorted({*lab_page.PAGES} - {"maze"}))  # it has no undo
def test_after_a_link_there_is_nothing_to_undo(page):
    async def main():
        with lab_page.tab(*lab_page.PAGES[page]) as shown:
            channel = shown.channel
            await shown.rest()
            first, second, *_ = channel.scenes
            channel.show_scene(first)
            await shown.rest()
            channel.show_scene(second)
            await shown.rest()
            assert channel.undo()
            assert channel.redo()
            await shown.rest()
            channel.restore(first.make())
            await shown.rest()
            assert not channel.undo()
            assert not channel.redo()

    loops.run(main())


@pytest.mark.parametrize(
    ("page", "endings"),
    [
        ("playground", [".map,.txt,.npy,.png,.tmx,.tmj,.ldtk,.yaml,.scen"]),
        ("terrain", [".map,.txt,.npy,.png,.tmx,.tmj,.ldtk,.yaml,.scen"]),
        ("crowds", [".map,.txt,.npy,.png,.tmx,.tmj,.ldtk,.yaml,.scen"]),
        ("open_ground", [".json,.geojson,.svg,.tmx,.tmj"]),
        ("graphs", [".json"]),
        ("maze", [".txt", ".json"]),
        ("tactics", [".map,.txt"]),
    ],
)
def test_a_page_asks_for_files_that_it_can_read(page, endings):
    async def main():
        with lab_page.tab(*lab_page.PAGES[page]) as shown:
            await shown.rest()
            elements = shown.client.elements.values()
            return [each._props["endings"] for each in elements if "endings" in each._props]

    assert loops.run(main()) == endings


@pytest.mark.parametrize(
    "info", [each for each in at.algorithms() if each.factory is None], ids=lambda info: info.name
)
def test_every_algorithm_has_a_page_with_its_paper_and_pseudocode(info):
    page = unescape(algorithm_html(built_in(info.kind, info.name), ""))
    assert f"<h1>{info.title}</h1>" in page
    assert info.paper in page
    assert len(page[page.index("<pre") : page.index("</pre>")]) > 100


def test_an_address_that_does_not_exist_is_named_as_plain_text():
    assert "/nowhere" in missing_html("/nowhere", "")
    assert "<b>" not in missing_html("/<b>nowhere", "")
