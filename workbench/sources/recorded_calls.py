"""The input of a recorded call, in any form that an instrumentation uses → one conversation.

Traces store requests as values, as JSON strings, as LangChain messages in a list of lists, or as OpenTelemetry parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.loading.find_messages import find_messages
from workbench.loading.shape import holds_messages
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import Found
from workbench.sources.genai_messages import FORMAT as GENAI
from workbench.sources.genai_messages import add_genai, is_genai
from workbench.sources.langchain_messages import is_certainly_langchain, langchain_in
from workbench.sources.reading import as_text, member, opened
from workbench.sources.recorded_chat import add_recorded, is_rewritten
from workbench.sources.transcript import Transcript

_LISTS = ("messages", "input", "inputs", "contents", "input_messages", "chat_history", "history", "prompt")
_MESSAGE_KEYS = frozenset({"role", "type", "speaker", "parts"})
_CLIENT_OPTIONS = frozenset({"extra_headers", "extra_query", "extra_body", "timeout"})
_WRAPPERS = ("kwargs", "inputs", "input", "request", "body", "data", "args")


def call_in(value: object, at: Path) -> Found | None:
    """Return the messages of a call, or None if its input has none."""
    value = opened(value)
    if isinstance(value, list):
        return _list(value, at)
    if not isinstance(value, dict):
        return None
    searched = set()
    for key in _LISTS:
        held = opened(value.get(key))
        if not isinstance(held, list):
            continue
        if _is_nested(held):
            searched.add(key)
        if (found := (_list if _is_nested(held) else _converted)(held, (*at, key))) is not None:
            return found
    if isinstance(value.get("contents"), str):  # the SDK accepts a plain text and sends it as a user message
        prompt = {"role": "user", "parts": [{"text": value["contents"]}]}
        return Found([prompt], {(0,): (*at, "contents")}, "gemini")
    if isinstance(value.get("contents"), list) and "config" in value:  # the arguments of the SDK, not its request
        return _list(value["contents"], (*at, "contents"))
    if (found_messages := find_messages(value)) is not None and _are_messages(found_messages.messages):
        return Found(body=_as_sent(value), at=at)
    # A list that was searched is not searched again: every level of nesting would double the work.
    inside = (call_in(value[key], (*at, key)) for key in _WRAPPERS if key in value and key not in searched)
    return next((found for found in inside if found is not None), None)


def _as_sent(body: dict[str, Json]) -> dict[str, Json]:
    """Remove empty client options and the client itself, which are arguments of the called function and never sent.

    Over a websocket a request is an event; its type is removed too.
    """
    is_event = as_text(body.get("type")).startswith("response.")
    omitted = {"self", *(key for key in _CLIENT_OPTIONS if body.get(key) is None), *(("type",) if is_event else ())}
    return {key: held for key, held in body.items() if key not in omitted}


def _list(value: list[Any], at: Path) -> Found | None:
    while _is_nested(value):
        value, at = value[0], (*at, 0)
    if (made := _converted(value, at)) is not None:
        return made
    if holds_messages(value) and _are_messages(value):
        value = [_with_written_arguments(message) for message in value]
        return Found(value, {(number,): (*at, number) for number in range(len(value))})
    return call_in(value[0], (*at, 0)) if len(value) == 1 else None


def _is_nested(value: list[Json]) -> bool:
    """Whether this is a batch of one prompt: LangChain stores a list for each prompt."""
    return len(value) == 1 and isinstance(value[0], list)


def _with_written_arguments(message: Any) -> Json:
    """Write arguments as text again: they were sent as text, but some stores parse them into objects."""
    if member(message, "type") == "function_call" and isinstance(member(message, "arguments"), dict):
        return {**message, "arguments": compact(message["arguments"])}
    return message


def _are_messages(messages: list[Json]) -> bool:
    """Whether most items are messages. A string is a message only if it is the whole prompt."""
    if len(messages) == 1 and isinstance(messages[0], str):
        return True
    matching = sum(isinstance(message, dict) and not _MESSAGE_KEYS.isdisjoint(message) for message in messages)
    return matching * 2 > len(messages)


def _converted(messages: list[Json], at: Path) -> Found | None:
    """Convert messages that were recorded in another form."""
    if any(map(is_certainly_langchain, messages)):
        return langchain_in(messages, at)
    if any(map(is_genai, messages)):
        transcript = Transcript()
        add_genai(transcript, messages, at)
        return Found(transcript.messages, transcript.places, GENAI)
    turns = ChatTurns()
    if is_rewritten(messages):
        add_recorded(turns, messages, at)
    return Found(turns.messages, turns.places, FORMAT) if turns.messages else None


def answer_in(value: object) -> Json | None:
    """Return the recorded answer if it is an object or a list of the provider, else None."""
    value = opened(value)
    return value if isinstance(value, (dict, list)) and value else None


def longest_histories(calls: Sequence[Found]) -> list[Found]:
    """Return the longest call of each history, with the number of steps: calls of one run repeat earlier messages."""
    hashes = [_prefixes(call) for call in calls]
    whole: dict[int, list[int]] = {}
    for number, prefixes in enumerate(hashes):
        if prefixes:
            whole.setdefault(prefixes[-1], []).append(number)
    absorbed: dict[int, int] = {}
    for number, prefixes in enumerate(hashes):
        for prefix in prefixes[:-1]:
            for shorter in whole.get(prefix, ()):
                absorbed.setdefault(shorter, number)
    steps: dict[int, int] = {}
    for number in range(len(calls)):
        end = number
        while end in absorbed:
            end = absorbed[end]
        steps[end] = steps.get(end, 0) + 1
    return [
        replace(call, remark=f"{steps[number]} calls, the last one shown") if steps[number] > 1 else call
        for number, call in enumerate(calls)
        if number not in absorbed
    ]


def _prefixes(call: Found) -> list[int]:
    """Return a running hash after each message."""
    found_messages = find_messages(call.body) if call.body is not None else None
    messages = found_messages.messages if found_messages else call.messages
    running, hashes = 0, []
    for message in messages:
        identity = (
            {key: held for key, held in message.items() if held is not None} if isinstance(message, dict) else message
        )
        running = hash((running, str(identity)))
        hashes.append(running)
    return hashes


def joined_with_earlier(calls: Sequence[Found]) -> list[Found]:
    """Join calls of instrumentations that record only new messages: a result continues the answer with its call."""
    joined: list[Found] = []
    for call in calls:
        wanted = _continued_call(call)
        earlier = next((old for old in reversed(joined) if wanted and _may_continue(old, call, wanted)), None)
        joined.append(_continued(earlier, call) if earlier is not None else call)
    return joined


def _continued_call(call: Found) -> str | None:
    """Return the call id that the first message answers, if the first message is a result."""
    first = _events(call, call.messages[:1])
    wanted = first[0].id if first and first[0].kind == "result" else None
    return wanted if isinstance(wanted, str) else None


def _may_continue(earlier: Found, call: Found, wanted: str) -> bool:
    answer = earlier.response if isinstance(earlier.response, list) else []
    made = _events(earlier, [*earlier.messages, *answer])
    same = (earlier.format or FORMAT) == (call.format or FORMAT)
    return same and any(event.kind == "call" and event.id == wanted for event in made)


def _events(call: Found, messages: Sequence[Json]) -> list[Event]:
    read = FORMATS[call.format or FORMAT].read
    return [event for index, message in enumerate(messages) for event in read(message, index)]


def _continued(earlier: Found, call: Found) -> Found:
    answer = earlier.response if isinstance(earlier.response, list) else []
    before = [*earlier.messages, *answer]
    places: dict[Path, Path] = dict(earlier.places)
    places.update({(len(earlier.messages) + number,): earlier.at for number in range(len(answer))})
    places.update({(int(path[0]) + len(before), *path[1:]): place for path, place in call.places.items()})
    return replace(call, messages=[*before, *call.messages], places=places)
