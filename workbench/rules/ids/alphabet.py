"""Tool ids that are too long, contain characters that the target does not accept, or are not text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import UNKNOWN, Problem
from workbench.converters.provider_ids import ProviderIds
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.rewriting_ids import id_of_length, rewritten_everywhere
from workbench.rules.occasions import has_call_or_result_without_id, has_too_long_id
from workbench.targets.contract import Target

_ANY = re.compile(r"[\s\S]+")


_LETTERS_ONLY = re.compile(r"[a-zA-Z0-9]+")
_NUMBERS = {9: "nine"}


def rewrite_everywhere(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call", "result")
    if event is None or not isinstance(event.id, str):
        return None
    grown = max(0, len(str(finding.id)) - len(event.id))
    if event.id != finding.id and (finding.rule != "tool-id-too-long" or not isinstance(finding.id, str)):
        return None  # the conversion makes this id; only its length can be repaired in the file
    new = context.once(("legal ids", grown), lambda: _legal_ids(context, grown))[event.id]
    why = "The call and its results get the same new id, which no other call has."
    return rewritten_everywhere(context, event.id, new, why)


def _legal_ids(context: RepairContext, grown: int) -> dict[str, str]:
    """Each id of the history → a unique id that the target accepts, even if the conversion adds `grown` characters."""
    limits = context.target.limits
    if limits.id_length is None:
        make = ProviderIds(context.ids, limits.id_pattern or _ANY, (limits.id_max or 10_000) - grown)
        return {tool_id: make(tool_id) for tool_id in dict.fromkeys(context.ids)}
    used = set(context.ids)
    legal: dict[str, str] = {}
    for tool_id in dict.fromkeys(context.ids):
        legal[tool_id] = id_of_length(limits.id_length, tool_id, used)
        used.add(legal[tool_id])
    return legal


@rule("ID319", "call-id-unknown-to-platform", schema_problem="unknown")
def call_id_unknown_to_platform(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call or a result has an id, but not every server of this platform accepts ids.

    The provider's own API and newer versions of this one accept the field. Without it, calls and results are matched by
    name and order.

    Bad (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"id": "call_1", "name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    if not target.limits.call_ids_by_server or chat.facts.accepts_call_ids:
        return
    for event in (*chat.calls, *chat.results):
        if event.id and "id" in event.places:
            path = (chat.format.list_key, event.message, *event.at("id"))
            problem = Problem(UNKNOWN, path, {"value": event.id})
            yield at(event, "Not every server of this platform accepts ids of calls.", "id")._replace(problem=problem)


@rule("ID308", "tool-id-too-long", may_be_healed=True, fix=rewrite_everywhere, occasion=has_too_long_id)
def tool_id_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id is longer than the provider allows.

    This usually comes from ids of another provider, or a prefix put before a UUID: `hist_tool_` plus a UUID is 46
    characters, `call_` plus a UUID 41. The limit is 40 for OpenAI's Chat Completions and 64 for its Responses API.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_0123456789012345678901234567890123456789012345678901234567890123",
          "name": "f", "arguments": "{}"},
         {"type": "function_call_output",
          "call_id": "call_0123456789012345678901234567890123456789012345678901234567890123", "output": "r"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_0123", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_0123", "output": "r"}]}
    """
    limit = target.limits.id_max
    if limit is None:
        return
    for event in chat.with_id(lambda tool_id: len(tool_id) > limit):
        length = len(str(event.id))
        text = f"The id has {length} characters; the limit is {limit}."
        yield at(event, text, "id", cause=f"id {event.id}", length=length, limit=limit)


@rule("ID309", "tool-id-bad-chars", may_be_healed=True, fix=rewrite_everywhere)
def tool_id_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id contains characters that the provider does not accept.

    This usually comes from a history made with another model: Kimi's ids look like `functions.read:0`.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "functions.read:0", "name": "read",
           "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "functions.read:0", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "functions_read_0", "name": "read",
           "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "functions_read_0", "content": "r"}]}]
    """
    pattern = target.limits.id_pattern
    if pattern is None:
        return
    for event in chat.with_id(lambda tool_id: not pattern.fullmatch(tool_id)):
        text = f"The id {quoted(event.id)} has characters outside {pattern.pattern}."
        yield at(event, text, "id", cause=f"id {event.id}", pattern=pattern.pattern)
    yield from _bad_server_ids(chat, target)


def _bad_server_ids(chat: Chat, target: Target) -> Iterator[Violation]:
    """Ids of server tools have a pattern of their own."""
    pattern = target.limits.server_id_pattern
    for event in chat.of_kind("server_call") if pattern else ():
        is_server_tool = isinstance(event.raw, dict) and event.raw.get("type") == "server_tool_use"
        if pattern and is_server_tool and isinstance(event.id, str) and not pattern.fullmatch(event.id):
            text = f"The id {quoted(event.id)} of a server tool does not match {pattern.pattern}."
            yield at(event, text, "id", cause=f"id {event.id}", pattern=pattern.pattern)


@rule("ID310", "tool-id-format-mistral", fix=rewrite_everywhere)
def tool_id_format_mistral(chat: Chat, target: Target) -> Iterator[Violation]:
    """Mistral only accepts ids of exactly nine letters and digits.

    Ids of every other provider break this. Newer tokenizers accept any id; the history does not show which tokenizer a
    model uses.

    Bad (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "call_0fypS1hVX", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_0fypS1hVX", "name": "f", "content": "r"}]
    Good (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "0fypS1hVX", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "0fypS1hVX", "name": "f", "content": "r"}]
    """
    length = target.limits.id_length
    if length is None:
        return
    for event in chat.with_id(lambda tool_id: len(tool_id) != length or not _LETTERS_ONLY.fullmatch(tool_id)):
        number = _NUMBERS.get(length, str(length))
        yield at(event, f"The id {quoted(event.id)} is not {number} letters and digits.", "id", cause=f"id {event.id}")


def write_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call", "result")
    if event is None or event.id is None or isinstance(event.id, str) or "id" not in event.places:
        return None
    return context.once("ids written as text", lambda: _written_as_text(context))[compact(event.id)]


def _written_as_text(context: RepairContext) -> dict[str, Fix]:
    """Each id that is not text, written as text → the fix that all findings about the id share."""
    why = "An id is a string; its value stays the same."
    fixes: dict[str, Fix] = {}
    for new, places in _places_by_text(context).items():
        patch = tuple(replace(place, new) for place in places)
        fixes[new] = Fix(f"Write the id as the text {quoted(new)} everywhere", patch, True, why, 0.98)
    return fixes


def _places_by_text(context: RepairContext) -> dict[str, list[str]]:
    """Each id that is not text, written as text → its places."""
    places: dict[str, list[str]] = {}
    for event in context.chat.without_id:
        if event.id is not None and not isinstance(event.id, str) and "id" in event.places:
            places.setdefault(compact(event.id), []).append(context.at(event, "id"))
    return places


_KINDS = {"int": "a number", "float": "a number", "bool": "true or false", "list": "a list", "dict": "an object"}


@rule("ID311", "tool-id-not-string", may_be_healed=True, fix=write_as_text, occasion=has_call_or_result_without_id)
def tool_id_not_string(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id is not a string.

    Numbers on one side and text on the other never match. This usually comes from a database that numbers its rows, or
    from a model that wrote the call itself.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": 1, "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": 1, "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "1", "content": "a.txt"}]
    """
    for event in chat.without_id:
        if event.id is not None and not isinstance(event.id, str):
            kind = type(event.id).__name__
            text = f"The id {quoted(event.id)} is {_KINDS[kind]}, not text."
            yield at(event, text, "id", cause=f"id {quoted(event.id)}", kind=kind)
