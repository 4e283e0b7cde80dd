"""openai-agents: sessions in a database (Responses items, one per row), and a run's saved state."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.conversation import Note
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import TABLES, VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, has, member, objects, opened
from workbench.sources.transcript import Transcript

_ITEMS = "openai-responses"
_PLACEHOLDER_ID = "__fake_id__"


def _message_table(material: Material) -> str | None:
    """Return the name of the message table, found by its columns because the caller can choose the name."""
    return next(
        (name for name, rows in material.object.items() if has(member(rows, 0), "session_id", "message_data")),
        "agent_messages" if "agent_messages" in material.object else None,
    )


def recognise(material: Material) -> bool:
    return _message_table(material) is not None


def read(material: Material) -> Iterator[Found]:
    table = _message_table(material)
    sessions: dict[Json, Transcript] = {}
    unnamed: dict[Json, list[str]] = {}
    unreadable: dict[Json, int] = {}
    when: dict[Json, str] = {}
    rows = objects(material.object.get(table or ""), (table or "",))
    for place, row in sorted(rows, key=lambda spot: _number(spot[1].get("id"))):
        session = row.get("session_id")
        item = opened(row.get("message_data"))
        transcript = sessions.setdefault(session, Transcript())
        when[session] = as_text(row.get("created_at"))
        if isinstance(item, dict) and "__enc__" not in item:
            transcript.add(
                _with_call_id(_as_sent(item), len(transcript), unnamed.setdefault(session, [])),
                (*place, "message_data"),
            )
        else:
            unreadable[session] = unreadable.get(session, 0) + 1
    if unreadable and not any(map(len, sessions.values())):
        raise NothingToJudgeError("its rows are encrypted or unreadable")
    for session, transcript in sessions.items():
        count = unreadable.get(session, 0)
        notes = (Note("unreadable-line", f"{count} rows cannot be read and are omitted"),) if count else ()
        if transcript.messages:
            facts = Facts(title=str(session), when=when[session])
            yield Found(transcript.messages, transcript.places, _ITEMS, label=str(session), facts=facts, notes=notes)


def _as_sent(item: Object) -> Object:
    """Remove what the SDK removes before sending: ids that it generated for Chat models, and provider data."""
    omitted = {"provider_data", *(("id",) if item.get("id") == _PLACEHOLDER_ID else ())}
    return item if omitted.isdisjoint(item) else {key: value for key, value in item.items() if key not in omitted}


def _with_call_id(item: Object, number: int, waiting: list[str]) -> Object:
    """Assign an id to a call whose id is empty, as some models return it. Results answer such calls in order."""
    if item.get("call_id") != "":
        return item
    if as_text(item.get("type")).endswith("_output"):
        return {**item, "call_id": waiting.pop(0)} if waiting else item
    waiting.append(f"call_{number}")
    return {**item, "call_id": waiting[-1]}


def _number(value: object) -> float:
    return value if isinstance(value, (int, float)) else 0


def recognise_state(material: Material) -> bool:
    return has(material.value, "$schemaVersion") and has(material.value, "generated_items")


def read_state(material: Material) -> Iterator[Found]:
    """Read the input of the run and the items that it generated."""
    state = material.object
    transcript = Transcript()
    given = state.get("original_input")
    if isinstance(given, str):
        transcript.add({"role": "user", "content": given}, ("original_input",))
    for place, item in objects(given, ("original_input",)):
        transcript.add(_as_sent(item), place)
    given_ids = {as_text(item.get("id")) for _, item in objects(given)} - {""}
    for place, generated in objects(state["generated_items"], ("generated_items",)):
        raw = generated.get("raw_item")
        is_question = generated.get("type") == "tool_approval_item"  # asks about a call that is a separate item
        if isinstance(raw, dict) and not is_question and as_text(raw.get("id")) not in given_ids:
            transcript.add(_as_sent(raw), (*place, "raw_item"))
    if transcript.messages:
        facts = Facts(title=as_text(member(state, "current_agent", "name")))
        yield Found(transcript.messages, transcript.places, _ITEMS, facts=facts)


_RUN_REPAIRS = {
    "tool-result-missing": "The SDK omits this call when it builds the request.",
    "tool-result-orphan": "The SDK omits this output if the history was cut.",
    "item-id-prefix": "The SDK sends ids exactly as the API returned them.",
}
_SESSION_REPAIRS = {"tool-result-missing": _RUN_REPAIRS["tool-result-missing"]}
SOURCE = Source("openai-agents", "OpenAI Agents session store", recognise, read, frozenset({TABLES}), _SESSION_REPAIRS)
RUN_STATE = Source(
    "openai-agents-runstate",
    "OpenAI Agents run state",
    recognise_state,
    read_state,
    frozenset({VALUE}),
    _RUN_REPAIRS,
    signs=frozenset({"$schemaVersion"}),
)
