"""Violations of the provider's published schema: missing and unknown fields, wrong types and values.

These rules are a fallback: if a more specific rule points at the same place, only its finding is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import request_problems, severity_of_unknown
from workbench.checks.schema import LENGTH, MISSING, RANGE, TYPE, UNKNOWN, VALUE, Problem, json_type
from workbench.json.description import quoted
from workbench.json.lost_words import has_no_words, lost_words
from workbench.json.patch import remove
from workbench.json.pointer import leaves, readable, to_pointer
from workbench.json.text import Json, parse_or_none
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.rules.editing.answer_texts import write_answer_as_text
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.keeping_as_text import field_as_text
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.editing.media_shapes import write_media_in_api_shape
from workbench.rules.editing.moving_settings import move_to_place_here
from workbench.rules.editing.part_kinds import (
    block_of_another_agent,
    write_as_allowed_kind,
    write_image_address,
    write_text_as_part,
)
from workbench.rules.editing.speaker_names import keep_name_as_text
from workbench.rules.editing.tool_shapes import write_in_api_shape, write_tool_of_another_api
from workbench.rules.editing.value_shapes import (
    add_empty_arguments,
    add_empty_thinking_text,
    add_text_type,
    first_of,
    leave_out_empty_list,
    leave_out_empty_value,
    move_required_into_schema,
    name_answer_schema,
    rename_schema_field,
    write_choice_in_api_shape,
    write_in_expected_type,
    write_reasoning_in_its_object,
    write_text_in_its_field,
)
from workbench.rules.media.document_blocks import format_of_bytes
from workbench.rules.occasions import has_schema_problem, may_have_refused_item_field
from workbench.rules.results.wrong_role import result_fields_as_tool_message
from workbench.targets.contract import ERROR, WARNING, Target

OTHER_FORMATS_KINDS = frozenset({
    "text", "image", "image_url", "file", "audio", "document", "video", "input_text", "input_image", "input_file",
    "input_audio", "output_text", "refusal", "reasoning", "thinking", "redacted_thinking", "server_tool_use",
    "tool_use", "tool_result", "tool_call", "tool-call", "tool-result", "tool-invocation", "function",
    "function_call", "function_call_output", "step-start", "json",
})  # fmt: skip
"""Kinds of parts in other formats. Any other unknown kind may be newer than this list."""


def leave_out_field(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an unknown field, or keep its words as text. Not safe if its value would be lost, unless it is a
    setting: the guard knows which of them only control the answer."""
    value = context.value(finding.at)
    copies = _copies(context, finding.at)
    key = finding.at.rpartition("/")[2]
    is_idle = has_no_words({key: value}) or isinstance(value, (int, float))
    kept = None if copies or is_idle else field_as_text(context, finding)
    safe = bool(copies) or is_idle or (finding.message_index < 0 and finding.severity == ERROR)
    why = "The API does not have this field." if safe else "The API does not have this field; its value would be lost."
    return kept or Fix(f"Leave out {key}", (remove(finding.at),), safe, why, 0.8, keeps=copies)


def _copies(context: RepairContext, pointer: str) -> tuple[str, ...]:
    """The place of the same value in the same object: a call's name that repeats its function's, or its parsed
    arguments."""
    parent, _, field = pointer.rpartition("/")
    value = context.value(pointer)
    if not value or not isinstance(value, (str, dict, list)):
        return ()
    others = ((path, leaf) for path, leaf in leaves(context.value(parent)) if path[0] != field)
    same = ((path, leaf) for path, leaf in others if leaf == value or _is_json_of(leaf, value))
    carried = (path for path, leaf in same if not lost_words([value], [{str(path[-1]): leaf}]))  # a role has no text
    path = next(carried, None)
    return () if path is None else (parent + to_pointer(path),)


def _is_json_of(text: object, value: Json) -> bool:
    return isinstance(value, (dict, list)) and isinstance(text, str) and parse_or_none(text) == value


@rule(
    "RQ001",
    "field-missing",
    with_rules=("field-unknown",),
    schema_problem="missing",
    fallback=True,
    applies_to_bare_messages=True,
    fix=first_of(
        write_in_api_shape,
        write_media_in_api_shape,
        write_choice_in_api_shape,
        rename_schema_field,
        add_text_type,
        add_empty_arguments,
        write_text_in_its_field,
        add_empty_thinking_text,
        write_answer_as_text,
        name_answer_schema,
    ),
    occasion=has_schema_problem,
)
def field_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field that the API requires is missing.

    This usually comes from building a part by hand, or from a converter that dropped unknown fields.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "name": "ls", "parameters": {"type": "object", "properties": {}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "ls", "parameters": {
           "type": "object", "properties": {}}}}]}
    """
    for problem in request_problems(chat, target, MISSING):
        yield broken_schema(chat, problem, f"The field {quoted(problem.path[-1])} is missing.")


@rule(
    "RQ002",
    "field-wrong-type",
    schema_problem="type",
    fallback=True,
    applies_to_bare_messages=True,
    fix=first_of(
        write_image_address,
        write_text_as_part,
        leave_out_empty_value,
        write_in_expected_type,
        leaving_out("The API does not accept this value of the setting.", 0.7),
    ),
    occasion=has_schema_problem,
)
def field_wrong_type(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field has the wrong type: an object instead of a list, a number instead of a string.

    This usually comes from storing a request in a database or a language with fewer types than JSON.

    Bad (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": [{"type": "input_image",
          "image_url": {"url": "https://files.example/plan.png"}}]}]}
    Good (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": [{"type": "input_image",
          "image_url": "https://files.example/plan.png"}]}]}
    """
    for problem in request_problems(chat, target, TYPE):
        expected = " or ".join(f"{_article(name)} {name}" for name in problem.facts["expected"])
        text = f"The field {quoted(problem.path[-1])} is {_is(problem)}, but must be {expected}."
        yield broken_schema(chat, problem, text)


@rule(
    "RQ003",
    "value-unsupported",
    schema_problem="value",
    fallback=True,
    fix=first_of(
        format_of_bytes,
        write_as_allowed_kind,
        block_of_another_agent,
        write_choice_in_api_shape,
        write_tool_of_another_api,
        leaving_out("The API does not accept this value of the setting.", 0.7),
    ),
    applies_to_bare_messages=True,
    occasion=has_schema_problem,
)
def value_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field has a value that the API does not accept.

    This usually comes from another provider's name for the same thing (`image_url` for `image`), or from a typo. An
    unknown kind of part may be new, so it is a warning.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": [{"type": "input_text", "text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, VALUE):
        value = problem.facts["value"]
        is_in_list = any(isinstance(step, int) for step in problem.path)
        maybe_new = is_in_list and problem.facts.get("of") == "tag" and not _is_certainly_unknown(problem)
        text = f"{quoted(value)} is not an accepted value of {quoted(problem.path[-1])} here."
        yield broken_schema(chat, problem, text, severity=WARNING if maybe_new else None)


_DATED = re.compile(r"_20\d{6}\Z")


def _is_certainly_unknown(problem: Problem) -> bool:
    """Whether a tag is of another format, or lacks the date that the API's tags have, so that it cannot be newer."""
    value, allowed = problem.facts["value"], problem.facts.get("allowed", ())
    return value in OTHER_FORMATS_KINDS or (any(map(_DATED.search, allowed)) and not _DATED.search(str(value)))


def _bounded(problem: Problem) -> str:
    """A sentence with the value and the bound that it breaks."""
    facts = problem.facts
    end = "at least" if facts["bound"] == "min" else "at most"
    counted = f"{facts['length']} long" if problem.kind == LENGTH else str(facts["value"])
    return f"{quoted(problem.path[-1])} is {counted}; {end} {facts['limit']} is accepted."


@rule(
    "RQ009",
    "value-out-of-bounds",
    schema_problem="length:min",
    fallback=True,
    fix=leave_out_empty_list,
    applies_to_bare_messages=True,
    occasion=has_schema_problem,
)
def value_out_of_bounds(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text, a list or a number is smaller or larger than the API accepts.

    This usually comes from a program that filters a list until it is empty.

    Bad (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]}],
         "toolConfig": {"tools": []}}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]}]}
    """
    for kind in (LENGTH, RANGE):
        for problem in request_problems(chat, target, kind):
            yield broken_schema(chat, problem, _bounded(problem))


@rule(
    "RQ004",
    "field-unknown",
    schema_problem="unknown",
    fallback=True,
    fix=first_of(
        result_fields_as_tool_message,
        move_required_into_schema,
        keep_name_as_text,
        write_reasoning_in_its_object,
        move_to_place_here,
        leave_out_field,
    ),
    applies_to_bare_messages=True,
    occasion=has_schema_problem,
)
def field_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a field that the API does not have in this place.

    This usually comes from another provider's extra field (`reasoning_content`, `cache_control`), or from sending back
    an answer with fields that only answers have.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if len(problem.path) == 1 or _is_in_call(problem) or _is_in_item(chat, problem):
            continue  # other rules check parameters, calls and items
        text = f"{readable(to_pointer(problem.path))} is not a field of this API."
        yield broken_schema(chat, problem, text, severity=severity_of_unknown(chat, problem, target))


@rule(
    "RQ005",
    "tool-call-extra-field",
    schema_problem="unknown",
    fix=leave_out_field,
    applies_to_bare_messages=True,
    occasion=has_schema_problem,
)
def tool_call_extra_field(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has a field that the API does not have.

    This usually comes from sending back a streamed call with its `index`, or with a field that a framework added.

    Bad (groq):
        [{"role": "user", "content": "go"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "type": "function", "index": 0, "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (groq):
        [{"role": "user", "content": "go"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if _is_in_call(problem):
            text = f"A tool call has no field {quoted(problem.path[-1])} here."
            yield broken_schema(chat, problem, text, severity=severity_of_unknown(chat, problem, target))


@rule(
    "RQ006",
    "item-field-unknown",
    schema_problem="unknown",
    fix=leave_out_field,
    applies_to_bare_messages=True,
    occasion=may_have_refused_item_field,
)
def item_field_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """An input item has a field that the API does not have.

    This usually comes from Chat Completions (`tool_calls`) or from another provider (`cache_control`) in an item.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"type": "message", "role": "user", "content": [{"type": "input_text",
          "text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"type": "message", "role": "user", "content": [{"type": "input_text",
          "text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if _is_in_item(chat, problem):
            is_foreign = problem.path[-1] in _OTHER_APIS_FIELDS
            severity = None if is_foreign else severity_of_unknown(chat, problem, target)
            text = f"An input item has no field {quoted(problem.path[-1])} here."
            yield broken_schema(chat, problem, text, severity=severity)
    known_fields = target.request.item_fields
    for index, item in enumerate(chat.messages if known_fields else ()):
        kind = item.get("type") if isinstance(item, dict) else None
        known = known_fields.get(kind) if isinstance(kind, str) else None
        for name in item.keys() - known if isinstance(item, dict) and known else ():
            problem = Problem(UNKNOWN, (chat.format.list_key, index, name), {"value": item[name]})
            text = f"No field {quoted(name)} is known in {_article(str(kind))} {kind}, unless it is new."
            yield broken_schema(chat, problem, text, severity=WARNING)
    for place, severity in sorted(target.request.refused_item_fields.items()):
        kind, _, field = place.partition(".")
        name, _, only_null = field.partition(":")
        for index, item in enumerate(chat.messages):
            if not isinstance(item, dict) or item.get("type") != kind or name not in item:
                continue
            if not only_null or item[name] is None:
                problem = Problem(UNKNOWN, (chat.format.list_key, index, name), {"value": item[name]})
                text = f"This server does not accept {only_null and 'null for '}{name} in {_article(kind)} {kind}."
                if severity == WARNING:
                    text = f"For some models, this server does not accept {name} in {_article(kind)} {kind}."
                yield broken_schema(chat, problem, text, severity=severity)


_OTHER_APIS_FIELDS = frozenset({"tool_calls", "cache_control"})


def _is_in_call(problem: Problem) -> bool:
    return "tool_calls" in problem.path[:-1]


def _is_in_item(chat: Chat, problem: Problem) -> bool:
    return chat.format.traits.messages_are_items and problem.path[0] == chat.format.list_key


def _is(problem: Problem) -> str:
    name = json_type(problem.facts["value"])
    return name if name == "null" else f"{_article(name)} {name}"


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
