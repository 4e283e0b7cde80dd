"""Google ADK: sessions of events with Gemini contents, and eval sets with recorded turns."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.origin import Facts
from workbench.sources.contract import TABLES, VALUE, Found, Material, Source
from workbench.sources.google_adk_context import Turn, as_context, is_on_branch, is_question, paired, speaker_of
from workbench.sources.reading import as_text, has, in_text, member, objects, opened, text_of
from workbench.sources.transcript import Transcript

_CAMEL = {
    "function_call": "functionCall", "function_response": "functionResponse", "inline_data": "inlineData",
    "file_data": "fileData", "mime_type": "mimeType", "file_uri": "fileUri", "thought_signature": "thoughtSignature",
    "executable_code": "executableCode", "code_execution_result": "codeExecutionResult", "display_name": "displayName",
}  # fmt: skip
_OWN_ID = "adk-"
_Event = tuple[dict[str, Json], Path]


def recognise(material: Material) -> bool:
    events = material.object.get("events")
    if material.kind == TABLES:
        return has(member(events, 0), "session_id", "invocation_id", "author", "content")
    return isinstance(events, list) and any(
        has(event, "author") and (has(event, "invocation_id") or has(event, "invocationId")) for event in events[:10]
    )


def recognise_eval(material: Material) -> bool:
    return has(material.value, "eval_cases") or has(material.value, "evalCases")


def read(material: Material) -> Iterator[Found]:
    for session, events in _sessions(material):
        yield from _conversation(session, events)


def _sessions(material: Material) -> Iterator[tuple[dict[str, Json], list[_Event]]]:
    """Yield the session of a file, or the sessions of a database. Pickled values (`actions`) are never unpickled."""
    events = [(event, place) for place, event in objects(material.object.get("events"), ("events",))]
    if material.kind != TABLES:
        yield material.object, events
        return
    headers = {in_text(row.get("id")): row for _, row in objects(material.object.get("sessions"))}
    by_session: dict[str, list[_Event]] = {}
    for row, place in events:
        event = {**row, "content": opened(row.get("content")), "actions": opened(row.get("actions"))}
        by_session.setdefault(in_text(row.get("session_id")), []).append((event, place))
    for session_id, held in by_session.items():
        yield headers.get(session_id, {"id": session_id}), held


def _conversation(session: dict[str, Json], events: list[_Event]) -> Iterator[Found]:
    transcript = Transcript()
    active = _active(events)
    speaker, branch = speaker_of([event for event, _ in active])
    turns: list[Turn] = []
    others: set[str] = set()
    for event, place in active:
        content, author = event.get("content"), as_text(event.get("author"))
        parts = list(_parts(member(content, "parts"), (*place, "content", "parts")))
        if not is_on_branch(event, branch) or any(is_question(part) for part, _ in parts):
            continue
        turn = Turn(as_text(member(content, "role")) or "user", parts, (*place, "content"))
        if author not in {"", "user", "model", speaker}:
            others.add(author)
            turn = as_context(author, turn)
        turns.append(turn)
    for turn in paired(turns):
        sent = [(_without_own_id(part), place) for part, place in turn.parts]
        transcript.add_blocks(turn.role, sent, turn.at, "parts")
    if transcript.messages:
        remark = f"as sent to {speaker}; turns of {', '.join(sorted(others))} are included as context" if others else ""
        yield Found(
            transcript.messages,
            transcript.places,
            format="gemini",
            remark=remark,
            label=as_text(session.get("id")),
            facts=Facts(
                title=text_of(member(transcript.messages, 0, "parts"))[:80],
                when=str(session.get("last_update_time") or session.get("lastUpdateTime") or ""),
                who=as_text(session.get("user_id") or session.get("userId")),
            ),
        )


def _active(events: list[_Event]) -> list[_Event]:
    """Return the events without partial ones, rewound ones, and those that a compaction replaced."""
    kept: list[_Event] = []
    for event, place in events:
        to = _key(event.get("actions"), "rewind_before_invocation_id")
        compaction = _key(event.get("actions"), "compaction")
        if to:
            start = next((n for n, (old, _) in enumerate(kept) if _key(old, "invocation_id") == to), len(kept))
            del kept[start:]
        elif isinstance(compaction, dict):
            kept = _compacted(kept, compaction, place)
        elif not event.get("partial"):
            kept.append((event, place))
    return kept


def _compacted(kept: list[_Event], compaction: dict[str, Json], place: Path) -> list[_Event]:
    start, end = _key(compaction, "start_timestamp"), _key(compaction, "end_timestamp")
    outside = [(event, at) for event, at in kept if not _is_between(event.get("timestamp"), start, end)]
    summary = {"content": _key(compaction, "compacted_content"), "timestamp": end}
    before = sum(_is_between(event.get("timestamp"), None, start) for event, _ in outside)
    return [*outside[:before], (summary, (*place, "actions", "compaction")), *outside[before:]]


def _is_between(time: object, start: object, end: object) -> bool:
    numbers = [value for value in (start, time, end) if isinstance(value, (int, float))]
    return isinstance(time, (int, float)) and numbers == sorted(numbers)


def _key(value: object, snake: str) -> Json:
    """Look up a key in snake case or camel case."""
    first, *rest = snake.split("_")
    return member(value, snake) or member(value, first + "".join(word.title() for word in rest))


def _parts(parts: object, at: Path) -> Iterator[tuple[dict[str, Json], Path]]:
    for place, part in objects(parts, at):
        written = {_CAMEL.get(key, key): _camel(value) for key, value in part.items() if value is not None}
        if written and written != {"text": ""}:
            yield written, place


def _camel(value: object) -> Json:
    """Rename the fields of a part to camel case, but not the arguments and results of tools."""
    if not isinstance(value, dict):
        return value
    return {_CAMEL.get(key, key): held for key, held in value.items() if held is not None}


def _without_own_id(part: JsonObject) -> dict[str, Json]:
    """Remove an id that ADK generated, as ADK does before sending."""
    for key in ("functionCall", "functionResponse"):
        if as_text(member(part, key, "id")).startswith(_OWN_ID):
            return {**part, key: {name: value for name, value in part[key].items() if name != "id"}}
    return part


def read_eval(material: Material) -> Iterator[Found]:
    key = "eval_cases" if "eval_cases" in material.object else "evalCases"
    for place, case in objects(material.object[key], (key,)):
        transcript = Transcript()
        for at, turn in objects(case.get("conversation"), (*place, "conversation")):
            for name in ("user_content", "userContent"):
                _add_content(transcript, turn.get(name), (*at, name))
            _add_tools(transcript, turn, at)
            for name in ("final_response", "finalResponse"):
                _add_content(transcript, turn.get(name), (*at, name))
        label = in_text(_key(case, "eval_id"))
        if transcript.messages:
            yield Found(transcript.messages, transcript.places, "gemini", label=label, facts=Facts(label))


def _add_content(transcript: Transcript, content: object, at: Path) -> None:
    parts = ((_without_own_id(part), place) for part, place in _parts(member(content, "parts"), (*at, "parts")))
    transcript.add_blocks(as_text(member(content, "role")) or "model", parts, at, "parts")


def _add_tools(transcript: Transcript, turn: dict[str, Json], at: Path) -> None:
    """Add calls with their recorded results: newer files have events, others have two lists.

    The oldest files only have expected calls, which are not a history to send.
    """
    name = "intermediateData" if "intermediateData" in turn else "intermediate_data"
    data, place = turn.get(name), (*at, name)
    for key in ("invocation_events", "invocationEvents"):
        for event_place, event in objects(member(data, key), (*place, key)):
            _add_content(transcript, event.get("content"), (*event_place, "content"))
    uses, responses = ("toolUses", "toolResponses") if has(data, "toolUses") else ("tool_uses", "tool_responses")
    results = list(objects(member(data, responses), (*place, responses)))
    calls = list(objects(member(data, uses), (*place, uses)))
    if not results:
        return
    transcript.add_blocks("model", (({"functionCall": _camel(call)}, place) for place, call in calls), at, "parts")
    answers = (({"functionResponse": _camel(result)}, place) for place, result in results)
    transcript.add_blocks("user", answers, at, "parts")


SOURCE = Source(
    slug="google-adk-session",
    title="Google ADK session",
    recognise=recognise,
    read=read,
    takes=frozenset({VALUE, TABLES}),
    signs=frozenset({"events"}),
)
EVAL = Source(
    "google-adk-eval",
    "Google ADK eval set",
    recognise_eval,
    read_eval,
    frozenset({VALUE}),
    signs=frozenset({"eval_cases", "evalCases"}),
)
