"""Event loops in tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """As asyncio.run, on another thread: Playwright keeps a loop on that of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
