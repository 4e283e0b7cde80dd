"""UI messages of the AI SDK 5 to 7."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG


def text(said: str, **more: Any) -> Any:
    return {"type": "text", "text": said, **more}


def user(*parts: Any, **more: Any) -> Any:
    return {"id": "u1", "role": "user", "parts": list(parts), **more}


def assistant(*parts: Any, **more: Any) -> Any:
    return {"id": "a1", "role": "assistant", "parts": list(parts), **more}


def tool(number: int = 1, /, **more: Any) -> Any:
    return {
        "type": "tool-look_up",
        "toolCallId": f"call_{number}",
        "state": "output-available",
        "input": {"place": f"pier {number}"},
        "output": "open",
        **more,
    }


STEP: Any = {"type": "step-start"}
ASK = user(text("Is the harbour open?"))
GO_ON: Any = {"id": "u2", "role": "user", "parts": [text("And tomorrow?")]}
_UNFINISHED: Any = {"type": "tool-look_up", "toolCallId": "call_1", "input": {}}


def said_with(*parts: Any) -> list[Any]:
    return [ASK, assistant(*parts), GO_ON]


HISTORIES: dict[str, list[Any]] = {
    "a text": [ASK],
    "two texts": [user(text("Is it open?"), text("And the pier?"))],
    "a system message": [{"id": "s1", "role": "system", "parts": [text("Be brief.")]}, ASK],
    "an answer": said_with(STEP, text("It is open.", state="done")),
    "a call and its result": said_with(STEP, tool(), text("It is open.")),
    "a call in a step of its own": said_with(STEP, tool(), STEP, text("It is open.")),
    "parallel calls": said_with(STEP, tool(1), tool(2), STEP, text("Both.")),
    "two rounds of calls": said_with(STEP, tool(1), STEP, tool(2), STEP, text("Both.")),
    "text before a call": said_with(STEP, text("I look."), tool(), STEP, text("Open.")),
    "a result at the end": [ASK, assistant(STEP, tool())],
    "a dynamic tool": said_with(STEP, tool(type="dynamic-tool", toolName="look_up"), text("Open.")),
    "a result of JSON": said_with(STEP, tool(output={"open": True}), text("Open.")),
    "a failed call": said_with(
        STEP, {**_UNFINISHED, "state": "output-error", "errorText": "no such pier"}, text("No pier.")
    ),
    "a call that the provider ran": said_with(STEP, tool(providerExecuted=True), text("Open.")),
    "reasoning": said_with(STEP, {"type": "reasoning", "text": "Harbours close."}, text("Open.")),
    "signed reasoning": said_with(
        STEP,
        {"type": "reasoning", "text": "Harbours close.", "providerMetadata": {"anthropic": {"signature": "c2ln"}}},
        text("Open."),
    ),
    "metadata of a call": said_with(
        STEP, tool(callProviderMetadata={"google": {"thoughtSignature": "c2ln"}}), STEP, text("Open.")
    ),
    "a picture": [
        user(text("What is this?"), {"type": "file", "mediaType": "image/png", "url": f"data:image/png;base64,{PNG}"})
    ],
    "a picture by address": [
        user(text("What is this?"), {"type": "file", "mediaType": "image/png", "url": "https://a.test/b.png"})
    ],
    "a PDF": [
        user(
            text("Read."),
            {
                "type": "file",
                "mediaType": "application/pdf",
                "filename": "plan.pdf",
                "url": f"data:application/pdf;base64,{PDF}",
            },
        )
    ],
    "a source": said_with(STEP, text("Open."), {"type": "source-url", "sourceId": "s1", "url": "https://a.test"}),
    "a data part": said_with(STEP, {"type": "data-weather", "data": {"wind": 4}}, text("Open.")),
    "metadata of a message": [user(text("Is it open?"), metadata={"at": 1}), assistant(STEP, text("Yes.")), GO_ON],
    "a denied call": said_with(
        STEP,
        {
            **_UNFINISHED,
            "state": "output-denied",
            "approval": {"id": "p1", "approved": False, "reason": "not now"},
        },
        text("Then not."),
    ),
    "an approved call": said_with(STEP, tool(approval={"id": "p1", "approved": True}), text("Open.")),
}
