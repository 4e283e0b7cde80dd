"""What xAI requires of a request, through both of its APIs."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.families import SERDE_WORDS
from workbench.targets.refusal_words import Words
from workbench.targets.requests.contract import Combination, RequestTerms, SettingTerms
from workbench.targets.requests.openai import COMPATIBLE_TOOLS, LENIENT, RESPONSES, SCHEMA
from workbench.targets.severities import ERROR, WARNING

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

_NO_TOOLS = Words(
    "Invalid request content: A tool_choice was set on the request but no tools were specified.",
    None,
    "Client specified an invalid argument",
    None,
    seen="2026-06",
)

XAI = RequestTerms(
    SERDE_WORDS,
    null_is_absent=True,
    tools=replace(COMPATIBLE_TOOLS, accepts_object_choices=True, types=frozenset({"function", "live_search"})),
    settings=SettingTerms(stop_max=8, values={"search_parameters.mode": ("off",)}, refuses_zero_penalties=True),
    rules=SCHEMA
    | {"tools-empty": WARNING, "tool-schema-root-combinator": ERROR, "stop-too-many": ERROR}
    | {"setting-value-unsupported": ERROR, "tool-name-duplicate": ERROR, "tool-choice-without-tools": WARNING}
    | {"tool-type-unsupported": ERROR},
    words={
        **_XAI_TOOL_WORDS,
        "tool-type-unsupported": Words(
            "Failed to deserialize the JSON body into the target type: tools[{tool}].type: unknown variant `{type}`, "
            "expected `function` or `live_search`",
            type=None,
            seen="2026-08",
        ),
        "tool-choice-without-tools": _NO_TOOLS,
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

_OWN_TOOLS = (
    "web_search",
    "web_search_preview",
    "x_search",
    "code_interpreter",
    "code_execution",
    "file_search",
    "mcp",
)

XAI_RESPONSES = replace(
    RESPONSES,
    rules={**LENIENT, "settings-exclusive": ERROR, "settings-contradict": ERROR, "setting-value-unsupported": WARNING}
    | {"parameter-unknown-to-platform": ERROR, "tool-name-duplicate": ERROR, "tool-schema-root-combinator": ERROR}
    | {"setting-too-long": ERROR, "tool-choice-without-tools": ERROR, "item-field-unknown": ERROR}
    | {"tool-type-unknown-to-platform": ERROR},
    unknown_fields=None,
    lenient_places=frozenset({"tools[].type"}),  # its own tools, such as x_search
    item_fields={},
    refused_item_fields={"reasoning.content:null": ERROR},
    absent={"tools[].external_web_access": ERROR},
    tools=replace(RESPONSES.tools, accepts_object_choices=True, absent_types={"namespace": ERROR, "custom": ERROR}),
    settings=SettingTerms(
        exclusive=(("instructions", "previous_response_id"),),
        lengths={"tools[].filters.allowed_domains": 5},
        combinations=(
            Combination(
                "choice",
                "tool_choice",
                "A tool that the server runs itself cannot be forced.",
                when={"tool_choice.type": _OWN_TOOLS},
            ),
        ),
        values={"include[]": RESPONSES.settings.values["include[]"]},
    ),
    words={
        **_XAI_TOOL_WORDS,
        "tool-choice-without-tools": _NO_TOOLS,
        "item-field-unknown": Words(
            "Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum "
            "ModelInput",
            type=None,
            seen="2026-07",
        ),
        "tool-type-unknown-to-platform": Words(
            "Failed to deserialize the JSON body into the target type: tools[{tool}].type: unknown variant `{type}`",
            type=None,
            seen="2026-08",
        ),
        "parameter-unknown-to-platform": Words("Argument not supported: {field}", None, "400", None, seen="2026-09"),
        "settings-contradict:choice": Words(
            "Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum "
            "ModelToolChoice",
            type=None,
            seen="2026-08",
        ),
        "setting-too-long": Words(
            "A maximum of {limit} domains can be allowed, but {length} were provided.",
            None,
            "Client specified an invalid argument",
            None,
            seen="2026-05",
        ),
        "settings-exclusive": Words("Argument not supported: {one} and {other} together", None, "400"),
        "setting-value-unsupported": Words("Argument not supported: include", None, "400", None),
    },
)
