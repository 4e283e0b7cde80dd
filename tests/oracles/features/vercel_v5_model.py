"""ModelMessages of the AI SDK 5 to 7."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG, TEXT, WAV

ASK: Any = {"role": "user", "content": "Is the harbour open?"}
GO_ON: Any = {"role": "user", "content": "Thank you. And tomorrow?"}
CACHED: Any = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}
CACHE_POINT: Any = {"bedrock": {"cachePoint": {"type": "default"}}}


def call(number: int = 1, /, **more: Any) -> Any:
    return {
        "type": "tool-call",
        "toolCallId": f"call_{number}",
        "toolName": "look_up",
        "input": {"place": f"pier {number}"},
        **more,
    }


def result(output: Any, number: int = 1, /, **more: Any) -> Any:
    return {"type": "tool-result", "toolCallId": f"call_{number}", "toolName": "look_up", "output": output, **more}


def text(said: str = "It is open.", **more: Any) -> Any:
    return {"type": "text", "text": said, **more}


OPEN: Any = {"type": "text", "value": "open"}


def user(*parts: Any, **more: Any) -> Any:
    return {"role": "user", "content": list(parts), **more}


def assistant(*parts: Any, **more: Any) -> Any:
    return {"role": "assistant", "content": list(parts), **more}


def tool(*parts: Any, **more: Any) -> Any:
    return {"role": "tool", "content": list(parts), **more}


def answered(output: Any) -> list[Any]:
    return [ASK, assistant(call()), tool(result(output)), assistant(text()), GO_ON]


def asked_with(*parts: Any) -> list[Any]:
    return [user(text("What is this?"), *parts)]


def said_with(*parts: Any) -> list[Any]:
    return [ASK, assistant(*parts), GO_ON]


HISTORIES: dict[str, list[Any]] = {
    "a text": [ASK],
    "a text in parts": [user(text("Is the harbour open?"))],
    "two texts": [user(text("Is the harbour open?"), text("And the pier?"))],
    "two users in a row": [ASK, GO_ON],
    "an empty text beside another": [user(text(""), text("Is the harbour open?"))],
    "a system message": [{"role": "system", "content": "Be brief."}, ASK],
    "two system messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "system", "content": "Be kind."},
        ASK,
    ],
    "a cached system message": [{"role": "system", "content": "Be brief.", "providerOptions": CACHED}, ASK],
    "an answer": [ASK, {"role": "assistant", "content": "It is open."}, GO_ON],
    "an answer in parts": said_with(text()),
    "an answer in two texts": said_with(text(), text("Until six.")),
    "an answer in two messages": [ASK, assistant(text()), assistant(text("Until six.")), GO_ON],
    "an answer with spaces at its end": [ASK, assistant(text("It is open.  "))],
    "a call and its result": answered(OPEN),
    "a result at the end": [ASK, assistant(call()), tool(result(OPEN))],
    "text before a call": [ASK, assistant(text("I look."), call()), tool(result(OPEN)), GO_ON],
    "text after a call": [ASK, assistant(call(), text("I looked.")), tool(result(OPEN)), GO_ON],
    "parallel calls": [
        ASK,
        assistant(call(1), call(2)),
        tool(result(OPEN, 1), result({"type": "text", "value": "closed"}, 2)),
        GO_ON,
    ],
    "parallel results in two messages": [
        ASK,
        assistant(call(1), call(2)),
        tool(result(OPEN, 1)),
        tool(result({"type": "text", "value": "closed"}, 2)),
        GO_ON,
    ],
    "two rounds of calls": [
        ASK,
        assistant(call(1)),
        tool(result(OPEN, 1)),
        assistant(call(2)),
        tool(result(OPEN, 2)),
        GO_ON,
    ],
    "no arguments": [ASK, assistant(call(input={})), tool(result(OPEN)), GO_ON],
    "a result of JSON": answered({"type": "json", "value": {"open": True, "until": 18}}),
    "a result of a list": answered({"type": "json", "value": [1, "two", None]}),
    "a result of null": answered({"type": "json", "value": None}),
    "an empty result": answered({"type": "text", "value": ""}),
    "a failed result": answered({"type": "error-text", "value": "no such pier"}),
    "a failed result of JSON": answered({"type": "error-json", "value": {"code": 7}}),
    "a denied call": answered({"type": "execution-denied", "reason": "not now"}),
    "a denied call without a reason": answered({"type": "execution-denied"}),
    "a result of texts": answered({"type": "content", "value": [text("open"), text("until six")]}),
    "a picture in a result": answered(
        {"type": "content", "value": [text("see"), {"type": "image-data", "data": PNG, "mediaType": "image/png"}]}
    ),
    "a medium in a result": answered(
        {"type": "content", "value": [{"type": "media", "data": PNG, "mediaType": "image/png"}]}
    ),
    "a file in a result": answered(
        {"type": "content", "value": [{"type": "file-data", "data": PDF, "mediaType": "application/pdf"}]}
    ),
    "a picture by address in a result": answered(
        {"type": "content", "value": [{"type": "image-url", "url": "https://a.test/b.png"}]}
    ),
    "a picture": asked_with({"type": "image", "image": PNG}),
    "a picture of a declared type": asked_with({"type": "image", "image": PNG, "mediaType": "image/png"}),
    "a picture as a data URL": asked_with({"type": "image", "image": f"data:image/png;base64,{PNG}"}),
    "a picture by address": asked_with({"type": "image", "image": "https://a.test/b.png"}),
    "a picture as a file": asked_with({"type": "file", "data": PNG, "mediaType": "image/png"}),
    "a picture file by address": asked_with({"type": "file", "data": "https://a.test/b.png", "mediaType": "image/png"}),
    "a PDF": asked_with({"type": "file", "data": PDF, "mediaType": "application/pdf"}),
    "a named PDF": asked_with({"type": "file", "data": PDF, "mediaType": "application/pdf", "filename": "plan.pdf"}),
    "a PDF by address": asked_with({"type": "file", "data": "https://a.test/b.pdf", "mediaType": "application/pdf"}),
    "a plain text file": asked_with({"type": "file", "data": TEXT, "mediaType": "text/plain"}),
    "a sound": asked_with({"type": "file", "data": WAV, "mediaType": "audio/wav"}),
    "reasoning": said_with({"type": "reasoning", "text": "Harbours close at six."}, text()),
    "signed reasoning of Anthropic": said_with(
        {"type": "reasoning", "text": "Harbours close.", "providerOptions": {"anthropic": {"signature": "c2ln"}}},
        text(),
    ),
    "redacted reasoning of Anthropic": said_with(
        {"type": "reasoning", "text": "", "providerOptions": {"anthropic": {"redactedData": "cmVk"}}}, text()
    ),
    "signed reasoning of Bedrock": said_with(
        {"type": "reasoning", "text": "Harbours close.", "providerOptions": {"bedrock": {"signature": "c2ln"}}},
        text(),
    ),
    "reasoning item of OpenAI": said_with(
        {
            "type": "reasoning",
            "text": "Harbours close.",
            "providerOptions": {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "ZW5j"}},
        },
        text(),
    ),
    "a message item of OpenAI": said_with(text(providerOptions={"openai": {"itemId": "msg_1"}})),
    "a thought signature of Gemini": [
        ASK,
        assistant(call(providerOptions={"google": {"thoughtSignature": "c2ln"}})),
        tool(result(OPEN)),
        GO_ON,
    ],
    "a thought of Gemini": said_with(
        {"type": "reasoning", "text": "Hm.", "providerOptions": {"google": {"thoughtSignature": "c2ln"}}}, text()
    ),
    "a cache mark on a text": [user(text("Is the harbour open?", providerOptions=CACHED))],
    "a cache mark on a message": [user(text("Is it open?"), text("Really?"), providerOptions=CACHED)],
    "a cache mark on an answer": said_with(text(providerOptions=CACHED)),
    "a cache mark on a call": [ASK, assistant(call(providerOptions=CACHED)), tool(result(OPEN)), GO_ON],
    "a cache mark on a result": [ASK, assistant(call()), tool(result(OPEN, providerOptions=CACHED)), GO_ON],
    "a cache mark on a tool message": [ASK, assistant(call()), tool(result(OPEN), providerOptions=CACHED), GO_ON],
    "a cache point on a message": [user(text("Is it open?"), providerOptions=CACHE_POINT)],
    "a picture with its detail": asked_with(
        {"type": "image", "image": PNG, "providerOptions": {"openai": {"imageDetail": "low"}}}
    ),
    "a file of the assistant": said_with(text(), {"type": "file", "data": PNG, "mediaType": "image/png"}),
    "a call that the provider ran": said_with(
        call(providerExecuted=True),
        result({"type": "json", "value": {"found": 1}}),
        text(),
    ),
    "a file that says it is inline": asked_with(
        {"type": "file", "data": {"type": "data", "data": PNG}, "mediaType": "image/png"}
    ),
    "a file that says it is an address": asked_with(
        {"type": "file", "data": {"type": "url", "url": "https://a.test/b.png"}, "mediaType": "image/png"}
    ),
    "a file that says it is text": asked_with(
        {"type": "file", "data": {"type": "text", "text": "Hello."}, "mediaType": "text/plain"}
    ),
    "a file that the provider holds": asked_with(
        {"type": "file", "data": {"type": "reference", "reference": {"openai": "file-1"}}, "mediaType": "image/png"}
    ),
    "a file in a result, as SDK 7 writes it": answered(
        {
            "type": "content",
            "value": [{"type": "file", "data": {"type": "data", "data": PNG}, "mediaType": "image/png"}],
        }
    ),
    "a part of the provider's own kind": said_with({"type": "custom", "kind": "openai.compaction"}, text()),
    "a file of thoughts": said_with({"type": "reasoning-file", "data": PNG, "mediaType": "image/png"}, text()),
    "an approval": [
        ASK,
        assistant(call(), {"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "call_1"}),
        tool({"type": "tool-approval-response", "approvalId": "a1", "approved": False}, result(OPEN)),
        GO_ON,
    ],
}
"""What SDK 5 and later have; some only 6 and 7 take, and of those 7 alone takes a few."""
