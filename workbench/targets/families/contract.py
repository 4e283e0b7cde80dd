"""The contract of a family: how one kind of server words a schema error. All data.

A server words a schema error with a generic sentence, made from the kind of error and its place. Servers built with the
same library share these sentences, so a target names its family instead of listing a sentence for every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.targets.refusal_words import Words, fill

Place = Callable[[Path, Sequence[Json]], str]
"""Path in the request and the value at each of its steps → the place, in the server's notation."""


@dataclass(frozen=True)
class Family:
    name: str
    place: Place
    sentences: Mapping[str, Words]
    """Kind of problem, or kind and details (`length:max:string`, `value:tag`) → its error message.

    They may use `{path}`, `{holder}` (the place of the object that lacks or has a field), `{field}`, `{value}`,
    `{shown}` (the value as JSON), `{allowed}`, `{expected}`, `{got}`, `{limit}`, `{length}`, `{pattern}`.
    """
    list_values: Callable[[Sequence[str]], str]
    expected: Mapping[str, str]
    """JSON type → the server's name for it as the expected type."""
    got: Callable[[Json], str]
    """A value of the wrong type → the server's description of it."""
    join_expected: Callable[[Sequence[str]], str] = " or ".join
    places: Mapping[str, Place] = field(default_factory=dict)
    """Kinds of problems whose place is written differently, because another part of the server reports them."""
    around: Callable[[str, Path, Sequence[Json]], str] = lambda text, path, values: text
    """Wraps the sentence in the text that the server adds, depending on the place."""

    def words(self, kind: str, path: Path, values: Sequence[Json], facts: Mapping[str, Json]) -> Words | None:
        """The error message for a problem; None if it is unknown."""
        details = [str(facts[key]) for key in ("bound", "of") if key in facts]
        detailed = ":".join([kind, *details])
        template = self.template(detailed)
        if template is None:
            return None
        all_facts = self._facts(_most_detailed(self.places, detailed) or self.place, path, values, facts)
        param = fill(template.param, all_facts) if template.param else None
        return Words(self.around(fill(template.text, all_facts), path, values), param, template.code, template.type)

    def template(self, kind: str) -> Words | None:
        """The unfilled sentence for a kind of problem, with as many of its details as possible."""
        return _most_detailed(self.sentences, kind)

    def _facts(self, place: Place, path: Path, values: Sequence[Json], facts: Mapping[str, Any]) -> dict[str, Json]:
        value = facts.get("value")
        expected = [self.expected.get(name, name) for name in facts.get("expected", ())]
        return dict(facts) | {
            "path": place(path, values),
            "holder": place(path[:-1], values[:-1]),
            "field": path[-1] if path else "",
            "value": value if isinstance(value, str) else _shown(value),
            "shown": _shown(value),
            "allowed": self.list_values(facts.get("allowed", ())),
            "expected": self.join_expected(expected),
            "got": self.got(value),
        }


_Value = TypeVar("_Value")


def _most_detailed(entries: Mapping[str, _Value], kind: str) -> _Value | None:
    """The entry for a kind of problem with all its details, or else with fewer of them."""
    while kind not in entries and ":" in kind:
        kind = kind.rpartition(":")[0]
    return entries.get(kind)


def _shown(value: object) -> str:
    """The value as JSON, shortened: servers cut long values too, each at another length."""
    text = compact(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def dotted(path: Path, values: Sequence[Json]) -> str:
    """`messages.3.content`."""
    return ".".join(str(step) for step in path)


def bracketed(path: Path, values: Sequence[Json] = ()) -> str:
    """`messages[3].content`."""
    place = ""
    for step in path:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else step
    return place
