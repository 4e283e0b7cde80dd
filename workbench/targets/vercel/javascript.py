"""JavaScript's own checks for URLs and base64, which the SDK tries in turn, and its notation of values."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
_HOST_SCHEMES = frozenset({"http", "https", "ws", "wss", "ftp"})
_BAD_IN_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|]")
_PORT = re.compile(r":\d{0,5}$")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*")


def is_url(text: str) -> bool:
    """Whether `new URL(text)` succeeds: it accepts any scheme, and only those of the web need a host."""
    match = _SCHEME.match(text)
    if match is None:
        return False
    if match[1].lower() not in _HOST_SCHEMES:
        return True
    host = re.split(r"[/\\?#]", match[2].lstrip("/\\"), maxsplit=1)[0].rpartition("@")[2].strip()
    host = _PORT.sub("", host)
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    return bool(bare) and (bare is not host or not _BAD_IN_HOST.search(bare))


def is_data_url(text: str) -> bool:
    match = _SCHEME.match(text)
    return match is not None and match[1].lower() == "data"


def is_base64(text: str) -> bool:
    """Whether `atob` accepts the text, after the SDK converts base64url to base64."""
    data = re.sub(r"[\t\n\f\r ]", "", text.replace("-", "+").replace("_", "/"))
    if len(data) % 4 == 0:
        data = re.sub(r"={1,2}$", "", data)
    return len(data) % 4 != 1 and _BASE64.fullmatch(data) is not None


def as_string(value: object) -> str:
    """A value in JavaScript's template literals."""
    if isinstance(value, dict):
        return "[object Object]"
    if isinstance(value, list):
        return ",".join("" if item is None else as_string(item) for item in value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def member(owner: object, key: str) -> str:
    """The result of `${owner.key}`."""
    return as_string(owner[key]) if isinstance(owner, dict) and key in owner else "undefined"
