"""What a value is, as plain values that JSON can hold: to compare it with what 0.1 had."""

import dataclasses
import hashlib
import inspect
import types
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from pathlib import PurePath

import numpy as np

DEEPEST = 4
MOST_ITEMS = 6  # of a list or mapping; of longer ones it says how many there are
RENAMED = {  # classes, since 0.1: pickles find them by both names
    "Comparing": ("FirstTurnTrial",),
    "Happened": ("GroundChanges",),
    "Manoeuvre": ("MacroAction",),
    "Pairing": ("GameTrial",),
    "Player": ("Contestant", "ControllerSetup"),
    "Story": ("SavedMatch",),
    "TacticsState": ("State",),
    "Told": ("TraceLine",),
    "Watching": ("ObservationTrial",),
}
# Counts of `Stats`: moves looked at were called generated.
RENAMED_COUNTS = {"generated": "moves"}
MEASURED = {"nbytes"}  # what a version may need more or less of
MOST_NUMBERS = 40  # of an array that is written out; of others a hash is


def described(value, depth=0):
    """A value with all that can be asked of it, whatever module its class lives in by now."""
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        return {"float": repr(value)}
    if depth > DEEPEST:
        return {"deeper": type(value).__name__}
    for kinds, tell in _TOLD:
        if isinstance(value, kinds):
            return tell(value, depth + 1)
    return _object(value, depth + 1)


def _array(value, _depth):
    if not value.ndim:
        return described(value.item())
    told = {"array": list(value.shape), "type": value.dtype.str}
    flat = value.ravel()
    if flat.size <= MOST_NUMBERS:
        return {**told, "values": [repr(each) for each in flat.tolist()]}
    return {**told, "sha256": hashlib.sha256(np.ascontiguousarray(flat).tobytes()).hexdigest()}


def _mapping(value, depth):
    rows = [*value.items()][:MOST_ITEMS]
    told = [[described(key, depth), described(each, depth)] for key, each in rows]
    return {"mapping": told, "items": len(value)}


def _set(value, depth):
    return {"set": sorted((described(each, depth) for each in value), key=repr)}


def _sequence(value, depth):
    if type(value) not in (list, tuple):
        return _object(value, depth)
    rows = [described(each, depth) for each in value[:MOST_ITEMS]]
    return {type(value).__name__: rows, "items": len(value)}


def _error(value, depth):
    return {"class": type(value).__name__, "args": described(value.args, depth)}


def _named(value, _depth):
    return {"named": value.__qualname__}


def _object(value, depth):
    """Its class, and its public attributes; and as what it is a number or a text, if it is."""
    told = {"class": type(value).__name__}
    native = type(value).__module__ in ("asterion._core", "asterion._tactics")
    if native and told["class"] not in ("Path", "Stats"):
        return told  # its inside is private
    for kind in (str, int, float):
        if isinstance(value, kind):
            told["value"] = repr(kind(value))
    names = {*dir(type(value)), *getattr(value, "__dict__", {})}
    if dataclasses.is_dataclass(value):
        names = {field.name for field in dataclasses.fields(value)}
        names |= {"moments"} & {*dir(type(value))}  # a field of 0.1
    if told["class"] in ("State", "Board"):
        told["drawn"] = str(value)
    told["has"] = {}
    for name in sorted(name for name in names if not name.startswith("_")):
        try:
            held = getattr(value, name)
        except Exception as error:  # noqa: BLE001 - that it cannot be asked is part of what it is
            told["has"][name] = {"refused": type(error).__name__}
            continue
        if not inspect.isroutine(held) and not isinstance(held, type):
            told["has"][name] = described(held, depth)
    return told


_TOLD = [
    (np.ndarray, _array),
    (np.generic, lambda value, _depth: described(value.item())),
    (BaseException, _error),
    ((type, types.FunctionType, types.BuiltinFunctionType), _named),
    ((range, Fraction, PurePath), lambda value, _depth: {"text": str(value)}),
    (Mapping, _mapping),
    (AbstractSet, _set),
    ((list, tuple), _sequence),
]


def _with_new_names(counts):
    return {RENAMED_COUNTS.get(name, name): each for name, each in counts.items()}


def differences(before, after, where="it"):
    """What of a description is missing or another in a later one; what is new may be."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.get("class") == "Stats":
            before = {**before, "has": _with_new_names(before["has"])}
        for name, each in before.items():
            if name in MEASURED and name in after:
                continue
            if name in after:
                yield from differences(each, after[name], f"{where}.{name}")
            else:
                yield f"{where}: {name} is missing"
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{where}[{i}]")
    elif before != after and after not in RENAMED.get(str(before), ()):
        yield f"{where} is {str(after)[:200]}; it was {str(before)[:200]}"
