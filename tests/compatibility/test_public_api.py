"""The public API is that of 0.1, or more.

``public_api.json`` holds what 0.1 had. Nothing of it may be missing or changed. What is new must
be a new name, or a keyword with a default. ``python tests/compatibility/snapshot.py`` writes the
file anew, for the day on which something is to be taken away on purpose.
"""

import copy
import importlib
import json

import pytest

from compatibility import snapshot

BEFORE = json.loads(snapshot.FILE.read_text(encoding="utf-8"))
RULE = "it must be a keyword with a default"


@pytest.fixture(scope="module")
def now():
    return snapshot.taken()


def name_of(parameter):
    return parameter.split()[1].partition("=")[0]


def of_parameters(where, before, after):
    """What is wrong with the parameters of a callable, in words."""
    if before == after:
        return
    if before is None or after is None:
        yield f"{where}: takes {after}; it was {before}"
        return
    old = {name_of(each): each for each in before}
    new = {name_of(each): each for each in after}
    for name, each in old.items():
        if name not in new:
            yield f"{where}: parameter {name!r} is missing"
        elif each != new[name]:
            yield f"{where}: parameter {name!r} is {new[name]!r}; it was {each!r}"
    last = [*new][len(old) :]  # after all that were there, one may also be given by position
    for name, each in new.items():
        by_keyword = each.startswith("KEYWORD_ONLY") or name in last
        if name not in old and not (by_keyword and "=" in each):
            yield f"{where}: new parameter {each!r}; {RULE}"
    if [name for name in new if name in old] != [name for name in old if name in new]:
        yield f"{where}: parameters are in the order {[*new]}; it was {[*old]}"


def of_things(where, before, after):
    """What is wrong with a name of the API, in words."""
    if before["is"] != after["is"]:
        yield f"{where}: it is a {after['is']}; it was a {before['is']}"
        return
    if before.get("text") != after.get("text"):
        yield f"{where}: it is {after['text']}; it was {before['text']}"
    for part in ("words", "also", "operators"):
        for word in before.get(part, ()):
            if word not in after[part]:
                yield f"{where}: {word} is missing of its {part}"
    yield from of_parameters(where, before.get("takes"), after.get("takes"))
    yield from of_names(where, before.get("members", {}), after.get("members", {}))


def of_names(where, before, after):
    for name, thing in before.items():
        if name in after:
            yield from of_things(f"{where}.{name}", thing, after[name])
        else:
            yield f"{where}.{name} is missing"


def of_commands(where, before, after):
    """What is wrong with a command and with those below it, in words."""
    for option, facts in before["options"].items():
        if option not in after["options"]:
            yield f"{where}: option {option} is missing"
        elif facts != after["options"][option]:
            yield f"{where}: option {option} is {after['options'][option]}; it was {facts}"
    for option, facts in after["options"].items():
        if option not in before["options"] and facts["required"]:
            yield f"{where}: new option {option} is required"
    old = before["arguments"]
    if after["arguments"][: len(old)] != old:
        yield f"{where}: arguments are {after['arguments']}; they were {old}"
    if any(each["required"] for each in after["arguments"][len(old) :]):
        yield f"{where}: a new argument is required"
    for name, command in before["commands"].items():
        if name in after["commands"]:
            yield from of_commands(f"{where} {name}", command, after["commands"][name])
        else:
            yield f"{where} {name} is missing"


def check(faults):
    faults = [*faults]
    assert not faults, "\n".join(["the API of 0.1 is not kept:", *faults])


@pytest.mark.parametrize("module", BEFORE["modules"])
def test_every_public_name_of_a_module_is_there_and_takes_what_it_took(module, now):
    check(of_names(module, BEFORE["modules"][module], now["modules"].get(module, {})))


def test_every_command_is_there_and_takes_the_options_that_it_took(now):
    check(of_commands("asterion", BEFORE["commands"], now["commands"]))


def test_every_algorithm_is_there_for_the_same_worlds_and_with_the_same_options(now):
    check(
        f"algorithm {name}: of its {what}, {word!r} is missing"
        for name, facts in BEFORE["algorithms"].items()
        for what, words in facts.items()
        for word in words
        if word not in now["algorithms"].get(name, {}).get(what, [])
    )
    assert BEFORE["algorithms"].keys() <= now["algorithms"].keys()


def test_every_experiment_is_there(now):
    assert {*BEFORE["experiments"]} <= {*now["experiments"]}


@pytest.mark.parametrize(("module", "name"), BEFORE["imports"])
def test_what_the_documents_of_0_1_import_can_be_imported(module, name):
    found = importlib.import_module(module)
    if not hasattr(found, name):
        importlib.import_module(f"{module}.{name}")


# --- The comparison itself


def changed(change):
    other = copy.deepcopy(BEFORE)
    names = other["modules"]["asterion"]
    change(names)
    return [*of_names("asterion", BEFORE["modules"]["asterion"], names)]


def test_a_name_that_is_missing_is_noticed():
    assert changed(lambda names: names.pop("find_path")) == ["asterion.find_path is missing"]
    members = changed(lambda names: names["Grid"]["members"].pop("to_text"))
    assert members == ["asterion.Grid.to_text is missing"]


def test_a_parameter_that_is_not_as_it_was_is_noticed():
    def rename(names):
        names["distances"]["takes"][1] = "POSITIONAL_OR_KEYWORD cells"

    assert changed(rename) == [
        "asterion.distances: parameter 'nodes' is missing",
        "asterion.distances: new parameter 'POSITIONAL_OR_KEYWORD cells'; " + RULE,
    ]


def test_a_keyword_with_a_default_may_be_added():
    assert not changed(lambda names: names["solve"]["takes"].append("KEYWORD_ONLY calmly=True"))
    assert changed(lambda names: names["solve"]["takes"].append("KEYWORD_ONLY calmly"))


def test_a_command_or_an_option_that_is_missing_is_noticed():
    other = copy.deepcopy(BEFORE["commands"])
    del other["commands"]["lab"]
    del other["commands"]["experiment"]["options"]["--seed"]
    other["commands"]["solve"]["options"]["--new"] = {"required": False}
    assert [*of_commands("asterion", BEFORE["commands"], other)] == [
        "asterion experiment: option --seed is missing",
        "asterion lab is missing",
    ]
