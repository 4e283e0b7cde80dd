"""Validators that are Python packages: each returns why it refuses a list of messages, or nothing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

Validator = Callable[[list[Any]], str | None]


def mistral_common(messages: list[Any]) -> str | None:
    """The fifth version is strict about the form of ids, the eleventh about which id answers which."""
    request: Any = import_module("mistral_common.protocol.instruct.request")
    validator: Any = import_module("mistral_common.protocol.instruct.validator")
    own: Any = import_module("mistral_common.exceptions").MistralCommonException
    refused = (own, ValueError, LookupError, TypeError, AttributeError, AssertionError)
    for version in (validator.MistralRequestValidatorV5, validator.MistralRequestValidatorV11):
        try:
            asked: Any = request.ChatCompletionRequest.from_openai(messages)
            version(mode=validator.ValidationMode.serving).validate_messages(asked.messages)
        except refused as error:
            return _told(error)
    return None


def langgraph(messages: list[Any]) -> str | None:
    """As the prebuilt agent reads a history: LangChain's messages, and a result for every call."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read: Any = import_module("langchain_core.messages").convert_to_messages
        agent: Any = import_module("langgraph.prebuilt.chat_agent_executor")
        try:
            agent._validate_chat_history(read(messages))
        except Exception as error:  # noqa: BLE001 - whatever it throws, the history is not taken
            return _told(error)
    return None


def a2a_sdk(messages: list[Any]) -> str | None:
    message_type: Any = import_module("a2a.types").Message
    validate: Any = import_module("a2a.utils.proto_utils").validate_proto_required_fields
    parse: Any = import_module("google.protobuf.json_format").ParseDict
    for message in messages:
        try:
            validate(parse(message, message_type()))
        except Exception as error:  # noqa: BLE001 - whatever it throws, the message is not taken
            return _told(error)
    return None


def botocore(messages: list[Any]) -> str | None:
    """The shape of a Converse request, which boto3 checks before it sends anything."""
    validator: Any = import_module("botocore.validate").ParamValidator()
    report = validator.validate({"modelId": "a", "messages": messages}, _converse_input())
    return str(report.generate_report()) if report.has_errors() else None


@cache
def _converse_input() -> Any:
    session: Any = import_module("botocore.session").get_session()
    service = session.get_service_model("bedrock-runtime")
    return service.operation_model("Converse").input_shape


def google_genai(messages: list[Any]) -> str | None:
    return _validated(import_module("google.genai.types").Content, messages)


def openai_types(messages: list[Any]) -> str | None:
    return _validated(import_module("openai.types.chat").ChatCompletionMessageParam, messages)


def anthropic_types(messages: list[Any]) -> str | None:
    return _validated(import_module("anthropic.types").MessageParam, messages)


def _validated(message_type: Any, messages: list[Any]) -> str | None:
    from pydantic import ValidationError

    try:
        _adapter(message_type).validate_python(messages)
    except ValidationError as error:
        return _told(error)
    return None


@cache
def _adapter(message_type: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(list[message_type])


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {getattr(error, 'message', None) or error}"
