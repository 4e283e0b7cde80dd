"""Vercel ModelMessage → OpenAI Chat Completions as `@ai-sdk/openai` 4 of AI SDK 7 sends it.

It differs from 5 and 6 in failed results: they are an object with `error`, so the model can tell them from others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from workbench.converters.contract import Edge
from workbench.converters.vercel_v5_model_to_openai_chat import output_text, vercel_v5_model_to_openai_chat
from workbench.json.text import compact


def output_text_by_sdk_7(output: object) -> str:
    kind = output.get("type") if isinstance(output, dict) else None
    if isinstance(output, dict) and kind in ("error-text", "error-json") and "value" in output:
        return compact({"error": output["value"]})
    return output_text(output)


_EDGE = Edge(
    "vercel-v5-model",
    "openai-chat",
    partial(vercel_v5_model_to_openai_chat, written=output_text_by_sdk_7),
    "what AI SDK 7 sends: a failed result as an object with `error` (5 and 6 send its bare words)",
    sent_by="ai@7",
)
EDGES = (_EDGE, replace(_EDGE, sent_by="ai@7-ui"))
