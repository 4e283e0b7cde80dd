"""claude.ai exports: conversations with `chat_messages`. Tools run on the server, within one answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Branches, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects, text_of
from workbench.sources.transcript import Transcript
from workbench.sources.trees import leaves_of, path_to

_ROLES = {"human": "user", "assistant": "assistant"}


def recognise(material: Material) -> bool:
    return any(_is_conversation(record) for record in material.sample[:5])


def _is_conversation(value: object) -> bool:
    messages = member(value, "chat_messages")
    return isinstance(messages, list) and (not messages or has(messages[0], "sender"))


def read(material: Material) -> Iterator[Found]:
    for place, conversation in material.records:
        if _is_conversation(conversation):
            yield from _conversation(conversation, place)


def _conversation(conversation: dict[str, Json], place: Path) -> Iterator[Found]:
    messages = list(objects(conversation["chat_messages"], (*place, "chat_messages")))
    active, others = _branches(messages, as_text(conversation.get("current_leaf_message_uuid")))
    facts = Facts(
        title=as_text(conversation.get("name")),
        model=as_text(conversation.get("model")),
        when=as_text(conversation.get("updated_at")),
    )
    branches = tuple(partial(_branch, path, facts, f"branch {number}") for number, path in enumerate(others, 2))
    remark = f"{len(branches) + 1} branches, the current one shown" if branches else ""
    found = _branch(active, facts, as_text(conversation.get("uuid")), remark, branches)
    if found.messages:
        yield found


_Messages = list[tuple[Path, dict[str, Json]]]


def _branches(messages: _Messages, leaf: str) -> tuple[_Messages, list[_Messages]]:
    """Return the active branch and the others. Exports without parent ids have one branch, in file order."""
    ids = {as_text(message.get("uuid")): number for number, (_, message) in enumerate(messages)}
    if not any(as_text(message.get("parent_message_uuid")) in ids for _, message in messages):
        return messages, []
    parents = {n: ids.get(as_text(messages[n][1].get("parent_message_uuid"))) for n in ids.values()}
    active = path_to(ids.get(leaf, max(parents)), parents)
    others = [path_to(other, parents) for other in leaves_of(parents) if other not in set(active)]
    return [messages[n] for n in active], [[messages[n] for n in path] for path in others]


def _branch(path: _Messages, facts: Facts, label: str, remark: str = "", branches: Branches = ()) -> Found:
    transcript = Transcript()
    for place, message in path:
        role = _ROLES.get(as_text(message.get("sender")), "user")
        blocks = list(_blocks(message, place))
        if not blocks and as_text(message.get("text")):
            blocks = [({"type": "text", "text": message["text"]}, (*place, "text"))]
        transcript.add_blocks(role, blocks, place)
    return Found(
        transcript.messages, transcript.places, "anthropic", label=label, facts=facts, remark=remark, branches=branches
    )


def _blocks(message: dict[str, Json], place: Path) -> Iterator[tuple[Json, Path]]:
    """Yield the texts. Server tools become texts, because only the server can call and answer within one message.
    Thoughts have no signature and cannot be sent again."""
    for at, attachment in objects(message.get("attachments"), (*place, "attachments")):
        if words := as_text(attachment.get("extracted_content")):
            yield {"type": "text", "text": words}, at
    for at, block in objects(message.get("content"), (*place, "content")):
        kind = block.get("type")
        if kind == "text" and as_text(block.get("text")).strip():
            yield {"type": "text", "text": block["text"]}, at
        elif kind == "tool_use":
            yield {"type": "text", "text": f"[{in_text(block.get('name'))} {in_text(block.get('input'))}]"}, at
        elif kind == "tool_result":
            yield (
                {"type": "text", "text": f"[result: {text_of(block.get('content')) or in_text(block.get('content'))}]"},
                at,
            )


SOURCE = Source("claude-ai-export", "claude.ai export", recognise, read, signs=frozenset({"chat_messages"}))
