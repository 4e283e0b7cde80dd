"""A target's requirements for a request outside of its messages: the schema, the tools and the settings.

They are separate from the requirements for messages, because other targets share them: Azure shares OpenAI's, and so do
most compatible servers, even if they treat messages differently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from workbench.formats.contract import RequestSchema
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families import Family
from workbench.targets.refusal_words import Words
from workbench.targets.severities import Severity


@dataclass(frozen=True, slots=True)
class ToolTerms:
    """Requirements for tool definitions. None: no such limit is known."""

    types: frozenset[str] | None = None
    """Types of tools that are accepted; None: the schema defines them."""
    needs_type: bool = False
    """Whether a tool without a type is refused as one of an unknown type."""
    count: int | None = None
    name_max: int | None = None
    reserved_names: frozenset[str] = frozenset()
    """Names of the provider's own tools, which other tools may not use."""
    reserved_namespaces: Mapping[str, str] = field(default_factory=dict)
    """Name of a namespace of tools that collides with a tool of the provider's → the type of that tool, if it does so
    only next to it."""
    description_max: int | None = None
    description_doubtful: int | None = None
    """Older versions of the API refuse a longer description."""
    schema_is_any_json: bool = False
    """Whether the client accepts any JSON as a schema, so that only the server refuses one that is not an object."""
    root_combinators: frozenset[str] = frozenset()
    """Keywords that are refused at the root of a schema."""
    combinators_by_model: bool = False
    """Whether the model decides that."""
    accepts_object_choices: bool = False
    """Whether a choice at the root is certainly refused only if one of its branches is not an object."""
    accepts_any_items: bool = False
    """Whether `items: {}` is accepted."""
    tuples_need_items: bool = False
    """Whether a list of fixed length (`prefixItems`) needs `items` too."""
    fields: Literal["always", "if required", "schema"] | None = None
    """When the schema of a tool must list its fields: always, if it has `required`, or never, but it must exist."""
    refused_beside_reference: frozenset[str] = frozenset()
    """Keywords that may not be next to `$ref`, where others may."""
    refuses_only_untyped: bool = False
    """Whether the only violation about the place of a type is a choice without one."""
    only_object_schemas: bool = False
    """Whether `true`, a schema in JSON Schema, is refused."""
    refuses_untyped: bool = False
    """Whether a schema that describes no value at all, but is not empty, is refused anywhere."""
    property_pattern: re.Pattern[str] | None = None
    property_pattern_models: tuple[str, ...] = ()
    """Prefixes of the models that have this pattern; none: all do."""
    full_fields: Mapping[str, str] = field(default_factory=dict)
    """Field that accepts a subset of JSON Schema → its sibling that accepts all of it."""
    full_schema_fields: frozenset[str] = frozenset()
    """All spellings of the fields that accept all of it."""
    answers: tuple[Path, ...] = ()
    """Paths of answer schemas that accept only the same subset of JSON Schema."""
    formats: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Type of a value → the only formats that it may have; for other types, no refusals are known."""
    keywords: frozenset[str] | None = None
    """The keywords of the subset; None: all of JSON Schema is accepted."""
    always_refused: frozenset[str] = frozenset()
    """Keywords outside of the subset that every server of the provider refuses; some servers accept others."""
    numbers_types: bool = False
    """Whether a type may be its number in the provider's enumeration."""
    lists_scalars: bool = False
    """Whether numbers and booleans may have an `enum` too."""
    must_announce_built_in: bool = False
    """Whether a request with built-in tools and functions must ask for the calls of the built-in tools."""
    absent_types: Mapping[str, Severity] = field(default_factory=dict)
    """Prefix of a type of tool that the provider's own API has and this platform does not → how certain that is."""
    platform_types: tuple[str, ...] = ()
    """The types that this platform lists when it refuses another type."""
    absent_server_tools: Mapping[str, Severity] = field(default_factory=dict)
    """Beginning of the name of a tool that the provider runs itself and this platform does not have → how certain it is
    that the platform refuses the tool's blocks."""
    platform_blocks: tuple[str, ...] = ()
    """The types of blocks that this platform lists when it refuses another type."""
    preview_types: tuple[str, ...] = ()
    """Prefixes of types of tools that are accepted only if the request names a preview."""
    functions_in_one_list: bool = False
    """Whether a model that cannot mix tools accepts only one list of functions."""
    strict_keywords: Mapping[str, bool] = field(default_factory=dict)
    """Keyword that a strict schema may not use → whether a refusal is known."""
    strict_least_items: int | None = None
    """The maximum of `minItems` in a strict schema."""
    strict_formats: frozenset[str] | None = None
    """The accepted values of `format` in a strict schema."""
    strict_constants_untyped: bool = False
    """Whether a constant or an enumeration in a strict schema needs no type."""
    strict_tools: int | None = None
    strict_optional: int | None = None
    strict_unions: int | None = None


@dataclass(frozen=True, slots=True)
class Combination:
    """Settings that a server does not accept together. Its error message is the variant of the same name."""

    name: str
    at: str
    """The reported setting, with dots for nested fields."""
    text: str
    when: Mapping[str, tuple[Json, ...]]
    """Setting → the values that are refused; no values: any value but an empty one."""
    unless: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """The same, for settings that make the combination valid."""
    models: tuple[str, ...] = ()
    """Prefixes of the models that refuse it; none: all do."""
    over: Mapping[str, float] = field(default_factory=dict)
    """Setting → the number above which it is refused."""
    thinking: bool = False
    """Whether only a model that thinks refuses it."""
    is_idle: bool = False
    """Whether the reported setting cannot have its effect here, so that nothing changes without it."""
    instead: Mapping[str, Json] = field(default_factory=dict)
    """Settings that only control how the answer is made → the values with which the request is accepted; None: none."""


@dataclass(frozen=True, slots=True)
class SettingTerms:
    """Requirements for the settings of a request."""

    stop_max: int | None = None
    ranges: Mapping[str, tuple[float, float | None]] = field(default_factory=dict)
    """Setting, with dots for nested fields → minimum and maximum."""
    above_least: frozenset[str] = frozenset()
    """Settings whose minimum is itself refused."""
    below_most: frozenset[str] = frozenset()
    """Settings whose maximum is itself refused."""
    most_by_model: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Setting → prefix of a model's name → the maximum on this server. The limit of an answer is `output`, whatever
    its name in this API."""
    least_output: int | None = None
    """The minimum for the limit of an answer."""
    thinks_by_model: bool = False
    """Whether a model that thinks by default refuses a forced tool, even if the request does not ask for thinking."""
    formats_without_tools: frozenset[str] = frozenset()
    """Answer formats that cannot be combined with tools."""
    by_model: bool = False
    """Whether the model decides that."""
    values: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Setting → its accepted values. Its name has dots for nested fields, `[]` for each item of a list, and `{}` for
    each value of an object."""
    values_in_any_case: bool = False
    """Whether values are not case-sensitive; the accepted values are then in upper case."""
    lengths: Mapping[str, int] = field(default_factory=dict)
    """Setting → its maximum number of characters or items."""
    patterns: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """Setting → the pattern that its text must match."""
    by_model_parameters: frozenset[str] = frozenset()
    """Parameters that the API has, but some models refuse."""
    refused_by_model: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Prefix of a model's name → parameters that this server refuses for it, with dots for nested fields."""
    efforts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Prefix of a model's name → the reasoning efforts that this server accepts for it."""
    structured: tuple[str, ...] | None = None
    """Prefixes of the models whose answers can follow a schema on this server; None: all."""
    refuses_zero_penalties: bool = False
    """Whether a model without penalties refuses even a penalty of 0."""
    refused_efforts: frozenset[str] = frozenset()
    """Reasoning efforts that models have, but this API refuses."""
    thinking_tools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Reasoning effort → prefixes of the types of tools that cannot be used with it."""
    tool_choice_is_text: bool = False
    """Whether the tool choice must be a string, not an object that names the tool."""
    accepts_choice_without_tools: bool = False
    """Whether a tool choice that forces no tool is accepted without tools."""
    answers_by_schema: bool = True
    moved: Mapping[str, str] = field(default_factory=dict)
    """Setting of the earlier API → its name in this one, with dots for nested fields."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """Setting of other providers' APIs → the same setting in this one, with dots for nested fields."""
    exclusive: tuple[tuple[str, str], ...] = ()
    """Pairs of settings that exclude each other."""
    exclusive_unless: tuple[str, ...] = ()
    """Prefixes of the models that accept both."""
    combinations: tuple[Combination, ...] = ()
    required: Mapping[str, bool | str] = field(default_factory=dict)
    """Setting → its only accepted value, or the kind of value that it must have."""
    refused: frozenset[str] = frozenset()
    """Parameters that this server refuses, although the API that it copies has them."""

    doubtful: frozenset[str] = frozenset()
    """Parameters that some servers of this kind refuse."""

    def bounds(self, path: Path) -> tuple[float, float | None] | None:
        """The minimum and maximum of the setting at a path; None if no such limit is known."""
        if path == ("max_output_tokens",) and self.least_output is not None:
            return self.least_output, None
        return self.ranges.get(".".join(map(str, path)))


@dataclass(frozen=True, slots=True)
class ModelFields:
    """Settings that the service passes on unchecked, and the model's own schema for them."""

    at: str
    models: tuple[str, ...]
    """Prefixes of the models for which this is known."""
    schema: Callable[[], RequestSchema]
    family: Family
    prefix: str = ""
    """The text that the service puts before the model's error message."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Setting of the model → the service's own setting, with dots for nested fields, from which it fills it in: the
    request may have only one of them."""


@dataclass(frozen=True, slots=True)
class RequestTerms:
    family: Family | None = None
    """How the server words schema errors; used if no error message is known for a rule."""
    unknown_fields: Severity | None = None
    """The severity of an unknown field; None: the server ignores it, or its behaviour is unknown."""
    unknown_in_files: Severity | None = None
    """The same in a history that is not a request: programs store more in their files than they send."""
    doubtful_fields: tuple[str, ...] = ()
    """Prefixes of the places of unknown fields that the server accepts for some models."""
    foreign_fields: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls`) of fields of other APIs, which are certainly refused; another unknown field may
    be newer than this table."""
    previews: frozenset[str] = frozenset()
    """Settings that name previews; a preview may add fields that no schema has yet."""
    preview_fields: Mapping[str, str] = field(default_factory=dict)
    """Places (`system[].cache_control.scope`) of fields that exist only in a preview → the beginning of its name."""
    preview_tools: Mapping[str, str] = field(default_factory=dict)
    """The same for the beginnings of types of tools."""
    other_endpoint_settings: frozenset[str] = frozenset()
    """Settings of another endpoint of the provider that accepts the same messages: a request with one may be for it."""
    returned_parts: frozenset[str] = frozenset()
    """Types of parts that the provider wrote and accepts unchanged, and of its own tools; the schema may not have their
    newest fields."""
    absent: Mapping[str, Severity] = field(default_factory=dict)
    """Places (`context_management`, `tools[].strict`) of fields that the API has and this platform does not → how
    certain that is."""
    present_by_model: Mapping[str, str] = field(default_factory=dict)
    """Name of such a field → the fact about a model (`efforts`) that, if it is known, decides it instead."""
    schema: Callable[[], RequestSchema] | None = None
    """The provider's published schema, if it differs from that of the format's own provider."""
    model_fields: tuple[ModelFields, ...] = ()
    null_is_absent: bool = False
    """Whether a null field counts as absent, whatever its type."""
    refuses_null: bool = False
    """Whether a null setting is refused if its type is not null. Other servers accept null for all settings."""
    item_fields: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Type of an input item that only the provider makes → its known fields; its answers may have newer ones."""
    refused_item_fields: Mapping[str, Severity] = field(default_factory=dict)
    """Fields of input items (`function_call_output.status`) that the schema has, but this server refuses, or refuses
    if they are null (`reasoning.content:null`) → how certain that is."""
    lenient_places: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls[].type`) where the server accepts more than its schema."""
    tools: ToolTerms = ToolTerms()
    settings: SettingTerms = SettingTerms()
    rules: Mapping[str, Severity] = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)
