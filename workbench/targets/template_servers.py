"""vLLM, llama.cpp and Ollama: servers that render the messages through the model's own chat template.

They pair no calls with results. Which roles may follow each other, and where a system prompt may stand, is said by the
template, and so by the model; the table of models names the family of it.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import LENIENT_RULES, OPENAI_COMPATIBLE, STRICT_LIMITS, STRICT_WORDS
from workbench.targets.contract import ERROR, Media, Turns, Words

_UNREADABLE = Words("Expecting value: line 1 column 1 (char 0)", type="BadRequestError")

VLLM = replace(
    OPENAI_COMPATIBLE,
    name="vllm",
    title="vLLM",
    rules=LENIENT_RULES | {"tool-args-invalid-json": ERROR, "tool-args-concatenated": ERROR},
    limits=STRICT_LIMITS,
    turns=Turns(by_template=True),
    words=STRICT_WORDS | {"tool-args-invalid-json": _UNREADABLE, "tool-args-concatenated": _UNREADABLE},
)

LLAMA_CPP = replace(
    VLLM,
    name="llama-cpp",
    title="llama.cpp",
    rules=LENIENT_RULES | {"tool-call-type-missing": ERROR, "content-null": ERROR},
    words=STRICT_WORDS
    | {
        "image-unsupported-by-model": Words(
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", type=None
        ),
        "tool-call-type-missing": Words("Missing tool call type: {call}", type=None),
        "content-null": Words("All non-assistant messages must contain 'content'", type=None),
        "content-null:assistant": Words("Assistant message must contain either 'content' or 'tool_calls'!", type=None),
    },
    turns=Turns(by_template=True, assistants_at_end=1),
)

OLLAMA = replace(
    OPENAI_COMPATIBLE,
    name="ollama",
    title="Ollama",
    rules=LENIENT_RULES,
    media=Media(fetches=False),
    limits=replace(
        STRICT_LIMITS,
        takes_argument_objects=True,
        native_keys=frozenset({"options", "keep_alive", "think", "format"}),
    ),
    words=STRICT_WORDS
    | {
        "image-url-unsupported": Words(
            "image URLs are not currently supported, please use base64 encoded data instead", type=None
        ),
    },
)
"""The native API (`/api/chat`) and its OpenAI face differ in how arguments and images are written."""
