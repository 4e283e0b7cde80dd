"""Tool output that the model never sees, or sees in another form."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from workbench.checks.findings import Finding, Fix
from workbench.checks.journey import Journey
from workbench.formats.contract import Event
from workbench.json.patch import add, replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, route_rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import erases_results, has_failed_results, has_results_other_than_objects
from workbench.targets.contract import WARNING, Target


def keep_error_text(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    error = context.value(finding.at)
    if result is None or not isinstance(error, str):
        return None
    if result.value in (None, "", [], {}):
        value: Json = error
    elif isinstance(result.value, str):
        value = f"{result.value}\n{error}"
    else:
        return None
    why = "The text is copied to a place that the model reads; it also stays where it is."
    return Fix("Keep the text", (add(context.at(result, "value"), value),), True, why, 0.95)


@route_rule("LO504", "error-text-lost", WARNING, fix=keep_error_text, occasion=has_failed_results)
def error_text_lost(journey: Journey, target: Target) -> Iterator[Violation]:
    """The reason why a tool failed is lost: the model sees an empty result, at best marked as failed.

    Spec 000 sets `isError` (line 147) and never copies the text; OpenAI's API has no field for the flag either.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "",
           "error": "permission denied"}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1",
           "result": "permission denied", "status": "error"}]}]
    """
    for result in journey.internal.results:
        error = result.raw.get("error") if result.failed and isinstance(result.raw, dict) else None
        if isinstance(error, str) and error and result.value != error and not _is_sent(journey, result, error):
            yield at(result, "The model does not see why the tool failed.", "error")


def _is_sent(journey: Journey, result: Event, error: str) -> bool:
    for position in journey.positions.get(result.message, ()):
        for event in journey.on_wire(position):
            if error in str(event.value):
                return True
    return False


def write_null_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None:
        return None
    return Fix(
        "Write the value as text", (replace(finding.at, compact(result.value)),), True, "The same value, as text.", 0.8
    )


@route_rule("LO505", "falsy-result-erased", WARNING, fix=write_null_as_text, occasion=erases_results)
def falsy_result_erased(journey: Journey, target: Target) -> Iterator[Violation]:
    """A result of null, false or zero becomes an empty text.

    Read literally, spec 000's `result OR ''` (line 142) erases 0 and false too; here only null and missing results
    become empty.

    Bad (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": null}]}]
    Good (openai):
        [{"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "f", "parameters": {}}]},
         {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": 0}]}]
    """
    for result in journey.internal.results if journey.is_converted else ():
        has_value = isinstance(result.raw, dict) and result.places.get("value", ("",))[0] in result.raw
        if result.value in (None, False, 0) and has_value and not result.failed:
            outputs = [
                event.value
                for position in journey.positions.get(result.message, ())
                for event in journey.on_wire(position)
                if event.kind == "result"
            ]
            if outputs and all(value == "" for value in outputs):
                yield at(result, f"The result {_json_word(result.value)} becomes an empty text.", "value")


def _json_word(value: Any) -> str:
    return {None: "null", False: "false"}.get(value, str(value))


def python_as_json(context: RepairContext, finding: Finding) -> Fix | None:
    text = context.value(finding.at)
    if not isinstance(text, str) or not looks_like_python(text):
        return None
    try:
        value = ast.literal_eval(text.strip())
        written = compact(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return Fix("Write it as JSON", (replace(finding.at, written),), True, "The same data, in JSON.", 0.95)


@route_rule("LO506", "python-repr-output", WARNING, fix=python_as_json, occasion=has_results_other_than_objects)
def python_repr_output(journey: Journey, target: Target) -> Iterator[Violation]:
    """A tool result is written in Python's notation, not as JSON.

    Single quotes, None and True are not JSON, so other programs cannot read it. It comes from `str()` instead of
    `json.dumps`.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "{'ok': True, 'items': None}"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "{\\"ok\\": true, \\"items\\": null}"}]
    """
    for result in journey.internal.results:
        if isinstance(result.value, str) and looks_like_python(result.value):
            yield at(result, "The result is written in Python's notation, not as JSON.", "value")


_PYTHON_REPR = re.compile(r"""\s*[\[{(].*(?:'[^']*'\s*[:,\])}]|\b(?:None|True|False)\b)""", re.DOTALL)


def looks_like_python(text: str) -> bool:
    """Whether a text is a printed Python dict, list or tuple, and certainly not JSON."""
    if text.startswith('{"'):  # most results
        return False
    stripped = text.strip()
    closed = stripped[:1] + stripped[-1:] in ("{}", "[]", "()")
    return closed and len(stripped) < 100_000 and '"' not in stripped[:2] and bool(_PYTHON_REPR.match(stripped[:2000]))
