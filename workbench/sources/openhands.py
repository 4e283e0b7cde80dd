"""OpenHands: the events of a conversation, as the agent SDK stores them or as older versions write a trajectory.

Calls of one answer are events of their own; they are joined by the id of that answer, as the program joins them when
it builds a request. What a condensation forgets is not sent again; its summary is.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, text_of

_Events = list[tuple[Path, dict[str, Json]]]
_ANSWERS = ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation")
_SILENT = frozenset({"change_agent_state", "recall", "null", "condensation", "condensation_request"})
"""Actions that the model neither made nor sees."""


def recognise(material: Material) -> bool:
    return material.mostly(_is_sdk_event) or material.mostly(_is_old_event) or material.mostly(_is_run)


def _is_sdk_event(event: dict[str, Json]) -> bool:
    kind = as_text(event.get("kind"))
    return has(event, "id", "timestamp", "source") and (kind.endswith("Event") or kind in _ANSWERS)


def _is_old_event(event: dict[str, Json]) -> bool:
    return has(event, "source") and ("action" in event or "observation" in event) and "kind" not in event


def _is_run(row: dict[str, Json]) -> bool:
    """A line of the output of a benchmark, which has the events of one run."""
    return has(row, "instance_id", "history") and any(_is_old_event(event) for _, event in _flat(row["history"], ()))


def read(material: Material) -> Iterator[Found]:
    if material.mostly(_is_run):
        for place, row in material.records:
            events = _flat(row.get("history"), (*place, "history"))
            yield from _conversation(events, in_text(row.get("instance_id")))
        return
    events = list(material.records)
    if isinstance(material.value, dict):
        raise NothingToJudgeError("it is one event of a conversation; open all of them as one list, or as lines")
    yield from _conversation(events, "")


def _flat(history: object, at: Path) -> _Events:
    """The events of a history; the first versions kept an action and its observation as a pair."""
    found: _Events = []
    for number, item in enumerate(_listed(history)):
        found += [((*at, number), item)] if isinstance(item, dict) else objects(item, (*at, number))
    return found


def _conversation(events: _Events, label: str) -> Iterator[Found]:
    turns = ChatTurns()
    if any(_is_sdk_event(event) for _, event in events):
        _add_sdk_events(turns, events)
    else:
        _add_old_events(turns, events)
    if turns.messages:
        when = as_text(events[-1][1].get("timestamp"))
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=Facts(label, when=when))


def _add_sdk_events(turns: ChatTurns, events: _Events) -> None:
    forgotten = {
        event_id
        for _, event in events
        for event_id in _listed(event.get("forgotten_event_ids"))
        if isinstance(event_id, str)
    }
    answers: dict[str, _Events] = {}
    for place, event in events:
        if event.get("kind") == "ActionEvent":
            answers.setdefault(_answer_id(event), []).append((place, event))
    for place, event in events:
        kind = as_text(event.get("kind"))
        if as_text(event.get("id")) in forgotten:
            continue
        if kind == "ActionEvent":
            _add_actions(turns, answers.pop(_answer_id(event), []))
        elif kind in _ANSWERS:
            said = text_of(member(event, "observation", "content")) or in_text(
                event.get("error") or event.get("rejection_reason") or member(event, "observation", "content")
            )
            turns.result(event.get("tool_call_id"), said, place)
        elif kind == "SystemPromptEvent":
            turns.say("system", in_text(member(event, "system_prompt", "text")), place)
        elif kind == "MessageEvent":
            message = member(event, "llm_message")
            turns.say(as_text(member(message, "role")), text_of(member(message, "content")), (*place, "llm_message"))
        elif kind == "Condensation" and as_text(event.get("summary")):
            turns.say("user", event["summary"], place)


def _listed(value: object) -> list[Json]:
    return value if isinstance(value, list) else []


def _answer_id(event: dict[str, Json]) -> str:
    return in_text(event.get("llm_response_id") or event.get("id"))


def _add_actions(turns: ChatTurns, actions: _Events) -> None:
    calls = [
        Call(
            event.get("tool_call_id"),
            event.get("tool_name"),
            member(event, "tool_call", "arguments") or member(event, "tool_call", "function", "arguments"),
            place,
        )
        for place, event in actions
    ]
    if actions:
        place, first = actions[0]
        turns.answer(text_of(first.get("thought")), calls, place)


def _add_old_events(turns: ChatTurns, events: _Events) -> None:
    answers: dict[str, list[Call]] = {}
    for place, event in events:
        if (call := _old_call(event, place)) is not None:
            answers.setdefault(_old_answer_id(event), []).append(call)
    for place, event in events:
        about, action = as_object(event.get("tool_call_metadata")), as_text(event.get("action"))
        if "observation" in event:
            if has(about, "tool_call_id"):
                turns.result(about["tool_call_id"], event.get("content"), place)
        elif action in _SILENT or event.get("source") == "environment":
            continue
        elif _old_call(event, place) is not None:
            if calls := answers.pop(_old_answer_id(event), []):
                turns.answer(text_of(member(_old_message(event), "content")), calls, place)
        elif words := as_text(member(event, "args", "content")) or as_text(event.get("message")):
            role = "system" if action == "system" else "user" if event.get("source") == "user" else "assistant"
            turns.say(role, words, place)


def _old_call(event: dict[str, Json], place: Path) -> Call | None:
    """The call that an action was made from. Nothing answers the one that finishes, which is sent again as words."""
    about = as_object(event.get("tool_call_metadata"))
    if not has(about, "tool_call_id", "function_name") or "observation" in event or event.get("action") == "finish":
        return None
    made = [call for _, call in objects(member(_old_message(event), "tool_calls"))]
    arguments = next(
        (member(call, "function", "arguments") for call in made if call.get("id") == about["tool_call_id"]), None
    )
    return Call(about["tool_call_id"], about["function_name"], arguments or event.get("args"), place)


def _old_message(event: dict[str, Json]) -> Json:
    return member(event, "tool_call_metadata", "model_response", "choices", 0, "message")


def _old_answer_id(event: dict[str, Json]) -> str:
    return in_text(member(event, "tool_call_metadata", "model_response", "id") or event.get("id"))


SOURCE = Source(
    "openhands",
    "OpenHands conversation",
    recognise,
    read,
    program_repairs={"tool-result-missing": "OpenHands leaves such a call out when it builds the request."},
    signs=frozenset({"source", "history"}),
)
