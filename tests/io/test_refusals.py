"""The errors of map files, word for word."""

import io
import json

import numpy as np

import asterion as at
from asterion.io import graph_text
from support import refusals
from support.tiled_files import json_properties

LAYER = {
    "__identifier": "Ground",
    "__type": "IntGrid",
    "__cWid": 2,
    "__cHei": 1,
    "layerDefUid": 7,
    "intGridCsv": [1, 0],
}
ROS = {
    "image": "map.pgm",
    "resolution": "0.5",
    "origin": "[0, 0, 0]",
    "negate": "0",
    "occupied_thresh": "0.65",
    "free_thresh": "0.2",
}


def ldtk(level=None, layers=None, **changes):
    """A project of LDtk with a level that has a layer of two cells, with changes."""
    values = [{"value": 1, "identifier": "floor"}]
    layers = [{**LAYER, **changes}] if layers is None else layers
    return json.dumps(
        {
            "defs": {"layers": [{"uid": 7, "intGridValues": values}]},
            "levels": [{"identifier": "One", "layerInstances": layers}] if level is None else level,
        }
    )


def ros(**changes):
    """The settings of a robot's map; None leaves one out."""
    return "".join(f"{key}: {value}\n" for key, value in {**ROS, **changes}.items() if value)


def npy(array, cut=0):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()[: len(file.getvalue()) - cut]


def tmj(**changes):
    """A map of Tiled in JSON, of two tiles, with changes."""
    inside = ("data", "encoding", "compression")  # keys of its layer
    within = ("tile", "tilecount")  # and of its tileset
    layer = {"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 1]}
    properties = json_properties(changes.get("tile", {"cost": 1}))
    tileset = {"firstgid": 1, "name": "t", "columns": 1, "tiles": [{"id": 0}]}
    tileset["tiles"][0]["properties"] = properties
    tileset["tilecount"] = changes.get("tilecount", 1)
    tileset |= {"tilewidth": 16, "tileheight": 16, "image": "t.png"}
    tileset |= {"imagewidth": 16, "imageheight": 16, "margin": 0, "spacing": 0}
    whole = {"width": 2, "height": 1, "tilewidth": 16, "tileheight": 16, "infinite": False}
    whole |= {"orientation": "orthogonal", "renderorder": "right-down", "version": "1.10"}
    whole |= {"nextlayerid": 2, "nextobjectid": 1, "tiledversion": "1.11.0", "type": "map"}
    layer |= {key: changes[key] for key in inside if key in changes}
    layer |= {"id": 1, "x": 0, "y": 0, "opacity": 1, "visible": True}
    whole |= {"layers": [layer], "tilesets": [tileset]}
    own = {key: value for key, value in changes.items() if key not in inside + within}
    return json.dumps({**whole, **own})


def test_refusals(tmp_path):

    def load(name, content, **options):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return at.load_map(file, **options)

    def outlines(name, content, **options):
        file = tmp_path / name
        file.write_text(content)
        return at.load_mesh(file, **options)

    def svg(inside, **attributes):
        given = "".join(f' {key}="{value}"' for key, value in attributes.items())
        return outlines("a.svg", f"<svg{given}>{inside}</svg>")

    def path(data):
        return svg(f'<path class="ground" d="{data}"/>')

    def thing(**values):
        layer = {"type": "objectgroup", "name": "rocks", "objects": [{"id": 7, **values}]}
        return outlines("a.tmj", tmj(layers=[layer]))

    def scenario(content):
        file = tmp_path / "a.scen"
        file.write_text(content)
        return at.load_scenario(file)

    def graph(content):
        return graph_text.read(content, tmp_path / "a.txt")

    def save(grid, name, **characters):
        for key, value in characters.items():
            setattr(grid, key, value)
        at.save_map(grid, tmp_path / name)

    refusals.check(
        __file__,
        load=load,
        scenario=scenario,
        graph_of=graph,
        save=save,
        outlines=outlines,
        svg=svg,
        path=path,
        thing=thing,
        save_mesh=lambda mesh, name: at.save_mesh(mesh, tmp_path / name),
        ldtk=ldtk,
        LAYER=LAYER,
        ros=ros,
        npy=npy,
        tmj=tmj,
    )
