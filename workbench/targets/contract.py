"""The contract of a target: who receives a conversation, what it refuses, how severely, and with which message."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import RequestTerms
from workbench.targets.severities import ERROR, INFO, WARNING, Severity


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on which targets differ. None: no such limit is known."""

    id_pattern: re.Pattern[str] | None = None
    id_max: int | None = None
    id_length: int | None = None
    """The exact number of letters and digits of an id, if it is fixed."""
    server_id_pattern: re.Pattern[str] | None = None
    """For tools that the provider runs itself."""
    name_pattern: re.Pattern[str] | None = None
    image_types: frozenset[str] | None = None
    part_types: frozenset[str] | None = None
    """Types of content parts that a message may contain."""
    images_if_seen: bool = False
    """Whether a model that sees accepts images from the user, though the others accept none of these parts."""
    part_types_by_version: frozenset[str] = frozenset()
    """Those of them that older versions of the API refuse."""
    doubtful_lists: frozenset[str] = frozenset()
    """Roles whose content must be a string for some servers of this kind, or some of their models."""
    tool_part_types: frozenset[str] | None = None
    """Types of content parts that a tool message may contain; empty: only a string is accepted."""
    refused_items: frozenset[str] = frozenset()
    """Types of items that the format has, but this target refuses."""
    items: frozenset[str] | None = None
    """The only kinds of items that are accepted; None: all that the format has."""
    accepts_text_for_items: bool = True
    """Whether the input may be one text instead of a list of items."""
    typed_answers: bool = False
    """Whether an item of the assistant must say that it is a message."""
    named_roles: frozenset[str] | None = None
    """Whose messages may have a name; None: everybody's."""
    refused_roles: frozenset[str] = frozenset()
    """Roles that the format has, but this target refuses."""
    doubtful_roles: frozenset[str] = frozenset()
    """Roles that some servers of this kind, or some of their models, refuse."""
    known_roles: frozenset[str] = frozenset()
    """The only roles, in lower case, of a server that refuses any other before its template sees it; empty: unknown."""
    schema_depth: int | None = None
    """How many levels of objects and lists in a schema raise no doubt, if deep schemas are refused."""
    cache_markers: int | None = None
    reads_arguments: bool = True
    """Whether the target parses the arguments of earlier calls again, and refuses invalid ones."""
    accepts_empty_names: bool = False
    """Whether an earlier call may have an empty text for the name of its tool."""
    accepts_empty_arguments: bool = False
    """Whether an empty string is accepted as no arguments."""
    refuses_empty_arguments: bool = False
    """Whether an empty string is certainly refused, though other servers may accept it."""
    accepts_argument_objects: bool = False
    """Whether arguments may be an object, though the format requires a string."""
    refuses_null_arguments: bool = False
    accepts_null: bool = False
    """Whether null is accepted as content, so that only a message without the field is refused."""
    accepts_null_answers: bool = False
    """Whether some of its models accept null as the content of an assistant message."""
    answers_need_content: bool = False
    """Whether an assistant message without content and without calls is refused."""
    calls_need_content: bool = False
    """Whether a message with tool calls must have a content field too, even if it is null."""
    calls_doubt_null: bool = False
    """Whether some models refuse content that is null, even in a message that calls tools."""
    empty_roles: frozenset[str] = frozenset({"system", "user", "assistant", "tool"})
    """Roles whose empty messages are refused."""
    accepts_blank_next_to_blocks: bool = False
    """Whether some models accept a text of only whitespace next to other blocks."""
    accepts_line_breaks_next_to_blocks: bool = False
    """Whether a text of only line breaks is accepted next to other blocks, though other whitespace is not."""
    accepts_empty_end: bool = False
    """Whether the final message of the assistant may be empty."""
    refuses_empty_results: bool = False
    """Whether an empty text is refused as the result of a tool."""
    may_refuse_empty_with_calls: bool = False
    """Whether a message with empty content may be refused even if it has tool calls."""
    refuses_prefill: bool = False
    """Whether every model refuses a history that ends with the assistant."""
    prefill_mark: str | None = None
    """The field that marks an assistant message at the end as one to continue."""
    schemas_forbid_prefill: bool = False
    """Whether every model refuses such a history if the answer must follow a schema."""
    tools_forbid_prefill: bool = False
    """Whether models that accept such a history refuse it if the request offers tools."""
    refuses_text_after_calls: bool = False
    """Whether text after the calls of a message, before their results, is refused."""
    documents_are_pdf: bool = False
    """Whether a file that the target decodes or fetches must be a PDF."""
    converts_ui_messages: bool = False
    """Whether the SDK converts UI messages to model messages itself: all messages, if one looks like a UI message."""
    tool_keys: frozenset[str] = frozenset({"input", "output"})
    """The SDK's keys for the arguments of a call and the value of a result."""
    native_keys: frozenset[str] = frozenset()
    """Settings that only the server's own API has, and its OpenAI-compatible API does not."""
    calls_in_message: int | None = None
    """The maximum number of calls in a message."""
    single_call_models: tuple[str, ...] = ()
    """Prefixes of the models that accept one call in a message on this server."""
    call_ids_by_server: bool = False
    """Whether only some servers of the platform accept ids of calls and results."""
    plan_key: str | None = None
    """The field for text before tool calls, if the content may not contain it."""
    sampling_defaults: Mapping[str, float] = field(default_factory=dict)
    """The only values that models with fixed sampling accept, if not 1."""
    sampling_measured: Mapping[str, frozenset[str]] | None = None
    """Prefix of a model's name → the settings that this server was measured to refuse, if it hosts models of others,
    whose vendors are stricter; None: it is the vendor's own server."""
    sampling_without_thinking: Mapping[str, float] = field(default_factory=dict)
    """The defaults that differ while the model does not think."""
    """What models with fixed sampling take, where that is not 1."""
    text_max: int | None = None
    """Characters that a single text may have, whatever the window."""
    adds_answer_to_window: bool = False
    """Whether the tokens reserved for the answer count towards the context window."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """Which fields for reasoning the target requires, accepts and refuses."""

    required_field: str | None = None
    """The field for the reasoning before a call that must be sent back while thinking is on."""
    by_model: bool = False
    """Whether only models known to require the field require it, because this server hosts models of many vendors."""
    signed_by_model: bool = False
    """Whether only some models require the signature of their reasoning."""
    refused_fields: frozenset[str] = frozenset()
    """Fields for reasoning that make the request invalid."""
    accepted_field: str | None = None
    """The field for reasoning that is accepted, if others are refused."""
    items_have_text: bool = False
    """Whether a reasoning item must contain what the model thought, and not only a summary of it."""
    heads: tuple[str, ...] = ()
    """How the provider's own encrypted reasoning begins."""
    foreign_heads: tuple[str, ...] = ()
    """How encrypted reasoning of other providers begins, for a provider whose own beginnings are unknown."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The order of roles, as far as the target restricts it more than the format does."""

    alternate: bool = False
    """Whether user and assistant must alternate, whatever the model."""
    mixed_by_model: bool = False
    """Whether only models known to refuse results and text in one turn refuse them."""
    accepts_text_before_results: bool = False
    """Whether every model accepts text before the results, and only text after them may be refused."""
    refuses_own_results: bool = False
    """Whether a message of the assistant may not contain the results of its calls."""
    by_template: bool = False
    """Whether the model's chat template decides which roles may follow each other."""
    perhaps_by_template: bool = False
    """Whether the server may use chat templates. Then only strict templates and unknown models lead to a warning."""
    last: frozenset[str] | None = None
    """The roles that the last message may have."""
    continues_unless_thinking: bool = False
    """Whether an answer that the history begins is continued, but not by a model that thinks."""
    assistants_at_end: int | None = None
    """The maximum number of assistant messages at the end."""
    system_first: bool = False
    """Whether a system prompt is accepted only at the beginning."""
    single_system: bool = False
    """Whether only one system message is accepted."""
    needs_user: bool = False
    """Whether a history without a user message is refused."""
    user_first: bool = False
    """Whether the platform requires a user message at the beginning, even for models that do not."""
    needs_role: bool = False
    """Whether a message without a role is refused, which others read as the user's."""
    after_by_server: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Role → the roles that may not follow it on some servers of the provider."""
    after: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Role → the roles that may follow it. A role that is not listed may follow, and be followed by, any role."""


@dataclass(frozen=True, slots=True)
class Media:
    """Limits on images, documents and audio. None: no limit is known."""

    image_roles: frozenset[str] | None = None
    """The roles whose messages may contain images."""
    bare_base64: bool = False
    """Whether only bare base64 is accepted, and no data URL."""
    fetches: bool = True
    """Whether an image may be a URL."""
    fetches_by_model: bool = False
    """Whether models that are known not to fetch URLs refuse them."""
    fetches_secure: bool = False
    """Whether only `https` URLs are accepted."""
    accepted_addresses: re.Pattern[str] | None = None
    """URLs that are accepted anyway."""
    image_bytes: int | None = None
    image_characters: int | None = None
    """The maximum length of an image's URL."""
    images: int | None = None
    images_in_small_windows: int | None = None
    """The maximum number for a model with a context window of 200,000 tokens or fewer."""
    images_by_model: bool = False
    """Whether the maximum number depends on the model, and is in the table of models."""
    side: int | None = None
    """The maximum width and height of an image, in pixels."""
    side_with_many_images: int | None = None
    """The same, for a request with more than twenty images."""
    details: frozenset[str] | None = None
    documents: int | None = None
    pdf_pages: int | None = None
    pdf_pages_in_small_windows: int | None = None
    request_bytes: int | None = None
    audio_formats: frozenset[str] | None = None
    files_are_pdf: bool = False
    """Whether a file among the messages must be a PDF."""
    refused_types: frozenset[str] | None = None
    """Types of files that are certainly refused. None: only audio and video are."""
    refused_in_results: tuple[str, ...] = ()
    """Prefixes of the types of files that the result of a tool may not contain."""


Pairing = Literal["contiguous", "turn", "name", "segment", "run", "anywhere"]
"""Where the result of a call must be; `checks/answer_windows.py` explains each."""


class Thrown(NamedTuple):
    """An error that a program throws for one message, before it sends anything."""

    message: int
    path: Path
    text: str
    """The reason, in a sentence."""
    words: str
    """The text of the exception."""
    id: Json = None
    """The id of the tool call that it is about."""
    severity: Severity = ERROR
    """A warning if only some releases of the program throw it."""


@dataclass(frozen=True)
class Target:
    name: str
    title: str
    formats: tuple[str, ...]
    """Formats that are judged unconverted. Any other is first converted to the first of these."""
    wire: str
    """The format in which the model's API receives the conversation."""
    rules: Mapping[str, Severity]
    """Rule name → its severity here. A rule that is not listed has its default severity."""
    pairing: Pairing = "contiguous"
    """Where a result must be: contiguous (tool messages directly after the call), turn (in the next turn), name (the
    same, paired by tool name if ids are absent), anywhere (paired by id only), segment (before the next user message),
    run (before the next item with content)."""
    limits: Limits = Limits()
    reasoning: Reasoning = Reasoning()
    turns: Turns = Turns()
    media: Media = Media()
    words: Mapping[str, Words] = field(default_factory=dict)
    request: RequestTerms = field(default_factory=RequestTerms)
    """The requirements for the request outside of its messages."""
    throws: Callable[[Sequence[Json]], Sequence[Thrown]] | None = None
    """For a program with public code that checks messages itself: all errors that it throws for them. They decide what
    is an error; rules explain it. None for a server."""
    after_conversion: str | None = None
    """The target that judges UI messages after the SDK's own conversion, if the SDK refuses them unconverted."""
    status: int = 400
    hosts: tuple[str, ...] = ()
    """The ends of its host names."""
    has_common_api_only: bool = False
    """Whether only the common API is certain on a live server of this kind."""


__all__ = ["ERROR", "INFO", "WARNING", "Limits", "Target", "Words"]
