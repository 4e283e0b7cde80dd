"""Calls and outputs of the Responses API as IContent's tool blocks, and back.

The calls of every tool that the client runs are alike in IContent, so that they can be sent to any provider; which
item they were is kept beside them. Ids get the alphabet and length that OpenAI takes, injectively, but an id that was
in a Responses history before goes back as it is: other servers of this API have their own.
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


def _mark(call_id: object) -> dict[str, Json]:
    legal, max_length = RESPONSES_IDS
    taken = not isinstance(call_id, str) or (len(call_id) <= max_length and legal.fullmatch(call_id))
    return {} if taken else {"idAsIs": True}


def _sent(call_id: object, own: dict[str, Json] | None, ids: ProviderIds) -> Json:
    return call_id if own and "idAsIs" in own else ids(call_id)


def tool_ids(blocks: Iterable[dict[str, Json]]) -> Iterator[Json]:
    """The ids that may have to be rewritten."""
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
    kept = without(item, "call_id", tool.value, *(() if tool.name else ("name",))) | _mark(item.get("call_id"))
    if item["type"] == "function_call":
        del kept["type"]
        arguments = object_or_none(value) if isinstance(value, str) else None
        value = value if arguments is None else arguments
    elif tool.value == "actions":
        kept["in"] = "actions"
    return with_metadata({**block, "parameters": value}, kept)


def output_to_blocks(item: dict[str, Json], output: Output, names: Mapping[str, Json]) -> list[Json]:
    call_id, value = item.get(output.id), item.get(output.value)
    block: dict[str, Json] = {"type": "tool_response"}
    if output.id in item:
        block["callId"] = call_id
    name = item.get("name") or (names.get(call_id) if isinstance(call_id, str) else None)
    if isinstance(name, str):
        block["toolName"] = name
    kept = without(item, output.id, output.value) | _mark(call_id)
    if item["type"] == "function_call_output":
        del kept["type"]
    if item.get("status") == "failed":
        block["status"] = "error"
    if isinstance(value, list) and item["type"] in ("function_call_output", "custom_tool_call_output"):
        return _shown_result(block, value, kept)
    if output.value in item:
        block["result"] = value
    return [with_metadata(block, kept)]


def _shown_result(response: dict[str, Json], parts: list[Json], kept: dict[str, Json]) -> list[Json]:
    """The texts are the result, images and files are after it. An order other than that is kept beside them."""
    pairs = [part_to_block(part, "input_text") for part in parts if isinstance(part, dict)]
    blocks = [with_metadata(block, own) for block, own in pairs]
    others = [block for block in blocks if block["type"] != "text"]
    response["result"] = joined_text(parts)
    first_is_text = [block["type"] for block in blocks[:1]] == ["text"]
    texts = len(blocks) - len(others)
    text_stays = texts == 1 and first_is_text and response["result"] != ""
    comes_back = others and len(blocks) == len(parts) and (texts == 0 or text_stays)
    if not comes_back or (texts and pairs[0][1]):
        kept = {**kept, "output": parts}
    return [with_metadata(response, kept), *(inside_of(response.get("callId"), block) for block in others)]


def block_to_call(block: dict[str, Json], own: dict[str, Json] | None, ids: ProviderIds) -> Json:
    kind = own.get("type", "function_call") if own else "function_call"
    kind = kind if isinstance(kind, str) and kind in CALLS else "function_call"
    tool, parameters = CALLS[kind], block.get("parameters")
    item: dict[str, Json] = {"type": kind}
    if "id" in block or own is None:
        item["call_id"] = _sent(block.get("id"), own, ids)
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
        item[output.id] = _sent(response.get("callId"), own, ids)
    if kind in ("function_call_output", "custom_tool_call_output"):
        item["output"] = _shown_output(run, own)
    elif "result" in response:
        item[output.value] = response["result"]
    return {**item, **without(own, "type", "output", "idAsIs")} if own else item


def _shown_output(run: list[dict[str, Json]], own: dict[str, Json] | None) -> Json:
    """Text, or the parts that a tool showed; as they were, unless the result has been changed since."""
    text = _output_text(run[0])
    before = own.get("output") if own else None
    if isinstance(before, list) and joined_text(before) == run[0].get("result"):
        return before
    parts = [part for block in run[1:] if (part := block_to_part(block, "input_text"))]
    if not parts:
        return text
    return [{"type": "input_text", "text": text}, *parts] if text else parts


def _output_text(response: dict[str, Json]) -> str:
    """Text as it is, anything else as JSON; only a null or absent result is ''. A failure keeps its words."""
    result, error = response.get("result"), response.get("error")
    text = result if isinstance(result, str) else "" if result is None else compact(result)
    if not isinstance(error, str) or error == text:
        return text
    return f"{text}\n{error}" if text else error
