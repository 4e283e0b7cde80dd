"""vLLM, SGLang, llama.cpp, LM Studio, Ollama: servers that render messages through the model's own chat template.

They do not pair calls with results. The template, and so the model, decides which roles may follow each other and where
a system prompt may be; the table of models names the template's family.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import (
    ALTERNATION,
    LENIENT_RULES,
    NO_JSON,
    OPENAI_COMPATIBLE,
    OPENAI_ONLY_ROLES,
    STRICT_LIMITS,
    STRICT_WORDS,
)
from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Turns, Words
from workbench.targets.openai_responses import RESPONSES, STORED_ITEM_RULES

_UNREADABLE = Words("Expecting value: line 1 column 1 (char 0)", type="BadRequestError")

_BY_TEMPLATE = {
    "role-alternation-template": ERROR,
    "system-not-first": ERROR,
    "user-missing": ERROR,
    "tool-role-template": WARNING,
}
_TEMPLATE_WORDS = ALTERNATION | {
    "role-unsupported:doubtful": Words("Unexpected message role."),
    "role-unsupported": Words("System role not supported"),
    "system-not-first": Words("System message must be at the beginning."),
    "user-missing": Words("No user query found in messages."),
    "tool-role-template": Words("This model only supports single tool-calls at once!"),
    "tool-role-template:no tools": Words("Conversation roles must alternate user/assistant/user/assistant/..."),
    "tool-role-template:ids": Words("Tool call IDs should be alphanumeric strings with length 9!"),
}
_VLLM_PARTS = frozenset(
    {"text", "image_url", "input_audio", "audio_url", "video_url", "refusal", "thinking", "image_embeds"}
) | {"input_text", "output_text", "input_image", "audio_embeds", "prompt_embeds", "tool_reference", "image_pil"}
_SGLANG_PARTS = frozenset({"text", "thinking", "reasoning", "image_url", "video_url", "audio_url", "input_audio"})
_SGLANG_ROLES = ("system", "assistant", "tool", "function", "developer", "latest_reminder")
"""The roles that its error message lists, after its public code (004c82e, 2026-09)."""
_LLAMA_PARTS = frozenset({"text", "image_url", "input_audio", "input_video"})

VLLM = replace(
    OPENAI_COMPATIBLE,
    name="vllm",
    title="vLLM",
    rules=LENIENT_RULES
    | _BY_TEMPLATE
    | {"tool-args-invalid-json": ERROR, "tool-args-concatenated": ERROR, "content-part-unsupported": ERROR}
    | {"content-null": ERROR, "image-unsupported-by-model": ERROR},
    limits=replace(
        STRICT_LIMITS,
        doubtful_roles=OPENAI_ONLY_ROLES,
        part_types=_VLLM_PARTS,
        part_types_by_version=frozenset({"output_text"}),
        tool_part_types=_VLLM_PARTS,
        adds_answer_to_window=True,
        accepts_empty_arguments=True,
        accepts_null_answers=True,
    ),
    turns=Turns(by_template=True),
    words=STRICT_WORDS
    | _TEMPLATE_WORDS
    | {
        "tool-args-invalid-json": _UNREADABLE,
        "tool-args-concatenated": _UNREADABLE,
        "image-unsupported-by-model": Words(
            "{model} is not a multimodal model", None, "400", "BadRequestError", seen="2026-07"
        ),
        "content-part-unsupported": Words(
            "Unsupported chat content part type: '{kind}'. Supported types: 'text', 'image_url', 'input_audio', …",
            type="BadRequestError",
        ),
        "content-part-unsupported:version": Words(
            "3 validation errors for ValidatorIterator\n0.ChatCompletionContentPartTextParam.type\n  Input should be "
            "'text' [type=literal_error, input_value='{kind}', input_type=str]",
            type="BadRequestError",
            seen="2026-01",
        ),
        "content-null": Words(
            "1 validation error:\n  {'type': 'string_type', 'loc': ('body', 'messages', {message}, "
            "'CustomChatCompletionMessageParam', 'content', 'str'), 'msg': 'Input should be a valid string'}",
            None,
            "400",
            "Bad Request",
        ),
    },
)

SGLANG = replace(
    VLLM,
    name="sglang",
    title="SGLang",
    rules={**VLLM.rules, "image-unsupported-by-model": WARNING, "role-unsupported": ERROR},
    limits=replace(
        VLLM.limits,
        part_types=_SGLANG_PARTS,
        part_types_by_version=frozenset(),
        tool_part_types=_SGLANG_PARTS,
        accepts_empty_arguments=False,
        known_roles=frozenset({"user", *_SGLANG_ROLES}),
    ),
    words={
        **VLLM.words,
        **dict.fromkeys(("tool-args-invalid-json", "tool-args-concatenated"), NO_JSON),
        "messages-empty": Words("Messages cannot be empty."),
        "role-unsupported:unknown": Words(
            f"Value error, 'role' must be one of {', '.join(map(repr, _SGLANG_ROLES))} (case-insensitive).",
            None,
            "400",
            "Bad Request",
        ),
        "content-null": Words(
            "1 validation error:\n  {'type': 'string_type', 'loc': ('body', 'messages', {message}, "
            "'ChatCompletionMessageUserParam', 'content', 'str'), 'msg': 'Input should be a valid string'}"
        ),
    },
)

VLLM_RESPONSES = replace(
    RESPONSES,
    name="vllm-responses",
    title="vLLM Responses",
    rules={rule: severity for rule, severity in RESPONSES.rules.items() if rule not in STORED_ITEM_RULES}
    | dict.fromkeys(("tool-result-missing", "tool-result-orphan", "tool-id-mismatch"), WARNING)
    | dict.fromkeys(("effort-unsupported", "sampling-fixed", "parameter-unsupported-by-model"), INFO)
    | dict.fromkeys(("model-unsupported-by-api", "search-tool-missing", "output-tokens-too-many"), INFO)
    | {"media-address-private": INFO},
    limits=Limits(),
    media=Media(),
)
"""The same items as OpenAI's, without its store, and with all fields that the types of OpenAI's package require."""

_UNPARSED = Words(
    "Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1, column …",
    None,
    "500",
    "server_error",
)

LLAMA_CPP = replace(
    VLLM,
    name="llama-cpp",
    title="llama.cpp",
    rules=LENIENT_RULES
    | _BY_TEMPLATE
    | {
        "tool-call-type-missing": ERROR,
        "role-last-assistant": WARNING,
        **dict.fromkeys(("thinking-beside-content", "channel-marks-in-text"), WARNING),
        "content-null": ERROR,
        "assistant-run-at-end": ERROR,
        "content-part-unsupported": ERROR,
        "tool-args-invalid-json": ERROR,
        "tool-args-concatenated": ERROR,
    },
    limits=replace(
        STRICT_LIMITS,
        doubtful_roles=OPENAI_ONLY_ROLES,
        part_types=_LLAMA_PARTS,
        tool_part_types=_LLAMA_PARTS,
        answers_need_content=True,
        accepts_null=True,
        accepts_argument_objects=True,
    ),
    words=STRICT_WORDS
    | _TEMPLATE_WORDS
    | {
        "context-length-exceeded": Words(
            "request ({tokens} tokens) exceeds the available context size ({window} tokens), try increasing it",
            type="exceed_context_size_error",
        ),
        "thinking-beside-content": Words(
            "Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message "
            "in one or the other, but not both.",
            type=None,
        ),
        "channel-marks-in-text": Words(
            "You have passed a message containing <|channel|> tags in the {key} field. Instead of doing this, you "
            "should pass analysis messages (the string between '<|message|>' and '<|end|>') in the 'thinking' field, "
            "and final messages (the string between '<|message|>' and '<|end|>') in the 'content' field.",
            type=None,
        ),
        "role-last-assistant": Words(
            "Assistant response prefill is incompatible with enable_thinking.", seen="2026-05"
        ),
        "assistant-run-at-end": Words("Cannot have 2 or more assistant messages at the end of the list.", type=None),
        "content-part-unsupported": Words("unsupported content[].type", type=None),
        "image-unsupported-by-model": Words(
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", type=None
        ),
        "tool-call-type-missing": Words("Missing tool call type: {call}", type=None),
        **dict.fromkeys(("tool-args-invalid-json", "tool-args-concatenated"), _UNPARSED),
        "content-null": Words("All non-assistant messages must contain 'content'", type=None),
        "content-null:assistant": Words("Assistant message must contain either 'content' or 'tool_calls'!", type=None),
    },
    turns=Turns(by_template=True, assistants_at_end=1, continues_unless_thinking=True),
)

_UNREAD_MESSAGES = Words("Invalid 'messages' in payload", type=None)

LM_STUDIO = replace(
    LLAMA_CPP,
    name="lm-studio",
    title="LM Studio",
    rules={**LLAMA_CPP.rules, "tool-id-missing": ERROR},
    limits=replace(LLAMA_CPP.limits, tool_part_types=frozenset({"text"}), accepts_argument_objects=False),
    words={
        **LLAMA_CPP.words,
        **dict.fromkeys(
            ("content-part-unsupported", "content-null", "tool-id-missing", "tool-args-invalid-json:type"),
            _UNREAD_MESSAGES,
        ),
        "context-length-exceeded": Words(
            "The number of tokens to keep from the initial prompt is greater than the context length.", type=None
        ),
    },
)
"""The same engine with its own server, which is stricter about tools."""

OLLAMA = replace(
    OPENAI_COMPATIBLE,
    name="ollama",
    title="Ollama",
    rules=LENIENT_RULES
    | {"role-alternation-template": WARNING}
    | {"content-part-unsupported": ERROR, "context-length-exceeded": INFO, "tool-args-not-object": ERROR}
    | {"image-url-unsupported": ERROR, "tools-unsupported-by-model": WARNING, "content-null": WARNING}
    | dict.fromkeys(("effort-unsupported", "parameter-unsupported-by-model"), ERROR),
    media=Media(fetches=False),
    turns=Turns(by_template=True, perhaps_by_template=True),
    limits=replace(
        STRICT_LIMITS,
        accepts_argument_objects=True,
        part_types=frozenset({"text", "image_url"}),
        tool_part_types=frozenset({"text", "image_url"}),
        native_keys=frozenset({"options", "keep_alive", "think", "format"}),
    ),
    words=STRICT_WORDS
    | ALTERNATION
    | {
        "tool-args-not-object": Words(
            "json: cannot unmarshal string into Go struct field ToolCallFunction.message.tool_calls.function.arguments "
            "of type api.ToolCallFunctionArguments",
            type=None,
        ),
        "content-null": Words("invalid message content type: <nil>", seen="2026-04"),
        "output-tokens-too-many": Words(
            "{key} ({requested}) exceeds model's maximum output tokens ({limit}) for model {model}"
        ),
        **dict.fromkeys(
            ("effort-unsupported", "parameter-unsupported-by-model"), Words('"{model}" does not support thinking')
        ),
        "content-type-mismatch:native": Words(
            "json: cannot unmarshal {kind} into Go struct field ChatRequest.messages.content of type string", type=None
        ),
        "role-unsupported": Words("Invalid role: {role}", type=None),
        "image-unsupported-by-model": Words("this model does not support image input", type=None, seen="2026-07"),
        "tools-unsupported-by-model": Words("registry.ollama.ai/library/{model} does not support tools", type=None),
        **dict.fromkeys(
            ("effort-unsupported", "parameter-unsupported-by-model"),
            Words('"{model}" does not support thinking', type="invalid_request_error"),
        ),
        "content-part-unsupported": Words("invalid message format", type=None),
        "image-url-unsupported": Words(
            "image URLs are not currently supported, please use base64 encoded data instead", type=None
        ),
    },
)
"""Its native API (`/api/chat`) and its OpenAI-compatible API write arguments and images differently."""
