"""The limits of the lab, all in one place.

Each is checked before the work that it bounds begins. Modules read them as ``limits.NAME`` at the
time of use, so that a change here is a change everywhere.
"""

from __future__ import annotations

from typing import Any

from asterion.errors import InvalidType, InvalidValue, short_repr

MEGABYTE = 2**20

# --- What may be set up

MAP_CELLS = 1536 * 1536  # of a map, on the playground and the terrain page
MAP_SIDE = 1536  # columns of a map that is generated
MAP_LINKS = 200
MAP_FENCES = 2000
LINK_COST = 100_000  # that a link costs less than
WORLD_CELLS = 256 * 256  # of a world of the maze arena
NAME_LETTERS = 60  # of a world that is drawn
WORLD_LEVELS = 20  # worlds of the maze arena that are played one after the other
RUNS = 4  # searches, or agents, side by side
SIGHT = 50  # cells that an agent sees
ORDERS = 200  # to agents
ORDER_MOVES = 100_000  # between two of them
STEP_EXPANSIONS = 100_000  # of an agent in a step; 0 is no limit
UNITS = 12  # that ask for paths within a frame budget
FRAME_EXPANSIONS = 1000  # of a frame
FRAME_EDITS = 10_000  # cells that are drawn between frames
CROWD_CELLS = 768 * 768  # of a map of crowds
CROWD_UNITS = 10_000
CROWD_DISTANCES = 160_000_000  # units times cells: each unit may have a table of distances
CROWD_CHANGES = 200_000  # cells that are drawn while they walk
GRAPH_NODES, GRAPH_CONNECTIONS = 60, 240
GROUND_OBSTACLES = 400  # on open ground
GROUND_CORNERS = 200  # of an obstacle
FACTS = 40  # of a character; and actions, and goals
ACTION_COST = 99
GOAL_PRIORITY = 9
CHARACTER_EXPANSIONS = 150  # of a search for a plan that is shown
CHARACTER_STATES = 500  # of that search, about
TRUE_COST_EXPANSIONS = 20_000  # of the planner for true costs beside its states
CHARACTER_EVENTS = 40  # that are listed, the last ones
PLAN_EXPANSIONS = 5_000  # of the planner
HIGHEST_SEED = 999_999  # of a map or a game
MAZE_RULES = {  # the highest values of rules of the maze game that cost time
    "speed": 800,  # percent
    "player_speed": 840,  # units per tick: one tile
    "monster_speed": 840,
    "human_speed": 840,
    "vision": 64,  # tiles
    "rain_radius": 12,  # tiles
}
UNDO_EDITS = 200
UNDO_BYTES = 8 * MEGABYTE  # of maps that an undo or a redo would bring back, per tab

# --- What comes from a browser

MESSAGE_BYTES = MEGABYTE // 4  # of one message over a socket
LINK_BYTES = 3 * MEGABYTE  # of an unpacked link
LINK_TEXT = 2 * MEGABYTE  # characters of a link; a long one comes in several messages
MAP_FILE_BYTES = 20 * MEGABYTE
RUN_FILE_BYTES = 4 * MEGABYTE  # a saved run of the maze game
SMALL_FILE_BYTES = MEGABYTE  # a world, a graph, a board of tactics
REQUEST_BYTES = MEGABYTE  # of any request that is no upload
PAGE_SECONDS = 30.0  # that a page and its session wait for a tab that went away

# --- The amount of work

SLICE_SECONDS = 0.01  # of work before another tab is served
WORK_SECONDS = 60.0  # of any one job; a longer one is rejected
SEARCH_SECONDS = 4.0  # of one search, whose progress until then is shown
PATIENCE_SECONDS = 0.25  # of searches of a map that has changed meanwhile, while a person draws
LATE_SECONDS = 0.1  # that a table shows results of the previous map; freshness.js has it for boards
REST_SECONDS = 0.15  # without an edit in a stroke, before searches are recorded that take no longer
QUICK_CELLS = 64 * 64  # of a map whose searches are recorded at once, if that was quick before
QUICK_SECONDS = 0.03
LAYER_CHUNK_CELLS = 512 * 512  # of a map whose chunks are shown, or whose line at any angle
LAYER_REGION_CELLS = 256 * 256  # whose rooms, clusters or corners are shown
LAYER_ISLAND_CELLS = 128 * 128
LAYER_FIELD_CELLS = 1024 * 1024
LAYER_FLEE_CELLS = 512 * 512
LAYER_REGIONS = 512  # rooms and clusters that are shown
LAYER_CONNECTIONS = 20_000  # of portals that are drawn
LAYER_CORNERS = 700
LAYER_SECONDS = 0.1  # that layers of a map may have taken, to follow each edit of a stroke
SEARCH_EVENTS = 600_000  # of a trace that goes to the browser
SEARCH_MOMENTS = 64  # at which a search with a longer trace is shown
FRAMES = 3000  # that are played
FRAME_WORK = 20_000_000  # expansions of all frames, and cells of paths that are read
FRAME_CELLS = 2_000_000  # of all paths that units have in the frames
STATE_CELLS = 128 * 128  # of a map whose agents show their open and closed cells
RECORDING_BYTES = 96 * MEGABYTE  # of one journey; open and closed cells fill half of it at most
RECORDING_MESSAGE_BYTES = 2 * MEGABYTE  # of it that are sent at once
DEAD_END_CELLS = 20_000  # of a dead end that is named as one
PLAN_ROWS = 500  # of an agent in the table of plans, the last ones
GRAPH_SECONDS = 2.0  # of a search on the graphs page
GRAPH_ITERATIONS = 500  # that are listed
GROUND_INTERVALS = 20_000  # of a search on open ground that are shown, the first ones
THINK_SECONDS = 30.0  # of a computer in the tactics game, which then takes its best plan
THINK_STATES = 1_500_000  # that it may know by then
GAME_TILES = 1_000_000  # states of a tactics game times the tiles of its board
SKIPPED_STEPS = 20_000  # moves or ticks that are made at once, to come to the moment of a link
REPLAY_TICKS = 1_000_000  # of a saved run of the maze game: some five hours of play


def check_cells(rows: int, cols: int) -> None:
    """Reject a map that is too large, before it is made."""
    if rows * cols > MAP_CELLS:
        shape = f"{short_repr(rows)} x {short_repr(cols)}"
        raise InvalidValue(f"the map has {shape} cells; the lab shows up to {MAP_CELLS}")


def check_seed(seed: Any) -> None:
    """Reject an invalid seed of a game."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise InvalidType(f"seed is {short_repr(seed)}; it must be a whole number")
    if not 0 <= seed <= HIGHEST_SEED:
        raise InvalidValue(f"seed is {short_repr(seed)}; it must be 0 to {HIGHEST_SEED}")
