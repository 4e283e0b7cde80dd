"""Find the words of an error in the document, as keys or as values."""

from __future__ import annotations

import re
from typing import Any

from workbench.converters.tool_ids import strip_prefixes
from workbench.json.pointer import Path, containers
from workbench.locating.evidence import Evidence
from workbench.locating.loose_paths import normalised_key

_ACTUAL = re.compile(
    r"(?:but found|but got|found|got|received|unknown variant|unknown name|invalid value:?|unknown parameter:?|"
    r"unsupported (?:parameter|value):?|property|argument(?: supplied)?:?|(?:unexpected|unsupported|invalid) role:?|"
    r"unrecognized (?:field|key|name|parameter):?|key|field:?|parameter) '?([\w$./:@-]+)'?",
    re.IGNORECASE,
)
"""The part of a sentence that names the wrong value, and not a correct one."""
_ENUM = re.compile(r"^[A-Z]\w*\.(?=[a-z])")
_WISHED = re.compile(
    r"\b(?:supported (?:values|types|levels)(?: are|:)|expected one of|expected|did you mean|"
    r"should be|must be one of|use|choose|please use|instead of|such as|e\.g\.|one of the following)\b.{0,400}",
    re.IGNORECASE,
)
"""The part of a sentence that names correct values, which are not searched for."""
_ORDINARY = frozenset({
    "the", "a", "an", "and", "or", "of", "in", "is", "to", "with", "for", "not", "this", "that", "request", "error",
    "object", "string", "array", "null", "none", "true", "false", "type", "role", "content", "text", "value", "values",
    "invalid_request_error", "body", "json", "user", "assistant", "model", "id", "name",
    "key", "field", "parameter", "property", "was", "must", "required", "specified", "set", "one",
    "integer", "number", "boolean", "list", "dict", "a string",
})  # fmt: skip
"""Words that are too common in documents to identify a place; they are searched for last."""
_KEYS_OF_KINDS = ("role", "type", "kind", "name", "media_type", "mimeType", "format")
_MAX_VALUE = 400


def terms_meant(evidence: Evidence) -> tuple[str, ...]:
    """Return the words to search for, most reliable first: the wrong values, then quoted words; no correct values."""
    return tuple(word for word in _terms(evidence) if word.lower() not in _ORDINARY)


def common_terms(evidence: Evidence) -> tuple[str, ...]:
    return tuple(word for word in _terms(evidence) if word.lower() in _ORDINARY and word in evidence.quoted)


def _terms(evidence: Evidence) -> tuple[str, ...]:
    complaint = _WISHED.sub(" ", evidence.words)
    actual = [_ENUM.sub("", found.strip("'.")) for found in _ACTUAL.findall(complaint)]
    quoted = [word for word in evidence.quoted if word in complaint]
    ordered = (*(word for word in actual if word in evidence.quoted), *quoted, *actual)
    return tuple(word for word in dict.fromkeys(ordered) if word)


_ABOUT_A_VALUE = re.compile(r"^(?!.*\b(?:property|key|field|parameter)\b).*\b(?:variant|value|role|type)s?\b", re.I)
"""Matches an error that complains about a value; other errors complain about a key."""


def path_to_term(value: object, term: str, words: str) -> Path:
    """Return the path to the nearest key or string inside a value that equals the term; empty if there is none."""
    wanted, finders = normalised_key(term), (_key_in, _value_in)
    for path, container in containers(value, 6):
        for find in reversed(finders) if _ABOUT_A_VALUE.search(words) else finders:
            if (step := find(container, term, wanted)) is not None:
                return (*path, step)
    return ()


def _key_in(container: object, _: str, wanted: str) -> str | None:
    keys = container if isinstance(container, dict) else ()
    return next((key for key in keys if normalised_key(key) == wanted), None) if len(wanted) > 1 else None


def _value_in(container: Any, term: str, _: str) -> str | int | None:
    items = container.items() if isinstance(container, dict) else enumerate(container)
    return next((step for step, item in items if isinstance(item, str) and item == term), None)


def paths_to_terms(body: object, terms: tuple[str, ...], *, is_id: bool) -> dict[str, list[Path]]:
    """Return every path to each term, the best first: keys of settings, then values that name a kind, then others."""
    exact = {term: term for term in terms}
    similar = {strip_prefixes(term) if is_id else normalised_key(term): term for term in terms if len(term) > 2}
    found: dict[str, list[tuple[int, Path]]] = {}
    if not terms:
        return {}
    for path, container in containers(body):
        items = container.items() if isinstance(container, dict) else enumerate(container)
        for step, item in items:
            if isinstance(item, str) and len(item) <= _MAX_VALUE:
                term = exact.get(item) or (similar.get(strip_prefixes(item)) if is_id and item else None)
                if term:
                    found.setdefault(term, []).append((_rank_of_value(step, item == term), (*path, step)))
            if is_id or not isinstance(step, str):
                continue
            if term := similar.get(normalised_key(step)) or _short(step, exact):
                found.setdefault(term, []).append((len(path) if len(path) < 3 else 5, (*path, step)))
    return {term: [path for _, path in sorted(hits, key=lambda hit: hit[0])] for term, hits in found.items()}


def _short(key: str, terms: dict[str, str]) -> str | None:
    """Return the term for a short key such as `n`, which counts only in its exact spelling."""
    return terms.get(key) if len(key) <= 2 else None


def _rank_of_value(step: str | int, exact: bool) -> int:
    if not exact:
        return 6
    return 3 if step in _KEYS_OF_KINDS or (isinstance(step, str) and step.endswith(("id", "Id"))) else 4
