"""Replay a conversation against a live or the embedded model and record everything sent and received.

The first replay imports `openai`; reading a saved record or a preset does not need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.replays.compare import Comparison, compare_answers, recorded_turn
from workbench.replays.endpoint import Endpoint, is_allowed
from workbench.replays.errors import AuthenticationError, ProviderError, RateLimitError
from workbench.replays.presets import PRESETS, Preset, endpoint_at
from workbench.replays.record import Exchange, LocatedRefusal, Moment, NotARecordError, ReplayRecord, open_record

if TYPE_CHECKING:
    from workbench.replays.run import replay


def __getattr__(name: str) -> object:
    if name == "replay":
        from workbench.replays.run import replay

        return replay
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "PRESETS",
    "AuthenticationError",
    "Comparison",
    "Endpoint",
    "Exchange",
    "LocatedRefusal",
    "Moment",
    "NotARecordError",
    "Preset",
    "ProviderError",
    "RateLimitError",
    "ReplayRecord",
    "compare_answers",
    "endpoint_at",
    "is_allowed",
    "open_record",
    "recorded_turn",
    "replay",
]
