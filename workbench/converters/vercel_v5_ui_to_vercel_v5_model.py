"""UI messages → ModelMessages of the AI SDK 5 to 7, as `convertToModelMessages` of `ai` 6.0.326 does it.

`step-start` begins a new pair of assistant and tool message. A call without a result yet is sent alone, and a call
whose input is still streaming is not sent. Data parts and sources are dropped, as in the SDK without a converter for
them. From SDK 7: custom, reasoning-file and steering-message parts, and the result of a refused approval, which 6 adds
itself before it calls the model. Messages without parts belong to a mixed history and stay unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_v5_model_to_openai_chat import DENIED
from workbench.formats.vercel_request import system_setting
from workbench.formats.vercel_v5_ui.events import tool_name
from workbench.json.text import Json

_Part = dict[str, Json]


def vercel_v5_ui_to_vercel_v5_model(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for converted in _messages(message):
                yield Converted(converted, (index,))


def _messages(message: dict[str, Json]) -> list[Json]:
    role, listed = message.get("role"), message.get("parts")
    if not isinstance(listed, list):
        return [message] if "content" in message else []
    parts = [part for part in listed if isinstance(part, dict)]
    if role == "system":
        return [_system_message([part for part in parts if part.get("type") == "text"])]
    if role == "user":
        return [{"role": "user", "content": _user_content(parts)}]
    return _assistant_messages(parts) if role == "assistant" else []


def _system_message(texts: list[_Part]) -> Json:
    options: dict[str, Json] = {}
    for part in texts:
        if isinstance(metadata := part.get("providerMetadata"), dict):
            options |= metadata
    content = "".join(text for part in texts if isinstance(text := part.get("text"), str))
    return {"role": "system", "content": content, **({"providerOptions": options} if options else {})}


def _user_content(parts: list[_Part]) -> list[Json]:
    return [_text_or_file(part) for part in parts if part.get("type") in ("text", "file")]


def _assistant_messages(parts: list[_Part]) -> list[Json]:
    converted: list[Json] = []
    block: list[_Part] = []
    for part in parts:
        kind = part.get("type")
        if kind in ("step-start", "steering-message"):
            converted += _step(block)
            block = []
            if kind == "steering-message" and isinstance(steering := part.get("parts"), list):
                added = [item for item in steering if isinstance(item, dict)]
                converted.append({"role": "user", "content": _user_content(added)})
        else:
            block.append(part)
    return converted + _step(block)


def _step(block: list[_Part]) -> list[Json]:
    content: list[Json] = []
    results: list[Json] = []
    for part in block:
        kind = part.get("type")
        if kind in _CONTENT_KINDS:
            content.append(_text_or_file(part))
        elif _is_tool(kind) and part.get("state") != "input-streaming":
            content += _assistant_parts(part)
            results += _tool_parts(part)
    messages: list[Json] = [{"role": "assistant", "content": content}] if content else []
    return [*messages, {"role": "tool", "content": results}] if results else messages


def _is_tool(kind: object) -> bool:
    return isinstance(kind, str) and (kind.startswith("tool-") or kind == "dynamic-tool")


_CONTENT_KINDS = ("text", "reasoning", "file", "reasoning-file", "custom")
"""The parts of an assistant that are sent. Data parts, sources and unknown parts are not."""


def _text_or_file(part: _Part) -> Json:
    kind, metadata = part.get("type"), part.get("providerMetadata")
    if kind in ("text", "reasoning"):
        return _with_options({"type": kind, "text": part.get("text")}, metadata)
    if kind == "custom":
        return _with_options({"type": "custom", "kind": part.get("kind")}, metadata)
    reference = part.get("providerReference")
    data = part.get("url") if reference is None else {"type": "reference", "reference": reference}
    filename_field = {"filename": part["filename"]} if "filename" in part else {}
    return _with_options({"type": kind, "mediaType": part.get("mediaType"), **filename_field, "data": data}, metadata)


def _with_options(part: dict[str, Json], metadata: object) -> dict[str, Json]:
    if metadata is not None:
        part["providerOptions"] = metadata
    return part


def _assistant_parts(part: _Part) -> Iterator[Json]:
    """Yield the call, its approval request, and the result if the provider ran the tool."""
    state, name, metadata = part.get("state"), tool_name(part), part.get("callProviderMetadata")
    failed = state == "output-error"
    call: dict[str, Json] = {"type": "tool-call", "toolCallId": part.get("toolCallId"), "toolName": name}
    call["input"] = part.get("rawInput") if failed and part.get("input") is None else part.get("input")
    if "providerExecuted" in part:
        call["providerExecuted"] = part["providerExecuted"]
    if failed and metadata is None:
        metadata = part.get("resultProviderMetadata")
    yield _with_options(call, metadata)
    if isinstance(approval := part.get("approval"), dict):
        yield _approval_request(part, approval)
    if part.get("providerExecuted") is True and state in ("output-available", "output-error"):
        output = {"type": "error-json", "value": part.get("errorText")} if failed else _output(part.get("output"))
        metadata = part.get("resultProviderMetadata", part.get("callProviderMetadata"))
        yield _result(part, output, metadata)


def _approval_request(part: _Part, approval: dict[str, Json]) -> Json:
    request = {"type": "tool-approval-request", "approvalId": approval.get("id"), "toolCallId": part.get("toolCallId")}
    if isinstance(reason := approval.get("requestReason"), str):
        request["reason"] = reason
    other_keys = ("isAutomatic", "inputSchemaInput", "signature")
    return request | {key: approval[key] for key in other_keys if key in approval}


def _tool_parts(part: _Part) -> Iterator[Json]:
    """Yield the parts of the tool message: the answer to the approval, and the result if the client ran the tool."""
    state, approval = part.get("state"), part.get("approval")
    approval = approval if isinstance(approval, dict) else {}
    approved, reason = approval.get("approved"), approval.get("reason")
    if approved is not None:
        response = {"type": "tool-approval-response", "approvalId": approval.get("id"), "approved": approved}
        execution_field = {"providerExecuted": part["providerExecuted"]} if "providerExecuted" in part else {}
        yield {**response, **({} if reason is None else {"reason": reason}), **execution_field}
        if state == "approval-responded" and approved is False:
            denied = {"type": "execution-denied"} | ({} if reason is None else {"reason": reason})
            yield _result(part, denied, part.get("callProviderMetadata"))
    if part.get("providerExecuted") is True:
        return
    if state == "output-available":
        yield _result(part, _output(part.get("output")), part.get("callProviderMetadata"))
    elif state in ("output-error", "output-denied"):
        text = part.get("errorText") if state == "output-error" else DENIED if reason is None else reason
        yield _result(part, {"type": "error-text", "value": text}, part.get("callProviderMetadata"))


def _output(output: object) -> Json:
    return {"type": "text" if isinstance(output, str) else "json", "value": output}


def _result(part: _Part, output: object, metadata: object) -> Json:
    result = {"type": "tool-result", "toolCallId": part.get("toolCallId"), "toolName": tool_name(part)}
    return _with_options({**result, "output": output}, metadata)


EDGE = Edge("vercel-v5-ui", "vercel-v5-model", vercel_v5_ui_to_vercel_v5_model, "convertToModelMessages of AI SDK 6")
