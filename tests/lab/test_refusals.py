"""The errors of set-ups, sessions and links of the lab, word for word."""

import json
from dataclasses import replace

import pytest

pytest.importorskip("nicegui")

import asterion as at
from asterion.io.movingai import Problem
from asterion.lab import limits
from asterion.lab.characters.setup import Aim, CharacterSetup, Deed, Fact
from asterion.lab.crowds.session import CrowdSession
from asterion.lab.crowds.setup import CrowdSetup, Event
from asterion.lab.graphs.parts import Arc, Spot
from asterion.lab.graphs.setup import GraphSetup, check_lists
from asterion.lab.maps import links, map_setup, moves
from asterion.lab.maze.draft import Draft
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup
from asterion.lab.open_ground.setup import GroundSetup, place_of, shape_of
from asterion.lab.playground.frame_budget import Edit, FrameBudget
from asterion.lab.playground.setup import Setup
from asterion.lab.searches.about import built_in
from asterion.lab.searches.search_run import Run
from asterion.lab.server import channel, speed
from asterion.lab.tactics.players import Player
from asterion.lab.tactics.session import TacticsSession
from asterion.lab.tactics.setup import TacticsSetup
from asterion.lab.terrain.agent import Choice, Order
from asterion.lab.terrain.setup import TerrainSetup
from asterion.lab.tictactoe.setup import Made, TicTacToeSetup
from asterion.lab.work import drained
from asterion.search import registry
from support import refusals


def linked(setup, without=None, **changes):
    """The link of a set-up with other values in it, or without one."""
    values = {**links.decoded_link(setup.to_link()), **changes}
    values.pop(without, None)
    return links.link_of(values)


def maze_over():
    session = MazeSession()
    session.change(lambda setup: setup.in_world("quest", "xpX"))
    session.start()
    while not session.over:
        session.game.tick()
    return session


def maze_locked():
    session = MazeSession()
    session.start()
    return session


def maze_drawing(text):
    session = MazeSession()
    session.draw(on=True)
    session.redraw(lambda _: Draft.of("drawn", text))
    return session


def maze_replayed():
    session = maze_over()
    saved = session.save()
    session.reset()
    drained(session.replay_checked(saved))
    return session


def test_refusals(monkeypatch):
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    at.register("refusal-own", print)
    refusals.check(
        __file__,
        custom=lambda name: built_in("search", name),
        maze_over=maze_over,
        drained=drained,
        maze_locked=maze_locked,
        maze_drawing=maze_drawing,
        Draft=Draft,
        maze_replayed=maze_replayed,
        json=json,
        linked=linked,
        limits=limits,
        links=links,
        moves=moves,
        plain_options=map_setup.plain_options,
        message_of=channel.message_of,
        speed=speed.speed,
        built_in=built_in,
        Run=Run,
        replace=replace,
        Problem=Problem,
        CrowdSetup=CrowdSetup,
        CrowdSession=CrowdSession,
        Event=Event,
        Setup=Setup,
        FrameBudget=FrameBudget,
        Edit=Edit,
        TerrainSetup=TerrainSetup,
        Choice=Choice,
        Order=Order,
        GroundSetup=GroundSetup,
        place_of=place_of,
        shape_of=shape_of,
        Fact=Fact,
        Deed=Deed,
        Aim=Aim,
        CharacterSetup=CharacterSetup,
        GraphSetup=GraphSetup,
        check_lists=check_lists,
        Spot=Spot,
        Arc=Arc,
        MazeSetup=MazeSetup,
        MazeSession=MazeSession,
        TacticsSetup=TacticsSetup,
        TacticsSession=TacticsSession,
        Player=Player,
        TicTacToeSetup=TicTacToeSetup,
        Made=Made,
    )
