"""What a target is: who receives a conversation, what it refuses, how severely, and in which words. All data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.json.text import Json

ERROR, WARNING, INFO = "error", "warning", "info"


@dataclass(frozen=True, slots=True)
class Words:
    """A refusal as the provider writes it. `{message}`, `{part}`, `{id}` … are filled with this history's own."""

    text: str
    param: str | None = None
    code: str | None = None
    type: str | None = "invalid_request_error"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a target holds a history to, where targets differ. None: it has no such limit that we know of."""

    id_pattern: re.Pattern[str] | None = None
    id_max: int | None = None
    server_id_pattern: re.Pattern[str] | None = None
    """For the tools that the provider runs itself."""
    name_pattern: re.Pattern[str] | None = None
    image_types: frozenset[str] | None = None
    part_types: frozenset[str] | None = None
    """Kinds of content parts that a message may hold."""
    tool_part_types: frozenset[str] | None = None
    """Kinds of content parts that a tool message may hold; empty: only a string is taken."""
    refused_roles: frozenset[str] = frozenset()
    """Words for a role that the format has and this target does not take."""
    cache_markers: int | None = None
    reads_arguments: bool = True
    """Whether the arguments of earlier calls are parsed again, so that broken ones are refused."""
    takes_argument_objects: bool = False
    """Whether arguments may be an object where the format has a string that holds one."""
    refuses_null_arguments: bool = False
    takes_null_answers: bool = False
    """Whether some of its models take an assistant message whose content is null."""
    refuses_prefill: bool = False
    """Whether every model refuses a history that ends with the assistant."""
    refuses_words_behind_calls: bool = False
    """Whether words of the message that calls may not stand between the calls and their results."""
    documents_are_pdf: bool = False
    """Whether a file that it decodes or fetches must be a PDF."""
    converts_ui_messages: bool = False
    """Whether the SDK turns UI messages into model messages itself, all of them as soon as one looks like it."""
    tool_keys: frozenset[str] = frozenset({"input", "output"})
    """What the SDK calls the arguments and the value of a result."""


@dataclass(frozen=True)
class Target:
    name: str
    title: str
    formats: tuple[str, ...]
    """Formats that are judged as they stand. Any other is first converted to the first of these."""
    wire: str
    """The format in which the model's API sees the conversation in the end."""
    rules: Mapping[str, str]
    """Rule name → how severe it is here. A rule that is not named is as severe as its own default says."""
    pairing: str = "contiguous"
    """Where a result must stand: contiguous (tool messages right after the call), turn (in the next turn), name (the
    same, paired by tool name where ids are absent), anywhere (paired by id alone), segment (before the next user), run
    (before the next item that says something)."""
    limits: Limits = Limits()
    words: Mapping[str, Words] = field(default_factory=dict)
    status: int = 400


def fill(template: str, facts: Mapping[str, Json]) -> str:
    """`{id}` and the like replaced; what is not known stays as it is written."""
    return re.sub(r"\{(\w+)\}", lambda match: str(facts.get(match[1], match[0])), template)
