"""The A2A SDK, version 1, and Google's ADK, which builds on it.

The protocol has no calls and results, so the SDK does not check their pairing. ADK does.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.a2a_messages import thrown_by_a2a
from workbench.targets.contract import ERROR, WARNING, Target, Words
from workbench.targets.gemini import GEMINI

A2A_SDK_1 = Target(
    name="a2a-sdk@1",
    title="A2A SDK 1",
    formats=("a2a",),
    wire="a2a",
    pairing="turn",
    rules={
        "a2a-version-mismatch": ERROR,
        "a2a-message-id-missing": ERROR,
        "a2a-parts-empty": ERROR,
        "a2a-mixed-response-and-text": WARNING,
        "tool-result-missing": WARNING,
        "tool-result-orphan": WARNING,
        "tool-id-mismatch": WARNING,
        "tool-id-mismatch-created": WARNING,
        "tool-id-collision": WARNING,
        "tool-result-before-call": WARNING,
        "content-empty-text": WARNING,
        "format-mixed": ERROR,
        "format-wrong-for-target": ERROR,
        "sdk-message-invalid": ERROR,
    },
    throws=thrown_by_a2a,
    words={
        "a2a-version-mismatch": Words(
            "ParseError: Failed to parse role field: Invalid enum value {role} for enum type lf.a2a.v1.Role "
            "at Message.role.",
            type=None,
        ),
        "a2a-message-id-missing": Words(
            "InvalidParamsError: Validation failed: message_id: Field is required.", type="-32602"
        ),
        "a2a-parts-empty": Words(
            "InvalidParamsError: Validation failed: parts: Field must contain at least one element.", type="-32602"
        ),
        "a2a-mixed-response-and-text": Words(
            "Message cannot contain both function responses and text. Function responses resume an existing "
            "invocation while text starts a new one.",
            type=None,
        ),
        "content-empty-text": Words("Message parts cannot have empty content", type=None),
    },
)

_NO_CALL = Words("ValueError: No function call event found for function responses ids: {'{id}'}", type=None)

ADK = replace(
    A2A_SDK_1,
    name="google-adk",
    title="Google ADK (A2A)",
    rules={**A2A_SDK_1.rules, "a2a-mixed-response-and-text": ERROR, "tool-result-orphan": ERROR},
    throws=None,
    words={
        **A2A_SDK_1.words,
        "tool-result-orphan": _NO_CALL,
    },
)
"""An agent's runner: results resume a run, so they need their call, and no text may be next to them."""

ADK_SESSION = replace(
    GEMINI, name="google-adk-gemini", title="Google ADK", words={**GEMINI.words, "tool-result-orphan": _NO_CALL}
)
"""A session of an agent, whose events the runner converts to contents before it calls a model."""
