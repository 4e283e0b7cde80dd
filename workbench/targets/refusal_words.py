"""Error messages of targets, as templates that the facts of a history fill."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from workbench.json.text import Json, compact

_FACT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """An error message of the target. The facts of a history replace `{message}`, `{part}`, `{id}` …"""

    text: str
    param: str | None = None
    code: str | None = None
    type: str | None = "invalid_request_error"
    seen: str = "2026-08"
    """When it was last seen in a refusal, a specification or the server's source."""
    names_cause: bool = True
    """Whether the sentence alone shows the rule. Otherwise only a file that breaks the rule explains it."""


def fill(template: str, facts: Mapping[str, Json]) -> str:
    """The template with its known placeholders replaced; unknown ones stay."""
    if "{" not in template:
        return template
    pieces = list(_pieces(template))
    for number in range(1, len(pieces), 2):
        name = pieces[number]
        pieces[number] = _as_text(facts[name]) if name in facts else f"{{{name}}}"
    return "".join(pieces)


@lru_cache(maxsize=2_000)
def _pieces(template: str) -> list[str]:
    """Split a template: a text, the name of a fact, a text, and so on."""
    return _FACT.split(template)


def _as_text(value: object) -> str:
    """The value in Python's notation, but JSON for objects and lists, which may be too deep to print."""
    return compact(value) if isinstance(value, (dict, list)) else str(value)
