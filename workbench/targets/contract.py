"""What a target is: who receives a conversation, what it refuses, how severely, and in which words. All data."""

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
    """What a target holds a history to, where targets differ. None: it has no such limit that we know of."""

    id_pattern: re.Pattern[str] | None = None
    id_max: int | None = None
    id_length: int | None = None
    """How many letters and digits an id must have, where that is fixed."""
    server_id_pattern: re.Pattern[str] | None = None
    """For the tools that the provider runs itself."""
    name_pattern: re.Pattern[str] | None = None
    image_types: frozenset[str] | None = None
    part_types: frozenset[str] | None = None
    """Kinds of content parts that a message may hold."""
    part_types_by_version: frozenset[str] = frozenset()
    """Of these, the ones that older versions of the API refuse."""
    doubtful_lists: frozenset[str] = frozenset()
    """Roles whose content some servers of this kind, or some of their models, take as a text only."""
    tool_part_types: frozenset[str] | None = None
    """Kinds of content parts that a tool message may hold; empty: only a string is taken."""
    refused_items: frozenset[str] = frozenset()
    """Kinds of items that the format has and this target does not take."""
    items: frozenset[str] | None = None
    """The only kinds of items that are accepted; None: all that the format has."""
    takes_text_for_items: bool = True
    """Whether the input may be one text instead of a list of items."""
    typed_answers: bool = False
    """Whether an item of the assistant must say that it is a message."""
    named_roles: frozenset[str] | None = None
    """Whose messages may have a name; None: everybody's."""
    refused_roles: frozenset[str] = frozenset()
    """Words for a role that the format has and this target does not take."""
    doubtful_roles: frozenset[str] = frozenset()
    """Words for a role that some servers of this kind, or some of their models, do not take."""
    cache_markers: int | None = None
    reads_arguments: bool = True
    """Whether the arguments of earlier calls are parsed again, so that broken ones are refused."""
    takes_empty_names: bool = False
    """Whether an earlier call may have an empty text for the name of its tool."""
    takes_empty_arguments: bool = False
    """Whether an empty text is taken for no arguments."""
    refuses_empty_arguments: bool = False
    """Whether an empty text is surely no arguments, where others may take it."""
    takes_argument_objects: bool = False
    """Whether arguments may be an object where the format has a string that holds one."""
    refuses_null_arguments: bool = False
    takes_null: bool = False
    """Whether null is content: then only a message without the field is refused."""
    takes_null_answers: bool = False
    """Whether some of its models take an assistant message whose content is null."""
    answers_need_content: bool = False
    """Whether an assistant message without content and without calls is refused; others let it pass."""
    calls_need_content: bool = False
    """Whether a message that calls tools must have the field for content all the same, be it null."""
    calls_doubt_null: bool = False
    """Whether some models refuse content that is null, even in a message that calls tools."""
    empty_roles: frozenset[str] = frozenset({"system", "user", "assistant", "tool"})
    """Whose empty messages are refused."""
    takes_blank_beside: bool = False
    """Whether some models take a text of nothing but whitespace next to other blocks."""
    takes_line_break_beside: bool = False
    """Whether a text of nothing but line breaks is taken there, though no blank is."""
    takes_empty_end: bool = False
    """Whether the final message of the assistant may be empty."""
    refuses_empty_results: bool = False
    """Whether the result of a tool may not be an empty text."""
    empty_beside_calls: bool = False
    """Whether a message may be refused for its empty content although it calls tools."""
    refuses_prefill: bool = False
    """Whether every model refuses a history that ends with the assistant."""
    formats_end_prefill: bool = False
    """Whether every model refuses such a history as soon as the answer is held to a schema."""
    tools_end_prefill: bool = False
    """Whether models that take such a history refuse it as soon as tools are set."""
    refuses_words_behind_calls: bool = False
    """Whether words of the message that calls may not be between the calls and their results."""
    documents_are_pdf: bool = False
    """Whether a file that it decodes or fetches must be a PDF."""
    converts_ui_messages: bool = False
    """Whether the SDK turns UI messages into model messages itself, all of them as soon as one looks like it."""
    tool_keys: frozenset[str] = frozenset({"input", "output"})
    """What the SDK calls the arguments and the value of a result."""
    native_keys: frozenset[str] = frozenset()
    """Keys by which a request to the provider's own API is known from one to its OpenAI face."""
    calls_in_message: int | None = None
    """How many tools a message may call at once."""
    call_ids_by_server: bool = False
    """Whether only some servers of the platform know ids of calls and results."""
    plan_key: str | None = None
    """The field for what the model says before it calls tools, where that may not be its content."""
    sampling_defaults: Mapping[str, float] = field(default_factory=dict)
    sampling_without_thinking: Mapping[str, float] = field(default_factory=dict)
    """The defaults that differ while the model does not think."""
    """What models with fixed sampling take, where that is not 1."""
    text_max: int | None = None
    """Characters that a single text may have, whatever the window."""
    adds_answer_to_window: bool = False
    """Whether the tokens asked for count as part of the window."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What becomes of the thoughts that a history holds."""

    demanded: str | None = None
    """The field in which the thought that led to a call must come back, while the model thinks."""
    by_model: bool = False
    """Whether only models that are known to demand it do, because this server passes requests on to others."""
    signed_by_model: bool = False
    """Whether only some models want thoughts back with their signature."""
    refused: frozenset[str] = frozenset()
    """Fields for thoughts that make the request invalid."""
    taken: str | None = None
    """The field in which a thought may come back, where others are refused."""
    items_have_text: bool = False
    """Whether a reasoning item must contain what the model thought, and not only a summary of it."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Who may speak when, where that is more than the format says."""

    alternate: bool = False
    """Whether user and assistant must take turns, whatever the model."""
    mixed_by_model: bool = False
    """Whether only models that are known to refuse it refuse results and words in one turn."""
    words_before_results: bool = False
    """Whether words in front of the results are taken by every model, and only those behind them may be refused."""
    by_template: bool = False
    """Whether the model's chat template decides which roles may follow each other."""
    perhaps_by_template: bool = False
    """Whether it may be such a server: then only a model of a strict template, or an unknown one, is doubted."""
    last: frozenset[str] | None = None
    """Who may speak last."""
    assistants_at_end: int | None = None
    """How many messages of the assistant may be at the end."""
    system_first: bool = False
    """Whether a system prompt may be at the beginning only."""
    one_system: bool = False
    """Whether there may be only one system message."""
    need_user: bool = False
    """Whether a history without any message of the user is refused."""
    need_role: bool = False
    """Whether a message must say its role, where others take it for the user's."""
    after_by_server: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Role → the roles that some servers of the provider do not let follow it."""
    after: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Role → the roles that may follow it. A role that is not named may follow any and be followed by any."""


@dataclass(frozen=True, slots=True)
class Media:
    """What images, documents and sound are held to. None: no limit is known."""

    image_roles: frozenset[str] | None = None
    """Who may show images."""
    bare_base64: bool = False
    """Whether bytes are base64 and nothing else: no data URL."""
    fetches: bool = True
    """Whether an image may be a web address."""
    fetches_by_model: bool = False
    """Whether models that are known to take no address refuse one."""
    fetches_secure: bool = False
    """Whether only addresses that begin with `https` are fetched."""
    known_addresses: re.Pattern[str] | None = None
    """Addresses that are taken nevertheless."""
    image_bytes: int | None = None
    image_characters: int | None = None
    """Of the URL of an image."""
    images: int | None = None
    images_in_small_windows: int | None = None
    """How many a model takes whose window has 200,000 tokens or fewer."""
    images_by_model: bool = False
    """Whether the table of models says how many."""
    side: int | None = None
    """Pixels of either side of an image."""
    side_of_many: int | None = None
    """The same, in a request with more than twenty images."""
    details: frozenset[str] | None = None
    documents: int | None = None
    pdf_pages: int | None = None
    pdf_pages_in_small_windows: int | None = None
    request_bytes: int | None = None
    audio_formats: frozenset[str] | None = None
    refused_types: frozenset[str] | None = None
    """Types of files that are surely not taken; None: all but sound and film are."""
    refused_in_results: tuple[str, ...] = ()
    """How the types of files begin that the result of a tool may not hold."""


Pairing = Literal["contiguous", "turn", "name", "segment", "run", "anywhere"]
"""Where the result of a call must be; `checks/answer_windows.py` explains each."""


class Thrown(NamedTuple):
    """What a program throws for one message of a list, before anything is sent."""

    message: int
    path: Path
    text: str
    """Why, in a sentence."""
    words: str
    """The exception as the program words it."""
    id: Json = None
    """Of the tool call that it is about."""
    severity: Severity = ERROR
    """A warning where only some releases of the program throw it."""


@dataclass(frozen=True)
class Target:
    name: str
    title: str
    formats: tuple[str, ...]
    """Formats that are judged as they are. Any other is first converted to the first of these."""
    wire: str
    """The format in which the model's API sees the conversation in the end."""
    rules: Mapping[str, Severity]
    """Rule name → how severe it is here. A rule that is not named is as severe as its own default says."""
    pairing: Pairing = "contiguous"
    """Where a result must be: contiguous (tool messages right after the call), turn (in the next turn), name (the
    same, paired by tool name where ids are absent), anywhere (paired by id alone), segment (before the next user), run
    (before the next item that says something)."""
    limits: Limits = Limits()
    reasoning: Reasoning = Reasoning()
    turns: Turns = Turns()
    media: Media = Media()
    words: Mapping[str, Words] = field(default_factory=dict)
    request: RequestTerms = field(default_factory=RequestTerms)
    """What it holds the request to beside its messages."""
    throws: Callable[[Sequence[Json]], Sequence[Thrown]] | None = None
    """For a program that checks messages itself and whose code is public: everything it throws for them. It decides
    what is an error; rules explain it. None for a server, about which only rules are known."""
    after_conversion: str | None = None
    """The target that judges UI messages after the SDK's own conversion of them, where they are refused as they are."""
    status: int = 400
    hosts: tuple[str, ...] = ()
    """How the names of its own servers end."""


__all__ = ["ERROR", "INFO", "WARNING", "Limits", "Target", "Words"]
