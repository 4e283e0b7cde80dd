"""pi's messages → the format of the API that the session used: Anthropic, or Chat Completions for all other APIs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.reading import as_text, in_text, member, objects, text_of
from workbench.sources.transcript import Transcript

_UNSENT = frozenset({"error", "aborted"})
_NOT_IN_AN_ID = re.compile(r"[^a-zA-Z0-9_-]")
_BLOB = "blob:"
_Placed = tuple[dict[str, Json], Path]


def context_message(entry: JsonObject) -> dict[str, Json] | None:
    """Return the message that an entry adds to the context, in pi's format, or None if it adds none."""
    kind = entry.get("type")
    if kind == "message" and isinstance(entry.get("message"), dict):
        return sent_message(entry["message"])
    if kind in ("compaction", "branch_summary"):
        return {"role": "user", "content": in_text(entry.get("summary"))}
    if kind == "custom_message":
        return {"role": "user", "content": entry.get("content")}
    return None


def sent_message(message: dict[str, Json]) -> dict[str, Json] | None:
    """Return the message as pi sends it. Failed or stopped answers are omitted; a user's command becomes a text."""
    role = message.get("role")
    if role == "assistant" and as_text(message.get("stopReason")) in _UNSENT:
        return None
    if role == "bashExecution":
        command_text = f"Ran `{in_text(message.get('command'))}`\n{in_text(message.get('output'))}"
        return None if message.get("excludeFromContext") else {"role": "user", "content": command_text}
    if role in ("branchSummary", "compactionSummary"):
        return {"role": "user", "content": in_text(message.get("summary"))}
    return {**message, "role": "user"} if role in ("custom", "hookMessage") else message


def in_format(messages: Sequence[_Placed]) -> tuple[str, Transcript]:
    """Return the format and the messages, with the place of each message and part."""
    apis = [as_text(message.get("api")) or as_text(message.get("provider")) for message, _ in messages]
    last = next((api for api in reversed(apis) if api), "")
    return ("anthropic", _anthropic(messages)) if "anthropic" in last else (FORMAT, _chat(messages))


def _anthropic(messages: Sequence[_Placed]) -> Transcript:
    transcript = Transcript()
    results: int | None = None
    for message, at in messages:
        if message.get("role") == "toolResult":
            block = _result_block(message)
            if results is None:
                results = transcript.add_blocks("user", [(block, at)], at)
            else:
                listed = transcript.messages[results]["content"]
                transcript.note(results, [(("content", len(listed)), at)])
                listed.append(block)
            continue
        results = None
        if message.get("role") == "assistant":
            transcript.add_blocks("assistant", _answer_blocks(message, at), at)
        else:
            transcript.add({"role": "user", "content": _user_content(message.get("content"))}, at)
    return transcript


def _result_block(message: dict[str, Json]) -> Json:
    named = {"type": "tool_result", "tool_use_id": _id(message.get("toolCallId"))}
    block: dict[str, Json] = {**named, "content": _user_content(message.get("content"))}
    return block | ({"is_error": True} if message.get("isError") else {})


def _answer_blocks(message: dict[str, Json], at: Path) -> Iterator[tuple[Json, Path]]:
    for place, block in objects(message.get("content"), (*at, "content")):
        kind = block.get("type")
        if kind == "text" and as_text(block.get("text")).strip():
            yield {"type": "text", "text": block["text"]}, place
        elif kind == "toolCall":
            call = {"name": block.get("name"), "input": block.get("arguments")}
            yield {"type": "tool_use", "id": _id(block.get("id")), **call}, place
        elif kind == "thinking" and block.get("thinkingSignature"):
            signed = {"thinking": block.get("thinking"), "signature": block["thinkingSignature"]}
            yield {"type": "thinking", **signed}, place
        elif kind == "thinking" and as_text(block.get("thinking")).strip():
            yield {"type": "text", "text": block["thinking"]}, place  # an unsigned thought is sent as a text


def images_elsewhere(messages: Sequence[_Placed]) -> int:
    """Count the images of which the session only has the name of a file, which is read when they are sent."""
    return sum(_is_elsewhere(block) for message, _ in messages for _, block in objects(message.get("content")))


def _is_elsewhere(block: JsonObject) -> bool:
    return block.get("type") == "image" and as_text(block.get("data")).startswith(_BLOB)


def _user_content(content: object) -> Json:
    if not isinstance(content, list):
        return content
    return [_user_block(block) for _, block in objects(content) if not _is_elsewhere(block)]


def _user_block(block: dict[str, Json]) -> Json:
    if block.get("type") != "image":
        return {"type": "text", "text": block.get("text")}
    source = {"type": "base64", "media_type": block.get("mimeType"), "data": block.get("data")}
    return {"type": "image", "source": source}


def _chat(messages: Sequence[_Placed]) -> Transcript:
    turns = ChatTurns()
    for message, at in messages:
        content = message.get("content")
        if message.get("role") == "toolResult":
            turns.result(message.get("toolCallId"), text_of(content), at)
        elif message.get("role") == "assistant":
            blocks = list(objects(content, (*at, "content")))
            calls = [
                Call(block.get("id"), block.get("name"), block.get("arguments"), spot)
                for spot, block in blocks
                if block.get("type") == "toolCall"
            ]
            words = [as_text(block.get("text")) for _, block in blocks if block.get("type") == "text"]
            if words or calls:
                turns.answer("\n".join(words), calls, at)
        else:
            turns.say("user", _chat_content(content), at)
    return turns


def _chat_content(content: object) -> Json:
    if not isinstance(content, list):
        return content
    return plain(_chat_part(block) for _, block in objects(content) if not _is_elsewhere(block))


def _chat_part(block: object) -> Json:
    if member(block, "type") == "image":
        return image_part(f"data:{member(block, 'mimeType')};base64,{member(block, 'data')}")
    return text_part(member(block, "text"))


def _id(value: object) -> Json:
    """Return the id as pi sends it to Anthropic, which only accepts letters, digits, `_` and `-`."""
    return _NOT_IN_AN_ID.sub("_", value)[:64] if isinstance(value, str) else value
