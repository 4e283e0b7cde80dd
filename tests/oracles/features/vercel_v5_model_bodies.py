"""More ModelMessages for the comparison of request bodies: media, failures, marks, thoughts, odd texts and ids."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG, TEXT, WAV
from tests.oracles.features.vercel_v5_model import (
    ASK,
    CACHE_POINT,
    CACHED,
    GO_ON,
    OPEN,
    answered,
    asked_with,
    assistant,
    call,
    result,
    said_with,
    text,
    tool,
    user,
)

MORE: dict[str, list[Any]] = {
    "unicode everywhere": [
        {"role": "system", "content": "Räksmörgås \u2028 𝄞"},
        user(text('ä 🙂 \u0000 <>&" \\ é')),
        assistant(text("日本"), call(input={"ключ": "é🙂", "n": 1, "deep": {"a": [1, {"b": None}]}})),
        tool(result({"type": "json", "value": {"ä": "🙂", "x": 1.5}})),
        GO_ON,
    ],
    "unicode result text": answered({"type": "text", "value": 'ä🙂\n\t"q"'}),
    "unicode error json": answered({"type": "error-json", "value": {"ä": "🙂"}}),
    "result of a JSON string": answered({"type": "json", "value": "open"}),
    "result of JSON number": answered({"type": "json", "value": 3}),
    "result of JSON false": answered({"type": "json", "value": False}),
    "error json of a string": answered({"type": "error-json", "value": "bad"}),
    "empty error text": answered({"type": "error-text", "value": ""}),
    "empty content result": answered({"type": "content", "value": []}),
    "content with an empty text": answered({"type": "content", "value": [text("")]}),
    "content of one text": answered({"type": "content", "value": [text("open")]}),
    "denied with empty reason": answered({"type": "execution-denied", "reason": ""}),
    "text, call, text, call": [
        ASK,
        assistant(text("A."), call(1), text("B."), call(2), text("C.")),
        tool(result(OPEN, 1), result(OPEN, 2)),
        GO_ON,
    ],
    "reasoning, text, call": [
        ASK,
        assistant({"type": "reasoning", "text": "Hm."}, text("A."), call()),
        tool(result(OPEN)),
        GO_ON,
    ],
    "signed reasoning, call": [
        ASK,
        assistant(
            {"type": "reasoning", "text": "Hm.", "providerOptions": {"anthropic": {"signature": "c2ln"}}}, call()
        ),
        tool(result(OPEN)),
        GO_ON,
    ],
    "two signed thoughts": said_with(
        {"type": "reasoning", "text": "A.", "providerOptions": {"anthropic": {"signature": "czE="}}},
        {"type": "reasoning", "text": "B.", "providerOptions": {"anthropic": {"signature": "czI="}}},
        text(),
    ),
    "redacted and signed": said_with(
        {"type": "reasoning", "text": "", "providerOptions": {"anthropic": {"redactedData": "cmVk"}}},
        {"type": "reasoning", "text": "B.", "providerOptions": {"anthropic": {"signature": "czI="}}},
        text(),
    ),
    "empty signed reasoning": said_with(
        {"type": "reasoning", "text": "", "providerOptions": {"anthropic": {"signature": "c2ln"}}}, text()
    ),
    "empty reasoning": said_with({"type": "reasoning", "text": ""}, text()),
    "redacted reasoning of Bedrock": said_with(
        {"type": "reasoning", "text": "", "providerOptions": {"bedrock": {"redactedData": "cmVk"}}}, text()
    ),
    "reasoning with spaces, signed by Bedrock": said_with(
        {"type": "reasoning", "text": " Hm. \n", "providerOptions": {"bedrock": {"signature": "c2ln"}}}, text()
    ),
    "reasoning with cache mark": said_with(
        {
            "type": "reasoning",
            "text": "Hm.",
            "providerOptions": {"anthropic": {"signature": "c2ln", "cacheControl": {"type": "ephemeral"}}},
        },
        text(),
    ),
    "reasoning item without encrypted": said_with(
        {"type": "reasoning", "text": "Hm.", "providerOptions": {"openai": {"itemId": "rs_1"}}}, text()
    ),
    "two summaries of one reasoning item": said_with(
        {
            "type": "reasoning",
            "text": "A.",
            "providerOptions": {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "ZW5j"}},
        },
        {
            "type": "reasoning",
            "text": "B.",
            "providerOptions": {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "ZW5j"}},
        },
        text(),
    ),
    "empty reasoning item": said_with(
        {
            "type": "reasoning",
            "text": "",
            "providerOptions": {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "ZW5j"}},
        },
        text(),
    ),
    "call item of OpenAI": [
        ASK,
        assistant(call(providerOptions={"openai": {"itemId": "fc_1"}})),
        tool(result(OPEN)),
        GO_ON,
    ],
    "signed text of Gemini": said_with(text(providerOptions={"google": {"thoughtSignature": "c2ln"}})),
    "empty signed text of Gemini": said_with(
        text(), text("", providerOptions={"google": {"thoughtSignature": "c2ln"}})
    ),
    "vertex signature": [
        ASK,
        assistant(call(providerOptions={"vertex": {"thoughtSignature": "c2ln"}})),
        tool(result(OPEN)),
        GO_ON,
    ],
    "parallel, first signed": [
        ASK,
        assistant(call(1, providerOptions={"google": {"thoughtSignature": "c2ln"}}), call(2)),
        tool(result(OPEN, 1), result(OPEN, 2)),
        GO_ON,
    ],
    "mp3": asked_with({"type": "file", "data": WAV, "mediaType": "audio/mpeg"}),
    "mp3 by its other name": asked_with({"type": "file", "data": WAV, "mediaType": "audio/mp3"}),
    "ogg": asked_with({"type": "file", "data": WAV, "mediaType": "audio/ogg"}),
    "video": asked_with({"type": "file", "data": WAV, "mediaType": "video/mp4"}),
    "csv": asked_with({"type": "file", "data": TEXT, "mediaType": "text/csv", "filename": "a.csv"}),
    "markdown": asked_with({"type": "file", "data": TEXT, "mediaType": "text/markdown"}),
    "json file": asked_with({"type": "file", "data": TEXT, "mediaType": "application/json"}),
    "named text file": asked_with({"type": "file", "data": TEXT, "mediaType": "text/plain", "filename": "a b.c.txt"}),
    "text by address": asked_with({"type": "file", "data": "https://a.test/b.txt", "mediaType": "text/plain"}),
    "PDF as data URL": asked_with(
        {"type": "file", "data": f"data:application/pdf;base64,{PDF}", "mediaType": "application/pdf"}
    ),
    "two PDFs": asked_with(
        {"type": "file", "data": PDF, "mediaType": "application/pdf"},
        {"type": "file", "data": PDF, "mediaType": "application/pdf"},
    ),
    "PDF with title and citations": asked_with(
        {
            "type": "file",
            "data": PDF,
            "mediaType": "application/pdf",
            "filename": "p.pdf",
            "providerOptions": {"anthropic": {"title": "T", "context": "C", "citations": {"enabled": True}}},
        }
    ),
    "file id": asked_with({"type": "file", "data": "file-abc123", "mediaType": "application/pdf"}),
    "image file id": asked_with({"type": "image", "image": "file-abc123", "mediaType": "image/png"}),
    "picture wildcard": asked_with({"type": "file", "data": PNG, "mediaType": "image/*"}),
    "picture wrong type": asked_with({"type": "image", "image": PNG, "mediaType": "image/jpeg"}),
    "picture file wrong type": asked_with({"type": "file", "data": PNG, "mediaType": "image/jpeg"}),
    "picture alone": [user({"type": "image", "image": PNG, "mediaType": "image/png"})],
    "picture before text": [user({"type": "image", "image": PNG, "mediaType": "image/png"}, text("What?"))],
    "two pictures": asked_with(
        {"type": "image", "image": PNG, "mediaType": "image/png"}, {"type": "image", "image": "https://a.test/b.png"}
    ),
    "cached picture": asked_with({"type": "image", "image": PNG, "mediaType": "image/png", "providerOptions": CACHED}),
    "cached PDF": asked_with({"type": "file", "data": PDF, "mediaType": "application/pdf", "providerOptions": CACHED}),
    "cache with ttl": [
        user(text("Is it open?", providerOptions={"anthropic": {"cacheControl": {"type": "ephemeral", "ttl": "1h"}}}))
    ],
    "cache snake": [user(text("Is it open?", providerOptions={"anthropic": {"cache_control": {"type": "ephemeral"}}}))],
    "cache mark on an assistant message": [ASK, assistant(text(), providerOptions=CACHED), GO_ON],
    "cache mark on a string": [{"role": "user", "content": "Hi", "providerOptions": CACHED}],
    "cache mark in content of result": answered({"type": "content", "value": [text("open", providerOptions=CACHED)]}),
    "cache mark on two results": [
        ASK,
        assistant(call(1), call(2)),
        tool(result(OPEN, 1), result(OPEN, 2), providerOptions=CACHED),
        GO_ON,
    ],
    "cache point on assistant": [ASK, assistant(text(), providerOptions=CACHE_POINT), GO_ON],
    "cache point on tool": [ASK, assistant(call()), tool(result(OPEN), providerOptions=CACHE_POINT), GO_ON],
    "cache point on result": [ASK, assistant(call()), tool(result(OPEN, providerOptions=CACHE_POINT)), GO_ON],
    "cache point on system": [{"role": "system", "content": "Be brief.", "providerOptions": CACHE_POINT}, ASK],
    "cache point on text": [user(text("Is it open?", providerOptions=CACHE_POINT))],
    "cache point with ttl": [
        user(text("Is it open?"), providerOptions={"bedrock": {"cachePoint": {"type": "default", "ttl": "1h"}}})
    ],
    "foreign metadata": [
        user(text("Is it open?", providerOptions={"acme": {"a": 1}})),
        assistant(text(providerOptions={"acme": {"a": 1}})),
        GO_ON,
    ],
    "openai-compatible metadata": [
        user(
            text("Is it open?", providerOptions={"openaiCompatible": {"a": 1}}),
            providerOptions={"openaiCompatible": {"b": 2}},
        ),
        GO_ON,
    ],
    "picture beside texts in a result": answered(
        {
            "type": "content",
            "value": [text("a"), {"type": "image-data", "data": PNG, "mediaType": "image/png"}, text("b")],
        }
    ),
    "two pictures in a result": answered(
        {
            "type": "content",
            "value": [
                {"type": "image-data", "data": PNG, "mediaType": "image/png"},
                {"type": "image-data", "data": PNG, "mediaType": "image/png"},
            ],
        }
    ),
    "medium beside text": answered(
        {"type": "content", "value": [text("see"), {"type": "media", "data": PNG, "mediaType": "image/png"}]}
    ),
    "PDF medium": answered(
        {"type": "content", "value": [{"type": "media", "data": PDF, "mediaType": "application/pdf"}]}
    ),
    "named file in a result": answered(
        {
            "type": "content",
            "value": [{"type": "file-data", "data": PDF, "mediaType": "application/pdf", "filename": "p.pdf"}],
        }
    ),
    "file-url in a result": answered(
        {"type": "content", "value": [{"type": "file-url", "url": "https://a.test/b.pdf"}]}
    ),
    "file-url with type": answered(
        {
            "type": "content",
            "value": [{"type": "file-url", "url": "https://a.test/b.pdf", "mediaType": "application/pdf"}],
        }
    ),
    "file-id in result": answered({"type": "content", "value": [{"type": "file-id", "fileId": "file-1"}]}),
    "image-file-id in result": answered({"type": "content", "value": [{"type": "image-file-id", "fileId": "file-1"}]}),
    "custom in result": answered({"type": "content", "value": [{"type": "custom"}]}),
    "text file in result": answered(
        {"type": "content", "value": [{"type": "file-data", "data": TEXT, "mediaType": "text/plain"}]}
    ),
    "sound in result": answered(
        {"type": "content", "value": [{"type": "file-data", "data": WAV, "mediaType": "audio/wav"}]}
    ),
    "only blank answer": [ASK, assistant(text("   ")), GO_ON],
    "newlines around answers": [ASK, assistant(text("\n\nIt is open.\n")), GO_ON],
    "empty string answer": [ASK, {"role": "assistant", "content": ""}, GO_ON],
    "empty string user": [{"role": "user", "content": ""}],
    "empty answer beside a call": [ASK, assistant(text(""), call()), tool(result(OPEN)), GO_ON],
    "blank answer beside a call": [ASK, assistant(text(" "), call()), tool(result(OPEN)), GO_ON],
    "empty system": [{"role": "system", "content": ""}, ASK],
    "results in other order": [ASK, assistant(call(1), call(2)), tool(result(OPEN, 2), result(OPEN, 1)), GO_ON],
    "result then user text": [ASK, assistant(call()), tool(result(OPEN)), user(text("Well?"), text("Say."))],
    "user, picture after result": [
        ASK,
        assistant(call()),
        tool(result(OPEN)),
        user({"type": "image", "image": PNG, "mediaType": "image/png"}, text("Like this?")),
    ],
    "assistant messages with calls in a row": [
        ASK,
        assistant(text("A."), call(1)),
        tool(result(OPEN, 1)),
        assistant(call(2)),
        tool(result(OPEN, 2)),
        assistant(text("B.")),
    ],
    "ends with an answer": [ASK, assistant(text("It is "))],
    "ends with newline answer": [ASK, assistant(text("It is\n"))],
    "ends with reasoning and answer": [
        ASK,
        assistant(
            {"type": "reasoning", "text": "Hm ", "providerOptions": {"anthropic": {"signature": "c2ln"}}},
            text("It is "),
        ),
    ],
    "nested input": [
        ASK,
        assistant(call(input={"a": {"b": [1, 2, {"c": "d"}]}, "e": None, "f": True})),
        tool(result(OPEN)),
        GO_ON,
    ],
    "a call id of Anthropic": [
        ASK,
        assistant({**call(), "toolCallId": "toolu_01Ab"}),
        tool({**result(OPEN), "toolCallId": "toolu_01Ab"}),
        GO_ON,
    ],
    "a call id of Mistral": [
        ASK,
        assistant({**call(), "toolCallId": "abcDEF123"}),
        tool({**result(OPEN), "toolCallId": "abcDEF123"}),
        GO_ON,
    ],
    "a call id with odd letters": [
        ASK,
        assistant({**call(), "toolCallId": "a.b:c/d"}),
        tool({**result(OPEN), "toolCallId": "a.b:c/d"}),
        GO_ON,
    ],
    "ran by Anthropic": said_with(
        {
            "type": "tool-call",
            "toolCallId": "srvtoolu_1",
            "toolName": "web_search",
            "input": {"query": "pier"},
            "providerExecuted": True,
        },
        {
            "type": "tool-result",
            "toolCallId": "srvtoolu_1",
            "toolName": "web_search",
            "output": {
                "type": "json",
                "value": [
                    {
                        "type": "web_search_result",
                        "url": "https://a.test",
                        "title": "T",
                        "pageAge": None,
                        "encryptedContent": "ZW5j",
                    }
                ],
            },
        },
        text(),
    ),
    "assistant picture first": said_with({"type": "file", "data": PNG, "mediaType": "image/png"}, text()),
    "sources answer": said_with(
        text(
            "It is open.",
            providerOptions={
                "anthropic": {
                    "citations": [
                        {
                            "type": "page_location",
                            "cited_text": "x",
                            "document_index": 0,
                            "document_title": None,
                            "start_page_number": 1,
                            "end_page_number": 2,
                        }
                    ]
                }
            },
        )
    ),
    "mistral prefix": [ASK, assistant(text("It is"))],
    "system and cached blocks": [
        {"role": "system", "content": "A", "providerOptions": CACHED},
        {"role": "system", "content": "B"},
        ASK,
    ],
    "system of developer": [
        {"role": "system", "content": "Be brief."},
        ASK,
        assistant(call()),
        tool(result({"type": "error-text", "value": "x"})),
        GO_ON,
    ],
}
