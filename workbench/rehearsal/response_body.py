"""Write the embedded model's answer as a complete response of any API that a format describes."""

from __future__ import annotations

from typing import Any

from workbench.converters import generation
from workbench.formats import FORMATS, Format
from workbench.formats.wire import Answer
from workbench.json.text import Json, compact


def response_body(form: Format, answer: Answer, model: str, quirk: str) -> Json:
    """Return the response body: written by the wire itself, or a message with id, model and usage around it."""
    wire, respond = form.wire, form.response_from
    assert wire is not None
    if wire.write_response is not None:
        return wire.write_response(answer, model, quirk)
    message = answer.recorded[0] if answer.recorded else _message(form, answer)
    body: Any = respond(message) if respond else message
    usage = form.response.usage if form.response else None
    counts = usage.counted(answer.input_tokens, max(1, len(compact(message)) // 4)) if usage else {}
    return {**body, **wire.about(answer.identity, model), **counts}


def _message(form: Format, answer: Answer) -> Json:
    """Return the answer as a message, converted from the internal format by the converter for this format."""
    blocks: list[Json] = [{"type": "text", "text": answer.text}] if answer.text else []
    for call_id, name, arguments in answer.calls:
        blocks.append({"type": "tool_call", "id": call_id, "name": name, "parameters": arguments})
    return generation.to_messages([{"speaker": "ai", "blocks": blocks}], form.name)[0]


def served_formats() -> list[Format]:
    """Return the formats in which a model accepts requests."""
    return [form for form in FORMATS.values() if form.wire is not None]
