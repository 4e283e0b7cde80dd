"""UI messages → ModelMessages of the AI SDK 5 to 7, as `convertToModelMessages` of `ai` 6.0.326 does it.

`step-start` begins a new pair of assistant and tool message; a call whose result is not there yet is sent alone, and
one whose input still streams is not sent. Data parts and sources are dropped, as in the SDK when it is given no
converter for them. Of SDK 7: custom, reasoning-file and steering-message parts, and the result of a refused approval,
which 6 adds itself before it calls the model. Messages without parts belong to a mixed history and pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.convert.contract import Converted, Edge
from workbench.convert.vercel_v5_model_to_openai_chat import DENIED
from workbench.formats.vercel_request import system_setting
from workbench.formats.vercel_v5_ui import tool_name
from workbench.jsontext import Json

_Part = dict[str, Json]


def vercel_v5_ui_to_vercel_v5_model(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for made in _messages(message):
                yield Converted(made, (index,))


def _messages(message: dict[str, Json]) -> Iterator[Json]:
    role, listed = message.get("role"), message.get("parts")
    if not isinstance(listed, list):
        if "content" in message:
            yield message
        return
    parts = [part for part in listed if isinstance(part, dict)]
    if role == "system":
        yield _system_message([part for part in parts if part.get("type") == "text"])
    elif role == "user":
        yield {"role": "user", "content": _user_content(parts)}
    elif role == "assistant":
        yield from _assistant_messages(parts)


def _system_message(texts: list[_Part]) -> Json:
    options: dict[str, Json] = {}
    for part in texts:
        if isinstance(metadata := part.get("providerMetadata"), dict):
            options |= metadata
    said = "".join(text for part in texts if isinstance(text := part.get("text"), str))
    return {"role": "system", "content": said, **({"providerOptions": options} if options else {})}


def _user_content(parts: list[_Part]) -> list[Json]:
    return [made for part in parts if part.get("type") in ("text", "file") for made in _said(part)]


def _assistant_messages(parts: list[_Part]) -> Iterator[Json]:
    block: list[_Part] = []
    for part in parts:
        kind = part.get("type")
        if kind in ("step-start", "steering-message"):
            yield from _step(block)
            block = []
            if kind == "steering-message" and isinstance(steering := part.get("parts"), list):
                yield {"role": "user", "content": _user_content([item for item in steering if isinstance(item, dict)])}
        else:
            block.append(part)
    yield from _step(block)


def _step(block: list[_Part]) -> Iterator[Json]:
    content: list[Json] = []
    results: list[Json] = []
    for part in block:
        if not _is_tool(part):
            content.extend(_said(part))
        elif part.get("state") != "input-streaming":
            content.extend(_asked(part))
            results.extend(_answered(part))
    if content:
        yield {"role": "assistant", "content": content}
    if results:
        yield {"role": "tool", "content": results}


def _is_tool(part: _Part) -> bool:
    kind = part.get("type")
    return isinstance(kind, str) and (kind.startswith("tool-") or kind == "dynamic-tool")


def _said(part: _Part) -> Iterator[Json]:
    """Texts, thoughts and files; nothing for a data part, a source or an unknown one."""
    kind, options = part.get("type"), _options(part.get("providerMetadata"))
    if kind in ("text", "reasoning"):
        yield {"type": kind, "text": part.get("text"), **options}
    elif kind == "custom":
        yield {"type": "custom", "kind": part.get("kind"), **options}
    elif kind in ("file", "reasoning-file"):
        reference = part.get("providerReference")
        data = part.get("url") if reference is None else {"type": "reference", "reference": reference}
        named = {"filename": part["filename"]} if "filename" in part else {}
        yield {"type": kind, "mediaType": part.get("mediaType"), **named, "data": data, **options}


def _options(metadata: Json) -> dict[str, Json]:
    return {} if metadata is None else {"providerOptions": metadata}


def _asked(part: _Part) -> Iterator[Json]:
    """The call, the request to approve it, and the result if the provider itself ran the tool."""
    state, name, metadata = part.get("state"), tool_name(part), part.get("callProviderMetadata")
    failed = state == "output-error"
    call: dict[str, Json] = {"type": "tool-call", "toolCallId": part.get("toolCallId"), "toolName": name}
    call["input"] = part.get("rawInput") if failed and part.get("input") is None else part.get("input")
    if "providerExecuted" in part:
        call["providerExecuted"] = part["providerExecuted"]
    if failed and metadata is None:
        metadata = part.get("resultProviderMetadata")
    yield {**call, **_options(metadata)}
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
    kept = ("isAutomatic", "inputSchemaInput", "signature")
    return request | {key: approval[key] for key in kept if key in approval}


def _answered(part: _Part) -> Iterator[Json]:
    """What goes into the tool message: the answer to the approval, and the result of a tool that the client ran."""
    state, approval = part.get("state"), part.get("approval")
    approval = approval if isinstance(approval, dict) else {}
    approved, reason = approval.get("approved"), approval.get("reason")
    if approved is not None:
        response = {"type": "tool-approval-response", "approvalId": approval.get("id"), "approved": approved}
        ran = {"providerExecuted": part["providerExecuted"]} if "providerExecuted" in part else {}
        yield {**response, **({} if reason is None else {"reason": reason}), **ran}
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


def _output(output: Json) -> Json:
    return {"type": "text" if isinstance(output, str) else "json", "value": output}


def _result(part: _Part, output: Json, metadata: Json) -> Json:
    result = {"type": "tool-result", "toolCallId": part.get("toolCallId"), "toolName": tool_name(part)}
    return {**result, "output": output, **_options(metadata)}


EDGE = Edge("vercel-v5-ui", "vercel-v5-model", vercel_v5_ui_to_vercel_v5_model, "convertToModelMessages of AI SDK 6")
