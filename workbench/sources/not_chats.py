"""Files that people open by mistake: chats between people, data sets, tool definitions. They are never judged.

These sources are tried last. A row only states what is certain about the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from workbench.sources.contract import Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_object, as_text, has, member

_PEOPLE = "it contains messages between people, not a conversation with a model"
_FLOW = "it defines the steps and prompts of an agent; open a conversation that was recorded when it ran"
_INTERFACE = "it states which values are possible, with examples at most; open a request that was sent"
_PAIRS = "its rows are prompts and answers, not messages; a chat data set has a list of messages in every row"


_GRAPHS = (("data",), ("workflow", "graph"), ("graph",))
"""Where the graph of an exported flow is, if it is not the whole file."""
_SCHEMA_KEYS = frozenset({"properties", "$defs", "definitions", "items", "$ref", "allOf", "anyOf", "oneOf", "type"})
_RUNS = frozenset({"instance_id", "test_result", "trajectory", "steps", "history_events", "git_patch", "metrics"})


def _not_a_chat(slug: str, title: str, signs: str, recognise: Callable[[Material], bool], why: str) -> Source:
    def read(material: Material) -> NoReturn:
        raise NothingToJudgeError(why)

    return Source(slug, title, recognise, read, signs=frozenset(signs.split()))


def _is_instructions(material: Material) -> bool:
    """A task and its answer, or a question alone; a run that an agent was instructed for has its own history."""
    return material.mostly(lambda row: (has(row, "instruction") and _RUNS.isdisjoint(row)) or _is_answered(row))


def _is_answered(row: Object) -> bool:
    """Whether a row has a question and its answer as texts. Its `history` has the pairs before them."""
    return isinstance(row.get("query"), str) and isinstance(row.get("response"), str) and "messages" not in row


def _is_slack(material: Material) -> bool:
    listed = member(material.value, "messages") if isinstance(material.value, dict) else material.value
    first = [item for item in listed[:5] if isinstance(item, dict)] if isinstance(listed, list) else []
    return bool(first) and all(has(item, "type", "ts", "text") for item in first)


def _is_flow(material: Material) -> bool:
    """The graph of an agent builder (Flowise, Langflow, Dify, n8n): nodes, and what connects them."""
    holders = (material.value, *(member(material.value, *path) for path in _GRAPHS))
    return any(isinstance(member(holder, "nodes"), list) and _is_connected(holder) for holder in holders)


def _is_connected(graph: Object) -> bool:
    return not has(graph, "messages") and (
        isinstance(graph.get("edges"), list) or isinstance(graph.get("connections"), dict)
    )


def _is_interface(material: Material) -> bool:
    """An OpenAPI description or a JSON schema. Both may have whole conversations as examples."""
    value = material.object
    is_schema = "json-schema.org" in as_text(value.get("$schema")) and not _SCHEMA_KEYS.isdisjoint(value)
    paths = as_object(value.get("paths"))
    return is_schema or (bool(paths) and all(str(path).startswith(("/", "x-")) for path in paths))


def _is_tools(material: Material) -> bool:
    return material.mostly(
        lambda tool: (
            has(tool, "name", "input_schema")
            or has(tool, "functionDeclarations")
            or (
                tool.get("type") == "function"
                and (has(tool.get("function"), "name") or has(tool, "name", "parameters"))
            )
        )
    )


NOT_CHATS = (
    _not_a_chat("slack", "Slack export", "ts ok", _is_slack, _PEOPLE),
    _not_a_chat(
        "discord",
        "Discord export",
        "guild channel",
        lambda material: has(material.value, "guild", "channel", "messages"),
        _PEOPLE,
    ),
    _not_a_chat(
        "telegram",
        "Telegram export",
        "messages",
        lambda material: has(member(material.value, "messages", 0), "from_id", "date"),
        _PEOPLE,
    ),
    _not_a_chat("messenger", "Messenger export", "participants", lambda material: has(
        member(material.value, "messages", 0), "sender_name", "timestamp_ms"), _PEOPLE),
    _not_a_chat("teams", "list of Teams messages", "value", lambda material: has(
        member(material.value, "value", 0), "messageType", "body"), _PEOPLE),
    _not_a_chat("notebook", "Jupyter notebook", "nbformat", lambda material: has(material.value, "cells", "nbformat"),
           "open the messages that one of its cells prints"),
    _not_a_chat("agent-flow", "flow of an agent builder", "nodes data workflow graph", _is_flow, _FLOW),
    _not_a_chat("interface-description", "description of an interface", "paths $schema", _is_interface,
           _INTERFACE),
    _not_a_chat("tool-definitions", "list of tool definitions", "input_schema functionDeclarations function parameters",
           _is_tools, "tools alone are not a conversation; open the request that they belong to"),
    _not_a_chat("instruction-data", "data set of instructions", "instruction query", _is_instructions, _PAIRS),
)  # fmt: skip
