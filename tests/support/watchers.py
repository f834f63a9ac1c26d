"""A stand-in for a browser that watches a game."""

import asyncio
import json

from support import loops


class Socket:
    """Keeps all that is sent through it."""

    def __init__(self):
        self.texts, self.frames = [], []

    async def send_text(self, data):
        self.texts.append(json.loads(data))

    async def send_bytes(self, data):
        self.frames.append(data)


class Browser:
    """Keeps the newest message of each topic, and all messages in order."""

    def __init__(self):
        self.messages = {}
        self.all = []
        self.received = 0
        self.tab = None
        self.parts = ""
        self.news = asyncio.Event()

    def send(self, topic, message):
        self.messages[topic] = json.loads(message)
        self.all.append(self.messages[topic])
        self.news.set()

    async def gets(self, topic, text=""):
        """Wait for a message of a topic with this in its text."""
        while topic not in self.messages or text not in self.messages[topic].get("text", ""):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)
        return self.messages[topic]


def talked(make, *messages, link=None):
    """A channel, and a browser that sends it these messages and waits after each."""

    async def talk():
        channel, browser = make(), Browser()
        channel.watchers.add(browser)
        for message in ({"type": "hello", "link": link}, *messages):
            await channel.on_message(browser, message)
            await channel._work
        return channel, browser

    return loops.run(talk())
