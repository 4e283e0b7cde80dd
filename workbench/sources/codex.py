"""Codex rollouts (`~/.codex/sessions/…/rollout-*.jsonl`): Responses items in lines, with compaction and rollback.

The history is rebuilt as in `rollout_reconstruction.rs`. `event_msg` lines only repeat texts for the screen.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects, text_of
from workbench.sources.transcript import Transcript

_LINE_TYPES = frozenset({
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
    "inter_agent_communication", "inter_agent_communication_metadata", "security_risk_score",
})  # fmt: skip
_ITEM_TYPES = frozenset({"message", "reasoning", "function_call", "function_call_output", "local_shell_call"})
_DECODED = _ITEM_TYPES | {
    "agent_message", "additional_tools", "custom_tool_call", "custom_tool_call_output", "tool_search_call",
    "tool_search_output", "web_search_call", "image_generation_call", "compaction", "compaction_summary",
    "context_compaction",
}  # fmt: skip
"""Item types that the program knows. It ignores lines with any other type."""
_NOTES = ("timestamp", "internal_chat_message_metadata_passthrough")
_ID_STARTS = {
    "message": "msg_",
    "reasoning": "rs_",
    "function_call": "fc_",
    "function_call_output": "fc",
    "custom_tool_call": "ctc_",
    "custom_tool_call_output": "ctc",
    "local_shell_call": "lsh_",
    "tool_search_call": "tsc_",
    "tool_search_output": "tso_",
    "web_search_call": "ws_",
    "image_generation_call": "ig_",
    "compaction": "cmp_",
    "context_compaction": "cmp_",
}
"""The program clears an id without the prefix of its kind before it sends the item."""
_INJECTED = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<permissions instructions>")
Item = tuple[Json, Path]


def recognise(material: Material) -> bool:
    """Whether lines have a known type and a payload, or (before version 0.3x) a header line is followed by items."""
    sample = material.sample
    if any(as_text(line.get("type")) in _LINE_TYPES and has(line, "payload") for line in sample):
        return True
    if _is_first_version(material.value):
        return True
    old_header = bool(sample) and has(sample[0], "id", "timestamp") and _is_old_header(sample[0])
    return old_header and any(as_text(line.get("type")) in _ITEM_TYPES for line in sample[1:])


def _is_old_header(line: dict[str, Json]) -> bool:
    return "type" not in line and ("instructions" in line or "git" in line)


def _is_first_version(value: object) -> bool:
    """Whether this is one object with a header and items, as written before rollouts became JSON lines."""
    return has(member(value, "session"), "id") and isinstance(member(value, "items"), list)


def read(material: Material) -> Iterator[Found]:
    history: list[Item] = []
    shown: list[Item] = []
    facts = Facts()
    compactions = rollbacks = 0
    if _is_first_version(material.value):
        facts = _with_facts(facts, material.object["session"])
        history = [(item, place) for place, item in objects(material.object["items"], ("items",))]
    for place, line in material.records:
        kind, payload = as_text(line.get("type")), line.get("payload")
        if kind in {"session_meta", "turn_context"}:
            facts = _with_facts(facts, payload)
        elif kind == "response_item":
            history.append((payload, (*place, "payload")))
        elif kind == "compacted":
            compactions += 1
            history = after_compaction(history, payload, (*place, "payload"))
        elif kind == "event_msg" and member(payload, "type") == "thread_rolled_back":
            rollbacks += 1
            history = after_rollback(history, member(payload, "num_turns"))
        elif kind == "event_msg" and member(payload, "type") == "user_message":
            shown.append(({"type": "message", "role": "user", "content": member(payload, "message")}, place))
        elif kind in _ITEM_TYPES and "payload" not in line:
            history.append((line, place))
    if shown and not any(member(item, "role") == "user" for item, _ in history):
        history = sorted(
            [*history, *shown], key=lambda entry: entry[1][:1]
        )  # the prompts are only in the events for the screen
    transcript = Transcript()
    for item, at in history:
        if isinstance(item, dict) and _is_item(item):
            transcript.add(_as_sent(item), at)
    facts = replace(facts, title=_topic(material))
    remark = ", ".join(_counted(compactions, "compaction") + _counted(rollbacks, "rollback"))
    if transcript.messages:
        yield Found(transcript.messages, transcript.places, format="openai-responses", facts=facts, remark=remark)


def _topic(material: Material) -> str:
    """Return the beginning of what the user asked first."""
    items = (member(line, "payload") if has(line, "payload") else line for _, line in material.records)
    asked = (item for item in items if _is_user_message(item))
    return text_of(member(next(asked, None), "content")).strip()[:80]


def _is_item(item: dict[str, Json]) -> bool:
    """Whether the program can decode and send this item. Counters, snapshots and unknown types are not sent."""
    kind = item.get("type", "message")
    if kind == "message":
        return isinstance(item.get("content"), (list, str)) and item.get("role") != "function"
    if kind == "function_call" and not isinstance(item.get("arguments"), str):
        return False
    return as_text(kind) in _DECODED


def _as_sent(item: dict[str, Json]) -> Json:
    """Return the item as Codex sends it: without its own notes and without ids that the API did not assign."""
    kind = as_text(item.get("type", "message"))
    omitted = set(_NOTES)
    if not as_text(item.get("id")).startswith(_ID_STARTS.get(kind, "")):
        omitted.add("id")
    sent = item if omitted.isdisjoint(item) else {key: value for key, value in item.items() if key not in omitted}
    return _with_known_parts(sent) if kind == "message" else sent


def _with_known_parts(item: dict[str, Json]) -> Json:
    """Correct the part types: other writers mix `text`, `input_text` and `output_text`, and the role decides."""
    own, other = ("output_text", "input_text") if item.get("role") == "assistant" else ("input_text", "output_text")
    content = item.get("content")
    if not isinstance(content, list):
        return item
    if not any(part.get("type") in ("text", other) for _, part in objects(content)):
        return item
    parts = [{**part, "type": own} if member(part, "type") in ("text", other) else part for part in content]
    return {**item, "content": parts}


def _counted(count: int, word: str) -> list[str]:
    return [f"{count} {word}{'' if count == 1 else 's'}"] if count else []


def _with_facts(facts: Facts, payload: object) -> Facts:
    """Add facts from a header. The first header belongs to this thread; a fork copies later ones into the file."""
    return Facts(
        title=facts.title,
        model=as_text(member(payload, "model")) or facts.model,
        when=facts.when or as_text(member(payload, "timestamp")),
        who=facts.who or as_text(member(payload, "cwd")),
    )


def after_compaction(history: list[Item], payload: object, at: Path) -> list[Item]:
    """Return the history after a compaction: its replacement, or in old versions the user's messages and a summary."""
    replacement = member(payload, "replacement_history")
    if isinstance(replacement, list):
        if replacement and not any(_is_item(item) for _, item in objects(replacement)):
            return history  # the program skips a line that it cannot decode
        return [(item, place) for place, item in objects(replacement, (*at, "replacement_history"))]
    kept = [(item, place) for item, place in history if _is_user_message(item)]
    summary = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": member(payload, "message")}],
    }
    return [*kept, (summary, (*at, "message"))]


def after_rollback(history: list[Item], turns: object) -> list[Item]:
    """Return the history without its last turns. A turn begins with a user message."""
    starts = [number for number, (item, _) in enumerate(history) if _is_user_message(item)]
    count = turns if isinstance(turns, int) and not isinstance(turns, bool) else 1
    if count <= 0:
        return history
    return history[: starts[-count]] if count <= len(starts) else []


def _is_user_message(item: object) -> bool:
    """Whether a person wrote this. The program also sends instructions and the machine's state as user messages."""
    is_message = member(item, "role") == "user" and as_text(member(item, "type")) in {"message", ""}
    return is_message and not text_of(member(item, "content")).lstrip().startswith(_INJECTED)


SOURCE = Source(
    slug="codex",
    title="Codex session",
    recognise=recognise,
    read=read,
    program_repairs={
        "tool-result-missing": "Codex answers this call with `aborted` when it builds the request.",
        "tool-result-orphan": "Codex omits this output when it builds the request.",
        "item-id-missing": "",
    },
    homes=(
        ".codex/sessions/**/rollout-*.jsonl*",
        ".codex/archived_sessions/**/rollout-*.jsonl*",
        "$CODEX_HOME/sessions/**/rollout-*.jsonl*",
        "$CODEX_HOME/archived_sessions/**/rollout-*.jsonl*",
    ),
    signs=frozenset({"payload", "instructions", "git", "session"}),
)
