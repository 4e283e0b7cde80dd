"""What a target holds a request to beside its messages: the schema, the tools that it offers, and its settings.

It is apart from what a target holds messages to, because it goes by other lines: Azure and OpenAI share it, and so do
most servers that copy OpenAI's requests, whatever they think of messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from workbench.formats.contract import RequestSchema
from workbench.json.pointer import Path
from workbench.targets.families import Family
from workbench.targets.refusal_words import Words
from workbench.targets.severities import Severity


@dataclass(frozen=True, slots=True)
class ToolTerms:
    """What a tool definition is held to. None: no such limit is known."""

    types: frozenset[str] | None = None
    """Types of tools that are taken; None: the schema says it."""
    count: int | None = None
    name_max: int | None = None
    description_max: int | None = None
    description_doubtful: int | None = None
    """A longer description is refused by older versions of the API."""
    root_combinators: frozenset[str] = frozenset()
    """Keywords that may not be at the root of a schema."""
    combinators_by_model: bool = False
    """Whether the model decides that."""
    takes_any_items: bool = False
    """Whether a list may say that it holds anything (`items: {}`)."""
    fields: Literal["always", "if required", "schema"] | None = None
    """When the schema of a tool must list its fields: always, if it requires some, or there need only be a schema."""
    only_object_schemas: bool = False
    """Whether `true` is no schema, as it is in JSON Schema."""
    property_pattern: re.Pattern[str] | None = None
    full_fields: Mapping[str, str] = field(default_factory=dict)
    """Field that takes only a part of JSON Schema → the one beside it that takes all of it."""
    fields_of_full_schemas: frozenset[str] = frozenset()
    """All spellings of the fields that take all of it."""
    answers: tuple[Path, ...] = ()
    """Where the schema of an answer is that takes only the same part of JSON Schema."""
    formats: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Type of a value → the only formats that it may have; of other types, none are known to be refused."""
    keywords: frozenset[str] | None = None
    """The only keywords of the part; None: all of JSON Schema is taken."""
    surely_refused: frozenset[str] = frozenset()
    """Keywords outside of these that no server of the provider takes; others are taken by some."""
    lists_scalars: bool = False
    """Whether an `enum` may also be on what is neither text nor list nor object."""
    announces_built_in: bool = False
    """Whether a request must ask to see what built-in tools did, to have them beside functions."""
    absent_types: Mapping[str, Severity] = field(default_factory=dict)
    """Beginning of a type of tool that the provider's own API has and this platform does not → how certain that is."""
    platform_types: tuple[str, ...] = ()
    """The types that this platform lists when it refuses another."""
    preview_types: tuple[str, ...] = ()
    """Beginnings of types of tools that are accepted only if the request names a preview."""
    one_list: bool = False
    """Whether a model that cannot mix tools takes functions in one list only."""
    strict_keywords: Mapping[str, bool] = field(default_factory=dict)
    """Keyword that a strict schema may not use → whether a refusal of it was seen."""
    strict_least_items: int | None = None
    """The greatest `minItems` of a strict schema."""
    strict_tools: int | None = None
    strict_optional: int | None = None
    strict_unions: int | None = None


@dataclass(frozen=True, slots=True)
class SettingTerms:
    """What the settings of a request are held to."""

    stop_max: int | None = None
    ranges: Mapping[str, tuple[float, float | None]] = field(default_factory=dict)
    """Setting, with dots for what is inside another → least and greatest value."""
    least_output: int | None = None
    """The least limit of an answer."""
    thinks_by_model: bool = False
    """Whether a model that thinks by itself takes no forced tool, without being asked to think."""
    formats_without_tools: frozenset[str] = frozenset()
    """Formats of an answer that cannot be asked for beside tools."""
    by_model: bool = False
    """Whether the model decides that."""
    takes_idle_choice: bool = False
    """Whether a choice that forces no tool may be without tools."""
    enums: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Place of a setting (`safetySettings[].category`) → its values, in upper case; case does not matter."""
    answers_by_schema: bool = True
    moved: Mapping[str, str] = field(default_factory=dict)
    """Setting of the API before this one → where this one has it, with dots for what is inside another."""
    exclusive: tuple[tuple[str, str], ...] = ()
    """Settings of which a request may have only one."""
    demanded: Mapping[str, Mapping[str, bool | str]] = field(default_factory=dict)
    """Part of an address → setting → the only value that is taken there, or the kind of value that must be there."""

    def bounds(self, path: Path) -> tuple[float, float | None] | None:
        """The least and the greatest value of the setting at a path; None if no such limit is known."""
        if path == ("max_output_tokens",) and self.least_output is not None:
            return self.least_output, None
        return self.ranges.get(".".join(map(str, path)))


@dataclass(frozen=True, slots=True)
class HandedOn:
    """Settings that the service passes to the model as they are, and what the model then refuses of them."""

    at: str
    models: tuple[str, ...]
    """How the names of the models begin that this is known of."""
    schema: Callable[[], RequestSchema]
    family: Family
    prefix: str = ""
    """What the service puts in front of the model's words."""


@dataclass(frozen=True, slots=True)
class RequestTerms:
    family: Family | None = None
    """How the server words a broken schema; used where no words of its own are known for a rule."""
    unknown_fields: Severity | None = None
    """How severe a field is that the schema does not name; None: the server ignores it, or nobody knows."""
    foreign_fields: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls`) of fields that other APIs have: surely refused, where a field that nobody has
    heard of may be newer than this table."""
    previews: frozenset[str] = frozenset()
    """Settings that name previews; a preview may bring fields that no schema has yet."""
    of_other_address: frozenset[str] = frozenset()
    """Settings of another address of the provider, which takes the same messages: a request with one may be for it."""
    handed_back: frozenset[str] = frozenset()
    """Kinds of parts that the provider wrote and takes back as they are; their fields may be newer than a schema."""
    absent: Mapping[str, Severity] = field(default_factory=dict)
    """Places (`context_management`, `tools[].strict`) of what the API has but this platform does not know, and how
    sure that is."""
    schema: Callable[[], RequestSchema] | None = None
    """What the provider publishes, where that is not what the format's own provider does."""
    handed_on: tuple[HandedOn, ...] = ()
    null_is_absent: bool = False
    """Whether a field that is null counts as left out, whatever its type."""
    takes: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls[].type`) where the server takes what its schema does not."""
    tools: ToolTerms = ToolTerms()
    settings: SettingTerms = SettingTerms()
    rules: Mapping[str, Severity] = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)
