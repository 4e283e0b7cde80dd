"""Mask the credentials of recorded traffic: a HAR file contains the headers of every request, and so its author's key.

Neither headers nor parameters are needed to find a conversation in its file. Members, header lines, passwords and
parameters of addresses that carry credentials keep their names and lose their values. A provider may repeat a key in
its error, so a value that was masked once is masked everywhere in the document. The conversation's own text is not
changed: it is stored apart from the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from workbench.json.text import Json, JsonObject
from workbench.targets.keys import KEY_PREFIXES

MASK = "***"
_MIN_LENGTH = 8
"""Shorter credentials are placeholders (`none`, `x`), and masking them would mask parts of ordinary words."""
_NAMES = (
    r"(?:[\w-]{1,40}-)?(?:authorization|api-?key)|(?:set-)?cookies?|[\w-]{1,40}-(?:subscription-key|security-token)"
)
_PARAMETERS = r"(?:[\w.-]*[_.-])?(?:api)?(?:key|token|secret|sig|signature|password)|code|auth|x-amz-[\w-]+"
_NAME = re.compile(_NAMES, re.IGNORECASE)
_NAME_IN_PAIR = re.compile(rf"{_NAMES}|{_PARAMETERS}", re.IGNORECASE)
_CREDENTIAL_HINT = re.compile(
    rb"authorization|cookie|api-?key|subscription-key|security-token|://[^\s/@\"'?#]{1,500}@"
    rb"|[?&][\w.-]{0,100}(?:key|token|secret|sig|signature|password|code|auth|x-amz-[\w-]{1,100})=",
    re.IGNORECASE,
)
_LINE = re.compile(rf"(?im)^([ \t<>\"'-]{{0,40}}(?:{_NAMES})[\"']?[ \t]*:[ \t]*)(?!\s*$)(.+)$")
_ITEM = re.compile(rf"(?im)^([ \t\"']{{0,40}}(?:{_NAMES})[\"']?[ \t]*:[ \t]*\n[ \t]*- )(.+)$")
_PARAMETER = re.compile(rf"([?&](?:{_PARAMETERS})=)([^&\s\"'#]+)", re.IGNORECASE)
_USER = re.compile(r"(://)([^\s/@\"'?#]+)(?=@)")
_IN_TEXT = (_ITEM, _LINE, _PARAMETER, _USER)
"""The first group stays, the second one is the credential."""
_SENDING = frozenset({"headers", "extra_headers", "url", "uri", "api_base", "base_url", "api_key", "cookies"})
"""Members that are no part of a body; a log may write them beside the messages."""
_SCHEME = re.compile(r"(?:bearer|basic|token|apikey)\s+", re.IGNORECASE)
_KEY = re.compile(
    rf"\b(?:{'|'.join(KEY_PREFIXES)})[-_](?=[\w-]{{0,200}}\d)[\w-]{{16,}}"
    r"|\bAIza[\w-]{30,}|\bya29\.[\w-]{16,}"
    r"|(?i:(?<=bearer )|(?<=basic ))(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{12,}={0,2}"
)
"""A key that can be recognised without its name; ids and parameters in an error are not similar."""


def without_credentials(document: object, encoded: bytes) -> Any:
    """Return the document with masked credentials, or the same object if it has none.

    `encoded` is the document as bytes, which can be searched faster than the value.
    """
    if not _CREDENTIAL_HINT.search(encoded):
        return document
    found = {_SCHEME.sub("", credential).strip() for credential in _credentials(document)}
    return _masked(document, sorted((one for one in found if len(one) >= _MIN_LENGTH), key=len, reverse=True))


def members_without_credentials(request: object) -> Json:
    """Return a request with masked credentials in the members that describe how it was sent; the others stay."""
    if not isinstance(request, dict) or request.keys().isdisjoint(_SENDING):
        return request
    masked = _masked({key: member for key, member in request.items() if key in _SENDING}, [])
    if masked.get("api_key"):
        masked["api_key"] = MASK
    return {**request, **masked}


def address_without_credentials(address: str) -> str:
    return _USER.sub(rf"\1{MASK}", _PARAMETER.sub(rf"\1{MASK}", address))


def report_without_credentials(text: str) -> str:
    """Return an error or a log without its header values, the credentials in its addresses and the keys it repeats."""
    return _KEY.sub(MASK, _text_without_credentials(text))


def _text_without_credentials(text: str) -> str:
    for pattern in _IN_TEXT:
        text = pattern.sub(rf"\1{MASK}", text)
    return text


def _credentials(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from (match[2] for pattern in (_ITEM, _LINE, _PARAMETER) for match in pattern.finditer(value))
    elif isinstance(value, list):
        for item in value:
            yield from _credentials(item)
    elif isinstance(value, dict):
        is_pair = _is_pair(value)
        for key, member in value.items():
            yield from _texts(member) if _is_secret(key, is_pair) else _credentials(member)


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a credential, except the names of cookies."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        members = value if isinstance(value, list) else [item for key, item in value.items() if key != "name"]
        for member in members:
            yield from _texts(member)


def _masked(value: object, credentials: list[str]) -> Any:
    if isinstance(value, str):
        text = _text_without_credentials(value)
        for credential in credentials:
            text = text.replace(credential, MASK)
        return text
    if isinstance(value, list):
        return [_masked(item, credentials) for item in value]
    if not isinstance(value, dict):
        return value
    is_pair = _is_pair(value)
    return {
        key: _hidden(member) if _is_secret(key, is_pair) else _masked(member, credentials)
        for key, member in value.items()
    }


def _is_pair(value: JsonObject) -> bool:
    """Whether an object is a header, a cookie or a parameter that is a credential: its name, and its value."""
    return isinstance(value.get("name"), str) and "value" in value and bool(_NAME_IN_PAIR.fullmatch(value["name"]))


def _is_secret(key: object, is_pair: bool) -> bool:
    """Whether a member is a credential: the `value` in an object that names one, or a key that is one itself."""
    return key == "value" if is_pair else isinstance(key, str) and bool(_NAME.fullmatch(key))


def _hidden(member: object) -> Json:
    """Mask every text in a value and keep its structure."""
    if isinstance(member, (str, bytes)):
        return MASK if member else member
    if isinstance(member, list):
        return [_hidden(item) for item in member]
    if isinstance(member, dict):
        return {key: _hidden(item) if key != "name" else item for key, item in member.items()}
    return member
