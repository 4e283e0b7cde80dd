"""Write the embedded model's answer for Chat Completions: as a completion, or as the chunks of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.formats.stream_pieces import split_halves, split_words
from workbench.formats.wire import CREATED, Answer, StreamRequest
from workbench.json.text import Json, compact


def completion(answer: Answer, model: str, quirk: str = "") -> Json:
    message = _message(answer)
    if quirk == "wrong-ids":
        message = _with_one_id(message)
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
    return {**_head(answer, model, "chat.completion"), "choices": [choice], "usage": usage_of(answer, message)}


def chunks(answer: Answer, request: StreamRequest) -> Iterator[Json]:
    message = _message(answer)
    head = _head(answer, request.model, "chat.completion.chunk")

    def chunk(delta: object, finish: str | None = None) -> Json:
        return {**head, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}

    yield chunk({"role": "assistant", "content": ""})
    for key, value in message.items():
        if key not in ("role", "content", "tool_calls") and value is not None:
            yield chunk({key: value})
    for words in split_words(_text(message)):
        yield chunk({"content": words})
    calls = message.get("tool_calls")
    for index, call in enumerate(calls if isinstance(calls, list) else ()):
        for piece in _call_pieces(call, index, request.quirk):
            yield chunk({"tool_calls": [piece]})
    yield chunk({}, "tool_calls" if calls else "stop")
    options = request.body.get("stream_options")
    if isinstance(options, dict) and options.get("include_usage") is True:
        yield {**head, "choices": [], "usage": usage_of(answer, message)}


def _call_pieces(call: object, index: int, quirk: str) -> Iterator[Json]:
    if not isinstance(call, dict):
        return
    holder = "custom" if isinstance(call.get("custom"), dict) else "function"
    inside: dict[str, Json] = call[holder] if isinstance(call.get(holder), dict) else {}
    key = "input" if holder == "custom" else "arguments"
    arguments = inside.get(key, "")
    text = arguments if isinstance(arguments, str) else compact(arguments)
    about = {name: value for name, value in call.items() if name != holder}
    number: dict[str, Json] = {"index": 0 if quirk == "repeated-index" else index}
    if quirk == "missing-index":
        number = {}
    late = {name: about.pop(name) for name in ("id",) if quirk == "late-id" and name in about}
    yield {**number, **about, holder: {**inside, key: ""}}
    for position, piece in enumerate(split_halves(text)):
        other = {"id": f"call_other_{index}_{position}"} if quirk == "wrong-ids" else {}
        yield {**number, **other, holder: {key: piece}}
    if late:
        yield {**number, **late, holder: {key: ""}}


def _message(answer: Answer) -> dict[str, Json]:
    """Return the answer as one message, even if the recording has several for one reply."""
    if answer.recorded is not None:
        texts = [_text(message) for message in answer.recorded if isinstance(message, dict)]
        calls = [call for message in answer.recorded for call in _calls(message)]
        rest = {
            key: value for message in answer.recorded if isinstance(message, dict) for key, value in message.items()
        }
        text = "\n".join(part for part in texts if part)
        return {**rest, "role": "assistant", "content": text or None, **({"tool_calls": calls} if calls else {})}
    tool_calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": compact(call.arguments)}}
        for call in answer.calls
    ]
    return {"role": "assistant", "content": answer.text or None, **({"tool_calls": tool_calls} if tool_calls else {})}


def _calls(message: object) -> list[Json]:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return calls if isinstance(calls, list) else []


def _text(message: Any) -> str:
    content = message.get("content")
    if isinstance(content, list):
        texts = [part.get("text", part.get("refusal")) for part in content if isinstance(part, dict)]
        return "\n".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def _with_one_id(message: dict[str, Json]) -> dict[str, Json]:
    calls = [{**call, "id": "call_same"} if isinstance(call, dict) else call for call in _calls(message)]
    return {**message, "tool_calls": calls} if calls else message


def _head(answer: Answer, model: str, kind: str) -> dict[str, Json]:
    return {"id": f"chatcmpl-rehearsal-{answer.identity}", "object": kind, "created": CREATED, "model": model}


def usage_of(answer: Answer, message: object) -> Json:
    """Return a usage estimate of four characters per token, which is the same every time."""
    output = max(1, len(compact(message)) // 4)
    total = answer.input_tokens + output
    return {"prompt_tokens": answer.input_tokens, "completion_tokens": output, "total_tokens": total}
