"""Tabs that mean harm: sockets that send bombs, and sockets that search without end."""

import asyncio
import json
import re
import secrets
from contextlib import suppress
from random import Random

import numpy as np
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from asterion.games.tactics import maps as boards
from asterion.games.tactics.moments import GameRecord
from asterion.lab.playground.setup import Setup
from asterion.lab.shared.search_run import Run
from asterion.lab.tactics.players import Player
from asterion.lab.tactics.setup import TacticsSetup

GONE = (WebSocketException, OSError, asyncio.IncompleteReadError, asyncio.TimeoutError)
PAGES = ("/playground", "/terrain", "/graphs", "/tictactoe", "/tactics", "/maze")


def line(port, page):
    """A socket of the boards, as a page opens it."""
    path = f"ws://127.0.0.1:{port}/lab/ws/{page}/{secrets.token_hex(8)}"
    origin = f"http://127.0.0.1:{port}"
    return connect(path, origin=origin, max_size=None, compression=None)


async def read_and_acknowledge(socket):
    """Takes what comes, as a good tab does."""
    with suppress(*GONE):
        async for message in socket:
            if isinstance(message, bytes):
                await socket.send('{"type": "ack"}')


# --- Bombs


async def huge(socket, _random):
    """A message of three times what may come."""
    await socket.send('{"type": "paint", "cells": [' + "1," * 1_500_000 + "1]}")
    await asyncio.sleep(0.2)


async def malformed(socket, random):
    """What is no message, or not a sensible one."""
    await socket.send(
        random.choice(
            [
                random.randbytes(1000),
                "{",
                '{"n": ' + "7" * 5000 + "}",
                "[" * 100_000,
                '{"type": ["x"]}',
                '{"type": "paint", "cells": {"a": 1}, "cost": 1e999}',
                '{"type": "move", "end": "start", "cell": -1}',
                '{"type": "hello", "n": 1, "link": "' + "A" * 500_000 + '"}',
                json.dumps({"type": "paint", "cells": [*range(60_000)], "cost": 3}),
            ]
        )
    )
    await asyncio.sleep(0.02)


async def flood(socket, random):
    """As much as the connection takes."""
    for _ in range(200):
        cells = [random.randrange(1000)]
        await socket.send(
            json.dumps({"type": "paint", "cells": cells, "cost": random.randrange(9)})
        )
        await socket.send('{"type": "undo"}')


async def bomb(kind, number, port, until):
    """One socket that sends bombs, and comes back whenever it is thrown out."""
    random = Random(number)  # noqa: S311 - no secret
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        with suppress(*GONE):
            async with line(port, random.choice(["playground", "terrain", "graphs"])) as socket:
                reader = asyncio.create_task(read_and_acknowledge(socket))
                await socket.send('{"type": "hello", "n": 1}')
                while loop.time() < until:
                    await kind(socket, random)
                reader.cancel()
        await asyncio.sleep(0.1)


async def slow(number, port, until):
    """A connection that begins a socket, and then sends a byte of a frame now and then."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        with suppress(*GONE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                f"GET /lab/ws/maze/{number:x} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Origin: http://127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                "".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"\x81\xfe\xff\xff\0\0\0\0")  # a text of 65,535 bytes is announced
            while loop.time() < until:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.5)
            writer.close()


async def uploads(number, port, until):
    """Pages that are never opened, some for another origin, and files that never end."""
    loop = asyncio.get_running_loop()
    random = Random(number)  # noqa: S311 - no secret
    while loop.time() < until:
        with suppress(*GONE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            host = f"Host: 127.0.0.1:{port}\r\n"
            if random.random() < 0.5:
                origin = random.choice(["", "Origin: http://evil.example\r\n"])
                writer.write(f"GET {random.choice(PAGES)} HTTP/1.1\r\n{host}{origin}\r\n".encode())
                await asyncio.wait_for(reader.read(1000), 5)
            else:
                head = f"POST /lab/upload/x HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n"
                writer.write(head.encode())
                for _ in range(600):  # 40 MB
                    writer.write(b"10000\r\n" + bytes(2**16) + b"\r\n")
                    await asyncio.wait_for(writer.drain(), 2)
            writer.close()
        await asyncio.sleep(0.1)


def bombs(port, count, until):
    """So many of all kinds."""
    kinds = [
        lambda number: bomb(huge, number, port, until),
        lambda number: bomb(malformed, number, port, until),
        lambda number: bomb(flood, number, port, until),
        lambda number: slow(number, port, until),
        lambda number: uploads(number, port, until),
    ]
    return [kinds[i % len(kinds)](i + 1) for i in range(count)]


# --- Searches without end


def endless_setup():
    """Four searches that would take years, and record gigabytes: it is a long way around."""
    cells = np.ones((200, 200), np.uint8)
    cells[:199, 100] = 0
    return Setup(cells, (0, 0), (0, 199), "clear", (Run("ida"),) * 4)


def endless_game():
    """Two computers that look at every state of turns with very many of them."""
    state = boards.load("keep").with_resources(30, 12)
    players = {team: Player("AStarOne") for team in (0, 1)}
    return TacticsSetup(GameRecord(state), players, 0, "keep")


async def searches(number, port, until):
    """One tab that keeps the lab busy; it asks again for what was done."""
    page = ("playground", "playground", "tactics", "terrain")[number % 4]
    first = {"playground": endless_setup, "tactics": endless_game}.get(page)
    again = {
        "playground": [{"type": "begin"}, {"type": "end"}],
        "tactics": [{"type": "new", "swapped": False}],
        "terrain": [
            {"type": "speed", "value": 8},
            {"type": "restart"},
            {"type": "walk", "on": True},
        ],
    }[page]
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        with suppress(*GONE):
            async with line(port, page) as socket:
                reader = asyncio.create_task(read_and_acknowledge(socket))
                link = first().to_link() if first else None
                await socket.send(json.dumps({"type": "hello", "n": 1, "link": link}))
                while loop.time() < until:
                    await asyncio.sleep(2)
                    for message in again:
                        await socket.send(json.dumps(message))
                reader.cancel()


# --- Pages that are opened and closed


async def open_and_close(port, path):
    """A browser that loads a page, connects, and is closed; without the boards."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    page = (await reader.read()).decode()
    writer.close()
    if " 503 " in page[:20]:  # too many at once: again in a moment
        await asyncio.sleep(1)
        await open_and_close(port, path)
        return
    client = re.search(r"client_id[^0-9a-f]+([0-9a-f-]{36})", page)[1]
    query = "&".join(
        [
            f"EIO=4&transport=websocket&client_id={client}&next_message_id=0",
            f"implicit_handshake=true&tab_id={secrets.token_hex(8)}&document_id={client}",
        ]
    )
    address = f"ws://127.0.0.1:{port}/_nicegui_ws/socket.io/?{query}"
    async with connect(address, origin=f"http://127.0.0.1:{port}", max_size=None) as socket:
        await socket.recv()
        await socket.send("40")
        while not (await socket.recv()).startswith("42"):  # the contents of the page
            pass
