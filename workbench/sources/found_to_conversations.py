"""What a source found → conversations, each with the places of its values in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, Note
from workbench.formats import FORMATS
from workbench.json.plain_values import plain
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.error import LoadError
from workbench.loading.find_messages import find_messages
from workbench.origin import Origin
from workbench.sources.contract import TABLES, Found, Material, NothingToJudgeError, Source

_Value = TypeVar("_Value")


def conversations_in(material: Material, source: Source, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    """Yield every conversation of a recognised file, or an error that names the kind of file if there is none."""
    try:
        found = list(source.read(material))
        if not found:
            raise NothingToJudgeError("it contains no messages")
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
    if material.kind == TABLES:
        item = _of_cells(item)
    bare = _with_body(item, name) if item.body is not None else _with_messages(item, name)
    if bare is None:
        return _without_messages(source, name, "this call contains no messages")
    origin = Origin(
        source=source.slug,
        title=source.title,
        document=material.value,
        kind=material.kind,
        places=_in_payload(item, bare),
        joined=_below(bare.base, item.joined),
        decoded=item.decoded,
        messages=bare.messages,
        lines=material.lines,
        remark=item.remark,
        facts=item.facts,
        side=item.side,
        stored=source.stored and item.body is None,
        started_by=item.started_by,
        branches=tuple(partial(_branch, branch, name, material, source) for branch in item.branches),
        program_repairs=source.program_repairs,
    )
    response = bare.response if item.response is None else item.response
    refusal, endpoint = item.refusal or bare.refusal, item.endpoint or bare.endpoint
    noted = (*notes, *bare.notes, *item.notes)
    detection = bare.detection
    if item.format:
        dialect = FORMATS[item.format].dialect(bare.messages)
        detection = Detection(item.format, dialect, candidates=(item.format,))
    sent = replace(bare, endpoint=endpoint, previews=item.previews, refusal=refusal)
    return replace(sent, origin=origin, response=response, notes=noted, detection=detection)


def _of_cells(item: Found) -> Found:
    """Return what was read from a database without bytes: any cell can be a blob, whatever its column is for."""
    messages: Any = plain(item.messages)
    settings: Any = plain(item.settings)
    return replace(item, messages=messages, settings=settings, body=plain(item.body), response=plain(item.response))


def _branch(branch: Callable[[], Found], name: str, material: Material, source: Source) -> Conversation | LoadError:
    found = branch()
    return _conversation(found, f"{name} {found.label}", material, source, [])


def _with_messages(item: Found, name: str) -> Conversation | None:
    """Return a conversation with a bare message list, or with the request body if there are settings."""
    if not item.settings:
        return Conversation(name, item.messages, item.messages)
    key = FORMATS[item.format].list_key if item.format else "messages"
    settings: dict[str, Json] = dict(item.settings)
    return Conversation(name, {**settings, key: item.messages}, item.messages, f"/{key}", settings=settings)


def _with_body(item: Found, name: str) -> Conversation | None:
    found = find_messages(item.body)
    return found.conversation(name, item.body, []) if found else None


def _in_payload(item: Found, bare: Conversation) -> Mapping[Path, Path]:
    return {(): item.at} if item.body is not None else _below(bare.base, item.places)


def _below(base: str, places: Mapping[Path, _Value]) -> Mapping[Path, _Value]:
    """Return the places with paths that start at the payload instead of at its message list."""
    return {(base.removeprefix("/"), *path): place for path, place in places.items()} if base else places
