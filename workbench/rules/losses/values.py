"""Single values that the conversion loses or changes, found by probing one message per shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.checks.journey import Journey
from workbench.formats.contract import Event
from workbench.json.pointer import follow
from workbench.json.text import compact, object_or_none
from workbench.provenance import Loss
from workbench.rules.contract import Violation, at, at_message, route_rule
from workbench.rules.losses.dropped import KIND_NAMES, NOTHING
from workbench.rules.occasions import is_converted
from workbench.targets.contract import INFO, Target


@route_rule("LO507", "round-trip-changed", INFO)
def round_trip_changed(journey: Journey, target: Target) -> Iterator[Violation]:
    """What the assistant wrote or called is different after the round trip.

    Reported once for all messages of one shape. Another rule reports ids that change.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "ai", "blocks": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "ai", "blocks": [{"type": "text", "text": "One."}]}]
    """
    for index in journey.representatives:
        if journey.internal.roles[index] != "assistant":
            continue
        response = journey.stages.response(index)
        back = journey.internal.format.read(response.back, index) if response else []
        returned = Counter(_identity(event) for event in back)
        for event in journey.internal.of_message(index) if response else ():
            if event.value not in NOTHING and not returned[_identity(event)]:
                yield at(
                    event, f"The {KIND_NAMES.get(event.kind, event.kind)} is different after the round trip.", "value"
                )
                break


def _identity(event: Event) -> str:
    """The content of an event, without its id and independent of how its arguments are written."""
    return f"{event.kind} {event.name} {compact(object_or_none(event.value) or event.value)}"


@route_rule("LO501", "value-lost", INFO, occasion=is_converted)
def value_lost(journey: Journey, target: Target) -> Iterator[Violation]:
    """A field of a message does not exist in the target format.

    Reported once for all messages of one shape. Fields that other rules report are left out.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}], "metadata": {"ts": 1731700211}}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]}]
    """
    if not journey.is_converted:
        return
    reported: set[tuple[str | int, ...]] = set()
    for index in journey.representatives:
        for loss in _losses(journey, index) if index in journey.reached else ():
            pattern = tuple("*" if isinstance(step, int) else step for step in loss.source.path)
            if loss.source.message != index or loss.presence_only or pattern in reported:
                continue
            if follow(journey.internal.messages[index], loss.source.path) in NOTHING:
                continue
            reported.add(pattern)
            if not _is_reported_elsewhere(journey, index, loss.source.path):
                field = ".".join(str(step) for step in pattern if step != "*")
                text = f"{field} does not exist in the converted message."
                yield at_message(index, text, loss.source.path, cause=f"value {field}")


def _losses(journey: Journey, index: int) -> Iterable[Loss]:
    examples = journey.examples
    return journey.tracer.composed(index).losses if examples is None else examples.losses(index)


def _is_reported_elsewhere(journey: Journey, index: int, path: tuple[str | int, ...]) -> bool:
    """Whether the value belongs to an event that `block-dropped` reports, or is the text of an error."""
    return path[-1:] == ("error",) or any(
        event.path and path[: len(event.path)] == event.path and path[len(event.path) :] in event.places.values()
        for event in journey.internal.of_message(index)
    )
