"""Values as lines of text that are kept beside tests, and are the same on every machine."""

import json
from zlib import crc32

MOST, LONGEST = 40, 1500  # lines of a kind, and letters of a line, that are written out


def said(value, longest=LONGEST):
    """A value as JSON, with as many digits as every machine agrees on."""
    text = json.dumps(rounded(value), default=str)
    return text if len(text) <= longest else f"{text[:100]} ... {checksum(text)}"


def first(lines):
    """The first lines, and whether the others are as they were."""
    lines = [*lines]
    yield from lines[:MOST]
    if len(lines) > MOST:
        yield f"  and so on: {len(lines)} in all, {checksum(''.join(lines))}"


def checksum(text):
    return f"{len(text)} letters, {crc32(text.encode()):08x}"


def rounded(value):
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {str(key): rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value
