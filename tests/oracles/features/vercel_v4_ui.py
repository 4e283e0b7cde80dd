"""UI messages of the AI SDK 4."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PNG


def text(said: str) -> Any:
    return {"type": "text", "text": said}


def user(said: str, **more: Any) -> Any:
    return {"id": "u1", "role": "user", "content": said, "parts": [text(said)], **more}


def assistant(said: str, *parts: Any, **more: Any) -> Any:
    return {"id": "a1", "role": "assistant", "content": said, "parts": list(parts), **more}


def invocation(number: int = 1, /, **more: Any) -> Any:
    return {
        "state": "result",
        "toolCallId": f"call_{number}",
        "toolName": "look_up",
        "args": {"place": f"pier {number}"},
        "result": "open",
        **more,
    }


def tool(number: int = 1, /, **more: Any) -> Any:
    return {"type": "tool-invocation", "toolInvocation": invocation(number, **more)}


ASK = user("Is the harbour open?")
GO_ON: Any = {"id": "u2", "role": "user", "content": "And tomorrow?", "parts": [text("And tomorrow?")]}

HISTORIES: dict[str, list[Any]] = {
    "a text": [ASK],
    "a system message": [{"id": "s1", "role": "system", "content": "Be brief.", "parts": []}, ASK],
    "an answer": [ASK, assistant("Open.", text("Open.")), GO_ON],
    "a call and its result": [ASK, assistant("Open.", tool(), text("Open.")), GO_ON],
    "two rounds of calls": [ASK, assistant("Both.", tool(1, step=0), tool(2, step=1), text("Both.")), GO_ON],
    "parallel calls": [ASK, assistant("Both.", tool(1), tool(2), text("Both.")), GO_ON],
    "text before a call": [ASK, assistant("Open.", text("I look."), tool(), text("Open.")), GO_ON],
    "a result at the end": [ASK, assistant("", tool())],
    "a result of JSON": [ASK, assistant("Open.", tool(result={"open": True}), text("Open.")), GO_ON],
    "invocations beside the content": [
        {"id": "u1", "role": "user", "content": "Is it open?"},
        {"id": "a1", "role": "assistant", "content": "Open.", "toolInvocations": [invocation()]},
        {"id": "u2", "role": "user", "content": "And tomorrow?"},
    ],
    "reasoning": [
        ASK,
        assistant(
            "Open.",
            {
                "type": "reasoning",
                "reasoning": "Harbours close.",
                "details": [{"type": "text", "text": "Harbours close.", "signature": "c2ln"}],
            },
            text("Open."),
        ),
        GO_ON,
    ],
    "an attachment": [
        user(
            "What is this?",
            experimental_attachments=[
                {"name": "a.png", "contentType": "image/png", "url": f"data:image/png;base64,{PNG}"}
            ],
        )
    ],
    "a step": [ASK, assistant("Open.", {"type": "step-start"}, text("Open.")), GO_ON],
    "a source": [
        ASK,
        assistant(
            "Open.",
            text("Open."),
            {"type": "source", "source": {"sourceType": "url", "id": "s1", "url": "https://a.test"}},
        ),
        GO_ON,
    ],
    "a file of the assistant": [
        ASK,
        assistant("Open.", text("Open."), {"type": "file", "mimeType": "image/png", "data": PNG}),
        GO_ON,
    ],
}
