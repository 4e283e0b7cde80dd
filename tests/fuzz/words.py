"""What a document says, read from its raw JSON alone: no format, no reader and no guard of the product has a part.

A word is a run of letters and digits in a text or number, wherever it is. Values that only name kinds and places (a
role, an id, a media type) say nothing, unless somebody put a sentence there; nor does what is encrypted.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import takewhile

from workbench.json.pointer import Path, leaves
from workbench.json.text import Json, compact, parse_or_none

_NAMING_KEYS = frozenset({
    "id", "ids", "callId", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId", "call_id", "messageId",
    "contextId", "taskId", "referenceTaskIds", "role", "speaker", "type", "kind", "state", "status", "object", "format",
    "media_type", "mediaType", "mimeType", "mime_type", "contentType", "detail", "version", "index", "ts",
    "timestamp", "createdAt", "created_at", "is_error", "isError", "finish_reason", "encrypted_content",
})  # fmt: skip
_ROLES = frozenset({"role", "speaker"})
"""`user` here is not the word that somebody said."""
_STEERING_KEYS = frozenset({
    "temperature", "top_p", "topP", "top_k", "topK", "presence_penalty", "presencePenalty", "frequency_penalty",
    "frequencyPenalty", "stop", "stop_sequences", "stopSequences", "seed", "n", "logprobs", "top_logprobs",
    "tool_choice", "toolChoice", "parallel_tool_calls", "reasoning_effort", "effort", "mode", "context",
    "service_tier", "stream_options", "max_tokens", "max_output_tokens", "max_completion_tokens", "maxTokens",
    "maxOutputTokens", "budget_tokens", "thinkingBudget", "mediaResolution",
})  # fmt: skip
"""Beside the messages these only steer how the answer is made."""
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"\w\s+\w")
_ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_FIELD_NAME = re.compile(r"[A-Za-z0-9_$.@:/-]{1,64}")
_DATA_URL = re.compile(r"data:[\w.+/-]*(?:;[\w=.+-]*)*,")
_WORDS_OF_JSON = frozenset({"null", "none", "true", "false", "nan", "undefined"})
_DEEPEST_TEXT = 4


def lost_words(before: Json, after: Json) -> list[str]:
    """What the document said before and says nowhere now, in another order or place included."""
    missing = words_of(before) - words_of(after, everywhere=True)
    if not missing:
        return []
    written = _plain(
        "\n".join(_as_text(leaf) for path, leaf in leaves(after) if not _only_names(path, leaf))
    ).casefold()
    return sorted(word for word in missing if word not in written)


def words_of(value: Json, everywhere: bool = False) -> set[str]:
    """`everywhere` takes in what names kinds and places too, but no role: a word that went there is not lost."""
    return set(_words(value, everywhere, 0)) - _WORDS_OF_JSON


def _words(value: Json, everywhere: bool, depth: int) -> Iterator[str]:
    for path, leaf in leaves(value):
        if isinstance(leaf, bool) or not isinstance(leaf, (str, int, float)):
            continue
        if _only_names(path, leaf) and (not everywhere or not _ROLES.isdisjoint(path)):
            continue
        if not everywhere and not depth and (_steers(path) or _is_name_of_required_field(path, leaf)):
            continue
        if isinstance(leaf, str):
            inner = _inside(leaf) if depth < _DEEPEST_TEXT else None
            if inner is not None:
                yield from _words(inner, everywhere, depth + 1)
                continue
        yield from _WORD.findall(_plain(_as_text(leaf)).casefold())


def _only_names(path: Path, leaf: Json) -> bool:
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    names = key in _NAMING_KEYS or not _ROLES.isdisjoint(path)
    return names and not (isinstance(leaf, str) and _SENTENCE.search(leaf))


def _steers(path: Path) -> bool:
    """Whether a setting of the request is on the way, and no list before it: messages are in a list."""
    names = takewhile(lambda step: isinstance(step, str), path)
    return any(name in _STEERING_KEYS for name in names)


def _is_name_of_required_field(path: Path, leaf: Json) -> bool:
    """A tool's schema names the fields that it requires: that is no word of anybody, unless it is no name at all."""
    of_tool = path[:1] in (("tools",), ("functions",), ("toolConfig",))
    return of_tool and path[-2:-1] == ("required",) and isinstance(leaf, str) and bool(_FIELD_NAME.fullmatch(leaf))


def _inside(text: str) -> Json:
    """The object, list or text that a text holds, as JSON or as Python prints it."""
    if text[:1] in ("{", "[", '"'):
        parsed = parse_or_none(text)
        if isinstance(parsed, (dict, list, str)):
            return parsed
    if text[:1] in ("{", "[", "("):
        try:
            with warnings.catch_warnings(action="ignore"):
                parsed = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError, OverflowError):
            return None
        return parsed if isinstance(parsed, (dict, list)) else None
    return None


def _as_text(leaf: Json) -> str:
    return leaf if isinstance(leaf, str) else compact(leaf)


def _plain(text: str) -> str:
    """Without escapes and without what precedes the bytes of a data URL: both may be rewritten and lose nothing."""
    return _ESCAPE.sub(_unescaped, _DATA_URL.sub(" ", text)) if "\\" in text else _DATA_URL.sub(" ", text)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        return chr(int(code, 16))
    return " " if match[3] in "nrtbf" else str(match[3])
