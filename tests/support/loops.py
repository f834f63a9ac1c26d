"""Event loops in tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """As asyncio.run, on another thread: Playwright keeps a loop on the tests' thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
