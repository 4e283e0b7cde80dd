"""Agno: the output of a run, and sessions with their runs, as JSON or as rows of its database.

A run stores the messages that were sent, each with the framework's own fields. Runs of a session repeat earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import JsonObject
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import RECORDS, TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_object, as_text, has, in_text, member, objects, opened
from workbench.sources.recorded_calls import longest_histories

_TABLE = "agno_sessions"
_OWNERS = ("agent_id", "team_id", "agent_name", "team_name")


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return _TABLE in material.object
    return material.mostly(lambda record: _is_run(record) or _is_session(record))


def _is_run(record: object) -> bool:
    named = any(member(record, key) for key in (*_OWNERS, "session_id"))
    return named and has(record, "run_id") and has(member(record, "messages", 0), "role")


def _is_session(record: JsonObject) -> bool:
    runs = [run for _, run in _runs(record, ())][:3]
    return has(record, "session_id") and any(map(_is_run, runs))


def _runs(session: JsonObject, place: Path) -> Iterator[tuple[Path, Object]]:
    """Yield the runs of a session. The first versions kept them in its memory, each under `response`."""
    yield from objects(opened(session.get("runs")), (*place, "runs"))
    memory = opened(session.get("memory"))
    for at, run in objects(member(memory, "runs"), (*place, "memory", "runs")):
        yield (*at, "response"), as_object(run.get("response"))


def read(material: Material) -> Iterator[Found]:
    found = longest_histories([run for run in _all(material) if run.messages])
    if not found:
        raise NothingToJudgeError("none of its runs has messages")
    yield from found


def _all(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        records: list[tuple[Path, Object]] = list(objects(material.object.get(_TABLE), (_TABLE,)))
    else:
        records = list(material.records)
    for place, record in records:
        if _is_run(record):
            yield _run(record, place)
            continue
        for at, run in _runs(record, place):
            yield _run(run, at)


def _run(run: JsonObject, place: Path) -> Found:
    turns = ChatTurns()
    for at, message in objects(run.get("messages"), (*place, "messages")):
        together = list(objects(message.get("tool_calls"), (*at, "tool_calls")))
        if message.get("role") == "tool" and together and not message.get("tool_call_id"):
            for spot, result in together:
                turns.result(result.get("tool_call_id") or result.get("id"), result.get("content"), spot)
        else:
            turns.take(message, at)
    facts = Facts(in_text(member(run, "input", "input_content"))[:80], as_text(run.get("model")))
    return Found(turns.messages, turns.places, FORMAT, label=as_text(run.get("run_id")), facts=facts)


SOURCE = Source(
    "agno",
    "Agno session",
    recognise,
    read,
    RECORDS | {TABLES},
    signs=frozenset({"run_id", "runs", "memory"}),
)
