"""The embedded model's answer as a whole response of any API that a format has a wire for."""

from __future__ import annotations

from workbench.converters import generation
from workbench.formats import FORMATS, Format
from workbench.formats.wire import Answer
from workbench.json.text import Json, compact


def whole_answer(form: Format, answer: Answer, model: str, quirk: str = "") -> Json:
    """As the wire itself writes it, or its message wrapped with what a response says of itself."""
    wire, respond = form.wire, form.response_from
    assert wire is not None
    if wire.whole is not None:
        return wire.whole(answer, model, quirk)
    message = answer.recorded[0] if answer.recorded else _written(form, answer)
    body: dict[str, Json] = respond(message) if respond else message
    usage = form.response.usage if form.response else None
    counts = usage.counted(answer.input_tokens, max(1, len(compact(message)) // 4)) if usage else {}
    return {**body, **wire.about(answer.identity, model), **counts}


def _written(form: Format, answer: Answer) -> Json:
    """The answer as generation yields it, converted: how the wire writes it is known there."""
    blocks: list[Json] = [{"type": "text", "text": answer.text}] if answer.text else []
    for call_id, name, arguments in answer.calls:
        blocks.append({"type": "tool_call", "id": call_id, "name": name, "parameters": arguments})
    return generation.to_messages([{"speaker": "ai", "blocks": blocks}], form.name)[0]


def served_formats() -> list[Format]:
    """Those in which a model can be asked."""
    return [form for form in FORMATS.values() if form.wire is not None]
