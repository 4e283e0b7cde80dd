"""ATIF trajectories (`schema_version: "ATIF-v1.6"`): steps of user, system and agent, with calls and results."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, text_of

_ROLES = {"user": "user", "system": "system"}


def recognise(material: Material) -> bool:
    return material.mostly(_is_trajectory)


def _is_trajectory(value: dict[str, Json]) -> bool:
    return as_text(value.get("schema_version")).startswith("ATIF") and isinstance(value.get("steps"), list)


def read(material: Material) -> Iterator[Found]:
    for place, record in material.records:
        if _is_trajectory(record):
            yield from _trajectory(record, place, side=False)


def _trajectory(record: dict[str, Json], place: Path, side: bool) -> Iterator[Found]:
    """Yield the trajectory, then those of its subagents in the same file."""
    turns = ChatTurns()
    for at, step in objects(record.get("steps"), (*place, "steps")):
        _add(turns, step, at)
    label = as_text(record.get("session_id")) or as_text(record.get("trajectory_id"))
    if turns.messages:
        model, when = as_text(member(record, "agent", "model_name")), as_text(member(record, "steps", 0, "timestamp"))
        facts = Facts(as_text(member(record, "agent", "name")), model, when)
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, side=side)
    for at, inner in objects(record.get("subagent_trajectories"), (*place, "subagent_trajectories")):
        yield from _trajectory(inner, at, side=True)


def _add(turns: ChatTurns, step: dict[str, Json], at: Path) -> None:
    source, words = as_text(step.get("source")), text_of(step.get("message"))
    calls = [
        Call(call.get("tool_call_id"), call.get("function_name"), call.get("arguments"), place)
        for place, call in objects(step.get("tool_calls"), (*at, "tool_calls"))
    ]
    if source == "agent":
        if words or calls:
            turns.answer(words, calls, at)
    elif words:
        turns.say(_ROLES.get(source, "user"), words, at)
    results = list(objects(member(step, "observation", "results"), (*at, "observation", "results")))
    _add_results(turns, calls, results)


def _add_results(turns: ChatTurns, calls: list[Call], results: list[tuple[Path, dict[str, Json]]]) -> None:
    """Add results. One without a call id belongs to every call of the step that has no result of its own."""
    named = {as_text(result.get("source_call_id")) for _, result in results} - {""}
    waiting = [call for call in calls if as_text(call.id) not in named]
    for place, result in results:
        words = _words(result)
        if as_text(result.get("source_call_id")):
            turns.result(result["source_call_id"], words, place)
        elif waiting:
            for call in waiting:
                turns.result(call.id, words, place)
            waiting = []
        elif words and not calls:
            turns.say("user", words, place)


def _words(result: dict[str, Json]) -> str:
    content = result.get("content")
    return text_of(content) if isinstance(content, list) and has(member(content, 0), "text") else in_text(content)


SOURCE = Source("atif", "ATIF trajectory", recognise, read, stored=False, signs=frozenset({"schema_version"}))
