"""Messages with the keys and words of their formats, but in arbitrary shapes."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.formats.gemini.parts import PAYLOADS
from workbench.formats.openai_responses.items import (
    CALLS,
    INPUT_PARTS,
    OTHER_ITEMS,
    OUTPUT_PARTS,
    OUTPUTS,
    SERVER_TOOLS,
)


class Vocabulary(NamedTuple):
    keys: tuple[str, ...]
    words: tuple[str, ...]


def _each(words: str) -> tuple[str, ...]:
    return tuple(words.split())


CHAT = Vocabulary(
    _each(
        """role speaker parts blocks content type kind text data tool_calls tool_call_id id name function arguments
        metadata file image_url tool_results result status"""
    ),
    _each(
        """user assistant agent tool system human ai text data file tool_call image tool_response tool-call
        tool-result image_url media function refusal input_audio"""
    ),
)
BLOCKS = Vocabulary(
    _each(
        """role speaker content blocks type text source data media_type url file_id id tool_use_id callId name
        input parameters result error status is_error mimeType encoding filename title thinking thought
        signature providerMetadata anthropic bedrock toolUse toolResult toolUseId reasoningContent reasoningText
        image document format bytes json usage stop_reason stopReason tool_calls function arguments tool_call_id
        custom"""
    ),
    _each(
        """user assistant system tool human ai text image document media provider code tool_use tool_result
        tool_call tool_response thinking base64 url error success png data:image/png;base64,AAAA
        https://a.b/c.png text/plain image/png file image_url refusal"""
    ),
)
ITEMS = Vocabulary(
    (
        *PAYLOADS,
        *_each(
            """role speaker parts blocks content type data tool_calls id name callId call_id output summary arguments
        input image_url file_url execution custom response args result error thought mimeType mime_type encoding
        metadata status providerMetadata openai-responses gemini item string part in sameTurn derivedId
        wholeTurn toolName parameters encryptedContent function refusal usage usageMetadata actions"""
        ),
    ),
    (
        *CALLS,
        *OUTPUTS,
        *SERVER_TOOLS,
        *OTHER_ITEMS,
        *INPUT_PARTS,
        *OUTPUT_PARTS,
        *_each(
            """user assistant model system developer human ai tool text image media code message reasoning response
        provider thinking tool_call tool_response server url data:image/png;base64,AA {}"""
        ),
    ),
)
VERCEL = Vocabulary(
    _each(
        """role content parts type text state toolCallId toolName args result input output value toolInvocations
        toolInvocation step experimental_attachments url contentType image data mimeType mediaType approval
        approved approvalId details signature providerOptions experimental_providerMetadata experimental_content
        providerMetadata anthropic"""
    ),
    _each(
        """user assistant tool system text image file tool-call tool-result reasoning redacted-reasoning
        tool-invocation tool-f dynamic-tool output-available output-denied output-error approval-responded
        content execution-denied tool-approval-request media tool-approval-response step-start steering-message
        data:image/png;base64,AAAA [{}] redacted"""
    ),
)
OF_FORMAT = {
    "anthropic": BLOCKS,
    "bedrock-converse": BLOCKS,
    "openai-responses": ITEMS,
    "gemini": ITEMS,
    "vercel-v4-core": VERCEL,
    "vercel-v4-ui": VERCEL,
    "vercel-v5-model": VERCEL,
    "vercel-v5-ui": VERCEL,
}
"""The vocabulary of each format that has more of its own than a chat."""


@cache
def crooked_values(vocabulary: Vocabulary) -> st.SearchStrategy[Any]:
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.sampled_from(vocabulary.words) | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(vocabulary.keys), inner, max_size=6)
        ),
        max_leaves=20,
    )


@cache
def crooked_messages(format_name: str) -> st.SearchStrategy[Any]:
    """Return messages in which a list of blocks may be in any place that a format has for them, and any other value."""
    vocabulary = OF_FORMAT.get(format_name, CHAT)
    value = crooked_values(vocabulary)
    fields = st.dictionaries(st.sampled_from(vocabulary.keys), value, max_size=5)
    word = st.sampled_from(vocabulary.words) | value
    block = st.builds(lambda kind, rest: {**rest, "type": kind}, word, fields)
    blocks = st.lists(block | value, max_size=4)
    spoken = st.builds(
        lambda role, content: {"role": role, "speaker": role, "content": content, "blocks": content, "parts": content},
        word,
        blocks,
    )
    return value | json_values | spoken | block
