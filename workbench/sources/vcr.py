"""Cassettes of VCR in any language, Betamax and go-vcr: YAML or JSON with the exchanges of a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.sources.contract import TEXT, VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects
from workbench.sources.recordings import BODY_KEYS, Exchange, body_of, found_in

_LISTS = ("interactions", "http_interactions")
"""The list of exchanges: vcrpy and go-vcr use the first key, Ruby's VCR and Betamax the second."""
_TWO_LISTS = ("requests", "responses")
"""vcrpy's serializer for compressed cassettes, as LangChain uses it, lists both sides on their own."""

_COMPRESSED = re.compile(r"requests:\s+- body:")


def recognise(material: Material) -> bool:
    if isinstance(material.value, str):
        start = material.value[:5000]
        if _COMPRESSED.match(start):
            return True
        return "interactions:" in start[:2000] and ("request:" in start or "direction: received" in start)
    if all(has(member(material.value, key, 0), "body", "headers") for key in _TWO_LISTS):
        return True
    return any(has(member(material.value, key, 0, "request"), "uri") for key in _LISTS)


def read(material: Material) -> Iterator[Found]:
    is_text = isinstance(material.value, str)
    cassette = _yaml(material.value) if is_text else material.value
    exchanges = list(_exchanges(cassette))
    packed = {sent.at: sent.body for sent in exchanges if parse_or_none(as_text(member(cassette, *sent.at))) is None}
    decoded: dict[Path, Json] = {**({(): cassette} if is_text else {}), **packed}
    return (replace(found, decoded=decoded) for found in found_in(iter(exchanges)))


def _yaml(text: str) -> Json:
    import yaml  # only cassettes need it

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Reads the objects of Python that clients leave in headers as what they were made from, and Ruby's bytes."""

    Loader.add_multi_constructor("tag:yaml.org,2002:python/", _plain)
    Loader.add_constructor("!binary", Loader.construct_yaml_binary)
    try:
        return yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as fault:
        raise NothingToJudgeError(f"it is not readable YAML: {' '.join(str(fault).split())[:200]}") from fault


def _plain(loader: Any, suffix: str, node: Any) -> Json:
    """Return the first value that an object of Python is made from. Nothing is imported or called."""
    if node.id == "scalar":
        return loader.construct_scalar(node)
    if node.id == "sequence":
        made: Json = loader.construct_sequence(node, deep=True)
    else:
        held = loader.construct_mapping(node, deep=True)
        made = held.get("args", held)
    return made[0] if isinstance(made, list) and len(made) == 1 else made


def _exchanges(cassette: object) -> Iterator[Exchange]:
    if all(has(cassette, key) for key in _TWO_LISTS):
        yield from _listed_apart(cassette)
        return
    listed = next((key for key in _LISTS if has(cassette, key)), _LISTS[0])
    for place, item in objects(member(cassette, listed), (listed,)):
        request, response = item.get("request"), item.get("response")
        key = "parsed_body" if has(request, "parsed_body") else "body"
        at = (*place, "request", key, *_inside(member(request, key)))
        answer = member(response, "parsed_body") if has(response, "parsed_body") else body_of(member(response, "body"))
        uri, headers = as_text(member(request, "uri")), member(request, "headers")
        yield Exchange(body_of(member(request, key)), at, answer, uri, headers)


def _listed_apart(cassette: object) -> Iterator[Exchange]:
    for place, request in objects(member(cassette, "requests"), ("requests",)):
        answer = body_of(member(cassette, "responses", place[-1], "body"))
        uri = as_text(request.get("uri"))
        yield Exchange(body_of(request.get("body")), (*place, "body"), answer, uri, request.get("headers"))


def _inside(body: object) -> Path:
    """The path to the text of a body that is an object with its encoding."""
    keys = [key for key in BODY_KEYS if has(body, key)]
    return next(((key,) for key in keys if member(body, key)), ())


SOURCE = Source(
    "vcr-cassette",
    "VCR cassette",
    recognise,
    read,
    frozenset({TEXT, VALUE}),
    stored=False,
    signs=frozenset({*_LISTS, *_TWO_LISTS}),
)
