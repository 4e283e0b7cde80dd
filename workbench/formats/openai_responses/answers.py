"""Write the embedded model's answer for the Responses API: as a response, or as the events of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.formats.stream_pieces import split_halves, split_words
from workbench.formats.wire import CREATED, Answer, StreamRequest
from workbench.json.text import Json, compact


def response(answer: Answer, model: str, quirk: str = "") -> Json:
    return _response(answer, model, "completed")


def _response(answer: Answer, model: str, status: str) -> Json:
    output = _items(answer) if status == "completed" else []
    tokens = max(1, len(compact(output)) // 4)
    usage = {
        "input_tokens": answer.input_tokens,
        "output_tokens": tokens,
        "total_tokens": answer.input_tokens + tokens,
    }
    return {
        "id": f"resp_rehearsal_{answer.identity}",
        "object": "response",
        "created_at": CREATED,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "model": model,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": usage if status == "completed" else None,
    }


def events(answer: Answer, request: StreamRequest) -> Iterator[Json]:
    """Yield each event with its sequence number, as the API counts them."""
    for number, event in enumerate(_events(answer, request.model)):
        yield {**event, "sequence_number": number}


def _events(answer: Answer, model: str) -> Iterator[dict[str, Json]]:
    started = _response(answer, model, "in_progress")
    yield {"type": "response.created", "response": started}
    yield {"type": "response.in_progress", "response": started}
    for index, item in enumerate(_items(answer)):
        yield {"type": "response.output_item.added", "output_index": index, "item": _hollow(item)}
        yield from _pieces(item, index)
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": response(answer, model)}


def _pieces(item: Any, index: int) -> Iterator[dict[str, Json]]:
    at = {"item_id": item.get("id"), "output_index": index}
    content = item.get("content")
    for position, part in enumerate(content if isinstance(content, list) else ()):
        here = {**at, "content_index": position}
        text = part.get("text") if isinstance(part, dict) else None
        if not isinstance(text, str):
            continue
        yield {"type": "response.content_part.added", **here, "part": {**part, "text": ""}}
        for piece in split_words(text):
            yield {"type": "response.output_text.delta", **here, "delta": piece, "logprobs": []}
        yield {"type": "response.output_text.done", **here, "text": text, "logprobs": []}
        yield {"type": "response.content_part.done", **here, "part": part}
    arguments = item.get("arguments")
    if isinstance(arguments, str):
        for piece in split_halves(arguments):
            yield {"type": "response.function_call_arguments.delta", **at, "delta": piece}
        yield {"type": "response.function_call_arguments.done", **at, "arguments": arguments, "name": item.get("name")}


def _hollow(item: Any) -> Json:
    """Return an item as it starts: everything but its text."""
    empty: dict[str, Json] = {"content": [], "arguments": ""}
    return {**item, "status": "in_progress", **{key: empty[key] for key in empty if key in item}}


def _items(answer: Answer) -> list[Json]:
    if answer.recorded is not None:
        return [_output_item(item, number) for number, item in enumerate(answer.recorded) if isinstance(item, dict)]
    items: list[Json] = []
    if answer.text:
        items.append(_output_item({"type": "message", "role": "assistant", "content": answer.text}, 0))
    for number, call in enumerate(answer.calls):
        items.append(
            {
                "id": f"fc_rehearsal_{number}",
                "type": "function_call",
                "status": "completed",
                "call_id": call.id,
                "name": call.name,
                "arguments": compact(call.arguments),
            }
        )
    return items


def _output_item(item: dict[str, Json], number: int) -> Json:
    """Return an output item. An input message may be abbreviated; an output message has parts and an id."""
    if item.get("type", "message") != "message":
        return item
    content = item.get("content")
    if isinstance(content, str):
        content = [{"type": "output_text", "text": content, "annotations": []}]
    completed = {"id": f"msg_rehearsal_{number}", "status": "completed", **item}
    return {**completed, "type": "message", "role": "assistant", "content": content}
