"""What a study says of a few trials: rows, table, facts and picture, line by line.

``python -m support.reports`` in ``tests`` writes the lines anew after a change of a study; read the
difference before it is kept.
"""

import sys
from dataclasses import asdict
from pathlib import Path

from asterion.experiments.architectures.study import Architectures
from asterion.experiments.bridge.study import Bridge
from asterion.experiments.catalogue import EXPERIMENTS
from asterion.experiments.clusters.study import Clusters
from asterion.experiments.decay.study import Decay
from asterion.experiments.dstar_study.study import Study
from asterion.experiments.fill.study import Fill
from asterion.experiments.open_lists.study import OpenLists
from asterion.experiments.replanning.study import Replanning
from asterion.experiments.tactics.study import Tactics
from asterion.experiments.weights.study import Weights
from asterion.io.figures import new_figure
from support.written import first, said

HERE = Path(__file__).parents[1] / "experiments" / "reports"
# As small as leaves every part of the report with something to say.
CONFIGS = {
    "architectures": Architectures(seed=1, runs=1, side=31, ways=2, changes=6),
    "bridge": Bridge(seed=1, runs=1, units=4),
    "clusters": Clusters(seed=1, runs=2, side=21, ways=3),
    "decay": Decay(seed=1, runs=2, side=21, ways=3),
    "dstar-study": Study(seed=1, runs=1),
    "fill": Fill(seed=1, runs=2, side=15),
    "open-lists": OpenLists(seed=1, runs=2, ways=1, largest=64, repeats=1),
    "replanning": Replanning(seed=1, runs=2, side=15, opened=10, repeats=1),
    "tactics": Tactics(
        seed=1,
        runs=1,
        turns=6,
        maps=("C.1", "C.2"),
        players=("Idle", "Random", "State machine"),
        observations=(),
        variants=(),
        levels=False,
    ),
    "weights": Weights(seed=1, runs=1, side=21, ways=3),
}


def lines_of(name):
    """The report of a small run; times are made up, and the same in every run."""
    study, config = EXPERIMENTS[name], CONFIGS[name]
    prepared = study.prepare(config)
    trials = study.trials(config)
    rows = [
        timed(row, i) for i, row in enumerate(row for each in trials for row in study.run(each))
    ]
    summary = study.summarise(config, rows)
    figure = new_figure()
    study.draw(figure, summary, rows)
    return [
        f"# {name}: {study.about}",
        f"config {said(asdict(config))}",
        *(f"shown {screen.title!r} {said(screen.columns)}" for screen in study.printed(summary)),
        *(f"file {file} {len(content) > 0}" for file, content in prepared.files.items()),
        *(f"prepared {key} {said(value)}" for key, value in prepared.facts.items()),
        *first(f"row {said(row)}" for row in rows),
        *first(f"table {said(row)}" for row in summary.table),
        *(f"fact {key} {said(value)}" for key, value in summary.facts.items()),
        f"wrong {summary.wrong}",
        *picture(figure),
    ]


def timed(row, number):
    """The row with made-up times, which depend on its place and on the column."""
    return {
        name: (number % 7 + 1) * 0.001 * len(name) if is_time(name, value) else value
        for name, value in row.items()
    }


def is_time(name, value):
    return name.endswith("seconds") and value is not None


# --- The picture


def picture(figure):
    """What is on a figure, thing by thing."""
    yield f"figure {said(figure.get_size_inches())} {figure.get_suptitle()!r}"
    for legend in figure.legends:
        yield from words_of(legend)
    for number, axes in enumerate(figure.axes):
        yield f"axes {number} {axes.get_title()!r} {axes.get_xlabel()!r} {axes.get_ylabel()!r}"
        spines = {side: spine.get_visible() for side, spine in axes.spines.items()}
        yield f"  shown {axes.axison} {said(spines)}"
        yield from axis(axes.xaxis, axes.get_autoscalex_on(), axes.get_xlim())
        yield from axis(axes.yaxis, axes.get_autoscaley_on(), axes.get_ylim())
        for things in (lines, patches, marks, images, texts):
            yield from first(things(axes))
        if axes.get_legend():
            yield from words_of(axes.get_legend())


def lines(axes):
    for line in axes.lines:
        points = said([*zip(line.get_xdata(), line.get_ydata(), strict=True)])
        look = [line.get_color(), line.get_linestyle(), line.get_marker(), line.get_linewidth()]
        yield f"  line {label(line)} {said(look)} {line.get_markersize():g} {points}"


def patches(axes):
    for patch in axes.patches:
        yield f"  patch {label(patch)} {said(patch.get_facecolor())} {said(place(patch))}"


def marks(axes):
    for group in axes.collections:
        look = said([group.get_facecolor(), group.get_edgecolor(), group.get_sizes()])
        yield f"  marks {label(group)} {look} {said(group.get_offsets())}"


def images(axes):
    for image in axes.images:
        look = f"{image.get_cmap().name} {said(image.get_clim())}"
        yield f"  image {look} {said(image.get_array())}"


def texts(axes):
    for text in axes.texts:
        yield f"  text {said(text.get_position())} {text.get_text()!r} {text.get_color()}"


def label(artist):
    """Its name, unless Matplotlib has made one up."""
    name = str(artist.get_label())
    return "" if name.startswith("_") else repr(name)


def place(patch):
    if hasattr(patch, "get_width"):
        return [patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()]
    return patch.get_path().vertices


def axis(side, is_automatic, limits):
    """An axis: its ticks and limits only where the study has set them."""
    yield f"  {side.axis_name} {side.get_scale()}" + ("" if is_automatic else f" {said(limits)}")
    names = [text.get_text() for text in side.get_ticklabels()]
    if type(side.get_major_locator()).__name__ == "FixedLocator":
        yield f"  {side.axis_name} ticks {said(side.get_ticklocs())} {said(names)}"
    if any(line.get_visible() for line in side.get_gridlines()):
        yield f"  {side.axis_name} grid"


def words_of(legend):
    yield f"  legend {said([text.get_text() for text in legend.get_texts()])}"


def file_of(name):
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or EXPERIMENTS:
        file_of(each).write_text("\n".join(lines_of(each)) + "\n")
