"""What a source found → conversations like any other, with the way back into the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, Note
from workbench.formats import FORMATS
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.error import LoadError
from workbench.loading.find_messages import find_messages
from workbench.origin import Origin
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source

_Value = TypeVar("_Value")


def conversations_in(material: Material, source: Source, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    """Every conversation of a recognised file. One that holds none is refused by its name."""
    try:
        found = list(source.read(material))
        if not found:
            raise NothingToJudgeError("it holds no messages")
    except NothingToJudgeError as reason:
        yield _without_messages(source, material.name, str(reason))
        return
    several = len(found) > 1
    for number, item in enumerate(found):
        name = f"{material.name}#{item.label or number}" if several else material.name
        yield _conversation(item, name, material, source, notes)


def _without_messages(source: Source, name: str, why: str) -> LoadError:
    article = "an" if source.title[0] in "AEIOUaeiou" or source.title.startswith("HTTP") else "a"
    return LoadError(f"{article} {source.title}", "messages", why, name=name, source=source.slug)


def _conversation(
    item: Found, name: str, material: Material, source: Source, notes: list[Note]
) -> Conversation | LoadError:
    made = _with_body(item, name) if item.body is not None else _with_messages(item, name)
    if made is None:
        return _without_messages(source, name, "this call carries no messages")
    origin = Origin(
        source=source.slug,
        title=source.title,
        document=material.value,
        kind=material.kind,
        places=_in_payload(item, made),
        joined=_below(made.base, item.joined),
        decoded=item.decoded,
        messages=made.messages,
        lines=material.lines,
        remark=item.remark,
        facts=item.facts,
        side=item.side,
        stored=source.stored and item.body is None,
        started_by=item.started_by,
        branches=tuple(partial(_branch, branch, name, material, source) for branch in item.branches),
        program_repairs=source.program_repairs,
    )
    response = made.response if item.response is None else item.response
    refusal, endpoint = item.refusal or made.refusal, item.endpoint or made.endpoint
    noted = (*notes, *made.notes, *item.notes)
    conversation = replace(made, origin=origin, response=response, refusal=refusal, endpoint=endpoint, notes=noted)
    if not item.format:
        return conversation
    dialect = FORMATS[item.format].dialect(conversation.messages)
    return conversation.detected_as(Detection(item.format, dialect, candidates=(item.format,)))


def _branch(branch: Callable[[], Found], name: str, material: Material, source: Source) -> Conversation | LoadError:
    found = branch()
    return _conversation(found, f"{name} {found.label}", material, source, [])


def _with_messages(item: Found, name: str) -> Conversation | None:
    """A bare list, or the request that the list was in where something stood beside it."""
    if not item.settings:
        return Conversation(name, item.messages, item.messages)
    key = FORMATS[item.format].list_key if item.format else "messages"
    settings: dict[str, Json] = dict(item.settings)
    return Conversation(name, {**settings, key: item.messages}, item.messages, f"/{key}", settings=settings)


def _with_body(item: Found, name: str) -> Conversation | None:
    framed = find_messages(item.body)
    return framed.conversation(name, item.body, []) if framed else None


def _in_payload(item: Found, made: Conversation) -> Mapping[Path, Path]:
    return {(): item.at} if item.body is not None else _below(made.base, item.places)


def _below(base: str, places: Mapping[Path, _Value]) -> Mapping[Path, _Value]:
    """Return the same places, found from the payload instead of from the list of its messages."""
    return {(base.removeprefix("/"), *path): place for path, place in places.items()} if base else places
