"""Arguments of calls that are not JSON, not an object, or converted to a string twice."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import tool_of
from workbench.json.patch import replace
from workbench.json.text import Json, compact, glued_objects, parse_or_none
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_calls, has_unexpected_arguments, has_unreadable_arguments
from workbench.rules.tools.fragments import rejoined
from workbench.rules.tools.glued_arguments import unparsable_calls
from workbench.rules.tools.native_api import api_used
from workbench.targets.contract import INFO, WARNING, Target

RAW = "_raw"
"""The key under which a fix keeps invalid arguments, word for word."""


def write_as_object(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None or "value" not in call.places:
        return None
    if (joined := rejoined(context, call)) is not None:
        return joined
    parsed = parse_or_none(call.value) if isinstance(call.value, str) else call.value
    if isinstance(parsed, dict):
        value, title, why = parsed, "Parse the arguments", "The string contains an object."
    elif call.value is None or (isinstance(call.value, str) and call.value.strip() in ("", "null")):
        value, title, why = {}, "Write an empty object", "Nothing is lost: there are no arguments."
    else:
        value, title = {RAW: call.value}, "Keep the broken arguments as text inside an object"
        why = "They cannot be read as an object. They are kept word for word; nothing is guessed."
    written: Json = compact(value) if _arguments_are_text(context) else value
    return Fix(title, (replace(context.at(call, "value"), written),), True, why, 0.8)


def _arguments_are_text(context: RepairContext) -> bool:
    """Whether this format keeps arguments as a string."""
    return context.format.traits.arguments_are_text


@rule("TA203", "tool-args-invalid-json", may_be_healed=True, fix=write_as_object, occasion=has_unreadable_arguments)
def tool_args_invalid_json(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments of a call are a string that is not a JSON object.

    This usually comes from an answer that was cut off at the token limit in the middle of a call. OpenAI does not parse
    the arguments in a history again; compatible servers do. All but Mistral refuse an object instead of a string.

    Bad (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\": \\"a"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai-compatible):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\": \\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    is_parsed = target.limits.reads_arguments
    for call, value in unparsable_calls(chat):
        if len(glued_objects(value)) < 2:
            text = f"The arguments of {tool_of(call.name)} are not a JSON object."
            is_certain = is_parsed and value.strip() != "null"  # some servers read null as no arguments
            yield at(call, text, "value", severity=None if is_certain else WARNING, length=len(value))
    for call in chat.calls if is_parsed and not target.limits.accepts_empty_arguments else ():
        if isinstance(call.value, str) and not call.value.strip() and _is_function(call.raw):
            is_certain = target.limits.refuses_empty_arguments
            text = f"The arguments of {tool_of(call.name)} are an empty string."
            text += "" if is_certain else " Some servers require an object."
            yield at(call, text, "value", severity=None if is_certain else WARNING, length=0)
    for call in chat.calls:
        if not isinstance(call.value, str) and _is_function(call.raw) and _has_arguments(call.raw):
            text = f"The arguments of {tool_of(call.name)} are not a string that contains JSON."
            kind = "object" if isinstance(call.value, dict) else "array" if isinstance(call.value, list) else "value"
            severity = INFO if target.limits.accepts_argument_objects and kind == "object" else None
            yield at(call, text, "value", severity=severity, kind=kind)._replace(variant="type")


def parse_for_native_api(context: RepairContext, finding: Finding) -> Fix | None:
    """Parse the arguments for a server whose own API requires an object; otherwise use the general fix."""
    call = context.event(finding.at, "call")
    parsed = parse_or_none(call.value) if call is not None and isinstance(call.value, str) else None
    if not context.target.limits.native_keys or not isinstance(parsed, dict):
        return write_as_object(context, finding)
    why = "The string contains exactly this object, which the server's own API requires."
    return Fix("Parse the arguments", (replace(finding.at, parsed),), finding.severity == "error", why, 0.9)


@rule(
    "TA204",
    "tool-args-not-object",
    may_be_healed=True,
    with_rules=("args-double-stringified",),
    fix=parse_for_native_api,
    occasion=has_calls,
)
def tool_args_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments of a call must be an object here, but are something else.

    This usually comes from passing on OpenAI's string of arguments unchanged.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": "{}"}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    """
    if chat.format.traits.arguments_are_text:
        yield from _texts_for_native_api(chat, target)
        return
    null_is_refused = target.limits.refuses_null_arguments
    for call in chat.calls:
        if isinstance(call.value, dict) or (call.value is None and not (null_is_refused and _has_null_input(call))):
            continue
        yield at(call, f"The arguments of {tool_of(call.name)} are not an object.", "value")


def _texts_for_native_api(chat: Chat, target: Target) -> Iterator[Violation]:
    """String arguments for a server whose own API requires objects. Its OpenAI-compatible API requires strings."""
    api = api_used(chat, target)
    is_native = api == "native"
    for call in chat.calls if api != "compatible" else ():
        if isinstance(call.value, str):
            text = f"The arguments of {tool_of(call.name)} are a string; the server's own API requires an object."
            if not is_native:
                text += (
                    " Its OpenAI-compatible API requires the string; the file does not show which of the two is used."
                )
            yield at(call, text, "value", severity=None if is_native else WARNING)


def unwrap(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    inner = inner_object(call.value, _arguments_are_text(context)) if call and isinstance(call.value, str) else None
    if call is None or inner is None:
        return None
    value: Json = compact(inner) if _arguments_are_text(context) else inner
    why = "The string contains exactly this object, converted to a string once too often."
    return Fix("Unwrap the arguments", (replace(context.at(call, "value"), value),), True, why, 0.98)


@rule("TA206", "args-double-stringified", default=WARNING, on="file", fix=unwrap, occasion=has_unexpected_arguments)
def args_double_stringified(chat: Chat, target: Target) -> Iterator[Violation]:
    """The arguments were converted to a string twice.

    They are a JSON string that contains the object. The model sees the backslashes and imitates them.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "\\"{\\\\\\"path\\\\\\":\\\\\\"a\\\\\\"}\\""}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{\\"path\\":\\"a\\"}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    traits = chat.format.traits
    as_text = traits.arguments_are_text or traits.arguments_may_be_text
    for call in chat.calls:
        if isinstance(call.value, str) and inner_object(call.value, as_text) is not None:
            yield at(call, f"The arguments of {tool_of(call.name)} are a string inside a string.", "value")


def _has_null_input(call: Event) -> bool:
    return isinstance(call.raw, dict) and "input" in call.raw


def _is_function(raw: object) -> bool:
    """Whether the call is of a function. The provider's own tools (a search, a patch) have other arguments."""
    return isinstance(raw, dict) and ("function" in raw or raw.get("type") == "function_call")


def _has_arguments(raw: dict[str, Json]) -> bool:
    """Whether the call has the key. A null value is refused; a call without the key is not checked here."""
    function = raw.get("function", raw)
    return isinstance(function, dict) and "arguments" in function


def inner_object(value: str, as_text: bool) -> dict[str, Json] | None:
    """The object inside arguments that were converted to a string twice or more."""
    if value[:1] != '"':
        return None if as_text else _inner(value)
    return _inner(parse_or_none(value))


def _inner(text: object) -> dict[str, Json] | None:
    for _ in range(3):
        if not isinstance(text, str):
            break
        text = parse_or_none(text)
    return text if isinstance(text, dict) else None
