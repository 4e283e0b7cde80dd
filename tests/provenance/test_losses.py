"""The reason of a reported loss names the lines of the spec if a spec defines the conversion."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation
from workbench.conversion import hops
from workbench.detection import detected
from workbench.provenance.losses import reported_losses
from workbench.provenance.route import RouteTracer
from workbench.stages import columns_along

RESPONSE = {"type": "tool_response", "callId": "hist_tool_1", "result": None, "error": "denied"}


def losses_by_path(messages: list[Any], index: int, to: str, *via: str) -> dict[str, tuple[str, str]]:
    """Map the path of each lost value to the hop that loses it and the reason."""
    conversation = detected(Conversation("c", messages, messages))
    tracer = RouteTracer(columns_along(conversation, hops(conversation.format, to, via)))
    return {"/".join(map(str, row.loss.source.path)): (row.hop, row.why) for row in reported_losses(tracer, index)}


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
        ({"speaker": "ai", "blocks": [{"type": "image", "data": "x"}]}, "blocks/0/data", "only for the human speaker"),
    ],
)
def test_a_loss_that_spec_000_defines_names_its_lines(content: Any, lost: str, why: str) -> None:
    hop, reason = losses_by_path([content], 0, "vercel-v4-core")[lost]
    assert hop == "icontent → vercel-v4-core"
    assert why in reason


def test_a_value_that_a_later_hop_loses_is_reported_for_that_hop() -> None:
    failed = {"type": "tool_response", "callId": "hist_tool_1", "result": "x", "status": "error"}
    losses = losses_by_path([{"speaker": "tool", "blocks": [failed]}], 0, "openai-chat", "vercel-v4-core")
    assert [hop for hop, _ in losses.values()] == ["vercel-v4-core → openai-chat"]


def test_a_loss_that_no_spec_defines_is_reported_too() -> None:
    assert losses_by_path(
        [{"role": "user", "content": "x", "colour": "red"}, {"role": "tool", "tool_call_id": "c"}], 0, "anthropic"
    ) == {"colour": ("openai-chat → anthropic", "anthropic cannot represent it")}
