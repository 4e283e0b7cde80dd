"""How spec 001 rewrites the ids of a history: collisions, mismatches created or healed, ids that do not come back."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.findings import Finding, Fix
from workbench.checks.journey import Journey
from workbench.checks.similar_ids import mismatch_cause
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.rules.contract import Violation, at, route_rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.rethreading import rethread
from workbench.rules.editing.rewriting_ids import rewritten_everywhere, unique_id
from workbench.rules.occasions import rewrites_ids
from workbench.targets.contract import ERROR, INFO, Target


def keep_apart(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call")
    if event is None or not isinstance(event.id, str):
        return None
    new = unique_id(context, event)
    if new is None:
        return None
    why = "Both ids would become the same. The second gets a new one, on its call and its results."
    return rewritten_everywhere(context, event.id, new, why)


@route_rule(
    "ID301",
    "tool-id-collision",
    ERROR,
    with_rules=("tool-id-duplicate",),
    fix=keep_apart,
    explains="cause",
    occasion=rewrites_ids,
)
def tool_id_collision(journey: Journey, target: Target) -> Iterator[Violation]:
    """Two different ids become the same id in the conversion.

    Spec 001 replaces one known prefix: `x`, `call_x`, `toolu_x` and `hist_tool_x` all become `call_x`. Two calls can
    then no longer be distinguished.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "toolu_1", "name": "f", "parameters": {}},
           {"type": "tool_call", "id": "hist_tool_1", "name": "g", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "toolu_1", "result": "a"},
           {"type": "tool_response", "callId": "hist_tool_1", "result": "b"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}},
           {"type": "tool_call", "id": "hist_tool_2", "name": "g", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"},
           {"type": "tool_response", "callId": "hist_tool_2", "result": "b"}]}]
    """
    if not _normalises(journey):
        return
    seen: dict[str, Event] = {}
    for row in journey.ids:
        if row.calls and row.collides_with:
            if row.normalised in seen:
                first = seen[row.normalised]
                text = f"{quoted(row.raw)} and {quoted(first.id)} both become {quoted(row.normalised)}."
                yield at(row.calls[0], text, "id", partner=first, cause=f"duplicate id {row.normalised}")
            seen.setdefault(row.normalised, row.calls[0])


@route_rule(
    "ID302",
    "tool-id-mismatch-created",
    ERROR,
    with_rules=("tool-id-mismatch", "tool-result-missing"),
    fix=rethread,
    explains="cause",
    occasion=rewrites_ids,
)
def tool_id_mismatch_created(journey: Journey, target: Target) -> Iterator[Violation]:
    """A call and its result match in the history, but no longer match after conversion.

    Only the first known prefix is replaced, once: `hist_tool_toolu_1` becomes `call_toolu_1`, its result `toolu_1`
    becomes `call_1`. The program that wrote the history strips all prefixes; the one that sends it strips one.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_toolu_1", "name": "f",
           "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "toolu_1", "result": "a"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_toolu_1", "name": "f",
           "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_toolu_1", "result": "a"}]}]
    """
    if not _normalises(journey):
        return
    rows = {row.raw: row for row in journey.ids}
    for row in rows.values():
        if row.results and row.mismatch_created:
            other = rows[row.mismatch_created[0]]
            text = (
                f"The call became {quoted(other.normalised)}, its result {quoted(row.normalised)}: "
                "one prefix was stripped from each."
            )
            yield at(
                row.results[0],
                text,
                "id",
                partner=other.calls[0],
                cause=mismatch_cause(row.normalised, other.normalised),
            )


@route_rule("ID303", "tool-id-mismatch-healed", INFO, fix=rethread, occasion=rewrites_ids)
def tool_id_mismatch_healed(journey: Journey, target: Target) -> Iterator[Violation]:
    """A call and its result have different ids in the history, but the same id after conversion.

    The provider accepts it. A program that reads the stored history may not.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "call_1", "result": "a"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"}]}]
    """
    if not _normalises(journey):
        return
    rows = {row.raw: row for row in journey.ids}
    for row in rows.values():
        if row.results and row.healed_by:
            call = rows[row.healed_by[0]].calls[0]
            ids = f"The result has the id {quoted(row.raw)}, its call {quoted(call.id)}"
            text = f"{ids}; both become {quoted(row.normalised)}."
            yield at(row.results[0], text, "id", partner=call, cause=f"healed {row.normalised}")


@route_rule("ID304", "tool-id-not-round-trip", INFO, occasion=rewrites_ids)
def tool_id_not_round_trip(journey: Journey, target: Target) -> Iterator[Violation]:
    """An id is different after the round trip.

    Spec 001 restores only `hist_tool_` ids; `toolu_x` and bare ids return as `hist_tool_x`, and their origin is lost.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "toolu_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "toolu_1", "result": "a"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"}]}]
    """
    if not _normalises(journey):
        return
    for row in journey.ids:
        if not row.comes_back and row.calls:
            yield at(
                row.calls[0], f"{quoted(row.raw)} comes back as {quoted(row.back)}.", "id", cause="ids do not come back"
            )


def _normalises(journey: Journey) -> bool:
    """Whether the route rewrites ids as spec 001 does."""
    edges = [column.edge for column in journey.stages.columns[1:2]]
    return any(edge is not None and edge.normalises_ids for edge in edges)
