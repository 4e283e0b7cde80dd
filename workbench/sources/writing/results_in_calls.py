"""Programs that store a result with its call: a missing result is filled in there."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import JsonObject
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.reading import member
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer, no_place_for_text
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import same_fields


def _add_to_part(draft: Draft, result: AddedResult) -> None:
    """LibreChat: one part of an answer contains a call and its result."""
    draft.set((*result.call, "tool_call", "output"), NO_RESULT)


def _add_response(draft: Draft, result: AddedResult) -> None:
    """ADK eval set: the responses of a turn are a list next to its calls, in the same order, or events after theirs."""
    if (place := _event_at(result.call)) is not None:
        _add_event(draft, place, draft.get(result.call))
        return
    *turn, key, number = result.call
    responses = (*turn, "toolResponses" if key == "toolUses" else "tool_responses")
    call = draft.get(result.call)
    named = {"id": call["id"]} if call.get("id") else {}
    index = min(int(number), len(draft.get(responses)))
    draft.insert(responses, index, {**named, "name": call.get("name"), "response": {"error": NO_RESULT}})


def _add_event(draft: Draft, place: Path, part: JsonObject) -> None:
    key = "functionCall" if "functionCall" in part else "function_call"
    call = part[key]
    named = {"id": call["id"]} if call.get("id") else {}
    answer = {**named, "name": call.get("name"), "response": {"error": NO_RESULT}}
    held = {"functionCall": "functionResponse", "function_call": "function_response"}[key]
    event = {**same_fields(draft.get(place), "author"), "content": {"role": "user", "parts": [{held: answer}]}}
    draft.insert(place[:-1], int(place[-1]) + 1, event)


def _remove_response(draft: Draft, at: Path) -> None:
    """The item of a list, or the event around it if it is the only part."""
    place = _event_at(at)
    draft.remove(at if place is None or len(draft.get(at[:-1])) > 1 else place)


def _say_in_event(draft: Draft, at: Path, text: str) -> None:
    """Turn the only part of an event into a text of the user. The other lists have no place for a text."""
    place = _event_at(at)
    if place is None or len(draft.get(at[:-1])) > 1:
        no_place_for_text(draft, at, text)
    else:
        draft.set(place, {"author": "user", "content": {"role": "user", "parts": [{"text": text}]}})


def _event_at(path: Path) -> Path | None:
    """Return the place of the event around a part, if the turn has events."""
    depth = next((depth for depth, step in enumerate(path) if step in _EVENTS), None)
    return None if depth is None else path[: depth + 2]


def _add_chunk(draft: Draft, result: AddedResult) -> None:
    """AI Studio: a chunk of its own after the call."""
    place = result.call[: _CHUNK_DEPTH + 1]
    index = int(place[-1]) + 1
    call = member(draft.get(result.call), "functionCall") or draft.get(result.call)
    named = {"id": call["id"]} if call.get("id") else {}
    answer = {"functionResponse": {**named, "name": call.get("name"), "response": {"error": NO_RESULT}}}
    draft.insert(place[:-1], index, {"role": "user", **answer})


def _remove_chunk(draft: Draft, at: Path) -> None:
    """A result in the parts of a chunk, or the chunk that is one."""
    is_one_of_parts = len(at) > _CHUNK_DEPTH + 2 and len(draft.get(at[:-1])) > 1
    draft.remove(at if is_one_of_parts else at[: _CHUNK_DEPTH + 1])


def _say_in_chunk(draft: Draft, at: Path, text: str) -> None:
    if len(at) > _CHUNK_DEPTH + 2:
        draft.set(at, {"text": text})
    else:
        draft.set(at[: _CHUNK_DEPTH + 1], {"role": "user", "text": text})


def _refuse(draft: Draft, at: Path) -> None:
    raise CannotBeWrittenError("this program stores a result inside its call")


_CHUNK_DEPTH = 2
"""The step of a place that is the number of its chunk: `chunkedPrompt`, `chunks`, number."""
_EVENTS = ("invocation_events", "invocationEvents")
ADK_EVAL = Writer(_add_response, _remove_response, _say_in_event, ("id",))
AI_STUDIO = Writer(_add_chunk, _remove_chunk, _say_in_chunk)
LIBRECHAT = Writer(_add_to_part, _refuse)
