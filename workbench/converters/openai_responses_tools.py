"""Calls and outputs of the Responses API ↔ IContent's tool blocks.

All tools that the client runs become the same kind of call in IContent, so that they can be sent to any provider; the
original item type goes into the metadata. Ids are rewritten to OpenAI's alphabet and length and stay distinct, but an
id that came from a Responses history is restored: other servers of this API have their own ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from workbench.converters.openai_responses_parts import (
    block_to_part,
    joined_text,
    own_metadata,
    part_to_block,
    with_metadata,
    without,
)
from workbench.converters.provider_ids import IdRule, ProviderIds
from workbench.converters.provider_metadata import inside_of
from workbench.formats.openai_responses.items import CALLS, OUTPUTS, ClientTool, Output
from workbench.json.text import Json, compact, object_or_none

RESPONSES_IDS = IdRule(re.compile(r"[A-Za-z0-9_-]+"), 64)


def _id_mark(call_id: object) -> dict[str, Json]:
    legal, max_length = RESPONSES_IDS
    is_legal = not isinstance(call_id, str) or (len(call_id) <= max_length and legal.fullmatch(call_id))
    return {} if is_legal else {"idAsIs": True}


def _sent_id(call_id: object, own: dict[str, Json] | None, ids: ProviderIds) -> Json:
    return call_id if own and "idAsIs" in own else ids(call_id)


def tool_ids(blocks: Iterable[dict[str, Json]]) -> Iterator[Json]:
    """Yield the ids that may have to be rewritten."""
    for block in blocks:
        key = {"tool_call": "id", "tool_response": "callId"}.get(str(block.get("type")))
        if key and "idAsIs" not in (own_metadata(block) or ()):
            yield block.get(key)


def call_to_block(item: dict[str, Json], tool: ClientTool) -> dict[str, Json]:
    value = item.get(tool.value)
    block: dict[str, Json] = {"type": "tool_call"}
    if "call_id" in item:
        block["id"] = item["call_id"]
    block["name"] = tool.name or item.get("name")
    metadata = without(item, "call_id", tool.value, *(() if tool.name else ("name",))) | _id_mark(item.get("call_id"))
    if item["type"] == "function_call":
        del metadata["type"]
        arguments = object_or_none(value) if isinstance(value, str) else None
        value = value if arguments is None else arguments
    elif tool.value == "actions":
        metadata["in"] = "actions"
    return with_metadata({**block, "parameters": value}, metadata)


def output_to_blocks(item: dict[str, Json], output: Output, names: Mapping[str, Json]) -> list[Json]:
    call_id, value = item.get(output.id), item.get(output.value)
    block: dict[str, Json] = {"type": "tool_response"}
    if output.id in item:
        block["callId"] = call_id
    name = item.get("name") or (names.get(call_id) if isinstance(call_id, str) else None)
    if isinstance(name, str):
        block["toolName"] = name
    metadata = without(item, output.id, output.value) | _id_mark(call_id)
    if item["type"] == "function_call_output":
        del metadata["type"]
    if item.get("status") == "failed":
        block["status"] = "error"
    if isinstance(value, list) and item["type"] in ("function_call_output", "custom_tool_call_output"):
        return _result_with_media(block, value, metadata)
    if output.value in item:
        block["result"] = value
    return [with_metadata(block, metadata)]


def _result_with_media(response: dict[str, Json], parts: list[Json], metadata: dict[str, Json]) -> list[Json]:
    """Return the response with the joined texts, then images and files. Any other order goes into the metadata."""
    pairs = [part_to_block(part, "input_text") for part in parts if isinstance(part, dict)]
    blocks = [with_metadata(block, own) for block, own in pairs]
    others = [block for block in blocks if block["type"] != "text"]
    response["result"] = joined_text(parts)
    first_is_text = [block["type"] for block in blocks[:1]] == ["text"]
    texts = len(blocks) - len(others)
    is_text_restored = texts == 1 and first_is_text and response["result"] != ""
    is_reversible = others and len(blocks) == len(parts) and (texts == 0 or is_text_restored)
    if not is_reversible or (texts and pairs[0][1]):
        metadata = {**metadata, "output": parts}
    return [with_metadata(response, metadata), *(inside_of(response.get("callId"), block) for block in others)]


def block_to_call(block: dict[str, Json], own: dict[str, Json] | None, ids: ProviderIds) -> Json:
    kind = own.get("type", "function_call") if own else "function_call"
    kind = kind if isinstance(kind, str) and kind in CALLS else "function_call"
    tool, parameters = CALLS[kind], block.get("parameters")
    item: dict[str, Json] = {"type": kind}
    if "id" in block or own is None:
        item["call_id"] = _sent_id(block.get("id"), own, ids)
    if tool.name is None:
        item["name"] = block.get("name")
        parameters = parameters if isinstance(parameters, str) else "{}" if parameters is None else compact(parameters)
    item["actions" if own and own.get("in") == "actions" else tool.value] = parameters
    return {**item, **without(own, "type", "in", "idAsIs")} if own else item


def blocks_to_output(run: list[dict[str, Json]], own: dict[str, Json] | None, ids: ProviderIds) -> Json:
    kind = own.get("type", "function_call_output") if own else "function_call_output"
    kind = kind if isinstance(kind, str) and kind in OUTPUTS else "function_call_output"
    response, output = run[0], OUTPUTS[kind]
    item: dict[str, Json] = {"type": kind}
    if "callId" in response or own is None:
        item[output.id] = _sent_id(response.get("callId"), own, ids)
    if kind in ("function_call_output", "custom_tool_call_output"):
        item["output"] = _output_with_media(run, own)
    elif "result" in response:
        item[output.value] = response["result"]
    return {**item, **without(own, "type", "output", "idAsIs")} if own else item


def _output_with_media(run: list[dict[str, Json]], own: dict[str, Json] | None) -> Json:
    """Return text, or parts if the tool returned media. The original parts are restored if the result is unchanged."""
    text = _output_text(run[0])
    original = own.get("output") if own else None
    if isinstance(original, list) and joined_text(original) == run[0].get("result"):
        return original
    parts = [part for block in run[1:] if (part := block_to_part(block, "input_text"))]
    if not parts:
        return text
    return [{"type": "input_text", "text": text}, *parts] if text else parts


def _output_text(response: dict[str, Json]) -> str:
    """Return text unchanged and anything else as JSON, followed by the error text. A null or absent result is ''."""
    result, error = response.get("result"), response.get("error")
    text = result if isinstance(result, str) else "" if result is None else compact(result)
    if not isinstance(error, str) or error == text:
        return text
    return f"{text}\n{error}" if text else error
