"""What a target holds a request to beside its messages: the schema, the tools that it offers, and its settings.

It is apart from what a target holds messages to, because it goes by other lines: Azure and OpenAI share it, and so do
most servers that copy OpenAI's requests, whatever they think of messages.
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
    """What a tool definition is held to. None: no such limit is known."""

    types: frozenset[str] | None = None
    """Types of tools that are taken; None: the schema says it."""
    count: int | None = None
    name_max: int | None = None
    reserved_names: frozenset[str] = frozenset()
    """Names of the provider's own tools, which no other tool may have."""
    reserved_namespaces: Mapping[str, str] = field(default_factory=dict)
    """Name of a namespace of tools that collides with a tool of the provider's → the type of that tool, if it does so
    only next to it."""
    description_max: int | None = None
    description_doubtful: int | None = None
    """A longer description is refused by older versions of the API."""
    root_combinators: frozenset[str] = frozenset()
    """Keywords that may not be at the root of a schema."""
    combinators_by_model: bool = False
    """Whether the model decides that."""
    takes_any_items: bool = False
    """Whether a list may say that it holds anything (`items: {}`)."""
    tuples_need_items: bool = False
    """Whether a list of fixed length (`prefixItems`) must say what its items are all the same."""
    fields: Literal["always", "if required", "schema"] | None = None
    """When the schema of a tool must list its fields: always, if it has `required`, or there need only be a schema."""
    refused_beside_reference: frozenset[str] = frozenset()
    """Keywords that may not be next to `$ref`, where others may."""
    minds_only_untyped: bool = False
    """Whether of all places of a type only its absence from a choice is refused."""
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
    strict_formats: frozenset[str] | None = None
    """The only values of `format` in a strict schema."""
    strict_tools: int | None = None
    strict_optional: int | None = None
    strict_unions: int | None = None


@dataclass(frozen=True, slots=True)
class Combination:
    """Settings that a server does not take together. The words for it are the variant of the same name."""

    name: str
    at: str
    """The setting that is reported, with dots for what is inside another."""
    text: str
    when: Mapping[str, tuple[Json, ...]]
    """Setting → the values that make it wrong; no values: any that says something."""
    unless: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """The same, for what makes it right again."""
    models: tuple[str, ...] = ()
    """How the names of models begin that mind it; none: all do."""
    over: Mapping[str, float] = field(default_factory=dict)
    """Setting → the number that it must be greater than to be wrong."""
    thinking: bool = False
    """Whether only a model that thinks minds it."""


@dataclass(frozen=True, slots=True)
class SettingTerms:
    """What the settings of a request are held to."""

    stop_max: int | None = None
    ranges: Mapping[str, tuple[float, float | None]] = field(default_factory=dict)
    """Setting, with dots for what is inside another → least and greatest value."""
    above_least: frozenset[str] = frozenset()
    """Settings whose least value is itself refused."""
    most_by_model: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Setting → beginning of a model's name → the greatest value that this server takes for it. The limit of an answer
    is called `output`, whatever this API calls it."""
    least_output: int | None = None
    """The least limit of an answer."""
    thinks_by_model: bool = False
    """Whether a model that thinks by itself takes no forced tool, without being asked to think."""
    formats_without_tools: frozenset[str] = frozenset()
    """Formats of an answer that cannot be asked for beside tools."""
    by_model: bool = False
    """Whether the model decides that."""
    values: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Setting → all values that it may have. Its name has dots for what is inside another setting, `[]` for each item
    of a list, and `{}` for each value of an object."""
    values_in_any_case: bool = False
    """Whether the case of such a value does not matter; the values are then in upper case."""
    lengths: Mapping[str, int] = field(default_factory=dict)
    """Setting → how many characters, or items, it may have."""
    patterns: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """Setting → what its text must be made of."""
    by_model_parameters: frozenset[str] = frozenset()
    """Parameters that the API has, and some models do not take."""
    refused_by_model: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Beginning of a model's name → parameters that this server does not take for it."""
    efforts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Beginning of a model's name → the values of the reasoning effort that this server takes for it."""
    structured: tuple[str, ...] | None = None
    """How the names of models begin whose answers this server can hold to a schema; None: all."""
    refused_efforts: frozenset[str] = frozenset()
    """Values of the reasoning effort that models have and this API does not take."""
    thinking_tools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Reasoning effort → how the types of tools begin that cannot be used with it."""
    choices_are_words: bool = False
    """Whether the tool to call can be chosen by a word only, not by an object that names it."""
    takes_idle_choice: bool = False
    """Whether a choice that forces no tool may be without tools."""
    answers_by_schema: bool = True
    moved: Mapping[str, str] = field(default_factory=dict)
    """Setting of the API before this one → where this one has it, with dots for what is inside another."""
    exclusive: tuple[tuple[str, str], ...] = ()
    """Settings of which a request may have only one."""
    combinations: tuple[Combination, ...] = ()
    demanded: Mapping[str, bool | str] = field(default_factory=dict)
    """Setting → the only value that is taken, or the kind of value that must be there."""
    refused: frozenset[str] = frozenset()
    """Parameters that this server does not take, although the API that it copies has them."""

    doubtful: frozenset[str] = frozenset()
    """Parameters that some servers of this kind do not take."""

    def bounds(self, path: Path) -> tuple[float, float | None] | None:
        """The least and the greatest value of the setting at a path; None if no such limit is known."""
        if path == ("max_output_tokens",) and self.least_output is not None:
            return self.least_output, None
        return self.ranges.get(".".join(map(str, path)))


@dataclass(frozen=True, slots=True)
class ModelFields:
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
    unknown_in_files: Severity | None = None
    """The same in a history that is no request: programs keep more in their files than they send."""
    doubtful_fields: tuple[str, ...] = ()
    """How places of fields begin that the schema does not name and the server takes from some models."""
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
    model_fields: tuple[ModelFields, ...] = ()
    null_is_absent: bool = False
    """Whether a field that is null counts as left out, whatever its type."""
    refuses_null: bool = False
    """Whether a setting that is null is refused where it has another type; others take any that is null."""
    refused_item_fields: frozenset[str] = frozenset()
    """Fields of input items (`function_call_output.status`) that the schema has and this server does not take."""
    takes: frozenset[str] = frozenset()
    """Places (`messages[].tool_calls[].type`) where the server takes what its schema does not."""
    tools: ToolTerms = ToolTerms()
    settings: SettingTerms = SettingTerms()
    rules: Mapping[str, Severity] = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)
