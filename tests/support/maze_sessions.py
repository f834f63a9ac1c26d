"""Sessions of the maze arena in small worlds."""

from dataclasses import replace

from asterion.games.maze.rules import Rules
from asterion.lab.maze.session import MazeSession
from asterion.lab.maze.setup import MazeSetup

SMALL = """\
AAAAAAAAAAAA
Ao p     x A
A  B 9 B   A
A      a   A
Ap     B  XA
AAAAAAAAAAAA
"""
TUNNEL = "AAAAAAAA\nAp    xA\nAAAAA  A\nAAAAAAXA\n"
QUIET = Rules(trap_amount=0, monsters=False)


def session_in(text=SMALL, **changes):
    session = MazeSession()
    setup = MazeSetup("", "").in_world("small", text)
    session.change(lambda _: replace(setup, **changes).checked())
    return session


def begun(*arguments, ticks=1, **changes):
    session = session_in(*arguments, **changes)
    session.start()
    run(session, ticks)
    return session


def run(session, ticks=100_000):
    for _ in range(ticks):
        if not session.tick():
            return
