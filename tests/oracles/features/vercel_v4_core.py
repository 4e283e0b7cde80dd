"""CoreMessages of the AI SDK 4."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG, TEXT, WAV
from tests.oracles.features.vercel_v5_model import ASK, CACHED, GO_ON, assistant, text, tool, user


def call(number: int = 1, /, **more: Any) -> Any:
    return {
        "type": "tool-call",
        "toolCallId": f"call_{number}",
        "toolName": "look_up",
        "args": {"place": f"pier {number}"},
        **more,
    }


def result(answer: Any, number: int = 1, /, **more: Any) -> Any:
    return {"type": "tool-result", "toolCallId": f"call_{number}", "toolName": "look_up", "result": answer, **more}


def answered(answer: Any, **more: Any) -> list[Any]:
    return [ASK, assistant(call()), tool(result(answer, **more)), assistant(text()), GO_ON]


def asked_with(*parts: Any) -> list[Any]:
    return [user(text("What is this?"), *parts)]


def said_with(*parts: Any) -> list[Any]:
    return [ASK, assistant(*parts), GO_ON]


HISTORIES: dict[str, list[Any]] = {
    "a text": [ASK],
    "a text in parts": [user(text("Is the harbour open?"))],
    "two texts": [user(text("Is the harbour open?"), text("And the pier?"))],
    "two users in a row": [ASK, GO_ON],
    "a system message": [{"role": "system", "content": "Be brief."}, ASK],
    "an answer": [ASK, {"role": "assistant", "content": "It is open."}, GO_ON],
    "an answer in two texts": said_with(text(), text("Until six.")),
    "a call and its result": answered("open"),
    "a result at the end": [ASK, assistant(call()), tool(result("open"))],
    "text before a call": [ASK, assistant(text("I look."), call()), tool(result("open")), GO_ON],
    "text after a call": [ASK, assistant(call(), text("I looked.")), tool(result("open")), GO_ON],
    "parallel calls": [ASK, assistant(call(1), call(2)), tool(result("open", 1), result("closed", 2)), GO_ON],
    "parallel results in two messages": [
        ASK,
        assistant(call(1), call(2)),
        tool(result("open", 1)),
        tool(result("closed", 2)),
        GO_ON,
    ],
    "no arguments": [ASK, assistant(call(args={})), tool(result("open")), GO_ON],
    "a result of JSON": answered({"open": True, "until": 18}),
    "a result of a list": answered([1, "two", None]),
    "a result of null": answered(None),
    "an empty result": answered(""),
    "a failed result": answered("no such pier", isError=True),
    "a picture in a result": answered(
        "seen",
        experimental_content=[
            {"type": "text", "text": "see"},
            {"type": "image", "data": PNG, "mimeType": "image/png"},
        ],
    ),
    "a picture": asked_with({"type": "image", "image": PNG}),
    "a picture of a declared type": asked_with({"type": "image", "image": PNG, "mimeType": "image/png"}),
    "a picture as a data URL": asked_with({"type": "image", "image": f"data:image/png;base64,{PNG}"}),
    "a picture by address": asked_with({"type": "image", "image": "https://a.test/b.png"}),
    "a picture as a file": asked_with({"type": "file", "data": PNG, "mimeType": "image/png"}),
    "a PDF": asked_with({"type": "file", "data": PDF, "mimeType": "application/pdf"}),
    "a named PDF": asked_with({"type": "file", "data": PDF, "mimeType": "application/pdf", "filename": "plan.pdf"}),
    "a plain text file": asked_with({"type": "file", "data": TEXT, "mimeType": "text/plain"}),
    "a sound": asked_with({"type": "file", "data": WAV, "mimeType": "audio/wav"}),
    "reasoning": said_with({"type": "reasoning", "text": "Harbours close at six."}, text()),
    "signed reasoning": said_with({"type": "reasoning", "text": "Harbours close.", "signature": "c2ln"}, text()),
    "redacted reasoning": said_with({"type": "redacted-reasoning", "data": "cmVk"}, text()),
    "a cache mark on a text": [user(text("Is the harbour open?", providerOptions=CACHED))],
    "a cache mark on a message": [user(text("Is it open?"), text("Really?"), providerOptions=CACHED)],
    "a cache mark on a result": answered("open", providerOptions=CACHED),
}
