"""What a target holds a request to beside its messages: the schema, the tools that it offers, and its settings.

It is apart from what a target holds messages to, because it goes by other lines: Azure and OpenAI share it, and so do
most servers that copy OpenAI's requests, whatever they think of messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from workbench.formats.contract import RequestSchema
from workbench.targets.families import Family
from workbench.targets.words import Words


@dataclass(frozen=True, slots=True)
class ToolTerms:
    """What a tool definition is held to. None: no such limit is known."""

    count: int | None = None
    name_max: int | None = None
    description_max: int | None = None
    """Above it a description is surely refused."""
    description_old_max: int | None = None
    """Above it some deployments still refuse."""
    root_combinators: frozenset[str] = frozenset()
    """Keywords that may not stand at the root of a schema."""
    keywords: frozenset[str] | None = None
    """The only keywords that a schema may use; None: all of JSON Schema."""
    surely_refused: frozenset[str] = frozenset()
    """Keywords outside of these that no server of the provider takes; others are taken by some."""
    property_pattern: re.Pattern[str] | None = None
    sure_of_property_names: bool = True
    strict_keywords: frozenset[str] = frozenset()
    """Keywords that a strict tool may not use."""
    strict_tools: int | None = None
    strict_optional: int | None = None
    strict_unions: int | None = None
    enum_of_strings: bool = False
    """Whether only texts may be listed in an `enum`."""
    items_required: bool = False
    types_upper_case: bool = True
    """Whether the name of a type may be in upper case."""


@dataclass(frozen=True, slots=True)
class SettingTerms:
    """What the settings of a request are held to."""

    stop_max: int | None = None
    ranges: Mapping[str, tuple[float, float | None]] = field(default_factory=dict)
    """Setting, with dots for what is inside another → least and greatest value."""


@dataclass(frozen=True, slots=True)
class RequestTerms:
    family: Family | None = None
    """How the server words a broken schema; used where no words of its own are known for a rule."""
    unknown_fields: str | None = None
    """How severe a field is that the schema does not name; None: the server ignores it, or nobody knows."""
    schema: Callable[[], RequestSchema] | None = None
    """What the provider publishes, where that is not what the format's own provider does."""
    null_is_absent: bool = False
    """Whether a field that is null counts as left out, whatever its type."""
    takes: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls[].type`) where the server takes what its schema does not."""
    tools: ToolTerms = ToolTerms()
    settings: SettingTerms = SettingTerms()
    rules: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)
