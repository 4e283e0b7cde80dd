"""What MiniMax requires of a request."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.refusal_words import Words
from workbench.targets.requests.openai import COMPATIBLE
from workbench.targets.severities import ERROR

MINIMAX = replace(
    COMPATIBLE,
    tools=replace(COMPATIBLE.tools, fields="schema", types=frozenset({"function", "web_search"}), needs_type=True),
    settings=replace(COMPATIBLE.settings, most_by_model={"output": {"minimax-m3": 524_288}}),
    rules={**COMPATIBLE.rules, "tool-schema-root-without-fields": ERROR, "tool-type-unsupported": ERROR},
    words={
        **COMPATIBLE.words,
        "tool-schema-root-without-fields": Words(
            "invalid params, function parameters is empty (2013)", type="bad_request_error"
        ),
        "tool-type-unsupported": Words(
            "invalid params, invalid tool type: {type} (2013)", type="bad_request_error", seen="2026-07"
        ),
        "tool-type-unsupported:missing": Words(
            "invalid params, invalid tool type: (2013)", type="bad_request_error", seen="2026-07"
        ),
    },
)
