"""Requirements of servers with a Chat Completions API for requests."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import (
    ARK_WORDS,
    CEREBRAS_WORDS,
    CLOUDFLARE_WORDS,
    COHERE_WORDS,
    FIREWORKS_WORDS,
    GROQ_WORDS,
    MISTRAL_WORDS,
    SERDE_WORDS,
)
from workbench.targets.refusal_words import Words
from workbench.targets.requests import (
    cerebras_schema,
    cohere_schema,
    fireworks_schema,
    groq_schema,
    mistral_schema,
)
from workbench.targets.requests.contract import Combination, RequestTerms, SettingTerms, ToolTerms
from workbench.targets.requests.openai import COMPATIBLE, LENIENT, OPENAI, RESPONSES, SCHEMA
from workbench.targets.severities import ERROR, WARNING

_CODE = "invalid_request_error"
_TOOLS = ToolTerms(root_combinators=OPENAI.tools.root_combinators, name_max=64)

DEEPSEEK = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=replace(_TOOLS, types=frozenset({"function"})),
    settings=SettingTerms(
        stop_max=16,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "max_tokens": (1, 393_216)},
        answers_by_schema=False,
        thinks_by_model=True,
    ),
    rules=SCHEMA
    | {
        "tools-empty": ERROR,
        "tool-type-unsupported": ERROR,
        "tool-name-duplicate": WARNING,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-choice-without-tools": ERROR,
        "json-word-missing": ERROR,
        "response-format-unavailable": ERROR,
        "thinking-forced-tool": ERROR,
        "setting-out-of-range": ERROR,
    },
    words={
        "tools-empty": replace(
            Words(
                "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead."
            ),
            param="tools",
            code=_CODE,
        ),
        "tool-schema-root-not-object": Words(
            "Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"', "
            "got 'type: null'.",
            None,
            _CODE,
        ),
        "tool-schema-invalid:type": Words(
            "Invalid schema for function '{name}': {json} is not of type {types}", None, _CODE
        ),
        "tool-schema-invalid": Words(
            "Invalid schema for function '{name}': {json} is not valid under any of the schemas listed in the 'anyOf' "
            "keyword",
            None,
            _CODE,
        ),
        "tool-choice-without-tools": OPENAI.words["tool-choice-without-tools"],
        "json-word-missing": Words(
            "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
            None,
            _CODE,
        ),
        "response-format-unavailable": Words("This response_format type is unavailable now", None, _CODE),
        "thinking-forced-tool": Words("Thinking mode does not support this tool_choice", None, _CODE),
        "setting-out-of-range": Words(
            "Invalid {field} value, the valid range of {field} is [{least}, {most}]", None, _CODE
        ),
    },
)

_FLAVORED = "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: "

MOONSHOT = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, only_object_schemas=True, root_combinators=frozenset()),
    settings=SettingTerms(
        stop_max=5,
        ranges={"temperature": (0, 1)},
        thinks_by_model=True,
        exclusive=(("thinking", "reasoning_effort"),),
    ),
    rules={
        **COMPATIBLE.rules,
        "thinking-forced-tool": ERROR,
        "settings-exclusive": ERROR,
        "stop-too-many": ERROR,
        "tool-schema-property-not-schema": ERROR,
        "tool-schema-type-placement": ERROR,
        "tool-schema-root-not-object": ERROR,
        "tool-schema-required-undefined": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "thinking-forced-tool": Words("tool_choice '{word}' is incompatible with thinking enabled"),
        "settings-exclusive": Words("cannot specify both '{one}' and '{other}'", seen="2026-05"),
        "tool-schema-property-not-schema": Words(
            _FLAVORED + "<At path '{holder}': property schema for '{property}' must be an object>", None, _CODE
        ),
        "tool-schema-root-not-object": Words(
            'Invalid request: tools.function.parameters.type is required and must be "object"', None, _CODE
        ),
        "tool-schema-required-undefined": Words(
            _FLAVORED + "<At path '{holder}': required property '{property}' is not defined in properties>", None, _CODE
        ),
        "tool-schema-type-placement:items": Words(
            _FLAVORED + "<At path '{holder}': items must be an object>", None, _CODE
        ),
        "tool-schema-type-placement:definitions": Words(
            _FLAVORED + "<At path '{holder}': references must start with #/$defs/>", None, _CODE
        ),
        "tool-schema-type-placement": Words(
            _FLAVORED + "<At path '{holder}': when using anyOf, type should be defined in anyOf items instead of the "
            "parent schema>",
            None,
            _CODE,
        ),
        "tool-schema-type-placement:missing": Words(
            _FLAVORED + "<At path '{holder}': type is not defined>", None, _CODE
        ),
        "tool-schema-type-placement:reference": Words(
            _FLAVORED + "<At path '{holder}': conflicting keywords found after $ref expansion: {keyword}>", None, _CODE
        ),
    },
)

MINIMAX = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, fields="schema", types=frozenset({"function", "web_search"})),
    rules={**COMPATIBLE.rules, "tool-schema-root-without-fields": ERROR, "tool-type-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "tool-schema-root-without-fields": Words(
            "invalid params, function parameters is empty (2013)", type="bad_request_error"
        ),
        "tool-type-unsupported": Words(
            "invalid params, invalid tool type: {type} (2013)", type="bad_request_error", seen="2026-07"
        ),
    },
)

ZHIPU = replace(
    COMPATIBLE,
    lenient_places=frozenset({"tools[].type"}),
    settings=replace(
        COMPATIBLE.settings,
        ranges={"max_tokens": (1, 131_072), "temperature": (0, 1), "top_p": (0, 1)},
        efforts={"glm-5.3": ("none", "minimal", "low", "high", "max")},
        combinations=tuple(
            Combination(
                "thinking off",
                name,
                "This model always thinks; a reasoning effort of none stops it.",
                when={name: (value,)},
                models=("glm-5.2", "glm-5.3"),
                is_idle=True,
            )
            for name, value in (("thinking.type", "disabled"), ("enable_thinking", False))
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        "tool-search-unset": ERROR,
        "setting-out-of-range": ERROR,
        "settings-contradict": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words("[{field}参数非法：限制数值范围[{least},{most}]]", None, "1210", None),
        "tool-search-unset": Words("tools[{tool}].web_search can not be null", None, "1214"),
    },
)

_MAX_OUTPUT_ON_QWEN = {
    **dict.fromkeys(("qwen-max", "qwen-vl-max", "qwen-vl-plus", "qwen2.5", "qwen3-14b", "qwen3-8b", "qwq-plus"), 8_192),
    **dict.fromkeys(("qwen-turbo", "qwen3-235b-a22b", "qwen3-32b"), 16_384),
    **dict.fromkeys(("qwen-plus", "qwen-flash", "qwen3-next-80b-a3b", "qwen3-vl"), 32_768),
    **dict.fromkeys(("qwen3-max", "qwen3-coder", "qwen3.5", "qwen3.6", "qwen3.7"), 65_536),
}
"""From the table of models (help.aliyun.com/zh/model-studio/models, via models.dev, 2026-08)."""

QWEN = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, reserved_names=frozenset({"search"})),
    settings=SettingTerms(
        thinks_by_model=True,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "n": (1, 4), "thinking_budget": (1, 81_920)},
        most_by_model={
            "output": _MAX_OUTPUT_ON_QWEN,
            "thinking_budget": dict.fromkeys(("qwen-turbo", "qwen3-235b-a22b", "qwen3-32b", "qwen3-30b-a3b"), 38_912),
        },
        combinations=(
            Combination(
                "json",
                "response_format",
                "JSON answers are not supported while the model thinks.",
                when={"response_format.type": ("json_object", "json_schema"), "enable_thinking": (True,)},
                instead={"enable_thinking": False},
            ),
            Combination(
                "thinking off",
                "enable_thinking",
                "This model always thinks.",
                when={"enable_thinking": (False,)},
                is_idle=True,
                models=(
                    "qwq",
                    "qvq",
                    "qwen3.8-max",
                    "qwen3-235b-a22b-thinking",
                    "qwen3-30b-a3b-thinking",
                    "qwen3-next-80b-a3b-thinking",
                ),
            ),
            Combination(
                "stream",
                "model",
                "This model only streams its answers.",
                when={"model": ()},
                unless={"stream": (True,)},
                models=("qwq", "qvq", "qwen-omni", "qwen3-omni"),
                instead={"stream": True},
            ),
        ),
    ),
    rules={
        **COMPATIBLE.rules,
        "thinking-needs-stream": ERROR,
        "tool-choice-unknown-tool": ERROR,
        "tool-name-reserved": ERROR,
        "json-word-missing": ERROR,
        "thinking-forced-tool": ERROR,
        "setting-out-of-range": ERROR,
        "settings-contradict": ERROR,
    },
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words(
            "<400> InternalError.Algo.InvalidParameter: Range of {field} should be [{least}, {most}]",
            None,
            "invalid_parameter_error",
        ),
        "tool-choice-unknown-tool": Words(
            '<400> InternalError.Algo.InvalidParameter: Invalid value for "tool_choice": no function named "{name}" '
            'was specified in the "tools" parameter.',
            None,
            "invalid_parameter_error",
            seen="2025-05",
        ),
        "tool-name-reserved": Words(
            "<400> InternalError.Algo.InvalidParameter: Tool names are not allowed to be [{name}]",
            None,
            "invalid_parameter_error",
            seen="2025-10",
        ),
        "settings-contradict:json": Words(
            "<400> InternalError.Algo.InvalidParameter: Json mode response is not supported when enable_thinking is "
            "true",
            None,
            "invalid_parameter_error",
        ),
        "settings-contradict:thinking off": Words(
            "<400> InternalError.Algo.InvalidParameter: The value of the enable_thinking parameter is restricted to "
            "True.",
            None,
            "invalid_parameter_error",
        ),
        "settings-contradict:stream": Words(
            "<400> InternalError.Algo.InvalidParameter: This model only support stream mode, please enable the stream "
            "parameter to access the model.",
            None,
            "invalid_parameter_error",
        ),
        "thinking-forced-tool": Words(
            "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to "
            "required or object in thinking mode",
            None,
            "invalid_parameter_error",
        ),
        "thinking-needs-stream": Words(
            "<400> InternalError.Algo.InvalidParameter: parameter.enable_thinking must be set to false for "
            "non-streaming calls"
        ),
        "json-word-missing": Words(
            "<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use "
            "'response_format' of type 'json_object'."
        ),
    },
)

VOLCENGINE = replace(
    COMPATIBLE,
    family=ARK_WORDS,
    settings=SettingTerms(
        ranges={"temperature": (0, 2), "top_p": (0, 1)},
        most_by_model={"max_tokens": {"doubao-seed-2.0-code": 32_768}},
        exclusive=(("max_tokens", "max_completion_tokens"),),
        combinations=(
            Combination(
                "thinking off",
                "reasoning_effort",
                "Thinking is switched off, so it has no effort.",
                when={"thinking.type": ("disabled",), "reasoning_effort": ("low", "medium", "high", "xhigh", "max")},
                is_idle=True,
            ),
        ),
    ),
    rules={**COMPATIBLE.rules, **SCHEMA, "setting-out-of-range": ERROR, "settings-exclusive": ERROR}
    | {"settings-contradict": ERROR},
    words={
        **COMPATIBLE.words,
        "settings-contradict:thinking off": Words(
            "Invalid combination of reasoning_effort and thinking type: {value} + disabled",
            "reasoning_effort",
            "InvalidParameter",
            "BadRequest",
            seen="2026-02",
        ),
        "settings-exclusive": Words(
            "The parameter `{one}` specified in the request are not valid: {one} and {other} cannot be set at the same "
            "time.",
            "{one}",
            "InvalidParameter",
            "BadRequest",
        ),
    },
)

PERPLEXITY = replace(
    COMPATIBLE,
    lenient_places=COMPATIBLE.lenient_places | {"messages[].content[].type"},  # file_url and other kinds of its own
    settings=SettingTerms(
        values={"response_format.type": ("text", "json_schema", "regex")}, ranges={"max_tokens": (16, None)}
    ),
    rules={**COMPATIBLE.rules, "setting-value-unsupported": ERROR, "setting-out-of-range": ERROR},
    words={
        **COMPATIBLE.words,
        "setting-out-of-range": Words(
            "{field} must be at least {least} for {model}.", None, "400", "invalid_parameter", seen="2026-05"
        ),
        "setting-value-unsupported": Words(
            '["At body -> response_format -> ResponseFormatText -> type: Input should be \'text\'", "At body -> '
            "response_format -> ResponseFormatJSONSchema -> type: Input should be 'json_schema'\"]",
            None,
            "400",
            "bad_request",
        ),
    },
)

_ALWAYS_THINKING = (
    *("step-3.5", "minimax-m2", "kimi-k2-thinking", "deepseek-r1", "gpt-oss", "grok-4", "o1", "o3", "o4-mini"),
    *("gemini-2.5-pro", "gemini-3-pro", "gemini-3.1-pro"),
)

OPENROUTER = replace(
    COMPATIBLE,
    lenient_places=COMPATIBLE.lenient_places | {"tools[].type"},  # its own tools, such as openrouter:web_search
    settings=SettingTerms(
        lengths={"models": 3},
        efforts={"claude-": ("none", "minimal", "low", "medium", "high", "xhigh", "max")},  # becomes a token budget
        combinations=(
            Combination(
                "reasoning twice",
                "reasoning.max_tokens",
                "The amount of reasoning is set twice, as an effort and as a number of tokens.",
                when={"reasoning.effort": (), "reasoning.max_tokens": ()},
                instead={"reasoning.max_tokens": None},
            ),
            *(
                Combination(
                    "reasoning off",
                    "reasoning",
                    "This model always thinks.",
                    when=when,
                    is_idle=True,
                    models=_ALWAYS_THINKING,
                )
                for when in ({"reasoning.effort": ("none",)}, {"reasoning.enabled": (False,)})
            ),
        ),
    ),
    rules={**COMPATIBLE.rules, "settings-contradict": ERROR, "setting-too-long": ERROR},
    words={
        **COMPATIBLE.words,
        "setting-too-long": Words("'models' array must have {limit} items or fewer.", None, "400"),
        "settings-contradict:reasoning twice": Words(
            'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified', None, "400"
        ),
        "settings-contradict:reasoning off": Words(
            "Reasoning is mandatory for this endpoint and cannot be disabled.", None, "400"
        ),
    },
)

_XAI_TOOL_WORDS = {
    "tool-name-duplicate": Words("Duplicate tool names: {name}", None, "invalid-argument", None, seen="2026-07"),
    "tool-schema-root-combinator": Words(
        "{name}: tool parameter root must be an object type (root schema is an anyOf/oneOf union with a non-object "
        "branch)",
        None,
        "invalid-argument",
        None,
        seen="2026-09",
    ),
}

XAI = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=replace(_TOOLS, accepts_object_choices=True),
    settings=SettingTerms(stop_max=8, values={"search_parameters.mode": ("off",)}, refuses_zero_penalties=True),
    rules=SCHEMA
    | {"tools-empty": WARNING, "tool-schema-root-combinator": ERROR, "stop-too-many": ERROR}
    | {"setting-value-unsupported": ERROR, "tool-name-duplicate": ERROR},
    words={
        **_XAI_TOOL_WORDS,
        "stop-too-many": Words("Cannot provide more than {limit} stop strings but len(stop) = {length}"),
        "setting-value-unsupported": Words(
            "Live search is deprecated. Please switch to the Agent Tools API: "
            "https://docs.x.ai/docs/guides/tools/overview",
            None,
            "The requested resource is no longer available",
            None,
            seen="2026-01",
        ),
    },
)

_NO_REASONING_ON_GROQ = ("llama", "gemma", "kimi-k2", "mistral-saba", "mixtral", "compound", "allam")

_MAX_OUTPUT_ON_GROQ = {
    "llama-3.3-70b": 32_768,
    "llama-4-scout": 8_192,
    "llama-4-maverick": 8_192,
    "gpt-oss": 65_536,
    "qwen3-32b": 40_960,
    "compound": 8_192,
    "kimi-k2": 16_384,
}
"""From the table of models (console.groq.com/docs/models, 2026-08)."""

GROQ = RequestTerms(
    GROQ_WORDS,
    schema=groq_schema.request_schema,
    unknown_fields=ERROR,
    tools=replace(_TOOLS, count=128, fields="if required", strict_keywords={"minItems": True, "maxItems": True}),
    settings=SettingTerms(
        stop_max=4,
        ranges={"temperature": (0, 2), "top_p": (0, 1), "n": (1, 1)},
        formats_without_tools=frozenset({"json_object"}),
        efforts={"gpt-oss": ("low", "medium", "high"), "qwen3": ("none", "default"), "qwen3.6": ("none", "default")}
        | dict.fromkeys(_NO_REASONING_ON_GROQ, ())
        | {"deepseek-r1-distill": ()},
        most_by_model={"output": _MAX_OUTPUT_ON_GROQ},
        refused_by_model=dict.fromkeys(_NO_REASONING_ON_GROQ, frozenset({"reasoning_format", "include_reasoning"})),
        structured=("gpt-oss", "llama-4", "kimi-k2"),
        exclusive=(("include_reasoning", "reasoning_format"),),
    ),
    rules=SCHEMA
    | {
        "tools-empty": WARNING,
        "tools-too-many": ERROR,
        "tool-schema-root-not-object": WARNING,
        "tool-schema-root-without-fields": ERROR,
        "tool-schema-invalid": ERROR,
        "tool-choice-without-tools": WARNING,
        "stop-too-many": ERROR,
        "setting-out-of-range": ERROR,
        "json-with-tools": ERROR,
        "settings-exclusive": ERROR,
        "parameter-unsupported-by-model": ERROR,
        "tool-schema-strict-keyword": WARNING,
    },
    words={
        "tool-schema-strict-keyword": Words(
            "invalid schema for response format: response_format/json_schema: {keyword} is not supported",
            seen="2025-10",
        ),
        "parameter-unsupported-by-model": Words("`{key}` is not supported with this model", "{key}"),
        "json-with-tools": Words("json mode cannot be combined with tool/function calling"),
        "settings-exclusive": Words("cannot specify both `{one}` and `{other}`"),
        "tool-schema-invalid": Words(
            "schema is not valid JSON Schema: jsonschema file:///home/di/params.json compilation failed: '{place}' "
            "does not validate with https://json-schema.org/draft/2020-12/schema"
        ),
        "tool-schema-root-without-fields": Words(
            "invalid JSON schema for tool {name}, tools[{tool}].function.parameters: 'required' present but "
            "'properties' is missing",
            "tool {name}, tools[{tool}].function.parameters",
        ),
    },
)

_FORMAT = "wrong_api_format"
_CLOSED = "'additionalProperties' is required to be supplied and set to false."

CEREBRAS = RequestTerms(
    CEREBRAS_WORDS,
    schema=cerebras_schema.request_schema,
    unknown_fields=ERROR,
    tools=replace(_TOOLS, strict_keywords={"minItems": True, "maxItems": True, "pattern": False, "format": False}),
    settings=SettingTerms(
        stop_max=4,
        tool_choice_is_text=True,
        efforts=dict.fromkeys(("qwen-3", "gpt-oss"), ("low", "medium", "high"))
        | {"zai-glm-4.7": ("none", "low", "medium", "high")},
    ),
    rules=SCHEMA
    | {
        "tool-choice-not-text": WARNING,
        "tools-empty": WARNING,
        "stop-too-many": ERROR,
        "tool-choice-without-tools": ERROR,
        "tools-mixed-strictness": ERROR,
        "tool-schema-strict-open": ERROR,
        "tool-schema-strict-keyword": ERROR,
    },
    words={
        "tool-choice-without-tools": Words(
            "'tool_choice' is only allowed when 'tools' are specified", "tool_choice", _FORMAT, seen="2026-08"
        ),
        "tool-choice-not-text": Words(
            "Unsupported tool_choice: type='function' function=ChoiceObjectFunction(name='{name}'). Expected 'auto' or "
            "'none'.",
            "tool_choice",
            _FORMAT,
            seen="2025-08",
        ),
        "tools-mixed-strictness": Words(
            "Tools with mixed values for 'strict' are not allowed. Please set all tools to 'strict: true' or "
            "'strict: false'",
            "tools",
            _FORMAT,
            seen="2026-05",
        ),
        "tool-schema-strict-open": Words(_CLOSED, "tools", _FORMAT, seen="2026-01"),
        "tool-schema-strict-open:output": Words(_CLOSED, "response_format", _FORMAT, seen="2026-01"),
        "tool-schema-strict-keyword": Words(
            "Unsupported JSON schema fields: {'{keyword}'}", "response_format", _FORMAT, seen="2025-08"
        ),
        "stop-too-many": Words(
            "stop.list[str]: List should have at most {limit} items after validation, not {length}",
            "validation_error",
            _FORMAT,
        ),
    },
)

_NOT_MAGISTRAL = ("mistral-", "ministral-", "codestral-", "devstral-", "labs-devstral", "pixtral-", "open-mi")
"""Models that cannot be asked to reason by a mode of the prompt (earendil-works/pi#3096, dimetron/pi-go#245)."""
_PROMPT_MODE = frozenset({"prompt_mode"})

MISTRAL = RequestTerms(
    MISTRAL_WORDS,
    schema=mistral_schema.request_schema,
    unknown_fields=ERROR,
    refuses_null=True,
    tools=_TOOLS,
    settings=SettingTerms(
        ranges={"temperature": (0, 1.5), "top_p": (0, 1)},
        refused_by_model={
            **dict.fromkeys(_NOT_MAGISTRAL, _PROMPT_MODE),
            **dict.fromkeys(("ministral-3b", "mistral-small"), _PROMPT_MODE | {"logprobs", "top_logprobs"}),
        },
    ),
    rules=SCHEMA | {"tool-schema-root-not-object": WARNING, "setting-out-of-range": ERROR},
    words={
        "parameter-unsupported-by-model": Words(
            "Reasoning prompt mode is not enabled for this model",
            type="invalid_request_invalid_args",
            code="3051",
            seen="2026-08",
        )
    },
)

FIREWORKS = RequestTerms(
    FIREWORKS_WORDS,
    schema=fireworks_schema.request_schema,
    unknown_fields=ERROR,
    unknown_in_files=WARNING,
    tools=replace(_TOOLS, refuses_only_untyped=True, refused_beside_reference=frozenset({"default"})),
    settings=SettingTerms(
        combinations=tuple(
            Combination(
                "stream",
                name,
                "An answer of more than 4,096 tokens must be streamed.",
                when={},
                unless={"stream": (True,)},
                over={name: 4096},
                instead={"stream": True},
            )
            for name in ("max_tokens", "max_completion_tokens")
        )
    ),
    rules={
        **SCHEMA,
        "tool-schema-type-placement": ERROR,
        "tool-schema-root-combinator": WARNING,
        "settings-contradict": ERROR,
    },
    words={
        "settings-contradict:stream": Words("Requests with max_tokens > 4096 must have stream=true"),
        "tool-schema-type-placement:reference": Words(
            "JSON Schema not supported: keyword(s) ['{keyword}'] not allowed at the same level as $ref", seen="2026-06"
        ),
        "tool-schema-type-placement:missing": Words(
            "JSON Schema not supported: could not understand the instance `{python}`."
        ),
    },
)
TOGETHER = replace(
    COMPATIBLE,
    settings=SettingTerms(stop_max=4, ranges={"temperature": (0, 1)}),
    rules={**COMPATIBLE.rules, "stop-too-many": ERROR, "setting-out-of-range": WARNING},
    words={**COMPATIBLE.words, "setting-out-of-range": Words("temperature must be within [0, 1], got {value}")},
)
CLOUDFLARE = replace(COMPATIBLE, family=CLOUDFLARE_WORDS)
DATABRICKS = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, fields="schema"),
    rules={**COMPATIBLE.rules, "tool-schema-root-without-fields": ERROR},
    words={
        **COMPATIBLE.words,
        "tool-schema-root-without-fields": Words(
            'Bad request: "parameters" is a required property for "function" object in parameter "tools"',
            None,
            "BAD_REQUEST",
            None,
        ),
    },
)
COHERE = replace(
    COMPATIBLE,
    family=COHERE_WORDS,
    schema=cohere_schema.request_schema,
    unknown_fields=ERROR,
    other_endpoint_settings=cohere_schema.COMPATIBLE_ONLY,
    settings=SettingTerms(
        stop_max=5,
        ranges={"p": (0.01, 0.99), "k": (0, 500), "frequency_penalty": (0, 1), "presence_penalty": (0, 1)},
        formats_without_tools=frozenset({"json_object", "json_schema"}),
    ),
    rules={
        **COMPATIBLE.rules,
        **SCHEMA,
        "stop-too-many": WARNING,
        "setting-out-of-range": WARNING,
        "tool-name-duplicate": ERROR,
        "tool-schema-required-undefined": ERROR,
        "json-with-tools": WARNING,
    },
    words={
        **COMPATIBLE.words,
        "tool-name-duplicate": Words("invalid request: cannot have duplicate tool ids", type=None),
        "tool-schema-required-undefined": Words("required field name not found in properties", type=None),
        "json-with-tools": Words("response_format is not supported with RAG.", type=None),
    },
)
XAI_RESPONSES = replace(
    RESPONSES,
    rules={**LENIENT, "settings-exclusive": ERROR, "setting-value-unsupported": WARNING}
    | {"parameter-unknown-to-platform": ERROR, "tool-name-duplicate": ERROR, "tool-schema-root-combinator": ERROR},
    unknown_fields=None,
    absent={"tools[].external_web_access": ERROR},
    tools=replace(RESPONSES.tools, accepts_object_choices=True),
    settings=SettingTerms(
        exclusive=(("instructions", "previous_response_id"),),
        values={"include[]": RESPONSES.settings.values["include[]"]},
    ),
    words={
        **_XAI_TOOL_WORDS,
        "parameter-unknown-to-platform": Words("Argument not supported: {field}", None, "400", None, seen="2026-09"),
        "settings-exclusive": Words("Argument not supported: {one} and {other} together", None, "400"),
        "setting-value-unsupported": Words("Argument not supported: include", None, "400", None),
    },
)
