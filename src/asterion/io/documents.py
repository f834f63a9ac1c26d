"""Structured text in files: JSON and XML that may be hostile, and the files that they name."""

from __future__ import annotations

import json
from pathlib import Path as FilePath
from typing import Any, BinaryIO, NoReturn
from xml.etree import ElementTree as ET

from asterion.errors import InvalidValue, short_repr
from asterion.io import checks
from asterion.io.checks import reason_of
from asterion.io.mazegame import text_of

_PART = 2**20  # bytes that are read at a time


def text_in(path: FilePath, file: BinaryIO) -> str:
    """The text of a file that is not too large to be parsed."""
    data = bytearray()
    while part := file.read(_PART):  # asked for the limit at once, it would allocate that much
        data += part
        if len(data) > checks.DOCUMENT_LIMIT:
            limit = checks.DOCUMENT_LIMIT
            raise InvalidValue(f"{path.name} has more than {limit} bytes, the limit")
    return text_of(path, bytes(data))


def json_in(path: FilePath, text: str) -> dict[str, Any]:
    """The object of a JSON text."""
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{path.name} cannot be read as JSON: {reason_of(error)}") from None
    if not isinstance(found, dict):
        raise InvalidValue(f"{path.name} is JSON, but not an object")
    return found


def objects_of(path: FilePath, what: str, found: object) -> list[dict[str, Any]]:
    """A list of JSON objects in a document."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise InvalidValue(f"{path.name}: {what} must be a list of JSON objects")
    return found


def xml_in(path: FilePath, text: str) -> ET.Element:
    """The root of an XML text, which must define no entities: they may expand to gigabytes."""
    try:
        # As text: a declared encoding does not count. A document type is rejected at its start.
        parser = ET.XMLParser(target=_Builder())  # noqa: S314
        parser.feed(text)
        root = parser.close()
    except (ET.ParseError, ValueError) as error:
        raise InvalidValue(f"{path.name} cannot be read as XML: {reason_of(error)}") from None
    if not isinstance(root, ET.Element):
        raise InvalidValue(f"{path.name} cannot be read as XML: it has no element")
    return root


def beside(path: FilePath, name: object, folder: FilePath | None) -> FilePath:
    """Return the file of this name, relative to the file that names it.

    It must be in ``folder``, by default the folder of the file that names it.
    """
    if not isinstance(name, str) or not name or "\0" in name:
        raise InvalidValue(f"{path.name} names the file {short_repr(name)}; no file has that name")
    try:
        file = (path.parent.resolve() / name).resolve()
        is_inside = file.is_relative_to((path.parent if folder is None else folder).resolve())
        is_file = is_inside and file.is_file()
    except (OSError, ValueError, RuntimeError) as error:  # too long a name, or a loop of links
        reason = getattr(error, "strerror", None) or reason_of(error)
        raise InvalidValue(f"{path.name} names the file {short_repr(name)}: {reason}") from None
    if not is_inside:
        place = f"of {path.name}" if folder is None else short_repr(str(folder))
        raise InvalidValue(
            f"{path.name} names the file {short_repr(name)}; it must be in the folder {place}"
        )
    if not is_file:
        raise InvalidValue(f"{path.name} names the file {short_repr(name)}, which is not there")
    return file


def whole(path: FilePath, what: str, value: object, least: int, most: int) -> int:
    """A whole number of a document, which XML has as text."""
    number = value
    if isinstance(value, str) and value.isascii() and len(value) <= 20:
        digits = value.removeprefix("-")
        number = int(value) if digits.isdigit() else value
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise InvalidValue(
            f"{path.name}: {what} is {short_repr(value)}; it must be a whole number from {least} "
            f"to {most}"
        )
    return number


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


class _Builder(ET.TreeBuilder):
    def doctype(self, name: str, pubid: str | None, system: str | None) -> NoReturn:  # noqa: ARG002
        raise ValueError("it has a document type (<!DOCTYPE ...>), which maps do not have")
