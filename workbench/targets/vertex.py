"""Vertex AI: Gemini and Claude on Google's platform, stricter about sources and with longer error messages."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.anthropic import ANTHROPIC
from workbench.targets.contract import ERROR, WARNING, Words
from workbench.targets.gemini import GEMINI


def _unable(reason: str) -> Words:
    return Words(f"Unable to submit request because {reason}", type="INVALID_ARGUMENT")


_MEDIA_TYPE = _unable(
    "it has a mimeType parameter with value {kind}, which is not supported. Update the mimeType and try again. "
    "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"
)

VERTEX_GEMINI = replace(
    GEMINI,
    name="vertex-gemini",
    title="Gemini on Vertex AI",
    rules={
        **GEMINI.rules,
        "role-missing": ERROR,
        "content-empty-text": WARNING,
        "tool-result-mixed-with-text": ERROR,
        "call-id-unknown-to-platform": WARNING,
        "media-type-missing": ERROR,
        "penalty-unsupported": WARNING,
    },
    turns=replace(GEMINI.turns, needs_role=True),
    media=replace(GEMINI.media, fetches_by_model=False),
    limits=replace(GEMINI.limits, call_ids_by_server=True),
    words={
        **GEMINI.words,
        "role-unsupported": _unable(
            "Please use a valid role: user, model.. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"
        ),
        "role-missing": Words("Please use a valid role: user, model.", type="INVALID_ARGUMENT"),
        "thought-signature-missing": _unable(
            "function call `{name}` in the {position}. content block is missing a `thought_signature`. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures"
        ),
        "messages-empty": _unable(
            "at least one contents field is required. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"
        ),
        "content-empty": _unable(
            "it must include at least one parts field, which describes the prompt input. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"
        ),
        "media-type-missing": Words(
            "Unable to submit request because it has an empty mimeType parameter in {holder}. Update the mimeType and "
            "try again. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
            type="INVALID_ARGUMENT",
            seen="2026-08",
        ),
        "media-type-unsupported": _MEDIA_TYPE,
        "image-media-type-unsupported": _MEDIA_TYPE,
        "result-files-unsupported": _unable(
            "`function_response.parts` is not supported for this model. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling"
        ),
        "result-files-unsupported:kind": _unable(
            "the mime_type: {kind} is not supported in `function_response.parts`. "
            "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling"
        ),
        "content-empty-text": _unable("Model input cannot be empty."),
        "thought-signature-foreign": _unable("Thought signature is not valid.."),
    },
)

VERTEX_ANTHROPIC = replace(
    ANTHROPIC,
    name="vertex-anthropic",
    title="Claude on Vertex AI",
    media=replace(ANTHROPIC.media, fetches=False),
)
