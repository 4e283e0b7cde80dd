"""Fields and tools that exist only in a preview, which the request has to name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from workbench.checks.chat import Chat
from workbench.checks.request_problems import named_previews, request_problems
from workbench.checks.schema import UNKNOWN, VALUE, Problem
from workbench.json.pointer import readable, to_pointer
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.rules.request.settings_places import request_at, settings_at
from workbench.targets.contract import WARNING, Target

_IN_BLOCKS = "messages[].content[]."


def may_use_preview(chat: Chat, target: Target) -> bool:
    """Whether there are settings, or a block has a field that exists only in a preview."""
    terms = target.request
    if not terms.preview_fields and not terms.preview_tools:
        return False
    return bool(chat.settings) or not _fields_of_blocks(tuple(terms.preview_fields)).isdisjoint(chat.block_keys)


@cache
def _fields_of_blocks(patterns: tuple[str, ...]) -> frozenset[str]:
    inside = [pattern.removeprefix(_IN_BLOCKS) for pattern in patterns if pattern.startswith(_IN_BLOCKS)]
    return frozenset(pattern.partition(".")[0] for pattern in inside)


@rule(
    "RQ177",
    "preview-not-named",
    schema_problem="unknown",
    applies_to_bare_messages=True,
    occasion=may_use_preview,
)
def preview_not_named(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request uses a field or a tool of a preview, but does not name the preview.

    The provider accepts it only if the header `anthropic-beta` names the preview, and gateways often drop this header.
    A body does not show the headers: that is a warning. A value that the preview does not accept either is another
    rule's error.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "betas": ["context-management-2025-06-27"],
         "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}}
    """
    terms, named = target.request, named_previews(chat, target)
    invalid = {problem.path for problem in request_problems(chat, target, VALUE)}
    for pattern, preview in terms.preview_fields.items():
        if not any(name.startswith(preview) for name in named):
            for path, _ in request_at(chat, pattern):
                if path not in invalid:
                    yield _unnamed(chat, Problem(UNKNOWN, path, {"value": None}), preview)
    for beginning, preview in terms.preview_tools.items():
        if not any(name.startswith(preview) for name in named):
            for path, kind in settings_at(chat, "tools[].type"):
                if isinstance(kind, str) and kind.startswith(beginning):
                    facts = {"value": kind, "of": "tag", "allowed": list(terms.tools.platform_types)}
                    yield _unnamed(chat, Problem(VALUE, path, facts), preview)


def _unnamed(chat: Chat, problem: Problem, preview: str) -> Violation:
    text = f"{readable(to_pointer(problem.path))} is refused unless a header names a preview {preview}…"
    if chat.previews is not None:
        text += " The headers of this request do not."
    severity = WARNING if chat.previews is None else None
    return broken_schema(chat, problem, text, severity=severity)._replace(facts={"field": problem.path[-1]})
