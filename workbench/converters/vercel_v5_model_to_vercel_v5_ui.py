"""ModelMessages → UI messages of the AI SDK 5 to 7: what `useChat` would have stored for the same conversation.

A result moves into the part of its call, so tool messages disappear, and the part's state shows how the call ended. The
request and the answer of an approval move there too. A UI message must have an id: its own, or one derived from its
position. Lost: results without a call, and the kinds of output that a UI part does not distinguish (the value stays).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_results_by_call import Answer, answers_by_id, take_answer
from workbench.converters.vercel_user_content_to_openai_chat import image_address, inline_data
from workbench.converters.vercel_v5_model_to_openai_chat import output_text
from workbench.formats.vercel_request import system_setting
from workbench.json.media import media_type_of_url
from workbench.json.text import Json


def vercel_v5_model_to_vercel_v5_ui(messages: Sequence[Any], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    answers, approvals = answers_by_id(messages), _approvals(messages)
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role not in ("user", "assistant", "system"):
            continue
        own_id, content, sources = message.get("id"), message.get("content"), {index}
        parts: list[Json] = []
        for part in content if isinstance(content, list) else ({"type": "text", "text": content},):
            if isinstance(part, dict) and part.get("type") == "tool-call":
                answer = take_answer(answers, part.get("toolCallId"))
                parts.append(_tool_part(part, answer, approvals))
                sources |= {answer[0]} if answer else set()
            elif isinstance(part, dict):
                parts.extend(_text_or_file(part))
        converted = {"id": own_id if isinstance(own_id, str) else f"message-{index}", "role": role, "parts": parts}
        yield Converted(converted, tuple(sorted(sources)))


def _approvals(messages: Sequence[Any]) -> dict[str, dict[str, Json]]:
    """Map call ids to their approval requests, with the answer if there is one."""
    by_call: dict[str, dict[str, Json]] = {}
    by_approval: dict[str, dict[str, Json]] = {}
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            kind = part.get("type") if isinstance(part, dict) else None
            if kind == "tool-approval-request" and isinstance(call_id := part.get("toolCallId"), str):
                by_call[call_id] = {"id": part.get("approvalId")}
                if isinstance(approval_id := part.get("approvalId"), str):
                    by_approval[approval_id] = by_call[call_id]
            elif kind == "tool-approval-response" and isinstance(approval_id := part.get("approvalId"), str):
                answer = {key: part[key] for key in ("approved", "reason") if key in part}
                by_approval.get(approval_id, {}).update(answer)
    return by_call


def _tool_part(call: dict[str, Json], answer: Answer | None, approvals: dict[str, dict[str, Json]]) -> Json:
    name, call_id = call.get("toolName"), call.get("toolCallId")
    approval = approvals.get(call_id) if isinstance(call_id, str) else None
    kind = {"type": f"tool-{name}"} if isinstance(name, str) else {"type": "dynamic-tool", "toolName": name}
    part: dict[str, Json] = {
        **kind,
        "toolCallId": call_id,
        **_state_fields(call, answer, approval),
        "input": call.get("input"),
    }
    if approval is not None:
        part["approval"] = approval
    if "providerExecuted" in call:
        part["providerExecuted"] = call["providerExecuted"]
    if "providerOptions" in call:
        part["callProviderMetadata"] = call["providerOptions"]
    return part


def _state_fields(call: dict[str, Json], answer: Answer | None, approval: dict[str, Json] | None) -> dict[str, Json]:
    """Return the state of a call and the fields that belong to the state."""
    if answer is None and approval is None:
        return {"state": "input-available"}
    if answer is None:
        if approval and approval.get("approved") is False and call.get("providerExecuted") is True:
            return {"state": "output-denied"}  # the approval informs the provider, so there is no result
        return {"state": "approval-responded" if approval and "approved" in approval else "approval-requested"}
    output = answer[1].get("output")
    kind = output.get("type") if isinstance(output, dict) else None
    if kind == "execution-denied" and approval is not None:
        return {"state": "output-denied"}
    if isinstance(output, dict) and kind in ("error-text", "error-json", "execution-denied"):
        value = output.get("value")  # a string stays a string even if its kind is JSON
        return {"state": "output-error", "errorText": value if isinstance(value, str) else output_text(output)}
    if isinstance(output, dict) and isinstance(kind, str) and "value" in output:
        output = output["value"]
    return {"state": "output-available", "output": output}


def _text_or_file(part: dict[str, Json]) -> Iterator[Json]:
    kind = part.get("type")
    metadata = {"providerMetadata": part["providerOptions"]} if "providerOptions" in part else {}
    if kind in ("text", "reasoning"):
        yield {"type": kind, "text": part.get("text"), **metadata}
    elif kind == "custom":
        yield {"type": "custom", "kind": part.get("kind"), **metadata}
    elif kind in ("image", "file", "reasoning-file"):
        declared = part.get("mediaType")
        value = part.get("image") if kind == "image" else inline_data(part.get("data"))
        url = image_address(value, declared) if kind == "image" else _file_address(value, declared)
        media_type = declared if isinstance(declared, str) else media_type_of_url(url) or "image/*"
        filename_field = {"filename": part["filename"]} if "filename" in part else {}
        yield {
            "type": "file" if kind == "image" else kind,
            "mediaType": media_type,
            **filename_field,
            "url": url,
            **metadata,
        }


def _file_address(value: object, declared: object) -> Json:
    is_inline = isinstance(value, str) and ":" not in value[:12]
    return f"data:{declared};base64,{value}" if is_inline else value


EDGE = Edge("vercel-v5-model", "vercel-v5-ui", vercel_v5_model_to_vercel_v5_ui, "what useChat of AI SDK 5 to 7 stores")
