"""What a family of words is: how one kind of server says that a request breaks its schema. All data.

A server reports a broken schema with a generic sentence, made from what is broken and where. Servers built with the
same library share these sentences, so a target names its family instead of holding a sentence for every field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.targets.refusal_words import Words, fill

Place = Callable[[Path, Sequence[Json]], str]
"""Path in the request, and the value at every step of it → the place as this server writes it."""


@dataclass(frozen=True)
class Family:
    name: str
    place: Place
    sentences: Mapping[str, Words]
    """Kind of problem, or kind and detail (`length:max:string`, `value:tag`), the more detailed first → its words.

    They may use `{path}`, `{holder}` (the place of the object that lacks or has a field), `{field}`, `{value}`,
    `{shown}` (the value as JSON), `{allowed}`, `{expected}`, `{got}`, `{limit}`, `{length}`, `{pattern}`.
    """
    list_values: Callable[[Sequence[str]], str]
    expected: Mapping[str, str]
    """JSON type → how the server says that it wants one."""
    got: Callable[[Json], str]
    """A value of the wrong type → how the server says what it got."""
    join_expected: Callable[[Sequence[str]], str] = " or ".join
    places: Mapping[str, Place] = field(default_factory=dict)
    """Kinds of problems whose place this server writes in another way, because another part of it reports them."""
    around: Callable[[str, Path, Sequence[Json]], str] = lambda text, path, values: text
    """What the server puts around the sentence, by the place."""

    def words(self, kind: str, path: Path, values: Sequence[Json], facts: Mapping[str, Json]) -> Words | None:
        """The refusal of a problem; None where it is not known how this server says it."""
        details = [str(facts[key]) for key in ("bound", "of") if key in facts]
        detailed = ":".join([kind, *details])
        template = self.template(detailed)
        if template is None:
            return None
        known = self._facts(_most_detailed(self.places, detailed) or self.place, path, values, facts)
        param = fill(template.param, known) if template.param else None
        return Words(self.around(fill(template.text, known), path, values), param, template.code, template.type)

    def template(self, kind: str) -> Words | None:
        """The sentence for a kind of problem, or for what it is a detail of; its facts are not filled in."""
        return _most_detailed(self.sentences, kind)

    def _facts(self, place: Place, path: Path, values: Sequence[Json], facts: Mapping[str, Any]) -> dict[str, Json]:
        value = facts.get("value")
        wanted = [self.expected.get(name, name) for name in facts.get("expected", ())]
        return dict(facts) | {
            "path": place(path, values),
            "holder": place(path[:-1], values[:-1]),
            "field": path[-1] if path else "",
            "value": value if isinstance(value, str) else _shown(value),
            "shown": _shown(value),
            "allowed": self.list_values(facts.get("allowed", ())),
            "expected": self.join_expected(wanted),
            "got": self.got(value),
        }


_Value = TypeVar("_Value")


def _most_detailed(known: Mapping[str, _Value], kind: str) -> _Value | None:
    """What there is for a kind of problem with all its details, else with fewer of them."""
    while kind not in known and ":" in kind:
        kind = kind.rpartition(":")[0]
    return known.get(kind)


def _shown(value: object) -> str:
    """As JSON; servers cut what is long, and each elsewhere."""
    text = compact(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def dotted(path: Path, values: Sequence[Json]) -> str:
    """`messages.3.content`."""
    return ".".join(str(step) for step in path)


def bracketed(path: Path, values: Sequence[Json] = ()) -> str:
    """`messages[3].content`."""
    words = ""
    for step in path:
        words += f"[{step}]" if isinstance(step, int) else f".{step}" if words else step
    return words
