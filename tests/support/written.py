"""Values as lines of text that are kept beside tests, and are the same on every machine."""

import json
import os
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


def check(file, name, text):
    """A text is what a line of this file, which begins with the name, says.

    With ``WRITE=`` and the name of the file without its suffix in the environment, it is written
    instead: read the difference before it is kept.
    """
    known = dict(line.split("\t", 1) for line in file.read_text().splitlines())
    if os.environ.get("WRITE") == file.stem:
        known[name] = text
        file.write_text("".join(f"{each}\t{known[each]}\n" for each in sorted(known)))
    assert text == known[name]
