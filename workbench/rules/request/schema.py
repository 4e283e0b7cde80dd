"""What the provider publishes about a request: required fields, their types, closed sets, and which fields there are.

These rules speak where no other rule does: if one that knows the cause points at the same place, its finding is kept
and these are left out.
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
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.part_kinds import address_of_image, kind_of_this_place
from workbench.rules.editing.tool_shapes import tool_in_its_shape
from workbench.rules.occasions import has_schema_problem
from workbench.targets.contract import WARNING, Target

KINDS_OF_OTHER_FORMATS = frozenset(
    {
        "text",
        "image",
        "image_url",
        "file",
        "audio",
        "document",
        "video",
        "input_text",
        "input_image",
        "input_file",
        "input_audio",
        "output_text",
        "refusal",
        "reasoning",
        "thinking",
        "tool_use",
        "tool_result",
        "tool_call",
        "tool-call",
        "tool-result",
        "tool-invocation",
        "function",
        "function_call",
        "function_call_output",
        "step-start",
    }
)
"""A part of one of these kinds comes from another format. A kind that nobody has heard of may be newer than we are."""


def leave_out_field(context: RepairContext, finding: Finding) -> Fix | None:
    """What holds words or calls is shown and not taken away by itself."""
    value = context.value(finding.at)
    kept = _said_beside(context, finding.at)
    is_idle = (
        has_no_words(value) or isinstance(value, (int, float)) or finding.at.endswith(("/cache_control", "/status"))
    )
    safe = bool(kept) or is_idle
    why = "The API does not know the field." if safe else "The API does not know the field; its value would be lost."
    return Fix(f"Leave out {finding.at.rpartition('/')[2]}", (remove(finding.at),), safe, why, 0.8, keeps=kept)


def _said_beside(context: RepairContext, pointer: str) -> tuple[str, ...]:
    """The place in the same object that says what a text says too: a call's name beside that of its function."""
    holder, _, field = pointer.rpartition("/")
    value = context.value(pointer)
    same = (path for path, leaf in leaves(context.value(holder)) if path[0] != field and leaf == value)
    said = (path for path in same if not lost_words([value], [{str(path[-1]): value}]))  # a role says nothing
    path = next(said, None) if isinstance(value, str) and value else None
    return () if path is None else (holder + to_pointer(path),)


@rule(
    "RQ001",
    "field-missing",
    with_rules=("field-unknown",),
    says="missing",
    fallback=True,
    of_messages=True,
    fix=tool_in_its_shape,
    occasion=has_schema_problem,
)
def field_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field that the API requires is missing.

    It usually comes from building a part by hand, or from a converter that left out what it did not know.

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
    says="type",
    fallback=True,
    of_messages=True,
    fix=address_of_image,
    occasion=has_schema_problem,
)
def field_wrong_type(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field has the wrong type: an object instead of a list, a number instead of a string.

    It usually comes from storing a request in a database or a language that has fewer types than JSON.

    Bad (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": [{"type": "input_image",
          "image_url": {"url": "https://files.example/plan.png"}}]}]}
    Good (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": [{"type": "input_image",
          "image_url": "https://files.example/plan.png"}]}]}
    """
    for problem in request_problems(chat, target, TYPE):
        wanted = " or ".join(f"{_article(name)} {name}" for name in problem.facts["expected"])
        text = f"The field {quoted(problem.path[-1])} is {_is(problem)} and must be {wanted}."
        yield broken_schema(chat, problem, text)


@rule(
    "RQ003",
    "value-unsupported",
    says="value",
    fallback=True,
    fix=kind_of_this_place,
    of_messages=True,
    occasion=has_schema_problem,
)
def value_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field has a value that the API does not accept.

    It usually comes from another provider's word for the same thing (`image_url` for `image`), or from a misspelling.
    An unknown kind of part may be new, so it is a warning.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"role": "user", "content": [{"type": "input_text", "text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, VALUE):
        value = problem.facts["value"]
        of_a_list = any(isinstance(step, int) for step in problem.path)
        maybe_new = of_a_list and problem.facts.get("of") == "tag" and not _is_of_no_version(problem)
        text = f"{quoted(value)} is not an accepted value of {quoted(problem.path[-1])} here."
        yield broken_schema(chat, problem, text, severity=WARNING if maybe_new else None)


_DATED = re.compile(r"_20\d{6}\Z")


def _is_of_no_version(problem: Problem) -> bool:
    """Whether a tag is another format's, or has no date where those of the API have one: then it is none to come."""
    value, allowed = problem.facts["value"], problem.facts.get("allowed", ())
    return value in KINDS_OF_OTHER_FORMATS or (any(map(_DATED.search, allowed)) and not _DATED.search(str(value)))


def _bounded(problem: Problem) -> str:
    """What is beyond which bound."""
    facts = problem.facts
    end = "at least" if facts["bound"] == "min" else "at most"
    counted = f"{facts['length']} long" if problem.kind == LENGTH else str(facts["value"])
    return f"{quoted(problem.path[-1])} is {counted}; {end} {facts['limit']} is accepted."


@rule(
    "RQ009",
    "value-out-of-bounds",
    says="length:min",
    fallback=True,
    of_messages=True,
    occasion=has_schema_problem,
)
def value_out_of_bounds(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text or a list is shorter or longer than the API accepts, or a number is beyond its bounds.

    It usually comes from a list that a program filters until nothing is left.

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
    says="unknown",
    fallback=True,
    fix=leave_out_field,
    of_messages=True,
    occasion=has_schema_problem,
)
def field_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """A field has a name that the API does not know here.

    It usually comes from another provider's extra (`reasoning_content`, `cache_control`), or from sending back what
    an API answered, with everything that is only in answers.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if len(problem.path) == 1 or _is_of_call(problem) or _is_of_item(chat, problem):
            continue  # rules of their own look at parameters, calls and items
        text = f"{readable(to_pointer(problem.path))} is not a field of this API."
        yield broken_schema(chat, problem, text, severity=severity_of_unknown(chat, problem, target))


@rule(
    "RQ005", "tool-call-extra-field", says="unknown", fix=leave_out_field, of_messages=True, occasion=has_schema_problem
)
def tool_call_extra_field(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has a field that the API does not know.

    It usually comes from sending back a call as it was streamed, with its `index`, or with what a framework added.

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
        if _is_of_call(problem):
            text = f"A tool call has no field {quoted(problem.path[-1])} here."
            yield broken_schema(chat, problem, text, severity=severity_of_unknown(chat, problem, target))


@rule("RQ006", "item-field-unknown", says="unknown", fix=leave_out_field, of_messages=True, occasion=has_schema_problem)
def item_field_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """An input item has a field that the API does not know.

    It usually comes from Chat Completions (`tool_calls`) or from another provider (`cache_control`) in an item.

    Bad (openai-responses):
        {"model": "gpt-4o", "input": [{"type": "message", "role": "user", "content": [{"type": "input_text",
          "text": "Hello", "cache_control": {"type": "ephemeral"}}]}]}
    Good (openai-responses):
        {"model": "gpt-4o", "input": [{"type": "message", "role": "user", "content": [{"type": "input_text",
          "text": "Hello"}]}]}
    """
    for problem in request_problems(chat, target, UNKNOWN):
        if _is_of_item(chat, problem):
            is_of_another = problem.path[-1] in _OF_OTHER_APIS
            severity = None if is_of_another else severity_of_unknown(chat, problem, target)
            text = f"An input item has no field {quoted(problem.path[-1])} here."
            yield broken_schema(chat, problem, text, severity=severity)
    for place in sorted(target.request.refused_item_fields):
        kind, _, name = place.partition(".")
        for index, item in enumerate(chat.messages):
            if isinstance(item, dict) and item.get("type") == kind and name in item:
                problem = Problem(UNKNOWN, (chat.format.list_key, index, name), {"value": item[name]})
                yield broken_schema(chat, problem, f"This server takes no {name} of a {kind}.")


_OF_OTHER_APIS = frozenset({"tool_calls", "cache_control"})


def _is_of_call(problem: Problem) -> bool:
    return "tool_calls" in problem.path[:-1]


def _is_of_item(chat: Chat, problem: Problem) -> bool:
    return chat.format.traits.messages_are_items and problem.path[0] == chat.format.list_key


def _is(problem: Problem) -> str:
    name = json_type(problem.facts["value"])
    return name if name == "null" else f"{_article(name)} {name}"


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
