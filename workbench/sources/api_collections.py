"""Requests that people keep in an API client: collections of Postman and Insomnia, with folders of requests.

The requests of a folder are independent of each other. The address shows which API a request is for.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects
from workbench.sources.recordings import Exchange, body_of, found_in

_MAX_FOLDERS = 40
_Placed = tuple[Path, Object]


def is_postman(material: Material) -> bool:
    return has(material.value, "info", "item") and "postman" in in_text(member(material.value, "info"))


def is_insomnia(material: Material) -> bool:
    value = material.object
    if isinstance(value.get("resources"), list):
        return "__export_format" in value
    return "collection" in value and as_text(value.get("type")).startswith("collection.insomnia")


def read_postman(material: Material) -> Iterator[Found]:
    return found_in(_postman(material.object))


def _postman(collection: Object) -> Iterator[Exchange]:
    for place, item in _inside(collection, (), "item"):
        request = item.get("request")
        address = member(request, "url", "raw") or member(request, "url")
        body = body_of(member(request, "body", "raw"))
        yield Exchange(
            body, (*place, "request", "body", "raw"), body_of(member(item, "response", 0, "body")), as_text(address)
        )


def read_insomnia(material: Material) -> Iterator[Found]:
    return found_in(_insomnia(material.object))


def _insomnia(export: Object) -> Iterator[Exchange]:
    listed = [*objects(export.get("resources"), ("resources",)), *_inside(export, (), "collection")]
    for place, request in listed:
        if has(request, "body"):
            body = body_of(member(request, "body", "text"))
            yield Exchange(body, (*place, "body", "text"), None, as_text(request.get("url")))


def _inside(folder: Object, place: Path, key: str, depth: int = 0) -> Iterator[_Placed]:
    """Yield the requests of a folder and of the folders in it."""
    for at, item in objects(folder.get(key), (*place, key)):
        yield at, item
        inner = "children" if key in {"collection", "children"} else key
        if depth < _MAX_FOLDERS:
            yield from _inside(item, at, inner, depth + 1)


POSTMAN = Source(
    "postman",
    "Postman collection",
    is_postman,
    read_postman,
    frozenset({VALUE}),
    stored=False,
    signs=frozenset({"item"}),
)
INSOMNIA = Source(
    "insomnia",
    "Insomnia collection",
    is_insomnia,
    read_insomnia,
    frozenset({VALUE}),
    stored=False,
    signs=frozenset({"resources", "collection"}),
)
