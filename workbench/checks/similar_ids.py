"""Decide whether two tool ids are the same id written differently: with another prefix or a replaced character."""

from __future__ import annotations

import re

PREFIXES = (
    "hist_tool_",
    "call_",
    "toolu_",
    "tooluse_",
    "chatcmpl-tool-",
    "functions.",
    "functions_",
    "srvtoolu_",
    "tool_call_",
    "toolcall_",
    "tool_",
    "call-",
    "fc_",
    "tc_",
)
"""Prefixes that programs and providers add to ids. A longer prefix comes before one that it starts with."""

_PREFIXES = re.compile("(?:" + "|".join(re.escape(prefix) for prefix in PREFIXES) + ")+")
_NEITHER = re.compile(r"[^a-zA-Z0-9]+")


def bare_key(tool_id: str) -> str:
    """Return an id without its prefixes, and with the characters that some providers refuse replaced.

    An id that consists only of prefixes keeps them, because nothing else identifies it.
    """
    match = _PREFIXES.match(tool_id)
    rest = tool_id[match.end() :] if match else tool_id
    return _NEITHER.sub("_", rest or tool_id)


def are_alike(one: object, other: object) -> bool:
    """Whether two ids differ only in how they are written; a number is equal to its digits."""
    return _bare_key_or_none(one) is not None and _bare_key_or_none(one) == _bare_key_or_none(other)


def _bare_key_or_none(tool_id: object) -> str | None:
    if isinstance(tool_id, bool) or not isinstance(tool_id, (str, int)) or tool_id == "":
        return None
    return bare_key(str(tool_id))


def prefix_of(tool_id: str) -> str:
    """Return all prefixes of an id."""
    match = _PREFIXES.match(tool_id)
    return match[0] if match else ""


def mismatch_cause(result_id: object, call_id: object) -> str:
    """Return a cause that all mismatches from one change of prefixes share, or a cause for this mismatch alone."""
    if isinstance(result_id, str) and isinstance(call_id, str) and are_alike(result_id, call_id):
        before, after = prefix_of(call_id) or "no prefix", prefix_of(result_id) or "no prefix"
        if before != after:
            return f"prefix {before} became {after}"
    return f"mismatch {result_id}"
