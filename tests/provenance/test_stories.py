"""A loss is explained by the spec's own lines where a spec decides it."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation
from workbench.converters.document import hops
from workbench.detection import detected
from workbench.provenance.route import RouteTracer
from workbench.provenance.stories import reported_losses
from workbench.stages import columns_along

RESPONSE = {"type": "tool_response", "callId": "hist_tool_1", "result": None, "error": "denied"}


def told(messages: list[Any], index: int, to: str, *via: str) -> dict[str, tuple[str, str]]:
    """Pointer in the message → (the hop that lost it, why)."""
    conversation = detected(Conversation("c", messages, messages))
    tracer = RouteTracer(columns_along(conversation, hops(conversation.format, to, via)))
    return {"/".join(map(str, told.loss.source.path)): (told.hop, told.why) for told in reported_losses(tracer, index)}


@pytest.mark.parametrize(
    ("content", "lost", "why"),
    [
        ({"speaker": "human", "blocks": [], "metadata": {"turn": 1}}, "metadata/turn", "lines 021-022"),
        ({"speaker": "tool", "blocks": [RESPONSE]}, "blocks/0/error", "lines 146-148"),
        ({"speaker": "tool", "blocks": [RESPONSE, {"type": "text", "text": "x"}]}, "blocks/1/text", "026-028"),
        ({"speaker": "tool", "blocks": [{"type": "text", "text": "x"}]}, "blocks/0/text", "lines 038-039"),
        ({"speaker": "ai", "blocks": [{"type": "thinking", "thought": "x"}]}, "blocks/0/thought", "lines 196-200"),
        ({"speaker": "ai", "blocks": [{"type": "code", "code": "x"}]}, "blocks/0/code", "lines 196-200"),
        ({"speaker": "human", "blocks": [{"type": "media", "data": "x"}]}, "blocks/0/data", "not `media`"),
        ({"speaker": "ai", "blocks": [{"type": "image", "data": "x"}]}, "blocks/0/data", "for the human speaker alone"),
    ],
)
def test_what_spec_000_drops_is_told_with_its_lines(content: Any, lost: str, why: str) -> None:
    hop, reason = told([content], 0, "vercel-v4-core")[lost]
    assert hop == "icontent → vercel-v4-core"
    assert why in reason


def test_a_value_that_a_later_hop_loses_is_told_of_that_hop() -> None:
    failed = {"type": "tool_response", "callId": "hist_tool_1", "result": "x", "status": "error"}
    losses = told([{"speaker": "tool", "blocks": [failed]}], 0, "openai-chat", "vercel-v4-core")
    assert [hop for hop, _ in losses.values()] == ["vercel-v4-core → openai-chat"]


def test_what_no_spec_decides_is_told_too() -> None:
    assert told(
        [{"role": "user", "content": "x", "colour": "red"}, {"role": "tool", "tool_call_id": "c"}], 0, "anthropic"
    ) == {"colour": ("openai-chat → anthropic", "anthropic has no place for it")}
