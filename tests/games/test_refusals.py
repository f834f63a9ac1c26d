"""The errors of the games, word for word."""

from asterion.games import maze, tactics, tictactoe
from asterion.games.maze.human import direction_of
from asterion.games.maze.saving import story_of
from asterion.games.maze.traps import TrapRules
from asterion.games.tactics import arena, goals, map_file, maps, tuning, walks
from asterion.games.tactics.controllers import registry
from asterion.games.tactics.drawings import from_dict
from asterion.games.tactics.recipe import Recipe
from asterion.games.tictactoe import players
from support import refusals

WORLD = "AAAAA\nAx XA\nA p A\nAAAAA"

SETTINGS = registry.settings("AStarThree")


def thought(text, team, mp=5, ap=3, **settings):
    """The description of a turn by the player that considers the reply."""
    player = registry.make("reply", **settings)
    player.decide(tactics.from_text(text, team=team, mp=mp, ap=ap))
    return str(player.thoughts.explanation)


def over():
    """An action in a match that one team has won."""
    match = tactics.Match(tactics.from_text("M."), ["human"])
    match.act(tactics.END)


def test_refusals():
    refusals.check(
        __file__,
        maze=maze,
        tactics=tactics,
        tictactoe=tictactoe,
        players=players,
        direction_of=direction_of,
        story_of=story_of,
        TrapRules=TrapRules,
        arena=arena,
        goals=goals,
        map_file=map_file,
        maps=maps,
        tuning=tuning,
        walks=walks,
        registry=registry,
        from_dict=from_dict,
        recipe=lambda **changes: Recipe.of({**SETTINGS, **changes}),
        over=over,
        thought=thought,
        world=maze.read_world(WORLD),
        saved=maze.Simulation(maze.read_world(WORLD)).save(),
        board=maps.load("C.1"),
        match=tactics.Match(maps.load("C.1"), ["random", "random"]),
    )
