"""JSON answers: what they require, what they exclude, and which targets do not support them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove, replace
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.instructing import instruction, instruction_in_messages
from workbench.rules.request.definitions import at_setting, defined
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import ERROR, WARNING, Target

_FORMATS: tuple[Path, ...] = (("response_format",), ("text", "format"))
_MIME_TYPES: tuple[Path, ...] = (
    ("generationConfig", "responseMimeType"),
    ("generationConfig", "response_mime_type"),
    ("generation_config", "response_mime_type"),
)


_STORED_MESSAGES = ("previous_response_id", "conversation", "prompt")
"""Settings that refer to messages outside of the request."""


def mention_json(context: RepairContext, finding: Finding) -> Fix | None:
    """Ask for JSON in the messages, where the provider looks for the word."""
    demand = instruction_in_messages(context, "Answer in JSON.")
    why = "The prompt asks for what the setting demands."
    return Fix("Ask for JSON in the prompt", (demand,), True, why, 0.8) if demand is not None else None


@rule("RQ231", "json-word-missing", fix=mention_json)
def json_word_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """The answer must be JSON, but no message contains the word "JSON".

    The provider requires the word, because a model without that instruction emits endless whitespace. The Responses
    API looks only at the input, not at the instructions.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "List three ships."}],
         "response_format": {"type": "json_object"}}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "List three ships in JSON."}],
         "response_format": {"type": "json_object"}}
    """
    if any(chat.settings.get(key) for key in _STORED_MESSAGES):
        return
    for path in _FORMATS:
        chosen = setting(chat, path)
        if isinstance(chosen, dict) and chosen.get("type") == "json_object" and not _mentions_json(chat):
            yield at_setting(path, "The answer must be JSON, but no message contains the word.")


def _mentions_json(chat: Chat) -> bool:
    return any("json" in compact(message).lower() for message in chat.messages)


def describe_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Ask for any JSON in the settings, and for the schema in the prompt."""
    wanted = context.value(finding.at)
    schema = wanted.get("json_schema", wanted) if isinstance(wanted, dict) else None
    if finding.severity != ERROR or not isinstance(schema, dict) or not isinstance(schema.get("schema"), dict):
        return None
    kept = {key: value for key, value in schema.items() if key not in ("strict", "type")}
    demand = instruction_in_messages(context, f"{_ANSWER} Its schema: {compact(kept)}")
    if demand is None:
        return None
    why = "The model reads the schema in the prompt. The API no longer enforces it."
    return Fix(
        "Ask for the schema in the prompt", (replace(finding.at, {"type": "json_object"}), demand), True, why, 0.7
    )


def ask_in_prompt(context: RepairContext, finding: Finding) -> Fix | None:
    """Ask for the same JSON in the prompt instead of in the settings."""
    holder, _, key = finding.at.rpartition("/")
    wanted = context.value(finding.at)
    if finding.severity == ERROR and wanted == {"type": "text"}:
        return Fix(f"Leave out {key}", (remove(finding.at),), True, "An answer is text anyway.", 0.95)
    if finding.severity == ERROR and isinstance(wanted, dict) and wanted.get("type") in ("json_object", "json_schema"):
        demand = instruction_in_messages(context, f"{_ANSWER}{_described(wanted)}")
        why = "The prompt asks for what the setting demanded."
        return Fix("Ask for JSON in the prompt", (remove(finding.at), demand), True, why, 0.7) if demand else None
    if finding.severity != ERROR or key not in _TYPE_KEYS or context.value(finding.at) != "application/json":
        return None
    schemas = [name for name in _SCHEMA_KEYS if context.value(f"{holder}/{name}") is not None]
    sentence = " ".join((_ANSWER, *(f"Its schema: {compact(context.value(f'{holder}/{name}'))}" for name in schemas)))
    demand = instruction(context, sentence)
    if demand is None:
        return None
    patch = (remove(finding.at), *(remove(f"{holder}/{name}") for name in schemas), demand)
    why = "The prompt asks for what the settings demanded."
    return Fix("Ask for JSON in the prompt", patch, True, why, 0.7)


def _described(wanted: dict[str, Json]) -> str:
    """The schema of the answer in words, with its name and description; empty if there is none."""
    schema = wanted.get("json_schema")
    kept = {key: value for key, value in schema.items() if key != "strict"} if isinstance(schema, dict) else {}
    return f" Its schema: {compact(kept)}" if kept else ""


_TYPE_KEYS = ("responseMimeType", "response_mime_type")
_SCHEMA_KEYS = ("responseSchema", "response_schema", "responseJsonSchema", "response_json_schema")
_ANSWER = "Give the final answer as JSON (application/json) and nothing else."


@rule("RQ232", "json-with-tools", fix=ask_in_prompt)
def json_with_tools(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for a JSON answer and also offers tools: functions or built-in ones.

    Bad (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"functionDeclarations": [{"name": "now"}]}],
         "generationConfig": {"responseMimeType": "application/json"}}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "generationConfig": {"responseMimeType": "application/json"}}
    """
    functions = defined(chat)
    if not functions and not chat.settings.get("tools"):
        return
    for path in (*_FORMATS, *_MIME_TYPES):
        chosen = setting(chat, path)
        kind = chosen.get("type") if isinstance(chosen, dict) else chosen
        if not isinstance(kind, str) or kind not in target.request.settings.formats_without_tools:
            continue
        if chat.facts.json_with_tools is not True:
            severity = WARNING if target.request.settings.by_model and chat.facts.json_with_tools is None else None
            text, variant = "The request offers tools and asks for a JSON answer.", "" if functions else "built-in"
            yield at_setting(path, text, severity=severity, variant=variant, kind=kind)


@rule("RQ233", "response-format-unavailable", fix=describe_schema)
def response_format_unavailable(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for an answer that follows a schema, which this provider does not support.

    Bad (deepseek):
        {"model": "deepseek-chat", "messages": [{"role": "user", "content": "Hello"}],
         "response_format": {"type": "json_schema", "json_schema": {"name": "ship", "schema": {"type": "object"}}}}
    Good (deepseek):
        {"model": "deepseek-chat", "messages": [{"role": "user", "content": "Hello"}]}
    """
    for path in _FORMATS:
        chosen = setting(chat, path)
        if not isinstance(chosen, dict) or chosen.get("type") != "json_schema":
            continue
        if not target.request.settings.answers_by_schema:
            yield at_setting(path, "Answers that follow a schema are not supported here.")
