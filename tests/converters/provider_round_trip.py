"""The round trip of a history through IContent, and a normal form for comparing histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.converters import Edge
from workbench.converters.provider_ids import IdRule, ProviderIds
from workbench.formats import FORMATS


def there_and_back(there: Edge, back: Edge, messages: list[Any], settings: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the system blocks and the messages after the round trip."""
    contents = [row.message for row in there.convert(messages, settings)]
    rows = list(back.convert(contents, {}))
    return [row.message for row in rows if row.slot == "system"], [row.message for row in rows if row.slot != "system"]


def as_the_provider_reads_it(messages: list[Any], blocks: Callable[[Any], list[Any]]) -> list[Any]:
    """Return messages with texts as blocks, adjacent turns of one role merged, and nothing but role and content."""
    turns: list[Any] = []
    for message in messages:
        content = blocks(message["content"])
        if turns and message["role"] in ("user", "assistant") and turns[-1]["role"] == message["role"]:
            turns[-1]["content"].extend(content)
        else:
            turns.append({"role": message["role"], "content": list(content)})
    return turns


def without_leading_system(messages: list[Any]) -> tuple[list[Any], list[Any]]:
    count = next((at for at, message in enumerate(messages) if message["role"] != "system"), len(messages))
    return messages[:count], messages[count:]


def id_map(format_name: str, messages: list[Any], rule: IdRule) -> ProviderIds:
    read = FORMATS[format_name].read
    events = [event for at, message in enumerate(messages) for event in read(message, at)]
    return ProviderIds((event.id for event in events if event.kind in ("call", "result")), *rule)


def consumed(value: Any) -> None:
    """Read all of an iterable, because pydantic validates it only when it is read."""
    if isinstance(value, Mapping):
        for member in value.values():
            consumed(member)
    elif not isinstance(value, str) and hasattr(value, "__iter__"):
        for member in value:
            consumed(member)
