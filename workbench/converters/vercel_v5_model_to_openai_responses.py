"""ModelMessage (AI SDK 5 to 7) → items of OpenAI's Responses API, as `@ai-sdk/openai` 3 sends it with `store: false`.

Where OpenAI stores the responses, which is the default, the package sends references to stored items instead of what
they hold; the items themselves are shown here, because only they can be read and sent elsewhere. Reasoning without an
item id is left out, as the package does. Files that it throws for are dropped, and reported as a loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_turns_for_providers import (
    Medium,
    Part,
    Turn,
    as_text,
    items_of,
    medium_of,
    options_of,
    output_of,
    turns_of,
)
from workbench.formats.vercel_request import system_texts
from workbench.json.text import Json, compact


def vercel_v5_model_to_openai_responses(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"role": "system", "content": text}, ())
    for turn in turns_of(messages):
        for item in _items(turn):
            yield Converted(item, (turn.source,))


def _items(turn: Turn) -> Iterator[Json]:
    if turn.role == "system":
        yield {"role": "system", "content": turn.message.get("content")}
    elif turn.role == "user":
        made = (_user_part(part, at) for at, part in enumerate(turn.parts))
        yield {"role": "user", "content": [part for part in made if part is not None]}
    elif turn.role == "assistant":
        for part in turn.parts:
            yield from _assistant_items(part)
    elif turn.role == "tool":
        for part in turn.parts:
            if part.get("type") == "tool-result":
                yield {"type": "function_call_output", "call_id": part.get("toolCallId"), "output": _output(part)}


def _user_part(part: Part, at: int) -> Json:
    if part.get("type") == "text":
        return {"type": "input_text", "text": part.get("text")}
    medium = medium_of(part)
    if medium is None:
        return None
    made = _medium(medium, f"part-{at}.pdf")
    detail = options_of(part, "openai").get("imageDetail")
    return {**made, "detail": detail} if made and made["type"] == "input_image" and detail is not None else made


def _medium(medium: Medium, unnamed: str) -> dict[str, Json] | None:
    address = medium.url or f"data:{medium.media_type};base64,{medium.data}"
    if medium.data is not None and medium.data.startswith("file-"):
        is_picture = medium.media_type.startswith("image/")
        return {"type": "input_image" if is_picture else "input_file", "file_id": medium.data}
    if medium.media_type.startswith("image/"):
        return {"type": "input_image", "image_url": address}
    if medium.media_type != "application/pdf":
        return None
    if medium.url is not None:
        return {"type": "input_file", "file_url": medium.url}
    name = medium.filename if isinstance(medium.filename, str) else unnamed
    return {"type": "input_file", "filename": name, "file_data": address}


def _output(part: Part) -> Json:
    kind, value = output_of(part)
    if kind != "content":
        return as_text(kind, value)
    made = (_output_item(item) for item in items_of(value))
    return [item for item in made if item is not None]


def _output_item(item: Part) -> Json:
    if item.get("type") == "text":
        return {"type": "input_text", "text": item.get("text")}
    medium = medium_of(item)
    if medium is None:
        return None
    if medium.url is not None and not str(item.get("type")).startswith("image"):
        return {"type": "input_file", "file_url": medium.url}
    return _medium(medium, "data")


def _assistant_items(part: Part) -> Iterator[Json]:
    kind, own = part.get("type"), options_of(part, "openai")
    named = {"id": own["itemId"]} if isinstance(own.get("itemId"), str) else {}
    if kind == "text":
        yield {"role": "assistant", "content": [{"type": "output_text", "text": part.get("text")}], **named}
    elif kind == "reasoning" and named:
        text = part.get("text")
        summary = [{"type": "summary_text", "text": text}] if text else []
        encrypted = own.get("reasoningEncryptedContent")
        yield {"type": "reasoning", **named, "encrypted_content": encrypted, "summary": summary}
    elif kind == "tool-call" and not part.get("providerExecuted"):
        call = {"type": "function_call", "call_id": part.get("toolCallId"), "name": part.get("toolName")}
        yield {**call, "arguments": compact(part.get("input")), **named}


EDGE = Edge(
    "vercel-v5-model",
    "openai-responses",
    vercel_v5_model_to_openai_responses,
    "what @ai-sdk/openai of AI SDK 5 to 7 sends to the Responses API",
)
