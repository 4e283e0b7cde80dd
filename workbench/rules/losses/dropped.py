"""Messages and blocks that the conversion drops.

These rules compare the events, not the fields, of the original history with those of the last column of its route.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.approvals import is_approval
from workbench.checks.findings import Finding, Fix
from workbench.checks.journey import Journey
from workbench.converters.tool_ids import wire_id
from workbench.formats.contract import Event
from workbench.json.lost_words import has_no_words
from workbench.json.patch import add, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, route_rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.speaker import role_by_content
from workbench.rules.editing.splitting import split_calls_from_results
from workbench.rules.occasions import may_drop_blocks, may_drop_messages
from workbench.rules.roles.unsupported import write_native_role
from workbench.targets.contract import ERROR, INFO, WARNING, Target


@route_rule("LO502", "message-dropped", ERROR, fix=write_native_role, explains="cause", occasion=may_drop_messages)
def message_dropped(journey: Journey, target: Target) -> Iterator[Violation]:
    """A message does not appear in the converted history.

    Spec 000 drops every message of the speaker `tool` that has no tool_response block (line 39), and every unknown
    speaker. Its content never reaches the model. It is an error if a call or a result is dropped with it.

    Bad (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "tool", "blocks": [{"type": "text", "text": "The build is green."}]}]
    Good (openai):
        [{"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]},
         {"speaker": "human", "blocks": [{"type": "text", "text": "The build is green."}]}]
    """
    if not journey.is_converted:
        return
    for index in sorted(set(range(len(journey.internal.messages))) - journey.reached):
        events = journey.internal.of_message(index)
        is_unknown = journey.internal.roles[index] == "other" and not has_no_words(journey.internal.messages[index])
        if not events and not is_unknown:
            continue
        lost_tool = any(event.kind in ("call", "result") for event in events)
        text = "The conversion drops this message; the model never sees it."
        severity = INFO if events and all(map(is_approval, events)) else None if lost_tool else WARNING
        yield at_message(index, text, severity=severity, cause=_cause(events[0]) if events else "")


def split_from_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Move all blocks but the results to a new message of the same speaker."""
    if (split := split_calls_from_results(context, finding.message_index)) is not None:
        return split
    if (corrected := role_by_content(context, finding.message_index)) is not None:
        return corrected
    message = context.message(finding.message_index)
    traits, role_key = context.format.traits, context.format.role_key
    if not traits.results_stand_alone or not isinstance(message, dict) or not context.in_list:
        return None
    blocks = message.get(traits.parts_key)
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return None
    answering = {event.path[1] for event in context.events(finding.message_index) if event.kind == "result"}
    results = [block for number, block in enumerate(blocks) if number in answering]
    others = [block for number, block in enumerate(blocks) if number not in answering]
    speaker, envelope = _speaker(context, finding.message_index), context.envelope(results)
    if not results or not others or speaker is None or envelope is None:
        return None
    place = context.pointer(finding.message_index)
    rest = {**message, role_key: speaker, traits.parts_key: others}
    patch = (replace(place, envelope), add(context.pointer(finding.message_index + 1), rest))
    why = "Every block keeps its content and speaker; only the message is split."
    return Fix("Split results and other content into separate messages", patch, True, why, 0.9)


def _speaker(context: RepairContext, index: int) -> Json:
    """The speaker of the blocks next to the results: the message's own, or the model if they include calls."""
    if context.chat.roles[index] in ("user", "assistant"):
        return context.message(index)[context.format.role_key]
    calls = any(event.kind == "call" for event in context.events(index))
    return context.native_role("assistant") if calls else None


@route_rule("LO503", "block-dropped", ERROR, fix=split_from_results, explains="cause", occasion=may_drop_blocks)
def block_dropped(journey: Journey, target: Target) -> Iterator[Violation]:
    """A block does not appear in the converted message.

    Spec 000 keeps only the responses of a message with a tool_response, only text and calls of an assistant message,
    and only text of a system message. A lost tool call leaves its result without a call: that is an error. Not every
    API accepts thinking, and an approval is for the SDK, not for the model, so losing these is only a note.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "human", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"},
           {"type": "text", "text": "Go on."}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "a"}]},
         {"speaker": "human", "blocks": [{"type": "text", "text": "Go on."}]}]
    """
    if not journey.is_converted:
        return
    sources = journey.stages.wire.sources
    for index, positions in journey.positions.items():
        if len(positions) == 1 and journey.carries_all_kinds(index, positions[0]):
            continue  # nearly always
        if [position for position in positions if len(sources[position]) > 1]:
            continue  # merged with others, so counts cannot be compared
        sent = journey.on_wire(positions[0])
        for position in positions[1:]:
            sent = sent + journey.on_wire(position)
        for event in _not_carried(journey.internal.of_message(index), sent, journey.system_texts):
            severity = INFO if is_approval(event) else {"call": ERROR, "thought": INFO}.get(event.kind, WARNING)
            text = f"The {KIND_NAMES.get(event.kind, event.kind)} is lost in the conversion."
            yield at(event, text, severity=severity, cause=_cause(event))


KIND_NAMES = {
    "call": "tool call",
    "result": "tool result",
    "thought": "thinking",
    "server_call": "server tool call",
    "other": "unknown block",
}


def _cause(event: Event) -> str:
    """The cause that a loss shares with its effect: an orphaned result for a lost call, or an unanswered call."""
    if event.kind in ("call", "result") and isinstance(event.id, str):
        return f"{'orphan' if event.kind == 'call' else 'missing'} {wire_id(event.id)}"
    return f"dropped {event.message} {event.path}"


def _not_carried(original: list[Event], sent: list[Event], system_texts: list[str]) -> list[Event]:
    """Original events without a counterpart among those sent. One text that is sent may join several original texts,
    and a system text may be sent outside of the messages."""
    texts = [event.value for event in sent if event.kind == "text" and isinstance(event.value, str)]
    joined = texts[0] if len(texts) == 1 and not system_texts else "\0".join([*texts, *system_texts])
    unmatched = [event for event in original if not _is_text(event) or str(event.value) not in joined]
    return unmatched and _not_counted(unmatched, [event.kind for event in sent])


def _is_text(event: Event) -> bool:
    return event.kind == "text" and isinstance(event.value, str)


def _not_counted(unmatched: list[Event], sent_kinds: list[str]) -> list[Event]:
    """The unmatched events whose kind occurs less often among the events sent."""
    used = {"call": 0, "result": 0}
    lost: list[Event] = []
    for event in unmatched:
        if event.kind in used:
            used[event.kind] += 1
            is_lost = used[event.kind] > sent_kinds.count(event.kind)
        else:
            has_counterpart = event.kind in sent_kinds or event.value in NOTHING
            is_lost = event.kind == "other" or _is_text(event) or not has_counterpart
        if is_lost:
            lost.append(event)
    return lost


NOTHING: tuple[Json, ...] = ("", None, [], {})
