"""The Responses API of others than OpenAI: llama.cpp, Ollama, LM Studio, OpenRouter, and servers that are not known.

They have OpenAI's items without its store, and fewer kinds of them.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Reasoning, Words
from workbench.targets.openai_responses import RESPONSES, STORED_ITEM_RULES

_PAIRS = ("tool-result-missing", "tool-result-orphan", "tool-id-mismatch")
_OF_OPENAI_S_MODELS = (
    *("effort-unsupported", "sampling-fixed", "parameter-unsupported-by-model", "model-unsupported-by-api"),
    *("search-tool-missing", "output-tokens-too-many"),
)
_ITEMS = frozenset({"message", "function_call", "function_call_output", "reasoning"})

COMPATIBLE_RESPONSES = replace(
    RESPONSES,
    name="compatible-responses",
    title="A compatible Responses server",
    rules={rule: severity for rule, severity in RESPONSES.rules.items() if rule not in STORED_ITEM_RULES}
    | dict.fromkeys(_PAIRS, WARNING)
    | dict.fromkeys(("tool-id-too-long", "tool-name-bad-chars", "image-no-data-prefix", "image-data-invalid"), INFO)
    | {"file-data-invalid": INFO, "file-name-missing": INFO, "media-address-private": INFO}
    | dict.fromkeys(_OF_OPENAI_S_MODELS, INFO)
    | {"item-type-unsupported": WARNING},
    limits=Limits(refused_items=frozenset({"compaction", "compaction_trigger"})),
    media=Media(),
    words={
        **RESPONSES.words,
        "item-type-unsupported": Words(
            'input.{message}: item type "{kind}" is not supported', None, "invalid_request_error", seen="2026-09"
        ),
    },
)
"""A compacted history is encrypted, so only OpenAI can read it."""

LLAMA_CPP_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    name="llama-cpp-responses",
    title="llama.cpp Responses",
    rules={**COMPATIBLE_RESPONSES.rules, "item-type-unsupported": ERROR, "reasoning-item-incomplete": ERROR}
    | {"content-part-unsupported": ERROR},
    limits=Limits(items=_ITEMS, typed_answers=True, tool_part_types=frozenset({"input_text"})),
    reasoning=Reasoning(items_have_text=True),
    words={
        **RESPONSES.words,
        "content-part-unsupported": Words("Output of tool call should be 'Input text'", None, "400", seen="2026-05"),
        "item-type-unsupported": Words("Cannot determine type of 'item'", None, "400"),
        "reasoning-item-incomplete": Words("Cannot determine type of 'item'", None, "400"),
        "reasoning-item-incomplete:text": Words("item['content'] is not an array", None, "400"),
        "reasoning-item-incomplete:no text": Words("item['content'] is empty", None, "400"),
    },
)
"""It converts items to messages by hand (tools/server/server-chat.cpp b21e4de): one that it cannot place is refused."""

OLLAMA_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    name="ollama-responses",
    title="Ollama Responses",
    rules={
        rule: severity for rule, severity in COMPATIBLE_RESPONSES.rules.items() if rule != "reasoning-item-incomplete"
    }
    | {"item-type-unsupported": ERROR},
    limits=Limits(items=_ITEMS | {"web_search_call"}),
    words={
        **RESPONSES.words,
        "item-type-unsupported": Words('input[{message}]: unknown input item type: "{kind}"'),
        "item-type-unsupported:untyped": Words("input[{message}]: input item missing required 'type' field"),
    },
)
"""Its structs (openai/responses.go fb30760) read five kinds of items."""

LM_STUDIO_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    name="lm-studio-responses",
    title="LM Studio Responses",
    rules={**COMPATIBLE_RESPONSES.rules, "content-part-unsupported": WARNING},
    limits=replace(COMPATIBLE_RESPONSES.limits, tool_part_types=frozenset({"input_text"})),
    words={
        **COMPATIBLE_RESPONSES.words,
        "content-part-unsupported": Words("Invalid type for 'input'.", "input", "invalid_union", seen="2026-07"),
    },
)

OPENROUTER_RESPONSES = replace(
    COMPATIBLE_RESPONSES,
    name="openrouter-responses",
    title="OpenRouter Responses",
    rules={**COMPATIBLE_RESPONSES.rules, "reasoning-item-incomplete": WARNING},
    limits=Limits(),  # it passes compacted histories on to OpenAI
)
"""It reads items by schemas of its own, whose issues it lists without saying which of them is meant."""
