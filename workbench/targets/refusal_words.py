"""The words of a refusal, with the places where the facts of a history go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.json.text import Json, compact

_FACT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """A refusal as the provider writes it. `{message}`, `{part}`, `{id}` … are filled with this history's own."""

    text: str
    param: str | None = None
    code: str | None = None
    type: str | None = "invalid_request_error"
    seen: str = "2026-08"
    """When it was last read in a refusal, a specification or the server's source."""


def fill(template: str, facts: Mapping[str, Json]) -> str:
    """`{id}` and the like replaced; what is not known stays as it is written."""
    return _FACT.sub(lambda match: _as_text(facts.get(match[1], match[0])), template) if "{" in template else template


def _as_text(value: object) -> str:
    """As Python prints it, however deep it is."""
    return compact(value) if isinstance(value, (dict, list)) else str(value)
