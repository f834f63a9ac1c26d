"""Conversion of a set-up to text for the end of an address, and back.

So a set-up survives a closed tab and a restart of the server, and can be sent to a friend.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits

_VERSION = 1
_SMALL, _QUICK = 6, 1  # compression levels of zlib
_LONG = 500_000  # bytes above which compression is quick, because a link is made after every edit


def link_of(values: dict[str, Any]) -> str:
    """Return a link that holds these values."""
    text = json.dumps({"v": _VERSION, **values}, separators=(",", ":")).encode()
    packed = zlib.compress(text, _QUICK if len(text) > _LONG else _SMALL)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decoded_link(link: Any) -> dict[str, Any]:
    """Return the values that :func:`link_of` was given; an error says what is wrong."""
    if not isinstance(link, str):
        raise InvalidValue(f"the link is {short_repr(link)}; it must be text")
    try:
        packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, limits.LINK_BYTES)
        values = None if unpacking.unconsumed_tail else json.loads(text)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise InvalidValue("the link is damaged, or not of the lab: copy it again") from None
    if unpacking.unconsumed_tail:
        raise InvalidValue(f"the link holds more than {limits.LINK_BYTES} bytes")
    found = values if isinstance(values, dict) else {}
    if found.get("v") != _VERSION:
        told = short_repr(found.get("v"))
        raise InvalidValue(f"the link has the format {told}; this lab reads {_VERSION}")
    return found
