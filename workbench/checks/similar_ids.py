"""Are two tool ids the same id, written differently? A prefix was switched, or a character that one side refuses."""

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
"""Prefixes that programs and providers put before ids, the longer ones first where one begins another."""

_PREFIXES = re.compile("(?:" + "|".join(re.escape(prefix) for prefix in PREFIXES) + ")+")
_NEITHER = re.compile(r"[^a-zA-Z0-9]+")


def bare_key(tool_id: str) -> str:
    """What is left of an id without its prefixes and without the characters that some providers replace.

    An id that is nothing but a prefix keeps it: then there is nothing else to know it by.
    """
    match = _PREFIXES.match(tool_id)
    rest = tool_id[match.end() :] if match else tool_id
    return _NEITHER.sub("_", rest or tool_id)


def are_alike(one: object, other: object) -> bool:
    """Whether two ids differ only in how they are written; a number is the same as its digits."""
    return _written(one) is not None and _written(one) == _written(other)


def _written(tool_id: object) -> str | None:
    if isinstance(tool_id, bool) or not isinstance(tool_id, (str, int)) or tool_id == "":
        return None
    return bare_key(str(tool_id))


def prefix_of(tool_id: str) -> str:
    """All that is before the part by which an id is known."""
    match = _PREFIXES.match(tool_id)
    return match[0] if match else ""


def mismatch_cause(result_id: object, call_id: object) -> str:
    """One word for all mismatches that one switch of prefixes made; else a word for this one alone."""
    if isinstance(result_id, str) and isinstance(call_id, str) and are_alike(result_id, call_id):
        before, after = prefix_of(call_id) or "no prefix", prefix_of(result_id) or "no prefix"
        if before != after:
            return f"prefix {before} became {after}"
    return f"mismatch {result_id}"
