"""Find the conversations in a value: several in a HAR recording or a list of conversations, otherwise one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.description import described
from workbench.json.pointer import to_pointer
from workbench.json.text import Json
from workbench.loading.body import LIST_KEYS
from workbench.loading.enveloped_records import from_enveloped_records
from workbench.loading.error import LoadError, WithoutMessagesError
from workbench.loading.events import joined_list
from workbench.loading.find_messages import WRAPPERS, find_messages
from workbench.loading.har import Exchange, har_exchanges
from workbench.loading.message_list import MessageList
from workbench.loading.nested_messages import has_prompts, message_lists
from workbench.loading.nested_sources import from_nested_sources
from workbench.loading.shape import EXPECTED, holds_messages
from workbench.loading.sources import from_source
from workbench.origin import Origin
from workbench.targets.endpoints import has_no_format
from workbench.targets.previews import previews_in

_PART_TYPES = ("text", "image", "image_url", "tool_use", "tool_result", "tool-call", "tool-result", "input_text")


_PROMPTS = "it has prompts without an answer, as a template or a test has them; open a conversation or a request"


def conversations_in_value(value: object, name: str, notes: list[Note]) -> Iterable[Conversation | LoadError]:
    """Return every conversation in the value. A list item that is not a conversation is a `LoadError` in its place."""
    if (conversations := from_source(value, name, notes)) is not None:
        return conversations
    if (joined := joined_list(value)) is not None:
        value, notes = joined[0], [*notes, joined[1]]
    if (exchanges := har_exchanges(value)) is not None:
        return _from_har(value, exchanges, name, notes)
    if enveloped := from_enveloped_records(value, name, notes):
        return enveloped
    if records := _records(value):
        return _from_records(records, name)
    if message_list := find_messages(value):
        known = [] if holds_messages(message_list.messages) else from_nested_sources(value, name, notes)
        return known or (message_list.conversation(name, value, notes),)
    if isinstance(value, list) and any(_is_conversation(item) for item in value):
        return _from_items(value, name, notes)
    if known := from_nested_sources(value, name, notes):
        return known
    if nested := message_lists(value):
        names = [f"{name}#{to_pointer(inner.path)}" if len(nested) > 1 else name for inner in nested]
        return [inner.conversation(full, value, notes) for inner, full in zip(nested, names, strict=True)]
    return (no_conversation(value, name),)


def _from_records(records: list[tuple[str, Json]], name: str) -> Iterator[Conversation | LoadError]:
    for key, record in records:
        yield from conversations_in_part(record, f"{name}#/{key}", [])


def _from_items(items: list[Json], name: str, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    for index, item in enumerate(items):
        prefix = f"/{index}"
        inside = [note for note in notes if f"{note.at}/".startswith(f"{prefix}/")]
        item_notes = [Note(note.kind, note.text, note.at[len(prefix) :]) for note in inside]
        yield from conversations_in_part(item, f"{name}#{prefix}", item_notes)


def _records(value: object) -> list[tuple[str, Json]]:
    """Return the conversations that an object has under ids, hashes or titles, if there are several."""
    if not isinstance(value, dict) or len(value) < 2 or any(key in value for key in (*WRAPPERS, *LIST_KEYS)):
        return []
    records = [(key, member) for key, member in value.items() if member and _is_conversation(member)]
    return records if len(records) > 1 else []


def conversations_in_part(value: object, name: str, notes: list[Note]) -> list[Conversation | LoadError]:
    """Return the conversation of a record or a line, or those of the known program that it comes from."""
    item = conversation_in_value(value, name, notes)
    if isinstance(item, Conversation) and holds_messages(item.messages):
        return [item]
    return from_nested_sources(value, name, notes, is_part=True) or [item]


def conversation_in_value(value: object, name: str, notes: list[Note]) -> Conversation | LoadError:
    """Return the only conversation of a value, or the longest one if its messages are nested deep inside."""
    message_list = find_messages(value) or max(message_lists(value), key=_message_count, default=None)
    return message_list.conversation(name, value, notes) if message_list else no_conversation(value, name)


def _message_count(message_list: MessageList) -> int:
    return len(message_list.messages)


def _is_conversation(value: object) -> bool:
    return isinstance(value, (dict, list)) and find_messages(value) is not None


def _from_har(
    value: object, exchanges: list[Exchange], name: str, notes: list[Note]
) -> Iterator[Conversation | LoadError]:
    """Yield the entries that are conversations: a recording has every other request of the page as well."""
    count = 0
    for entry, request, response, url, refusal, status, headers in exchanges:
        may_be_chat = isinstance(request, (dict, list)) and not has_no_format(url)
        if may_be_chat and (message_list := find_messages(request)):
            count += 1
            message_list = message_list.with_response(response).with_refusal(refusal)
            place = ("log", "entries", entry, "request", "postData", "text")
            conversation = message_list.conversation(f"{name}#/log/entries/{entry}", request, notes)
            origin = Origin("har", "HAR recording", value, places={(): place}, messages=conversation.messages)
            known_status, previews = status if refusal else None, previews_in(headers, url)
            yield replace(conversation, endpoint=url, origin=origin, refusal_status=known_status, previews=previews)
    if not count:
        yield LoadError(
            f"a HAR recording of {len(exchanges)} requests, none of which contains messages",
            "a HAR recording of a chat request",
            "record again with request bodies included",
            line=1,
            column=1,
            name=name,
        )


def no_conversation(value: object, name: str) -> LoadError:
    guess = _PROMPTS if has_prompts(value) else _guess(value)
    return WithoutMessagesError(described(value), EXPECTED, guess, line=1, column=1, name=name)


def _may_be_messages(value: object) -> bool:
    """Whether a value could be messages under a misspelt key: a list that has no objects, or some with a role."""
    if not isinstance(value, list):
        return False
    objects = [item for item in value if isinstance(item, dict)]
    return not objects or any("role" in item for item in objects)


def _guess(value: object) -> str:
    """Return advice for the person who loaded the value, based on what it most resembles."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and value[0].get("type") in _PART_TYPES:
        return "these look like the content parts of one message; load the message around them"
    if not isinstance(value, dict):
        return "load the list of messages or the request body that contains it"
    for key in LIST_KEYS:
        if key in value:
            return f"its {key!r} is {described(value[key])} instead of a list of messages"
    if isinstance(value.get("error"), (dict, str)):
        return "this is a provider's error answer; load the request that was refused"
    for key in (key for key, member in value.items() if _may_be_messages(member)):
        if near := difflib.get_close_matches(str(key)[:40], LIST_KEYS, n=1, cutoff=0.7):
            return f"{str(key)[:40]!r} should perhaps be {near[0]!r}"
    return "load the list of messages or the request body that contains it"
