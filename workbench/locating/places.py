"""The places in the file that an error names: by path, by id, by a quoted word; the whole document is searched."""

from __future__ import annotations

import re
from typing import NamedTuple

from workbench.checks.file_places import pointer_to
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.pointer import PointerError, resolve, to_pointer
from workbench.json.text import Json
from workbench.locating.evidence import Evidence
from workbench.locating.following import follow_loosely
from workbench.locating.json_types import type_spoken_of
from workbench.locating.paths import Place
from workbench.locating.terms import common_terms, inside, terms_meant, where
from workbench.locating.tool_definitions import (
    by_schema_path,
    by_tool_name,
    definitions,
    in_definitions,
    is_in_schema,
    lacking,
    speaks_of_absence,
)

_TAG = re.compile(r"found using '(\w+)'")
"""The field that tells one kind of object from another, as pydantic names it."""
FIRST_FAULT = "first fault"
"""How a place was found that the error does not name: it is what is wrong in the file."""


class Named(NamedTuple):
    at: str
    """Pointer into the file."""
    how: str
    """path, id, word, tool, or what else led there."""
    term: str = ""
    """What of the error was found there."""
    exact: bool = True
    """Whether the file has all of the place that the error names."""


def body_of(conversation: Conversation) -> tuple[str, Json]:
    """The object that holds the messages with its pointer; the list of messages where there is none."""
    at = conversation.base.rpartition("/")[0] if conversation.base else ""
    try:
        return at, resolve(conversation.payload, at)
    except PointerError:
        return "", conversation.payload


def by_path(report: Report, evidence: Evidence) -> Named | None:
    """The first place of the error that the file has: in its messages, its tools or its settings."""
    best = _in_some_schema(report.conversation, evidence)
    if best is not None:
        return best
    for place in evidence.places[:12]:
        of_messages = place.list_word is not None
        found = _in_messages(report, place, evidence) if of_messages else _beside(report.conversation, place, evidence)
        if found is not None and (best is None or (found.exact and not best.exact)):
            best = found
        if best is not None and best.exact:
            break
    return best and _refined(report.conversation, best, evidence)


def _in_some_schema(conversation: Conversation, evidence: Evidence) -> Named | None:
    """`tools.function.parameters … At path 'properties.source'`: which of the tools it is, the schemas show."""
    unnumbered = any(_is_of_tools(place) and not place.exactness[0] for place in evidence.places)
    inside = next((place for place in evidence.places if is_in_schema(place.steps)), None)
    if not unnumbered or inside is None:
        return None
    at, body = body_of(conversation)
    path = by_schema_path(body, inside.steps)
    return Named(at + to_pointer(path), "path", str(inside)) if path is not None else None


def _in_messages(report: Report, place: Place, evidence: Evidence) -> Named | None:
    """The provider's message, taken back along the route; None if the file has not so many."""
    journey, index = report.journey, place.index
    if index is None:
        return _somewhere_in_messages(report.conversation, place, evidence)
    if place.list_word == "contents" and journey.judged.format.list_key != "contents":
        index = _without_prompts(report, index)
    if index >= len(journey.judged.messages):
        return None
    followed = follow_loosely(journey.judged.messages[index], place.path)
    path = followed.path
    if journey.judged_column:
        index, path = journey.tracer.origin(journey.judged_column, index, path)
    if not 0 <= index < len(report.conversation.messages):
        return None
    at = pointer_to(report.conversation, index, path)
    return Named(at, "path", str(place), exact=not followed.beyond)


def _without_prompts(report: Report, index: int) -> int:
    """Another provider behind the one that was asked counts only the turns: it has the prompt beside them."""
    spoken = [at for at, role in enumerate(report.journey.judged.roles) if role != "system"]
    return spoken[index] if index < len(spoken) else index


def _somewhere_in_messages(conversation: Conversation, place: Place, evidence: Evidence) -> Named | None:
    """`messages.tool_calls.function.arguments`: a place without numbers is in the first message that has it there, of
    the type that the error is about, or that lacks it, if that is what the error is about."""
    names = tuple(step for step in place.steps[1:] if isinstance(step, str))
    if not names:
        return Named(conversation.base, "path", str(place), exact=False) if conversation.base else None
    kind = type_spoken_of(evidence.words)
    if kind is None and len(names) == 1 and speaks_of_absence(evidence.words):
        absent = (index for index, one in enumerate(conversation.messages) if _lacks(one, names[0]))
        if (index := next(absent, None)) is not None:
            return Named(conversation.pointer(index, ()), "path", str(place))
    for index, message in enumerate(conversation.messages):
        followed = follow_loosely(message, names)
        if names and len(followed.path) >= len(names) and not followed.missing:
            at = conversation.pointer(index, followed.path)
            if kind is None or isinstance(_resolved(conversation, at), kind):
                return Named(at, "path", str(place), exact=kind is not None)
    return None


def _lacks(message: object, name: str) -> bool:
    return isinstance(message, dict) and message.get(name) is None


def _beside(conversation: Conversation, place: Place, evidence: Evidence) -> Named | None:
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    if _is_of_tools(place) and not place.exactness[0] and (path := lacking(body, place.steps, evidence.words)):
        return Named(at + to_pointer(path), "path", str(place))
    for start in range(min(3, len(place.steps))):  # a request's own name may be before its field
        followed = follow_loosely(body, place.steps[start:])
        if followed.path and not followed.missing and not followed.beyond and followed.skipped < 2:
            return Named(at + to_pointer(followed.path), "path", str(place))
    path = in_definitions(body, place.steps) if _is_of_tools(place) else None
    if path is not None:
        return Named(at + to_pointer(path), "path", str(place))
    followed = follow_loosely(body, place.steps)
    return Named(at + to_pointer(followed.path), "path", str(place), exact=False) if followed.path else None


def _is_of_tools(place: Place) -> bool:
    return any(isinstance(step, str) and step.lower() in {"tools", "functions"} for step in place.steps[:3])


def _refined(conversation: Conversation, named: Named, evidence: Evidence) -> Named:
    """Down to the field or value in quotes, if it is inside of what the error points at."""
    value = _resolved(conversation, named.at)
    tag = _TAG.search(evidence.words)
    if tag is not None and isinstance(value, dict) and tag[1] in value:
        return named._replace(at=named.at + to_pointer((tag[1],)))
    for term in terms_meant(evidence):
        if path := inside(value, term, evidence.words):
            return named._replace(at=named.at + to_pointer(path))
    own = [term for term in common_terms(evidence) if isinstance(value, dict) and term in value]
    return named._replace(at=named.at + to_pointer(own[:1]))


def by_absence(conversation: Conversation, evidence: Evidence) -> Named | None:
    """The body of the request, if it lacks the setting that the error names."""
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    single = (str(place) for place in evidence.places if len(place.steps) == 1)
    absent = next((name for name in single if name not in body), None)
    return Named(at, "absence", absent) if absent else None


def by_id(conversation: Conversation, evidence: Evidence) -> Named | None:
    """The value that is one of the ids: as it is written, else less its prefix; the second where it is there twice."""
    return _first_of(conversation, evidence.ids, "id", evidence.repeated)


def by_tool(conversation: Conversation, evidence: Evidence) -> Named | None:
    at, body = body_of(conversation)
    names = tuple(dict.fromkeys((*evidence.quoted, *_named_without_quotes(body, evidence.words))))
    path = by_tool_name(body, names, [place.steps for place in evidence.places])
    return Named(at + to_pointer(path), "tool", names[0]) if path is not None else None


def _named_without_quotes(body: object, words: str) -> list[str]:
    spoken = set(words.replace("'", " ").replace(".", " ").replace(":", " ").replace(",", " ").split())
    names = (definition.value.get("name") for definition in definitions(body)[:500])
    return [name for name in names if isinstance(name, str) and len(name) > 2 and name in spoken]


def by_word(conversation: Conversation, evidence: Evidence) -> Named | None:
    """A field or value that the error complains of."""
    return _first_of(conversation, terms_meant(evidence), "word", evidence.repeated)


def by_common_word(conversation: Conversation, evidence: Evidence) -> Named | None:
    """One that is in any document: better than nothing."""
    return _first_of(conversation, common_terms(evidence), "word", evidence.repeated)


def _first_of(conversation: Conversation, terms: tuple[str, ...], how: str, second: bool) -> Named | None:
    at, body = body_of(conversation)
    found = where(body, terms, is_id=how == "id")
    for term in terms:
        hits = found.get(term, [])
        if hits:
            return Named(at + to_pointer(hits[1] if second and len(hits) > 1 else hits[0]), how, term)
    return None


def _resolved(conversation: Conversation, pointer: str) -> Json:
    try:
        return resolve(conversation.payload, pointer)
    except PointerError:
        return None
