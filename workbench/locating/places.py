"""Search the entire document for the place that an error names by path, id, tool or quoted word."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from workbench.checks.file_places import pointer_to
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.pointer import PointerError, resolve, to_pointer
from workbench.json.text import Json, compact
from workbench.locating.evidence import Evidence
from workbench.locating.json_types import type_named_in
from workbench.locating.loose_paths import follow_loosely
from workbench.locating.paths import Place
from workbench.locating.plain import plain
from workbench.locating.terms import common_terms, path_to_term, paths_to_terms, terms_meant
from workbench.locating.tool_definitions import (
    by_schema_path,
    by_tool_name,
    definition_without,
    definitions,
    in_definitions,
    is_in_schema,
    reports_absence,
)

_TAG = re.compile(r"found using '(\w+)'")
"""The field that distinguishes the variants of an object, as pydantic reports it."""
How: TypeAlias = Literal["path", "id", "tool", "word", "subject", "absence", "check", "first fault"]
"""How a place was found: by what the error names or lacks, by what its sentence is about, or by the check."""
FIRST_FAULT: Final = "first fault"
"""The `how` of a place that the error does not name: it has the first error in the file."""


class NamedPlace(NamedTuple):
    at: str
    """Pointer into the file."""
    how: How
    term: str = ""
    """The part of the error that was found there."""
    exact: bool = True
    """Whether the file has the complete place that the error names."""


def body_of(conversation: Conversation) -> tuple[str, Json]:
    """Return the pointer and value of the object that contains the messages, or of the bare list of messages."""
    try:
        return conversation.body, resolve(conversation.payload, conversation.body)
    except PointerError:
        return "", conversation.payload


def by_path(report: Report, evidence: Evidence) -> NamedPlace | None:
    """Find the first place of the error that the file has, in its messages, tools or settings."""
    best = _in_some_schema(report.conversation, evidence)
    if best is not None:
        return best
    for place in evidence.places[:12]:
        if place.list_word is not None:
            named = _in_messages(report, place, evidence)
        else:
            named = _in_request_fields(report.conversation, place, evidence)
        if named is not None and (best is None or (named.exact and not best.exact)):
            best = named
        if best is not None and best.exact:
            break
    return best and _refined(report.conversation, best, evidence)


def _in_some_schema(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    """Find the tool whose schema has the place, as for `tools.function.parameters … At path 'properties.source'`."""
    lacks_number = any(_is_in_tools(place) and not place.exactness[0] for place in evidence.places)
    schema_place = next((place for place in evidence.places if is_in_schema(place.steps)), None)
    if not lacks_number or schema_place is None:
        return None
    at, body = body_of(conversation)
    path = by_schema_path(body, schema_place.steps)
    return NamedPlace(at + to_pointer(path), "path", str(schema_place)) if path is not None else None


def _in_messages(report: Report, place: Place, evidence: Evidence) -> NamedPlace | None:
    """Trace the provider's message back along the route, or return None if the file has too few messages."""
    journey, index = report.journey, place.index
    if index is None:
        return _somewhere_in_messages(report.conversation, place, evidence)
    if place.list_word == "contents" and journey.judged.format.list_key != "contents":
        index = _index_with_prompts(report, index)
    own = report.conversation.messages
    as_given = follow_loosely(own[index], place.path) if index < len(own) else None
    if index >= len(journey.judged.messages):
        return None
    followed = follow_loosely(journey.judged.messages[index], place.path)
    path = followed.path
    if as_given is not None and len(as_given.path) > len(path):  # a program that reads the history before converting it
        path, followed = as_given.path, as_given
    elif journey.judged_column:
        index, path = journey.tracer.origin(journey.judged_column, index, path)
    if not 0 <= index < len(report.conversation.messages):
        return None
    at = pointer_to(report.conversation, index, path)
    return NamedPlace(at, "path", str(place), exact=not followed.beyond)


def _index_with_prompts(report: Report, index: int) -> int:
    """Return the index in the judged messages of a turn that another provider counted without the system prompts.

    A gateway may forward the error of a provider that has the prompts outside its list of turns.
    """
    turns = [at for at, role in enumerate(report.journey.judged.roles) if role != "system"]
    return turns[index] if index < len(turns) else index


def _somewhere_in_messages(conversation: Conversation, place: Place, evidence: Evidence) -> NamedPlace | None:
    """Find a place without numbers (`messages.tool_calls.function.arguments`) in the first message that fits.

    It fits if it has the field, of the type that the error names; or if it lacks the field that the error misses.
    """
    names = tuple(step for step in place.steps[1:] if isinstance(step, str))
    if not names:
        return NamedPlace(conversation.base, "path", str(place), exact=False) if conversation.base else None
    kind = type_named_in(evidence.words)
    if kind is None and len(names) == 1 and reports_absence(evidence.words):
        absent = (index for index, message in enumerate(conversation.messages) if _lacks(message, names[0]))
        if (index := next(absent, None)) is not None:
            return NamedPlace(conversation.pointer(index, ()), "path", str(place))
    found: list[str] = []
    for index, message in enumerate(conversation.messages):
        followed = follow_loosely(message, names)
        if names and len(followed.path) >= len(names) and not followed.missing:
            at = conversation.pointer(index, followed.path)
            if kind is None or isinstance(_resolved(conversation, at), kind):
                found.append(at)
    shown = next((at for at in found if _is_shown(_resolved(conversation, at), evidence)), None)
    if shown is not None:
        return NamedPlace(shown, "path", str(place))
    return NamedPlace(found[0], "path", str(place), exact=kind is not None) if found else None


_MIN_SHOWN = 12


def _is_shown(value: Json, evidence: Evidence) -> bool:
    """Whether the error shows the value itself: servers print what they did not expect."""
    text = plain(compact(value))
    return len(text) >= _MIN_SHOWN and text in evidence.words


def _lacks(message: object, name: str) -> bool:
    return isinstance(message, dict) and message.get(name) is None


def _in_request_fields(conversation: Conversation, place: Place, evidence: Evidence) -> NamedPlace | None:
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    if (
        _is_in_tools(place)
        and not place.exactness[0]
        and (path := definition_without(body, place.steps, evidence.words))
    ):
        return NamedPlace(at + to_pointer(path), "path", str(place))
    for start in range(min(3, len(place.steps))):  # names of the request may precede the field
        followed = follow_loosely(body, place.steps[start:])
        if followed.path and not followed.missing and not followed.beyond and followed.skipped < 2:
            return NamedPlace(at + to_pointer(followed.path), "path", str(place))
    path = in_definitions(body, place.steps) if _is_in_tools(place) else None
    if path is not None:
        return NamedPlace(at + to_pointer(path), "path", str(place))
    followed = follow_loosely(body, place.steps)
    return NamedPlace(at + to_pointer(followed.path), "path", str(place), exact=False) if followed.path else None


def _is_in_tools(place: Place) -> bool:
    return any(isinstance(step, str) and step.lower() in {"tools", "functions"} for step in place.steps[:3])


def _refined(conversation: Conversation, named: NamedPlace, evidence: Evidence) -> NamedPlace:
    """Narrow the place down to a quoted field or value inside it."""
    value = _resolved(conversation, named.at)
    tag = _TAG.search(evidence.words)
    if tag is not None and isinstance(value, dict) and tag[1] in value:
        return named._replace(at=named.at + to_pointer((tag[1],)))
    for term in terms_meant(evidence):
        if path := path_to_term(value, term, evidence.words):
            return named._replace(at=named.at + to_pointer(path))
    keys = [term for term in common_terms(evidence) if isinstance(value, dict) and term in value]
    return named._replace(at=named.at + to_pointer(keys[:1]))


def by_absence(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    """Return the body of the request if it lacks the setting that the error names."""
    at, body = body_of(conversation)
    if not isinstance(body, dict):
        return None
    settings = (str(place) for place in evidence.places if len(place.steps) == 1)
    absent = next((name for name in settings if name not in body), None)
    return NamedPlace(at, "absence", absent) if absent else None


def by_id(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    """Find one of the ids, as written or without its prefix; its second occurrence if the error is about repetition."""
    return _first_of(conversation, evidence.ids, "id", evidence.repeated)


def by_tool(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    at, body = body_of(conversation)
    names = tuple(dict.fromkeys((*evidence.quoted, *_named_without_quotes(body, evidence.words))))
    path = by_tool_name(body, names, [place.steps for place in evidence.places])
    return NamedPlace(at + to_pointer(path), "tool", names[0]) if path is not None else None


def _named_without_quotes(body: object, words: str) -> list[str]:
    error_words = set(words.replace("'", " ").replace(".", " ").replace(":", " ").replace(",", " ").split())
    names = (definition.value.get("name") for definition in definitions(body)[:500])
    return [name for name in names if isinstance(name, str) and len(name) > 2 and name in error_words]


def by_word(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    """Find a field or value that the error complains about."""
    return _first_of(conversation, terms_meant(evidence), "word", evidence.repeated)


def by_common_word(conversation: Conversation, evidence: Evidence) -> NamedPlace | None:
    """Find a quoted word that is common in documents: a weak sign, but better than none."""
    return _first_of(conversation, common_terms(evidence), "word", evidence.repeated)


def _first_of(conversation: Conversation, terms: tuple[str, ...], how: How, second: bool) -> NamedPlace | None:
    at, body = body_of(conversation)
    paths_by_term = paths_to_terms(body, terms, is_id=how == "id")
    for term in terms:
        paths = paths_by_term.get(term, [])
        if paths:
            return NamedPlace(at + to_pointer(paths[1] if second and len(paths) > 1 else paths[0]), how, term)
    return None


def _resolved(conversation: Conversation, pointer: str) -> Json:
    try:
        return resolve(conversation.payload, pointer)
    except PointerError:
        return None
