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
_MADE_UP_ID = "__fake_id__"


def _message_table(material: Material) -> str | None:
    """By its columns, because the caller may name the tables."""
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
                _named(_as_sent(item), len(transcript), unnamed.setdefault(session, [])), (*place, "message_data")
            )
        else:
            unreadable[session] = unreadable.get(session, 0) + 1
    if unreadable and not any(map(len, sessions.values())):
        raise NothingToJudgeError("its rows are encrypted or unreadable")
    for session, transcript in sessions.items():
        count = unreadable.get(session, 0)
        notes = (Note("unreadable-line", f"{count} rows cannot be read and are left out"),) if count else ()
        if transcript.messages:
            facts = Facts(title=str(session), when=when[session])
            yield Found(transcript.messages, transcript.places, _ITEMS, label=str(session), facts=facts, notes=notes)


def _as_sent(item: Object) -> Object:
    """Without what the SDK takes off: the id that it gives an answer of a Chat model, and notes about the provider."""
    left_out = {"provider_data", *(("id",) if item.get("id") == _MADE_UP_ID else ())}
    return item if left_out.isdisjoint(item) else {key: value for key, value in item.items() if key not in left_out}


def _named(item: Object, number: int, waiting: list[str]) -> Object:
    """Some models give calls an empty id, and the SDK keeps it: their results answer them in order."""
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
    """What the run was given, and the items it has made since."""
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
        is_question = generated.get("type") == "tool_approval_item"  # asks about a call that is an item of its own
        if isinstance(raw, dict) and not is_question and as_text(raw.get("id")) not in given_ids:
            transcript.add(_as_sent(raw), (*place, "raw_item"))
    if transcript.messages:
        facts = Facts(title=as_text(member(state, "current_agent", "name")))
        yield Found(transcript.messages, transcript.places, _ITEMS, facts=facts)


_MENDS = {
    "tool-result-missing": "The SDK leaves this call out when it builds the request.",
    "tool-result-orphan": "The SDK leaves this output out when the history was cut.",
    "item-id-prefix": "The SDK sends ids as it got them from the API.",
}
_STORED = {"tool-result-missing": _MENDS["tool-result-missing"]}
SOURCE = Source("openai-agents", "OpenAI Agents session store", recognise, read, frozenset({TABLES}), _STORED)
RUN_STATE = Source(
    "openai-agents-runstate",
    "OpenAI Agents run state",
    recognise_state,
    read_state,
    frozenset({VALUE}),
    _MENDS,
    signs=frozenset({"$schemaVersion"}),
)
