"""Our schemas against the types that providers publish: we require no more fields, and know every published one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Required, get_args, get_origin, get_type_hints

import botocore.session  # type: ignore[import-untyped]
import pytest
from anthropic.types import message_create_params as anthropic_request
from anthropic.types.beta import BetaToolUnionParam
from anthropic.types.beta import message_create_params as anthropic_preview
from google.genai import types as google
from openai.types.chat import completion_create_params as chat_request
from openai.types.responses import response_create_params as responses_request
from typing_extensions import is_typeddict

from workbench.formats.anthropic import schema as anthropic
from workbench.formats.anthropic.schema_of_documents import DocumentSource
from workbench.formats.anthropic.schema_of_server_tools import ServerToolBlock
from workbench.formats.anthropic.schema_of_settings import ContextManagement, Settings
from workbench.formats.anthropic.schema_of_text import Citation
from workbench.formats.anthropic.schema_of_tools import Tool
from workbench.formats.bedrock_converse import schema as bedrock
from workbench.formats.gemini import schema as gemini
from workbench.formats.openai_chat import schema as chat
from workbench.formats.openai_responses import schema as responses


def typed_dicts(kind: Any, seen: dict[int, Any] | None = None) -> Iterator[Any]:
    """Yield every typed dictionary inside a type."""
    seen = {} if seen is None else seen
    if id(kind) in seen:
        return
    seen[id(kind)] = kind
    if is_typeddict(kind):
        yield kind
        for inner in get_type_hints(kind).values():
            yield from typed_dicts(inner, seen)
    for inner in get_args(kind):
        yield from typed_dicts(inner, seen)


def required(kind: Any) -> set[str]:
    """Return the fields marked as required; `__required_keys__` misses them if annotations are stored as text."""
    hints = get_type_hints(kind, include_extras=True)
    return {key for key, hint in hints.items() if get_origin(hint) is Required or key in _of_total(kind)}


def _of_total(kind: Any) -> frozenset[str]:
    return kind.__required_keys__ if kind.__total__ else frozenset()


def discriminated(kind: Any, by: str) -> dict[str, Any]:
    """Map each value of the field `by` to its typed dictionary; of several, to the one with fewest required fields."""
    found: dict[str, Any] = {}
    for one in typed_dicts(kind):
        hint = get_type_hints(one).get(by)
        for word in get_args(hint) if get_origin(hint) is Literal else ():
            if word not in found or len(required(one)) < len(required(found[word])):
                found[word] = one
    return found


CASES = [
    ("a message of Chat Completions", chat.Message, chat_request.CompletionCreateParamsBase, "role"),
    ("a part of Chat Completions", chat.Part, chat_request.CompletionCreateParamsBase, "type"),
    ("a call of Chat Completions", chat.Call, chat_request.CompletionCreateParamsBase, "type"),
    ("a block of Anthropic", anthropic.Block, anthropic_request.MessageCreateParamsBase, "type"),
    ("a source of Anthropic", DocumentSource, anthropic_request.MessageCreateParamsBase, "type"),
    ("a citation of Anthropic", Citation, anthropic_preview.MessageCreateParamsBase, "type"),
    ("a block of a tool that Anthropic runs", ServerToolBlock, anthropic_preview.MessageCreateParamsBase, "type"),
    ("a tool of Anthropic", Tool, BetaToolUnionParam, "type"),
    ("an edit of the context of Anthropic", ContextManagement, anthropic_preview.MessageCreateParamsBase, "type"),
    ("a part of Responses", responses.UserPart, responses_request.ResponseCreateParamsBase, "type"),
    ("an item of Responses", responses.Item, responses_request.ResponseCreateParamsBase, "type"),
]
SERVER_ASKS_MORE = {("function_call_output", "call_id")}
"""Fields that the server requires although its types do not."""
SERVER_TAKES_LESS = {("reasoning", "status")}
"""Fields that the server returns but refuses in a request: "Unknown parameter: 'input[1].status'."."""
LIKE_NAMED_ELSEWHERE = {"function", "custom", "image", "text"}
"""Kinds that the provider uses for calls, tools and choices alike."""


@pytest.mark.parametrize(("ours", "theirs", "by"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_only_fields_that_the_provider_requires_are_required(ours: Any, theirs: Any, by: str) -> None:
    published = discriminated(theirs, by)
    for word, own in discriminated(ours, by).items():
        if word in published and word not in LIKE_NAMED_ELSEWHERE:
            demanded = {key for key in required(own) if (word, key) not in SERVER_ASKS_MORE}
            assert demanded <= required(published[word]) | {by}, word


@pytest.mark.parametrize(("ours", "theirs", "by"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_every_published_field_is_known(ours: Any, theirs: Any, by: str) -> None:
    published = discriminated(theirs, by)
    for word, own in discriminated(ours, by).items():
        if word in published and word not in LIKE_NAMED_ELSEWHERE:
            known = set(get_type_hints(own)) | {key for kind, key in SERVER_TAKES_LESS if kind == word}
            assert set(get_type_hints(published[word])) <= known, word


@pytest.mark.parametrize(
    ("ours", "theirs", "messages"),
    [
        (chat.Settings, chat_request.CompletionCreateParamsBase, "messages"),
        (Settings, anthropic_preview.MessageCreateParamsBase, "messages"),
        (responses.Settings, responses_request.ResponseCreateParamsBase, "input"),
    ],
)
def test_every_published_setting_is_known(ours: Any, theirs: Any, messages: str) -> None:
    assert set(get_type_hints(theirs)) - {messages} <= set(get_type_hints(ours))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (gemini.Part, google.Part),
        (gemini.Content, google.Content),
        (gemini.FunctionCall, google.FunctionCall),
        (gemini.FunctionResponse, google.FunctionResponse),
        (gemini.Tool, google.Tool),
        (gemini.FunctionDeclaration, google.FunctionDeclaration),
        (gemini.GenerationConfig, google.GenerationConfig),
        (gemini.ThinkingConfig, google.ThinkingConfig),
        (gemini.ToolConfig, google.ToolConfig),
    ],
)
def test_gemini_knows_every_published_field_in_both_spellings(ours: Any, theirs: Any) -> None:
    known = set(get_type_hints(ours))
    for name, field in theirs.model_fields.items():
        assert {name, field.alias or name} <= known


@pytest.mark.parametrize(
    ("ours", "shape"),
    [
        (bedrock.Message, "Message"),
        (bedrock.ContentBlock, "ContentBlock"),
        (bedrock.ImageBlock, "ImageBlock"),
        (bedrock.DocumentBlock, "DocumentBlock"),
        (bedrock.ToolUseBlock, "ToolUseBlock"),
        (bedrock.ToolResultBlock, "ToolResultBlock"),
        (bedrock.ToolResultContentBlock, "ToolResultContentBlock"),
        (bedrock.ToolSpecification, "ToolSpecification"),
        (bedrock.ToolConfig, "ToolConfiguration"),
        (bedrock.InferenceConfig, "InferenceConfiguration"),
    ],
)
def test_bedrock_has_the_fields_and_required_fields_of_its_model(ours: Any, shape: str) -> None:
    model = botocore.session.get_session().get_service_model("bedrock-runtime").shape_for(shape)
    assert set(get_type_hints(ours)) == set(model.members)
    assert required(ours) == set(model.required_members)


def test_bedrock_knows_every_setting_of_converse() -> None:
    request = botocore.session.get_session().get_service_model("bedrock-runtime").shape_for("ConverseRequest")
    assert set(request.members) - {"messages"} <= set(get_type_hints(bedrock.Settings))
