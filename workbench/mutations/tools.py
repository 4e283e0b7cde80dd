"""Faults of tool names and arguments."""

from __future__ import annotations

from random import Random

from workbench.formats.contract import Event
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.mutations.contract import Damage, Subject, fault
from workbench.mutations.formats import both, results_apart


@fault(
    "cut-arguments",
    "Stopped in mid-sentence",
    "The arguments of a call end in the middle, as when an answer hits its limit of tokens.",
    ("tool-args-invalid-json", "tool-args-not-object"),
    lambda form: form.wire is not None,
)
def cut_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if len(_written(call)) > 2]
    if not calls:
        return None
    call = random.choice(calls)
    text = _written(call)
    place = subject.at(call, "value")
    return Damage((replace(place, text[: random.randrange(1, len(text))]),), (place,))


@fault(
    "glue-arguments",
    "Two calls in one",
    "The arguments of two calls are joined in one call, as when streams are mixed up.",
    ("tool-args-concatenated",),
    lambda form: form.traits.arguments_are_text,
)
def glue_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if _written(call)[:1] == "{"]
    if not calls:
        return None
    call = random.choice(calls)
    place = subject.at(call, "value")
    return Damage((replace(place, _written(call) + _written(random.choice(calls))),), (place,))


@fault(
    "stringify-arguments",
    "Wrapped once too often",
    "The arguments of a call are turned into a string once more.",
    ("args-double-stringified", "tool-args-not-object"),
    both(results_apart, lambda form: not form.traits.arguments_may_be_text),
)
def stringify_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if _written(call)[:1] == "{"]
    if not calls:
        return None
    call = random.choice(calls)
    place = subject.at(call, "value")
    return Damage(
        (replace(place, compact(_written(call)) if isinstance(call.value, str) else _written(call)),), (place,)
    )


@fault(
    "erase-name",
    "Which tool was it?",
    "The name of the tool is erased from a call, as when the first piece of a stream is lost.",
    ("tool-name-empty",),
    results_apart,
)
def erase_name(subject: Subject, random: Random) -> Damage | None:
    calls = _changeable(subject, "name")
    if not calls:
        return None
    place = subject.at(random.choice(calls), "name")
    return Damage((replace(place, ""),), (place,))


def _changeable(subject: Subject, part: str) -> list[Event]:
    return [call for call in subject.chat.calls if subject.has(call, part)]


def _written(call: Event) -> str:
    return call.value if isinstance(call.value, str) else compact(call.value)
