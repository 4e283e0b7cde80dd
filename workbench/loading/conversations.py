"""Value → conversations: one where the document holds one, many for a HAR file or a list of conversations."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.description import described
from workbench.json.pointer import to_pointer
from workbench.json.text import Json
from workbench.loading.body import LIST_KEYS
from workbench.loading.envelopes import message_lists
from workbench.loading.error import LoadError
from workbench.loading.find_messages import WRAPPERS, find_messages
from workbench.loading.har import Exchange, har_exchanges
from workbench.loading.shape import EXPECTED
from workbench.loading.sources import from_source
from workbench.origin import Origin
from workbench.targets.endpoints import takes_no_format

_PART_TYPES = ("text", "image", "image_url", "tool_use", "tool_result", "tool-call", "tool-result", "input_text")


def frame(value: object, name: str, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    """Every conversation in the value. A member of many that is none is reported in its place."""
    if (of_source := from_source(value, name, notes)) is not None:
        yield from of_source
        return
    exchanges = har_exchanges(value)
    if exchanges is not None:
        yield from _from_har(value, exchanges, name, notes)
    elif records := _records(value):
        for key, record in records:
            yield frame_one(record, f"{name}#/{key}", [])
    elif framed := find_messages(value):
        yield framed.conversation(name, value, notes)
    elif isinstance(value, list) and any(_is_conversation(item) for item in value):
        for index, item in enumerate(value):
            prefix = f"/{index}"
            inside = [note for note in notes if f"{note.at}/".startswith(f"{prefix}/")]
            mine = [Note(note.kind, note.text, note.at[len(prefix) :]) for note in inside]
            yield frame_one(item, f"{name}#{prefix}", mine)
    elif hidden := message_lists(value):
        for found in hidden:
            place = f"{name}#{to_pointer(found.path)}" if len(hidden) > 1 else name
            yield found.conversation(place, value, notes)
    else:
        yield no_conversation(value, name)


def _records(value: object) -> list[tuple[str, Json]]:
    """What an object holds under names of its own (ids, hashes, titles), where several are conversations."""
    if not isinstance(value, dict) or len(value) < 2 or any(key in value for key in (*WRAPPERS, *LIST_KEYS)):
        return []
    held = [(key, record) for key, record in value.items() if record and isinstance(record, (dict, list))]
    framed = [(key, record) for key, record in held if find_messages(record) is not None]
    return framed if len(framed) > 1 else []


def frame_one(value: object, name: str, notes: list[Note]) -> Conversation | LoadError:
    """The single conversation that a member of many holds."""
    framed = find_messages(value) or max(message_lists(value), key=lambda found: len(found.messages), default=None)
    return framed.conversation(name, value, notes) if framed else no_conversation(value, name)


def _is_conversation(value: object) -> bool:
    return isinstance(value, (dict, list)) and find_messages(value) is not None


def _from_har(
    value: object, exchanges: list[Exchange], name: str, notes: list[Note]
) -> Iterator[Conversation | LoadError]:
    """Only the entries that are conversations: a recording holds every other request of the page as well."""
    found = 0
    for entry, request, response, url, refusal in exchanges:
        judged = isinstance(request, (dict, list)) and not takes_no_format(url)
        if judged and (framed := find_messages(request)):
            found += 1
            framed = framed.with_response(response).with_refusal(refusal)
            place = ("log", "entries", entry, "request", "postData", "text")
            conversation = framed.conversation(f"{name}#/log/entries/{entry}", request, notes)
            origin = Origin("har", "HAR recording", value, places={(): place}, messages=conversation.messages)
            yield replace(conversation, endpoint=url, origin=origin)
    if not found:
        yield LoadError(
            f"a HAR recording of {len(exchanges)} requests, none of which contains messages",
            "a HAR recording of a chat request",
            "record again with request bodies included",
            line=1,
            column=1,
            name=name,
        )


def no_conversation(value: object, name: str, line: int = 1) -> LoadError:
    return LoadError(described(value), EXPECTED, _guess(value), line=line, column=1, name=name)


def _may_be_messages(held: object) -> bool:
    """Whether a value could be messages under a misspelt key: a list, and none of objects that nobody speaks in."""
    objects = [item for item in held if isinstance(item, dict)] if isinstance(held, list) else []
    return isinstance(held, list) and (not objects or any("role" in item for item in objects))


def _guess(value: object) -> str:
    """The nearest thing that it could have been meant to be."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and value[0].get("type") in _PART_TYPES:
        return "these look like the content parts of one message; load the message around them"
    if not isinstance(value, dict):
        return "no messages were found in it; load the list of messages or the request body that contains it"
    for key in LIST_KEYS:
        if key in value:
            return f"its {key!r} is {described(value[key])} instead of a list of messages"
    if isinstance(value.get("error"), (dict, str)):
        return "this is a provider's error answer; load the request that was refused"
    for key in (key for key, held in value.items() if _may_be_messages(held)):
        if near := difflib.get_close_matches(str(key)[:40], LIST_KEYS, n=1, cutoff=0.7):
            return f"{str(key)[:40]!r} should perhaps be {near[0]!r}"
    return "no messages were found in it; load the list of messages or the request body that contains it"
