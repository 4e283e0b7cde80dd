"""Words of an error that are in the document, as a key or as a value."""

from __future__ import annotations

import re

from workbench.converters.tool_ids import strip_prefixes
from workbench.json.pointer import Path, containers
from workbench.json.text import Json
from workbench.locating.evidence import Evidence
from workbench.locating.following import spelled_alike

_ACTUAL = re.compile(
    r"(?:but found|but got|found|got|received|unknown variant|unknown name|invalid value:?|unknown parameter:?|"
    r"unsupported (?:parameter|value):?|property|argument(?: supplied)?:?|(?:unexpected|unsupported|invalid) role:?|"
    r"unrecognized (?:field|key|name|parameter):?|key|field:?|parameter) '?([\w$./:@-]+)'?",
    re.IGNORECASE,
)
"""What is complained of, where it is known from what would be right."""
_ENUM = re.compile(r"^[A-Z]\w*\.(?=[a-z])")
_WISHED = re.compile(
    r"\b(?:supported (?:values|types|levels)(?: are|:)|expected one of|expected|did you mean|"
    r"should be|must be one of|use|choose|please use|instead of|such as|e\.g\.|one of the following)\b.{0,400}",
    re.IGNORECASE,
)
"""What would be right, which is not to be looked for unless nothing else is found."""
_ORDINARY = frozenset({
    "the", "a", "an", "and", "or", "of", "in", "is", "to", "with", "for", "not", "this", "that", "request", "error",
    "object", "string", "array", "null", "none", "true", "false", "type", "role", "content", "text", "value", "values",
    "invalid_request_error", "body", "json", "user", "assistant", "model", "id", "name",
    "key", "field", "parameter", "property", "was", "must", "required", "specified", "set", "one",
    "integer", "number", "boolean", "list", "dict", "a string",
})  # fmt: skip
"""Too common in any document to be distinguished by; looked for last."""
_KEYS_OF_KINDS = ("role", "type", "kind", "name", "media_type", "mimeType", "format")
_LONGEST_VALUE = 400


def terms_meant(evidence: Evidence) -> tuple[str, ...]:
    """In the order in which they are believed: what is complained of, then what is quoted; not what would be right."""
    return tuple(word for word in _terms(evidence) if word.lower() not in _ORDINARY)


def common_terms(evidence: Evidence) -> tuple[str, ...]:
    return tuple(word for word in _terms(evidence) if word.lower() in _ORDINARY and word in evidence.quoted)


def _terms(evidence: Evidence) -> tuple[str, ...]:
    complaint = _WISHED.sub(" ", evidence.words)
    actual = [_ENUM.sub("", found.strip("'.")) for found in _ACTUAL.findall(complaint)]
    quoted = [word for word in evidence.quoted if word in complaint]
    ordered = (*(word for word in actual if word in evidence.quoted), *quoted, *actual)
    return tuple(word for word in dict.fromkeys(ordered) if word)


_OF_A_VALUE = re.compile(r"^(?!.*\b(?:property|key|field|parameter)\b).*\b(?:variant|value|role|type)s?\b", re.I)
"""Words of an error that complains of a value; others complain of a key."""


def inside(value: object, term: str, words: str) -> Path:
    """The nearest place inside of a value where a key or a whole text is the term; empty if there is none."""
    wanted, finds = spelled_alike(term), (_key_in, _value_in)
    for path, container in containers(value, 6):
        for find in reversed(finds) if _OF_A_VALUE.search(words) else finds:
            if (step := find(container, term, wanted)) is not None:
                return (*path, step)
    return ()


def _key_in(container: object, _: str, wanted: str) -> str | None:
    keys = container if isinstance(container, dict) else ()
    return next((key for key in keys if spelled_alike(key) == wanted), None) if len(wanted) > 1 else None


def _value_in(container: Json, term: str, _: str) -> str | int | None:
    items = container.items() if isinstance(container, dict) else enumerate(container)
    return next((step for step, item in items if isinstance(item, str) and item == term), None)


def where(body: object, terms: tuple[str, ...], *, is_id: bool) -> dict[str, list[Path]]:
    """Every place of each term, the best first: keys of settings, then values that name a kind, then others."""
    exact = {term: term for term in terms}
    alike = {strip_prefixes(term) if is_id else spelled_alike(term): term for term in terms if len(term) > 2}
    found: dict[str, list[tuple[int, Path]]] = {}
    if not terms:
        return {}
    for path, container in containers(body):
        items = container.items() if isinstance(container, dict) else enumerate(container)
        for step, item in items:
            if isinstance(item, str) and len(item) <= _LONGEST_VALUE:
                term = exact.get(item) or (alike.get(strip_prefixes(item)) if is_id and item else None)
                if term:
                    found.setdefault(term, []).append((_rank_of_value(step, item == term), (*path, step)))
            if not is_id and isinstance(step, str) and (term := alike.get(spelled_alike(step)) or _short(step, exact)):
                found.setdefault(term, []).append((len(path) if len(path) < 3 else 5, (*path, step)))
    return {term: [path for _, path in sorted(hits, key=lambda hit: hit[0])] for term, hits in found.items()}


def _short(key: str, terms: dict[str, str]) -> str | None:
    """`n` is a setting of its own; spelled in another way it would be anything."""
    return terms.get(key) if len(key) <= 2 else None


def _rank_of_value(step: str | int, exact: bool) -> int:
    if not exact:
        return 6
    return 3 if step in _KEYS_OF_KINDS or (isinstance(step, str) and step.endswith(("id", "Id"))) else 4
