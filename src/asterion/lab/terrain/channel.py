"""The terrain page's channel: agents walk, people edit the map, and records are sent.

One worker has all access to the session, one job at a time, on another thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

from asterion.errors import InvalidValue
from asterion.lab import limits
from asterion.lab.maps.map_setup import EndMoves
from asterion.lab.maps.scenes import Scene
from asterion.lab.maps.undo_stack import UndoStack
from asterion.lab.searches.about import about
from asterion.lab.searches.search_run import name_of, titled
from asterion.lab.searches.traced_search import is_too_long
from asterion.lab.server.channel import Message, Watcher, json_message
from asterion.lab.server.speed import speed
from asterion.lab.server.worker_channel import WorkerChannel
from asterion.lab.terrain.agent import Order
from asterion.lab.terrain.orders import OrdersSession
from asterion.lab.terrain.recording import Record, recording_message, size_of
from asterion.lab.terrain.scenes import SCENES
from asterion.lab.terrain.session import TerrainSession
from asterion.lab.terrain.setup import TerrainSetup
from asterion.lab.terrain.story import STORY_SCENES
from asterion.lab.wire.messages import log_of
from asterion.lab.wire.packing import pack
from asterion.lab.work import Work
from asterion.world.arguments import count
from asterion.world.grid import Cell

CROSSING = 8.0  # seconds at speed 1 of as many moves as the map has rows and columns
LONGEST = 1.0  # seconds of a move at speed 1, on the smallest maps
FRAMES = 30  # per second, at most


class TerrainChannel(WorkerChannel):
    """A set-up, the session made from it, and its watchers."""

    scenes = SCENES
    story = STORY_SCENES

    def __init__(self) -> None:
        self._edits = UndoStack(TerrainSetup())
        self._moves = EndMoves()
        self.session: TerrainSession = self.setup.session()
        self.walking = False
        self.speed = 1.0
        self._told: dict[str, Any] = {}  # the state of the walk, as watchers know it
        self._seen: dict[Watcher, int] = {}  # the number of records sent to each
        self._touched = False  # whether the set-up was changed here
        self._made = self.setup  # the set-up that the session was made from
        self._script: deque[Any] = deque()  # (move, cells, cost): a scene's edits to come
        self._compared: tuple[int, dict[str, Any] | None] = (0, None)  # at this many records
        self._is_behind = False  # whether the last drawing failed to reach the session
        super().__init__(
            {
                "hello": self._hello,
                "again": self._again,
                "begin": lambda _watcher, _message: self._begin_stroke(),
                "paint": self._paint,
                "move": self._move,
                "end": lambda _watcher, _message: self._end(),
                "clear": lambda _watcher, _message: self.clear(),
                "walk": lambda _watcher, message: self.walk(on=bool(message["on"])),
                "step": lambda _watcher, _message: self.step(),
                "skip": lambda _watcher, message: self.step(message["steps"]),
                "restart": lambda _watcher, _message: self._begin_again(),
                "speed": self._take_speed,
                "search": self._search,
                "order": self._order,
                "post": self._post,
            }
        )

    # --- Setting up

    @property
    def setup(self) -> TerrainSetup:
        """The current set-up."""
        return self._edits.present

    def show_scene(self, scene: Scene) -> None:
        """Set up a scene, whose world may change after some moves."""
        super().show_scene(scene)
        self.ask(partial(self._steps, scene.view.get("from", 0)))
        self._script.extend(scene.view.get("edits", ()))

    @property
    def coming(self) -> list[tuple[int, Any, int]]:
        """The edits of the scene that are still to come."""
        return [(move, cells, cost) for move, cells, cost in self._script]

    def _follow_script(self) -> None:
        """Draw a scene's edits for this moment, as a person would."""
        if self.is_busy:  # the session may be another one in a moment
            return
        cols = self.setup.cells.shape[1]
        while self._script and self._script[0][0] <= self.session.time:
            _, cells, cost = self._script.popleft()
            self._draw(self.setup.painted([row * cols + col for row, col in cells], cost))

    def adopt(self, setup: TerrainSetup) -> None:
        """Replace the set-up: the agents go back to their start."""
        self._edits.adopt(setup)
        self._begin()

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        return self._travel(self._edits.undo)

    def redo(self) -> bool:
        """Redo the last undone edit; False if there is none."""
        return self._travel(self._edits.redo)

    def clear(self) -> None:
        """Make floor everywhere, while they walk."""
        self._draw(replace(self.setup, cells=np.ones_like(self.setup.cells)))

    def _travel(self, travel: Callable[[], bool]) -> bool:
        before = self.setup
        if not travel():
            return False
        if self.setup.differs_in_map_alone(before):
            self._change_world()  # they walk on
        elif replace(self.setup, orders=before.orders).differs_in_map_alone(before):
            time = self._time_of(before.orders)
            self._begin()
            self.ask(partial(self._steps, time))
        else:
            self._begin()
        self.leave_undone_scene()
        return True

    def _time_of(self, before: tuple[Order, ...]) -> int:
        """The time at which the first of these orders was given that is not in the set-up."""
        pairs = zip_longest(before, self.setup.orders)
        at = next((i for i, (one, other) in enumerate(pairs) if one != other), 0)
        legs = self.session.legs if isinstance(self.session, OrdersSession) else []
        return legs[at].time if at < len(legs) else self.session.time

    def _begin(self) -> None:
        """Start the agents again in the present set-up; an error leaves all as it was."""
        self._script.clear()
        self.ask(self._begin_session, kind="begin")

    def _begin_again(self) -> None:
        """Start the agents again; a person then gives other orders."""
        if self.setup.mode == "orders" and self.setup.orders:
            self.adopt(replace(self.setup, orders=()))
        else:
            self._begin()

    def _draw(self, setup: TerrainSetup) -> None:
        """Replace only the map of the set-up: the world changes under the agents."""
        self._edits.adopt(setup)
        self._change_world()

    def _change_world(self) -> None:
        self.ask(self._catch_up, kind="draw")

    # Jobs look up the set-up and the session when they run: both may have been replaced by then.

    def _begin_session(self) -> None:
        setup = self.setup
        try:
            self.session = setup.session()
        except Exception:  # the agents walk on as they were
            cells = np.array(self.session.world.cost, np.uint8)
            self._edits.present = replace(self._made, cells=cells, goal=self.session.goal)
            raise
        self._made = setup
        self._compared = 0, None
        self._seen = dict.fromkeys(self._seen, 0)

    def _catch_up(self) -> Work[None]:
        """Copy the drawing to the true world."""
        drawn, world = self.setup.cells, np.asarray(self.session.world.cost)
        if drawn.shape != world.shape:
            return  # another journey is about to begin
        changed = np.flatnonzero(drawn != world)
        for cost in np.unique(drawn.flat[changed]).tolist():
            self.session.change(changed[drawn.flat[changed] == cost], cost)
            yield

    def _steps(self, moves: int) -> Work[bool]:
        alive = True
        for _ in range(moves):
            alive = self.session.step()
            yield
        return alive

    # --- Requests of browsers

    async def _hello(self, watcher: Watcher, message: Message) -> None:
        self._seen[watcher] = 0
        if not self._touched:
            await self.restore_from(watcher, message, TerrainSetup.from_link)
        if self._is_behind:
            self._is_behind = False
            self._begin()
        self._send_state()
        self.ask(None)

    def restore(self, setup: TerrainSetup) -> None:
        """Take over the set-up of a link."""
        self._edits = UndoStack(setup)
        self._begin()

    def _again(self, watcher: Watcher, _message: Message) -> None:
        self._seen[watcher] = 0
        self._send_records()

    def _begin_stroke(self) -> None:
        self._moves.forget()
        self._edits.begin_stroke()

    def _paint(self, _watcher: Watcher, message: Message) -> None:
        nodes = np.array([int(cell) for cell in message["cells"]], np.int64)
        self._draw(self.setup.painted(nodes, int(message["cost"])))

    def _move(self, _watcher: Watcher, message: Message) -> None:
        end, node = str(message["end"]), int(message["cell"])
        in_stroke = self._edits.in_stroke
        self._draw(self._moves.moved(self.setup, end, node, in_stroke=in_stroke))

    def _order(self, _watcher: Watcher, message: Message) -> None:
        agent, cell = count("agent", message["agent"]), self._cell_of(message)
        loop = asyncio.get_running_loop()

        def give() -> None:
            session = self.session
            if not isinstance(session, OrdersSession):
                raise InvalidValue("no orders are given in this world; choose one with orders")
            session.order(agent, cell)
            loop.call_soon_threadsafe(self._keep_orders, session)

        self.ask(give)

    def _keep_orders(self, session: OrdersSession) -> None:
        """Take the orders that a session was given into the set-up, for links and undo."""
        if session is self.session and session.given != self.setup.orders:
            self._edits.adopt(replace(self.setup, orders=session.given))
            self._made = replace(self._made, orders=session.given)

    def _post(self, _watcher: Watcher, message: Message) -> None:
        agent, node = count("agent", message["agent"]), count("cell", message["cell"])
        self.adopt(self.setup.with_post(agent, node))

    def _cell_of(self, message: Message) -> Cell:
        node = count("cell", message["cell"])
        self.setup.check_nodes([node])
        row, col = divmod(node, self.setup.cells.shape[1])
        return row, col

    def _end(self) -> None:
        """End a stroke; if it moved start or goal, send the agents there."""
        before = self._edits.end_stroke()
        if self.setup.start != before.start:
            self._begin()
        elif self.setup.goal != before.goal:
            goal = self.setup.goal
            self.ask(lambda: self.session.move_goal(goal))

    def _take_speed(self, _watcher: Watcher, message: Message) -> None:
        self.speed = speed(message["value"])
        self._wake.set()

    def _search(self, watcher: Watcher, message: Message) -> None:
        agent, plan = int(message["agent"]), int(message["plan"])
        self._loop = asyncio.get_running_loop()
        self.ask(partial(self._find_search, watcher, agent, plan))

    def _find_search(self, watcher: Watcher, agent: int, plan: int) -> None:
        trace = self.session.search_steps(agent, plan)
        name = name_of(self.setup.agents[agent].algorithm, "navigator")
        if trace is None:
            text = f"{name} repairs its former search, so there is none to step through; its open "
            raise InvalidValue(text + "and closed cells are shown on its board (layer: search)")
        if is_too_long(trace):
            most = f"the lab shows up to {limits.SEARCH_EVENTS}"
            raise InvalidValue(f"the search of plan {plan} has {len(trace)} events; {most}")
        title = f"{name}, plan {plan}"
        explained = self.session.search_explained(agent, plan)
        message = pack({"type": "search", "title": title, "log": log_of(trace), **explained})
        self._loop.call_soon_threadsafe(watcher.send, "search", message)

    # --- Walking

    def walk(self, *, on: bool) -> None:
        """Start or stop the agents."""
        self.walking = on
        self._send_state()
        self.ask(None)

    def step(self, steps: Any = 1) -> None:
        """Make moves of each, without pauses."""
        steps = count("steps", steps, least=1, most=limits.SKIPPED_STEPS)
        self.walking = False
        self._send_state()
        self.ask(partial(self._steps, steps))

    def on_unwatched(self) -> None:
        """Stop the agents when no watcher is left."""
        self.walking = False
        self._seen.clear()
        self._is_behind = self._is_behind or self.is_busy
        super().on_unwatched()

    # --- Work

    @property
    def is_moving(self) -> bool:
        """Whether they walk."""
        return self.walking

    @property
    def move(self) -> float:
        """The seconds of a move at speed 1: a larger map is crossed in the same time."""
        return min(LONGEST, CROSSING / sum(self.session.world.shape))

    def ask(self, job: Callable[[], object] | None, *, kind: str | None = None) -> None:
        """Queue a job for the worker."""
        self._touched = True
        super().ask(job, kind=kind)

    async def send_all(self) -> None:
        """Send the new records, and the set-up."""
        self._follow_script()
        self._send_records()
        if self._state() != self._told:
            self._send_state()
        await self._send_comparison()
        self.send("link", link=await self.run(self.setup.to_link))
        self.on_setup()
        self.on_results()

    async def move_on(self) -> None:
        """Make some moves, and a pause."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        seconds = self.move / self.speed
        moves = max(1, round(1 / seconds / FRAMES))
        if self._script:  # not beyond the moment at which the world changes
            moves = max(1, min(moves, self._script[0][0] - self.session.time))
        try:
            alive = await self.run(self._steps(moves))
        except Exception as error:  # noqa: BLE001 - a custom navigator may raise anything
            self.send("error", text=str(error))
            alive = False
        self._follow_script()
        self._send_records()
        has_ended = not alive or not self.watchers
        if has_ended:
            self.walking = False
            self._send_state()
        if has_ended or isinstance(self.session, OrdersSession):  # after each order
            await self._send_comparison()
        self.on_results()
        await self.wait(moves * seconds - (loop.time() - begin))

    # --- Messages

    def _send_state(self) -> None:
        self._told = self._state()
        self.send("walking", **self._told)

    def _state(self) -> dict[str, Any]:
        over = self.session.is_over
        return {"on": self.walking, "over": over, "speed": self.speed, "move": self.move}

    async def _send_comparison(self) -> None:
        """Send why one agent walked farther than another, or that it is not known yet."""
        records = self.session.record_count
        if self._compared[0] != records:
            self._compared = records, await self.run(self.session.comparison)
        self.send("comparison", of=self._compared[1])

    def _send_records(self) -> None:
        agents = self.setup.agents
        titles = [titled(agent.algorithm, agent.options, "navigator") for agent in agents]
        explained = [about(agent.algorithm, "navigator") for agent in agents]
        for watcher in self.watchers:
            watcher.send("agents", json_message("agents", titles=titles, about=explained))
            watcher.send("recording", partial(self._unseen, watcher))

    def _unseen(self, watcher: Watcher) -> bytes | None:
        """The records that a watcher does not have; called when they can be sent."""
        seen = self._seen.get(watcher, 0)
        records = _first_of(self.session.records_since(seen), limits.RECORDING_MESSAGE_BYTES)
        if not records:
            return None
        self._seen[watcher] = seen + len(records)
        watcher.send("recording", partial(self._unseen, watcher))  # there may be more
        return pack(recording_message(records))

    def table(self) -> list[dict[str, Any]]:
        """Counts for each agent; see :meth:`TerrainSession.table`."""
        return self.session.table(limits.PLAN_ROWS)


def _first_of(records: list[Record], most: int) -> list[Record]:
    """The first records, as many as fit into ``most`` bytes; at least one."""
    size = 0
    for number, record in enumerate(records):
        size += size_of(record)
        if size > most:
            return records[: number + 1]
    return records
