"""A browser that watches a game, without a browser."""

import asyncio
import json

from support import loops


class Browser:
    """Keeps the newest of what it is told, and all of it by topic."""

    def __init__(self):
        self.told = {}
        self.all = []
        self.heard = 0
        self.news = asyncio.Event()

    def tell(self, topic, message):
        self.told[topic] = json.loads(message)
        self.all.append(self.told[topic])
        self.news.set()

    async def hears(self, topic, text=""):
        """Until it was told something under a topic, with this in its text."""
        while topic not in self.told or text not in self.told[topic].get("text", ""):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)
        return self.told[topic]


def talked(make, *messages, link=None):
    """A live game, and a browser that says this to it and waits after each."""

    async def talk():
        channel, browser = make(), Browser()
        channel.watchers.add(browser)
        for message in ({"type": "hello", "link": link}, *messages):
            channel.hear(browser, message)
            await channel._work
        return channel, browser

    return loops.run(talk())
