"""Anthropic Messages → IContent, with nothing left behind: what IContent has no word for is kept for the way back.

Ids stay as they are, so that none collide. A tool's name is looked up in the call that its result answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.converters.anthropic_sources import document_media, image_url
from workbench.converters.contract import Converted, Edge
from workbench.converters.icontent_turns import Names, turns_to_contents
from workbench.converters.provider_metadata import inside_of, kept_whole, with_other_fields
from workbench.converters.response_facts import FactNames
from workbench.json.text import Json

PROVIDER = "anthropic"
_FACTS = FactNames(
    PROVIDER,
    {"id": "responseId", "model": "model", "stop_reason": "finishReason"},
    "usage",
    "input_tokens",
    "output_tokens",
)
_TEXT = frozenset({"type", "text"})
_CALL = frozenset({"type", "id", "name", "input"})
_RESULT = frozenset({"type", "tool_use_id", "content", "is_error"})
_THINKING = frozenset({"type", "thinking", "signature"})
_SOURCE = frozenset({"type", "source"})
_Raw = dict[str, Json]


def anthropic_to_icontent(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    return turns_to_contents(messages, settings, _blocks, _FACTS)


def _blocks(content: list[Json], names: Names) -> list[_Raw]:
    blocks: list[_Raw] = []
    for raw in content:
        if isinstance(raw, dict) and raw.get("type") == "tool_result":
            blocks.extend(_result(raw, names))
        else:
            blocks.append(_block(raw, names))
    return _with_order_kept(blocks)


def _with_order_kept(blocks: list[_Raw]) -> list[_Raw]:
    """A text behind a call is marked as Anthropic's own: others' are put before the calls on the way there."""
    called = False
    for block in blocks:
        called = called or block["type"] == "tool_call"
        if called and block["type"] == "text":
            block.setdefault("providerMetadata", {PROVIDER: {}})
    return blocks


def _block(raw: Json, names: Names) -> _Raw:
    kind = raw.get("type") if isinstance(raw, dict) else None
    make = _KINDS.get(kind) if isinstance(kind, str) else None
    return (make(raw, names) if make else None) or kept_whole(PROVIDER, raw)


def _text(raw: _Raw, names: Names) -> _Raw | None:
    if not isinstance(text := raw.get("text"), str):
        return None
    return with_other_fields({"type": "text", "text": text}, PROVIDER, raw, _TEXT)


def _call(raw: _Raw, names: Names) -> _Raw:
    call = {"type": "tool_call", "id": raw.get("id"), "name": raw.get("name"), "parameters": raw.get("input")}
    if isinstance(call["id"], str):
        names[call["id"]] = call["name"]
    return with_other_fields(call, PROVIDER, raw, _CALL)


def _result(raw: _Raw, names: Names) -> list[_Raw]:
    """The response with the texts of the result, then its other blocks.

    Several texts, or one after an image, would not find their place again: such a content is kept as well.
    """
    call_id, content = raw.get("tool_use_id"), raw.get("content")
    response: _Raw = {"type": "tool_response", "callId": call_id}
    if isinstance(call_id, str) and names.get(call_id) is not None:
        response["toolName"] = names[call_id]
    # A result holds neither calls nor results, so hostile nesting ends here: _block does not make results.
    inside = [_block(part, {}) for part in content] if isinstance(content, list) else []
    others = [block for block in inside if block["type"] != "text"]
    if inside:
        texts = [block for block in inside if block["type"] == "text"]
        response["result"] = "\n".join(block["text"] for block in texts) if texts else None
        comes_back = not texts or (len(texts) == 1 and inside[0] is texts[0] and len(texts[0]) == 2)
    else:
        response["result"] = content
        comes_back = content is None or isinstance(content, str)
    if "is_error" in raw:
        response["status"] = "error" if raw["is_error"] else "success"
    with_other_fields(response, PROVIDER, raw, _RESULT if comes_back else _RESULT - {"content"})
    return [response, *(inside_of(call_id, block) for block in others)]


def _thinking(raw: _Raw, names: Names) -> _Raw | None:
    if not isinstance(thought := raw.get("thinking"), str):
        return None
    block: _Raw = {"type": "thinking", "thought": thought}
    if "signature" in raw:
        block["signature"] = raw["signature"]
    else:
        block["providerMetadata"] = {PROVIDER: {}}  # its own, so that it goes back although it is not signed
    return with_other_fields(block, PROVIDER, raw, _THINKING)


def _image(raw: _Raw, names: Names) -> _Raw | None:
    url = image_url(raw.get("source"))
    return None if url is None else with_other_fields({"type": "image", "data": url}, PROVIDER, raw, _SOURCE)


def _document(raw: _Raw, names: Names) -> _Raw | None:
    media, title = document_media(raw.get("source")), raw.get("title")
    if media is None:
        return None
    if isinstance(title, str):
        media["filename"] = title
    return with_other_fields(media, PROVIDER, raw, _SOURCE | {"title"} if isinstance(title, str) else _SOURCE)


_KINDS: Mapping[str, Callable[[_Raw, Names], _Raw | None]] = {
    "text": _text,
    "tool_use": _call,
    "thinking": _thinking,
    "image": _image,
    "document": _document,
}

EDGE = Edge(
    "anthropic", "icontent", anthropic_to_icontent, "Anthropic's blocks by kind; what has no word is kept whole"
)
