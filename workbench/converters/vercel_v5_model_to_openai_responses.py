"""ModelMessage (AI SDK 5 to 7) → items of OpenAI's Responses API, as `@ai-sdk/openai` sends it with `store: false`.

If OpenAI stores the responses, which is the default, the package sends references to stored items. The items themselves
are shown here, because only they can be read and sent elsewhere. Reasoning without an item id is left out, as in the
package. Files for which it throws are dropped, and reported as a loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.ai_sdk_versions import edges_of_versions
from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_result_items import file_id
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
from workbench.json.text import Json, JsonObject, compact


def vercel_v5_model_to_openai_responses(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int | None = None
) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"role": "system", "content": text}, ())
    for turn in turns_of(messages):
        for item in _items(turn, sdk):
            yield Converted(item, (turn.source,))


def _items(turn: Turn, sdk: int | None) -> Iterator[Json]:
    if turn.role == "system":
        yield {"role": "system", "content": turn.message.get("content")}
    elif turn.role == "user":
        parts = (_user_part(part, at, sdk) for at, part in enumerate(turn.parts))
        yield {"role": "user", "content": [part for part in parts if part is not None]}
    elif turn.role == "assistant":
        yield from _merge_reasoning_items([item for part in turn.parts for item in _assistant_items(part, sdk)])
    elif turn.role == "tool":
        for part in turn.parts:
            if part.get("type") == "tool-result":
                yield {"type": "function_call_output", "call_id": part.get("toolCallId"), "output": _output(part, sdk)}


def _user_part(part: Part, at: int, sdk: int | None) -> Json:
    if part.get("type") == "text":
        return {"type": "input_text", "text": part.get("text")}
    converted = _uploaded_file(part) or _medium(medium_of(part, sdk or 6), f"part-{at}.pdf")
    detail = options_of(part, "openai").get("imageDetail")
    return (
        {**converted, "detail": detail}
        if converted and converted["type"] == "input_image" and detail is not None
        else converted
    )


def _uploaded_file(part: Part) -> dict[str, Json] | None:
    """Return the part of a file that was uploaded to OpenAI, or None."""
    if (uploaded := file_id(part, "openai")) is None:
        return None
    is_picture = str(part.get("type")).startswith("image") or str(part.get("mediaType")).startswith("image")
    return {"type": "input_image" if is_picture else "input_file", "file_id": uploaded}


def _medium(medium: Medium | None, default_name: str, any_type: bool = False) -> dict[str, Json] | None:
    if medium is None:
        return None
    address = medium.url or f"data:{medium.media_type};base64,{medium.data}"
    if medium.data is not None and medium.data.startswith("file-"):
        is_picture = medium.media_type.startswith("image/")
        return {"type": "input_image" if is_picture else "input_file", "file_id": medium.data}
    if medium.media_type.startswith("image/"):
        return {"type": "input_image", "image_url": address}
    if medium.media_type != "application/pdf" and not any_type:
        return None
    if medium.url is not None:
        return {"type": "input_file", "file_url": medium.url}
    name = medium.filename if isinstance(medium.filename, str) else default_name
    return {"type": "input_file", "filename": name, "file_data": address}


def _output(part: Part, sdk: int | None) -> Json:
    kind, value = output_of(part)
    if kind in ("error-text", "error-json") and sdk == 7:
        return compact({"error": value})
    if kind != "content":
        return as_text(kind, value, sdk or 6)
    items = (_output_item(item, sdk) for item in items_of(value))
    return [item for item in items if item is not None]


def _output_item(item: Part, sdk: int | None) -> Json:
    if item.get("type") == "text":
        return {"type": "input_text", "text": item.get("text")}
    if item.get("type") == "media" and sdk == 7:
        return None
    if (uploaded := _uploaded_file(item)) is not None:
        return uploaded
    medium = medium_of(item, sdk or 6)
    if medium is not None and medium.url is not None and not str(item.get("type")).startswith("image"):
        return {"type": "input_file", "file_url": medium.url}
    return _medium(medium, "data", any_type=sdk not in (4, 5))


def _assistant_items(part: Part, sdk: int | None) -> Iterator[dict[str, Json]]:
    kind, own = part.get("type"), options_of(part, "openai")
    id_field = {"id": own["itemId"]} if isinstance(own.get("itemId"), str) else {}
    if kind == "text":
        text = part.get("text")
        if sdk == 7:
            yield {"role": "assistant", "content": text}
        else:
            yield {"role": "assistant", "content": [{"type": "output_text", "text": text}], **id_field}
    elif kind == "reasoning" and id_field:
        text = part.get("text")
        summary = [{"type": "summary_text", "text": text}] if text else []
        encrypted = own.get("reasoningEncryptedContent")
        if encrypted is None and sdk is not None:
            return
        yield {"type": "reasoning", **id_field, "encrypted_content": encrypted, "summary": summary}
    elif kind == "tool-call" and not part.get("providerExecuted"):
        call = {"type": "function_call", "call_id": part.get("toolCallId"), "name": part.get("toolName")}
        yield {**call, "arguments": compact(part.get("input")), **(id_field if sdk in (None, 5) else {})}


def _merge_reasoning_items(items: list[JsonObject]) -> Iterator[Json]:
    """Merge reasoning parts with the same item id: each is one summary of that item."""
    thoughts: dict[str, JsonObject] = {}
    merged: list[Json] = []
    for item in items:
        if item.get("type") != "reasoning":
            merged.append(item)
        elif (first := thoughts.get(item["id"])) is None:
            merged.append(thoughts.setdefault(item["id"], item))
        else:
            first["summary"] = [*first["summary"], *item["summary"]]
            first["encrypted_content"] = item["encrypted_content"] or first["encrypted_content"]
    yield from merged


EDGE = Edge(
    "vercel-v5-model",
    "openai-responses",
    vercel_v5_model_to_openai_responses,
    "what @ai-sdk/openai of AI SDK 5 to 7 sends to the Responses API",
)
BY_VERSION = edges_of_versions(
    EDGE,
    vercel_v5_model_to_openai_responses,
    {
        4: "every result as JSON, a string in quotes",
        5: "no files in results other than images and PDFs",
        6: "calls without their item id, and a failed result as plain text (7 sends an object with `error`)",
        7: "an answer as a string without its item id, a failed result as an object with `error`, no `media`",
    },
)
