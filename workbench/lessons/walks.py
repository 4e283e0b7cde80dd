"""A walk through one conversation: message by message what the conversion decides, then who would say what to it.

Every sentence is made from the trace and the findings of the conversation, as the workbench makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters.loss_reasons import CANNOT_REPRESENT_IT
from workbench.converters.spec_branches import back_conversion_sentences
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.pointer import PointerError, follow, readable, to_pointer
from workbench.json.text import Json, compact
from workbench.lessons.fields import field_name
from workbench.lessons.happenings import happening
from workbench.outputs.visible import shortened
from workbench.provenance import Link, Spot
from workbench.provenance.losses import reported_losses
from workbench.provenance.route import HopTrace
from workbench.repairs.fixes import with_fixes
from workbench.stages import Response

_PLAIN = ("copied", "renamed")
_MOST_SENTENCES = 12
_LONGEST_VALUE = 60


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
        """The formats on the way, by their titles."""
        return " → ".join(FORMATS[column.format].title for column in self.report.journey.stages.columns)

    def __len__(self) -> int:
        return len(self._conversation.messages)

    def step(self, index: int) -> Step:
        """What becomes of message `index`, hop by hop and on the way back."""
        role = self.report.journey.internal.roles[index]
        said = [*self._forwards(index), *self._back(index)]
        if len(said) > _MOST_SENTENCES:
            said = [*said[:_MOST_SENTENCES], f"{len(said) - _MOST_SENTENCES} more things happen to it."]
        return Step(index, f"Message {index}, {role}", tuple(said))

    def _forwards(self, index: int) -> Iterator[str]:
        stages, tracer = self.report.journey.stages, self.report.journey.tracer
        if len(stages.columns) == 1:
            yield f"{self.report.target.title} accepts this format, so the message is sent as it is."
            return
        for hop in tracer.hops(index):
            yield from self._one_hop(index, hop)
        for lost in reported_losses(tracer, index):
            name = f"`{_name(lost.loss.source)}`"
            fate = f"Of {name} only its presence is carried" if lost.loss.presence_only else f"{name} is lost"
            yield f"{fate}: {_with_title(lost.why)}."

    def _one_hop(self, index: int, hop: HopTrace) -> Iterator[str]:
        stages = self.report.journey.stages
        column, before = stages.columns[hop.hop], stages.columns[hop.hop - 1]
        assert column.edge is not None
        given, made = stages.cells(index)[hop.hop - 1], len(stages.cells(index)[hop.hop])
        if not given:
            return  # an earlier hop left it out, or put it beside the messages
        title = f"To {FORMATS[column.format].title}"
        branches = [column.edge.branch(before.messages[at]) for at in given]
        yield f"**{title}.** {' '.join(filter(None, branches)) or _story(column.edge.story)} {_outcome(made)}"
        changed: dict[tuple[str, Spot], list[Link]] = {}
        for link in hop.trace.links:
            if link.how not in _PLAIN and link.how != "presence only":
                changed.setdefault((field_name(link.source.path), link.target), []).append(link)
        for (field, _), links in changed.items():
            yield _changed(field, links, before.messages, column.messages)
        for spot in hop.trace.inventions:
            yield f"`{_name(spot)}` is invented: {_value(column.messages, spot)}. Nothing in the message led to it."

    def _back(self, index: int) -> Iterator[str]:
        stages = self.report.journey.stages
        response = stages.response(index)
        if response is None:
            return
        yield f"**And back.** The answer was once a response of the API. {' '.join(self._yielded(response))}".strip()
        changed = stages.differences(index)
        if all(row.kind == "added" for row in changed):
            yield "Converted back, it is the same as before."
        added = {compact(row.after): row for row in changed if row.kind == "added"}
        for row in changed:
            place = f"`{readable(to_pointer(row.path))}`"
            if row.kind == "changed":
                yield f"Converted back, {place} is {_short(row.after)}; it was {_short(row.before)}."
            elif row.kind == "missing" and (moved := added.get(compact(row.before))) is not None:
                yield f"Converted back, the value of {place} is in `{readable(to_pointer(moved.path))}`."
            elif row.kind == "missing":
                yield f"Converted back, {place} is missing; it was {_short(row.before)}."

    def _yielded(self, response: Response) -> list[str]:
        return back_conversion_sentences(response.contents) if self._conversation.format == OWN_FORMAT else []


def _changed(field: str, links: list[Link], before: object, after: object) -> str:
    """Values that go into one, as the arguments of a call do, are told together."""
    link = links[0]
    what = f"`{field}` → `{field_name(link.target.path)}`: {happening(link.how)}"
    if len(links) > 1:
        return f"{what}. It becomes {_value(after, link.target)}."
    old, new = _value(before, link.source), _value(after, link.target)
    return f"{what}: {new}." if old == new else f"{what}. {old} becomes {new}."


def _with_title(why: str) -> str:
    """The title of a format instead of its name, where that is the reason."""
    name = why.removesuffix(CANNOT_REPRESENT_IT)
    return f"{FORMATS[name].title}{CANNOT_REPRESENT_IT}" if name in FORMATS else why


def _outcome(made: int) -> str:
    if made == 0:
        return "It does not become a message of its own."
    return "It becomes one message." if made == 1 else f"It becomes {made} messages."


def _story(story: str) -> str:
    return f"It follows {story}."


def _name(spot: Spot) -> str:
    return readable(to_pointer(spot.path)) or "the message"


def _value(messages: Json, spot: Spot) -> str:
    try:
        return (
            _short(follow(messages[spot.message], spot.path)) if spot.message >= 0 else "a value outside the messages"
        )
    except PointerError:
        return "nothing"


def _short(value: object) -> str:
    return f"`{shortened(compact(value), _LONGEST_VALUE).replace('`', chr(39))}`"
