"""A walk through one conversation: what the conversion does to each message, and the verdict of the target.

Every sentence comes from the trace and the findings that the workbench computes for the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters.spec_branches import back_conversion_sentences
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.pointer import PointerError, follow, readable, to_pointer
from workbench.json.text import compact
from workbench.lessons.fields import field_name
from workbench.lessons.link_phrases import phrase_of, with_title
from workbench.outputs.visible import shortened
from workbench.provenance import Link, Spot
from workbench.provenance.losses import reported_losses
from workbench.provenance.route import HopTrace
from workbench.repairs.fixes import with_fixes
from workbench.stages import Response

_UNREMARKABLE = ("copied", "renamed")
_MAX_SENTENCES = 12
_MAX_VALUE_LENGTH = 60


@dataclass(frozen=True)
class Step:
    """What happens to one message."""

    message: int
    title: str
    sentences: tuple[str, ...]


class Walk:
    def __init__(self, conversation: Conversation, target: str) -> None:
        self._conversation, self._target = conversation, target

    @cached_property
    def report(self) -> Report:
        return with_fixes(check(self._conversation, self._target))

    @property
    def route(self) -> str:
        """The titles of the formats on the route."""
        return " → ".join(FORMATS[column.format].title for column in self.report.journey.stages.columns)

    @property
    def conversions(self) -> list[str]:
        """For each hop, the rules that its conversion follows."""
        columns = self.report.journey.stages.columns
        hops = [(FORMATS[column.format].title, column.edge.story) for column in columns if column.edge]
        return [f"Conversion to {title}: {story}." for title, story in hops]

    def __len__(self) -> int:
        return len(self._conversation.messages)

    def step(self, index: int) -> Step:
        """Explain what happens to message `index` on each hop and on the way back."""
        role = self.report.journey.internal.roles[index]
        sentences = [*self._forwards(index), *self._back(index)]
        if len(sentences) > _MAX_SENTENCES:
            sentences = [*sentences[:_MAX_SENTENCES], f"There are {len(sentences) - _MAX_SENTENCES} more changes."]
        return Step(index, f"Message {index}, {role}", tuple(sentences))

    def _forwards(self, index: int) -> Iterator[str]:
        stages, tracer = self.report.journey.stages, self.report.journey.tracer
        if len(stages.columns) == 1:
            yield f"{self.report.target.title} accepts this format, so the message is sent as it is."
            return
        for hop in tracer.hops(index):
            yield from self._one_hop(index, hop)
        for lost in reported_losses(tracer, index):
            name = f"`{_name(lost.loss.source)}`"
            what = f"Only the presence of {name} is carried" if lost.loss.presence_only else f"{name} is lost"
            yield f"{what}: {with_title(lost.why)}."

    def _one_hop(self, index: int, hop: HopTrace) -> Iterator[str]:
        stages = self.report.journey.stages
        column, before = stages.columns[hop.hop], stages.columns[hop.hop - 1]
        assert column.edge is not None
        sources, count = stages.cells(index)[hop.hop - 1], len(stages.cells(index)[hop.hop])
        if not sources:
            return  # an earlier hop dropped it or moved it out of the messages
        title = f"To {FORMATS[column.format].title}"
        branches = [column.edge.branch(before.messages[at]) for at in sources]
        yield " ".join([f"**{title}.**", *filter(None, branches), _outcome(count)])
        changed: dict[tuple[str, Spot], list[Link]] = {}
        for link in hop.trace.links:
            if link.how not in _UNREMARKABLE and link.how != "presence only":
                changed.setdefault((field_name(link.source.path), link.target), []).append(link)
        for (field, _), links in changed.items():
            yield _changed(field, links, before.messages, column.messages)
        for spot in hop.trace.inventions:
            yield f"`{_name(spot)}` is invented: {_value(column.messages, spot)}. It comes from nothing in the message."

    def _back(self, index: int) -> Iterator[str]:
        stages = self.report.journey.stages
        response = stages.response(index)
        if response is None:
            return
        sentences = " ".join(self._back_conversion(response))
        yield f"**And back.** The answer came from a response of the API. {sentences}".strip()
        changed = stages.differences(index)
        if all(row.kind == "added" for row in changed):
            yield "Converted back, it is the same as before."
        added = {compact(row.after): row for row in changed if row.kind == "added"}
        for row in changed:
            path = f"`{readable(to_pointer(row.path))}`"
            if row.kind == "changed":
                yield f"Converted back, {path} is {_short(row.after)}; it was {_short(row.before)}."
            elif row.kind == "missing" and (moved := added.get(compact(row.before))) is not None:
                yield f"Converted back, the value of {path} is in `{readable(to_pointer(moved.path))}`."
            elif row.kind == "missing":
                yield f"Converted back, {path} is missing; it was {_short(row.before)}."

    def _back_conversion(self, response: Response) -> list[str]:
        return back_conversion_sentences(response.contents) if self._conversation.format == OWN_FORMAT else []


def _changed(field: str, links: list[Link], before: object, after: object) -> str:
    """Return a sentence about a change. Values that go into one target value, such as arguments, share a sentence."""
    link = links[0]
    what = f"`{field}` → `{field_name(link.target.path)}`: {phrase_of(link.how)}"
    if len(links) > 1:
        return f"{what}. It becomes {_value(after, link.target)}."
    old, new = _value(before, link.source), _value(after, link.target)
    return f"{what}: {new}." if old == new else f"{what}. {old} becomes {new}."


def _outcome(count: int) -> str:
    if count == 0:
        return "It does not become a separate message."
    return "It becomes one message." if count == 1 else f"It becomes {count} messages."


def _name(spot: Spot) -> str:
    return readable(to_pointer(spot.path)) or "the message"


def _value(messages: Any, spot: Spot) -> str:
    try:
        return (
            _short(follow(messages[spot.message], spot.path)) if spot.message >= 0 else "a value outside the messages"
        )
    except PointerError:
        return "nothing"


def _short(value: object) -> str:
    return f"`{shortened(compact(value), _MAX_VALUE_LENGTH).replace('`', chr(39))}`"
