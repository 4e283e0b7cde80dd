"""Keys that came with a recording: a HAR file holds the headers of every request, and the key of whoever recorded it.

The way back into the file needs no header, so the store gets none: of the members, header lines and parameters of an
address that carry credentials only the names are kept. The words of a conversation are kept as they are.
"""

from __future__ import annotations

import re
from typing import Any

from workbench.json.text import Json

MASK = "***"
_NAMES = r"(?:proxy-)?authorization|(?:set-)?cookies?|(?:x-)?(?:goog-)?api-?key|x-amz-security-token"
_NAME = re.compile(_NAMES, re.IGNORECASE)
_MAY_HOLD = re.compile(rb"authorization|cookie|api-?key|security-token|[?&](?:key|sig|signature|code)=", re.IGNORECASE)
_LINE = re.compile(rf"(?im)^([\s>\"'-]*(?:{_NAMES})[\"']?[ \t]*:[ \t]*)(?!\s*$)(.+)$")
_ITEM = re.compile(rf"(?im)^([\s\"']*(?:{_NAMES})[\"']?[ \t]*:[ \t]*\n(?:[ \t]*- )).+$")
_PARAMETER = re.compile(
    r"([?&](?:key|api_?key|sig|signature|code|access_token|x-amz-[\w-]+)=)[^&\s\"'#]+", re.IGNORECASE
)


def without_credentials(document: object, encoded: bytes) -> Json:
    """The document itself if it holds none. `encoded` is its bytes, which are searched faster than the value."""
    return _masked(document) if _MAY_HOLD.search(encoded) else document


def address_without_key(address: str) -> str:
    return _PARAMETER.sub(rf"\1{MASK}", address)


def _masked(value: object) -> Json:
    if isinstance(value, str):
        return _ITEM.sub(rf"\1{MASK}", _LINE.sub(rf"\1{MASK}", address_without_key(value)))
    if isinstance(value, list):
        return [_masked(item) for item in value]
    if not isinstance(value, dict):
        return value
    named = isinstance(value.get("name"), str) and "value" in value and bool(_NAME.fullmatch(value["name"]))
    return {key: _hidden(member) if _carries(key, named) else _masked(member) for key, member in value.items()}


def _carries(key: object, named: bool) -> bool:
    return key == "value" if named else isinstance(key, str) and bool(_NAME.fullmatch(key))


def _hidden(member: Any) -> Json:
    """What it is stays: a text, a list of texts, an object of texts."""
    if isinstance(member, (str, bytes)):
        return MASK if member else member
    if isinstance(member, list):
        return [_hidden(item) for item in member]
    if isinstance(member, dict):
        return {key: _hidden(item) if key != "name" else item for key, item in member.items()}
    return member
