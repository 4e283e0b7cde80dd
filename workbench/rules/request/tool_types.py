"""Versions of the provider's own tools that this model or platform does not have."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.request_problems import named_previews
from workbench.checks.schema import VALUE, Problem
from workbench.json.description import quoted
from workbench.json.pointer import Path
from workbench.rules.contract import Violation, rule
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import settings_at
from workbench.targets.contract import ERROR, WARNING, Target


def _types(chat: Chat) -> Iterator[tuple[Path, str]]:
    for path, kind in settings_at(chat, "tools[].type"):
        if isinstance(kind, str):
            yield path, kind


@rule("MO127", "tool-type-unsupported-by-model")
def tool_type_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers a version of the provider's own tools that this model does not have.

    If the documentation does not list the model, but no refusal is known, it is a warning.

    Bad (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "text_editor_20250429", "name": "str_replace_based_edit_tool"}]}
    Good (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "text_editor_20250728", "name": "str_replace_based_edit_tool"}]}
    """
    refused, doubtful = chat.facts.refused_tools or (), chat.facts.doubtful_tools or ()
    for path, kind in _types(chat):
        if kind.startswith((*refused, *doubtful)):
            text = f"The model {chat.model} does not have the tool {quoted(kind)}."
            severity = None if kind.startswith(refused) else WARNING
            yield at_setting(path, text, severity=severity, model=chat.model, type=kind)


@rule("RQ161", "tool-type-unknown-to-platform", schema_problem="value")
def tool_type_unknown_to_platform(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request offers a built-in tool, or a preview, that this platform does not have.

    Platforms that host a model do not run its provider's tools; some accept a preview only if the request names it.

    Bad (bedrock-anthropic):
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search_20250305", "name": "web_search"}]}
    Good (bedrock-anthropic):
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "search", "input_schema": {"type": "object", "properties": {}}}]}
    """
    terms = target.request.tools
    named = bool(named_previews(chat, target))
    for path, kind in _types(chat):
        severity = next((severity for start, severity in terms.absent_types.items() if kind.startswith(start)), None)
        if severity is None and not named and kind.startswith(terms.preview_types):
            severity = ERROR
        if severity is not None:
            problem = Problem(VALUE, path, {"value": kind, "of": "tag", "allowed": list(terms.platform_types)})
            variant = "bm25" if "bm25" in kind else "by model" if severity == WARNING else ""
            text = f"This platform does not have the tool {quoted(kind)}."
            number = path[1] if len(path) > 1 else 0
            yield at_setting(path, text, severity=severity, variant=variant, problem=problem, tool=number, type=kind)
