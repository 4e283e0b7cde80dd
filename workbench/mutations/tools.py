"""Mutations of tool names and arguments."""

from __future__ import annotations

from random import Random

from workbench.formats.contract import Event
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.mutations.contract import Damage, Subject, mutation
from workbench.mutations.format_conditions import both, has_separate_results


@mutation(
    "cut-arguments",
    "Truncated arguments",
    "The arguments of a call end in the middle, as when an answer reaches its token limit.",
    ("tool-args-invalid-json", "tool-args-not-object"),
    lambda form: form.wire is not None,
)
def cut_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if len(_arguments_text(call)) > 2]
    if not calls:
        return None
    call = random.choice(calls)
    text = _arguments_text(call)
    pointer = subject.at(call, "value")
    return Damage((replace(pointer, text[: random.randrange(1, len(text))]),), (pointer,))


@mutation(
    "glue-arguments",
    "The arguments of two calls in one",
    "The arguments of two calls are concatenated in one call, as when streams are mixed up.",
    ("tool-args-concatenated",),
    lambda form: form.traits.arguments_are_text,
)
def glue_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if _arguments_text(call)[:1] == "{"]
    if not calls:
        return None
    call = random.choice(calls)
    pointer = subject.at(call, "value")
    return Damage((replace(pointer, _arguments_text(call) + _arguments_text(random.choice(calls))),), (pointer,))


@mutation(
    "stringify-arguments",
    "Arguments serialised twice",
    "The arguments of a call are serialised to a string once more.",
    ("args-double-stringified", "tool-args-not-object"),
    both(has_separate_results, lambda form: not form.traits.arguments_may_be_text),
)
def stringify_arguments(subject: Subject, random: Random) -> Damage | None:
    calls = [call for call in _changeable(subject, "value") if _arguments_text(call)[:1] == "{"]
    if not calls:
        return None
    call = random.choice(calls)
    pointer = subject.at(call, "value")
    return Damage(
        (replace(pointer, compact(_arguments_text(call)) if isinstance(call.value, str) else _arguments_text(call)),),
        (pointer,),
    )


@mutation(
    "erase-name",
    "A call without a tool name",
    "The name of the tool is removed from a call, as when the first chunk of a stream is lost.",
    ("tool-name-empty",),
    has_separate_results,
)
def erase_name(subject: Subject, random: Random) -> Damage | None:
    calls = _changeable(subject, "name")
    if not calls:
        return None
    pointer = subject.at(random.choice(calls), "name")
    return Damage((replace(pointer, ""),), (pointer,))


def _changeable(subject: Subject, part: str) -> list[Event]:
    return [call for call in subject.chat.calls if subject.has(call, part)]


def _arguments_text(call: Event) -> str:
    return call.value if isinstance(call.value, str) else compact(call.value)
