"""Mask the credentials in a recording: a HAR file contains the headers of every request, and so its author's key.

Headers are not needed to find a conversation in its file. Members, header lines and URL parameters that carry
credentials are stored with their names but without their values. The conversation's own text is not changed.
"""

from __future__ import annotations

import re

from workbench.json.text import Json

MASK = "***"
_NAMES = r"(?:proxy-)?authorization|(?:set-)?cookies?|(?:x-)?(?:goog-)?api-?key|x-amz-security-token"
_NAME = re.compile(_NAMES, re.IGNORECASE)
_CREDENTIAL_HINT = re.compile(
    rb"authorization|cookie|api-?key|security-token|[?&](?:key|sig|signature|code)=", re.IGNORECASE
)
_LINE = re.compile(rf"(?im)^([\s>\"'-]*(?:{_NAMES})[\"']?[ \t]*:[ \t]*)(?!\s*$)(.+)$")
_ITEM = re.compile(rf"(?im)^([\s\"']*(?:{_NAMES})[\"']?[ \t]*:[ \t]*\n(?:[ \t]*- )).+$")
_PARAMETER = re.compile(
    r"([?&](?:key|api_?key|sig|signature|code|access_token|x-amz-[\w-]+)=)[^&\s\"'#]+", re.IGNORECASE
)


def without_credentials(document: object, encoded: bytes) -> Json:
    """Return the document with masked credentials, or the same object if it has none.

    `encoded` is the document as bytes, which can be searched faster than the value.
    """
    return _masked(document) if _CREDENTIAL_HINT.search(encoded) else document


def address_without_key(address: str) -> str:
    return _PARAMETER.sub(rf"\1{MASK}", address)


def _masked(value: object) -> Json:
    if isinstance(value, str):
        return _ITEM.sub(rf"\1{MASK}", _LINE.sub(rf"\1{MASK}", address_without_key(value)))
    if isinstance(value, list):
        return [_masked(item) for item in value]
    if not isinstance(value, dict):
        return value
    is_credential = isinstance(value.get("name"), str) and "value" in value and bool(_NAME.fullmatch(value["name"]))
    return {
        key: _hidden(member) if _is_secret(key, is_credential) else _masked(member) for key, member in value.items()
    }


def _is_secret(key: object, is_credential: bool) -> bool:
    """Whether a member is a credential: the `value` in an object that names one, or a key that is one itself."""
    return key == "value" if is_credential else isinstance(key, str) and bool(_NAME.fullmatch(key))


def _hidden(member: object) -> Json:
    """Mask every text in a value and keep its structure."""
    if isinstance(member, (str, bytes)):
        return MASK if member else member
    if isinstance(member, list):
        return [_hidden(item) for item in member]
    if isinstance(member, dict):
        return {key: _hidden(item) if key != "name" else item for key, item in member.items()}
    return member
