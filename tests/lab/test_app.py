"""The lab's server as a process: tabs that search do not keep it from ending."""

import json
import signal
import subprocess
from contextlib import ExitStack

import numpy as np
import pytest
from websockets.sync.client import connect

from asterion.lab.playground.setup import Setup
from asterion.lab.searches.search_run import Run
from support.browser_lab import Lab


@pytest.fixture
def lab():
    server = Lab()
    yield server
    server.stop()


@pytest.mark.slow
def test_ctrl_c_ends_the_lab_while_tabs_search(lab):
    cells = np.ones((200, 200), np.uint8)
    cells[:199, 100] = 0  # far more paths than a search without memory can try
    link = Setup(cells, (0, 0), (0, 199), "clear", (Run("ida"),) * 4).to_link()
    with ExitStack() as tabs:
        for number in range(8):
            address = f"ws://127.0.0.1:{lab.port}/lab/ws/playground/{number}"
            line = connect(address, origin=lab.address, max_size=None, compression=None)
            tab = tabs.enter_context(line)
            tab.send(json.dumps({"type": "hello", "n": 1, "link": link}))
            assert json.loads(tab.recv(20))["type"] == "welcome"
        lab.process.send_signal(signal.SIGINT)
        try:
            lab.process.wait(20)
        except subprocess.TimeoutExpired:
            pytest.fail("it continues")
