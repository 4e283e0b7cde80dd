"""Asks LiteLLM, LangChain and Google's ADK. Runs in an environment of its own: they need other packages than we do.

Reads one JSON question per line, `{"ask": …, "messages": […]}`, and answers with `{"made": …}` or `{"refused": …}`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
_TEMPLATES = "litellm.litellm_core_utils.prompt_templates.factory"
_CLAUDE = "claude-sonnet-4-5-20250929"


def litellm_anthropic(messages: Any) -> Any:
    return import_module(_TEMPLATES).anthropic_messages_pt(messages, model=_CLAUDE, llm_provider="anthropic")


def litellm_bedrock(messages: Any) -> Any:
    template = import_module(_TEMPLATES)._bedrock_converse_messages_pt
    return template(messages, model=f"anthropic.{_CLAUDE}-v1:0", llm_provider="bedrock_converse")


def litellm_gemini(messages: Any) -> Any:
    module = import_module("litellm.llms.vertex_ai.gemini.transformation")
    return module._gemini_convert_messages_with_history(messages, model="gemini-2.5-flash")


def langchain_anthropic(messages: Any) -> Any:
    read = import_module("langchain_core.messages").convert_to_messages
    return import_module("langchain_anthropic.chat_models")._format_messages(read(messages), model=_CLAUDE)[1]


def langchain_openai(messages: Any) -> Any:
    read = import_module("langchain_core.messages").convert_to_messages
    written = import_module("langchain_openai.chat_models.base")._convert_message_to_dict
    return [written(message) for message in read(messages)]


def adk_a2a_parts(messages: Any) -> Any:
    """Gemini's contents as the parts that ADK sends over A2A."""
    part_type = import_module("google.genai.types").Part
    convert = import_module("google.adk.a2a.converters.part_converter").convert_genai_part_to_a2a_part
    as_json = import_module("google.protobuf.json_format").MessageToDict
    found = [convert(part_type.model_validate(part)) for message in messages for part in message["parts"]]
    parts = [one for several in found for one in (several if isinstance(several, list) else [several])]
    return [as_json(part) for part in parts]


def adk_gemini_parts(messages: Any) -> Any:
    """Messages of A2A 1.0 as the parts that ADK gives to Gemini."""
    message_type = import_module("a2a.types").Message
    parse = import_module("google.protobuf.json_format").ParseDict
    convert = import_module("google.adk.a2a.converters.part_converter").convert_a2a_part_to_genai_part
    parts = [part for message in messages for part in parse(message, message_type()).parts]
    return [convert(part).model_dump(mode="json", by_alias=True, exclude_none=True) for part in parts]


ASKED: dict[str, Callable[[Any], Any]] = {
    made.__name__: made
    for made in (
        litellm_anthropic,
        litellm_bedrock,
        litellm_gemini,
        langchain_anthropic,
        langchain_openai,
        adk_a2a_parts,
        adk_gemini_parts,
    )
}


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = {"made": ASKED[question["ask"]](question["messages"])}
        except Exception as error:  # noqa: BLE001 - whatever it throws, it does not send the history
            answer = {"refused": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer, default=str) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
