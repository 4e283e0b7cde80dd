"""Conversations stored as trees: records on other branches, and unsent records on the active branch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_object, as_text, has, member
from workbench.sources.trees import path_to
from workbench.sources.unsent_records.contract import (
    ABOUT_THE_SESSION,
    FAILED,
    ON_ANOTHER_BRANCH,
    SUMMARISED,
    Explanation,
    Reason,
    by_type,
)

_CHATGPT_CONTENTS = {
    "thoughts": "a thought",
    "reasoning_recap": "a thought",
    "user_editable_context": "the custom instructions",
    "model_editable_context": "the memory of the model",
}
_PI_TYPES = {
    "session": ABOUT_THE_SESSION,
    "session_info": ABOUT_THE_SESSION,
    "label": "a bookmark",
    "model_change": "a change of model",
    "thinking_level_change": "a change of thinking level",
    "custom": "the data of an extension",
}


def by_parent(key: str, parent: str, on_branch: Callable[[Object], str]) -> Explanation:
    """Explain lines with parent ids. The last line is the end of the active branch."""

    def explain(material: Material, sent: Collection[Path]) -> Reason:
        records = dict(material.records)
        places = {as_text(record.get(key)): place for place, record in records.items() if as_text(record.get(key))}
        parents = {name: as_text(records[place].get(parent)) or None for name, place in places.items()}
        last = max(places, key=lambda name: places[name], default="")
        branch = {places[name] for name in path_to(last, parents)}

        def reason(path: Path, record: Object) -> str:
            why = on_branch(record)
            if why or path not in records or not has(record, key):
                return why
            return SUMMARISED if path in branch else ON_ANOTHER_BRANCH

        return by_type({}, reason)

    return explain


def _pi(record: Object) -> str:
    message = record.get("message")
    if as_text(member(message, "stopReason")) in {"error", "aborted"}:
        return FAILED
    if member(message, "excludeFromContext"):
        return "kept out of the context"
    return _PI_TYPES.get(as_text(record.get("type")), "")


def _qwen(record: Object) -> str:
    return "a notice from the program" if record.get("type") == "system" else ""


def chatgpt(material: Material, sent: Collection[Path]) -> Reason:
    """Explain nodes of the tree. `current_node` is the end of the active branch."""

    def reason(path: Path, record: Json) -> str:
        message = member(record, "message")
        if not isinstance(record, dict) or path[-2:-1] != ("mapping",):
            return ""
        if not isinstance(message, dict):
            return "a node without a message"
        if not _is_on_chatgpt_branch(material.value, path):
            return ON_ANOTHER_BRANCH
        if member(message, "metadata", "is_visually_hidden_from_conversation") is True or message.get("weight") == 0:
            return "hidden in the chat"
        return _CHATGPT_CONTENTS.get(as_text(member(message, "content", "content_type")), "without text")

    branches: dict[Path, set[str]] = {}

    def _is_on_chatgpt_branch(value: Json, path: Path) -> bool:
        holder = path[:-2]
        if holder not in branches:
            branches[holder] = _branch_of(as_object(member(value, *holder)))
        return path[-1] in branches[holder]

    return reason


def _branch_of(conversation: Object) -> set[str]:
    nodes = as_object(conversation.get("mapping"))
    parents = {key: as_text(member(node, "parent")) or None for key, node in nodes.items()}
    return set(path_to(as_text(conversation.get("current_node")), parents))


def nodes(failed: Mapping[str, str]) -> Explanation:
    """Explain messages of an export: those not marked as failed are on another branch."""

    def explain(material: Material, sent: Collection[Path]) -> Reason:
        def reason(path: Path, record: Object) -> str:
            marked = next((why for key, why in failed.items() if record.get(key)), "")
            return marked or (ON_ANOTHER_BRANCH if _is_message(record) else "")

        return by_type({}, reason)

    return explain


def _is_message(record: Object) -> bool:
    return any(key in record for key in ("sender", "role", "messageId"))


PI = by_parent("id", "parentId", _pi)
QWEN = by_parent("uuid", "parentUuid", _qwen)
EXPORT = nodes({"error": FAILED, "unfinished": FAILED})
