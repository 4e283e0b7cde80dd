"""Seeded damage to a history: the faults that people know, and blind changes of its structure.

Blind changes take out, empty, retype, rename, double and move whatever is there, so that they also find what nobody
thought of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.oracles.histories import History, base_histories
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.pointer import Path, follow
from workbench.mutations import MUTATIONS, inject

_OTHER_VALUES: tuple[Any, ...] = (None, "", "text", 7, True, [], {}, ["text"], {"type": "text", "text": "x"})
_ROLES = ("user", "assistant", "system", "tool", "developer", "data", "model", "")


def mutants(format_name: str, number: int, seed: int = 0) -> Iterator[History]:
    """So many broken histories of the format, always the same ones for one seed."""
    chance = Random(seed)
    histories = base_histories(format_name, seed)
    made = 0
    while made < number:
        history = chance.choice(histories)
        broken = _known_fault(format_name, history, chance) if chance.random() < 0.35 else _blind(history, chance)
        if broken is not None and broken.messages:
            made += 1
            yield broken


def _known_fault(format_name: str, history: History, chance: Random) -> History | None:
    name = chance.choice(list(MUTATIONS))
    conversation = detected(Conversation("healthy", history.messages, history.messages), format=format_name)
    broken = inject(conversation, MUTATIONS[name], chance.randrange(1000))
    return None if broken is None else History(f"{history.name}, {name}", list(broken.conversation.messages))


def _blind(history: History, chance: Random) -> History | None:
    messages = deepcopy(history.messages)
    change = chance.choice(_CHANGES)
    change(messages, chance)
    return None if messages == history.messages else History(f"{history.name}, {change.__name__[1:]}", messages)


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place inside a value, without the insides of what tools were given and answered."""
    items: Iterator[tuple[str | int, Any]]
    if isinstance(value, dict):
        items = iter(value.items())
    elif isinstance(value, list):
        items = iter(enumerate(value))
    else:
        return
    for key, inner in items:
        yield (*path, key)
        if key not in ("input", "args", "arguments", "result", "parameters", "response"):
            yield from _places(inner, (*path, key))


def _some_place(messages: list[Any], chance: Random, of: type | None = None) -> Path | None:
    found = [place for place in _places(messages) if of is None or isinstance(follow(messages, place[:-1]), of)]
    return chance.choice(found) if found else None


def _take_out(messages: list[Any], chance: Random) -> None:
    if place := _some_place(messages, chance):
        del follow(messages, place[:-1])[place[-1]]


def _retype(messages: list[Any], chance: Random) -> None:
    if place := _some_place(messages, chance):
        follow(messages, place[:-1])[place[-1]] = deepcopy(chance.choice(_OTHER_VALUES))


def _rename_key(messages: list[Any], chance: Random) -> None:
    if place := _some_place(messages, chance, dict):
        holder = follow(messages, place[:-1])
        holder[chance.choice(("content", "text", "toolCallId", "result", "output", "other"))] = holder.pop(place[-1])


def _double(messages: list[Any], chance: Random) -> None:
    if place := _some_place(messages, chance, list):
        follow(messages, place[:-1]).insert(int(place[-1]), deepcopy(follow(messages, place)))


def _move_message(messages: list[Any], chance: Random) -> None:
    messages.insert(chance.randrange(len(messages)), messages.pop(chance.randrange(len(messages))))


def _cut_end(messages: list[Any], chance: Random) -> None:
    del messages[chance.randrange(1, len(messages) + 1) :]


def _change_role(messages: list[Any], chance: Random) -> None:
    message = chance.choice(messages)
    if isinstance(message, dict):
        message["role"] = chance.choice(_ROLES)


def _change_id(messages: list[Any], chance: Random) -> None:
    names = ("toolCallId", "tool_call_id", "id", "toolUseId", "call_id", "messageId")
    places = [place for place in _places(messages) if place[-1] in names]
    if places:
        place = chance.choice(places)
        follow(messages, place[:-1])[place[-1]] = chance.choice(("call_other", "", None, 12, "call_101"))


def _system_in_the_middle(messages: list[Any], chance: Random) -> None:
    messages.insert(chance.randrange(len(messages) + 1), {"role": "system", "content": "Be brief."})


_CHANGES: tuple[Callable[[list[Any], Random], None], ...] = (
    _take_out,
    _take_out,
    _retype,
    _retype,
    _rename_key,
    _double,
    _move_message,
    _cut_end,
    _change_role,
    _change_id,
    _system_in_the_middle,
)
