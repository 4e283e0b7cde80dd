"""Replay a conversation against a live or the embedded model and record everything sent and received.

The first replay imports `openai`; reading a saved record or a preset does not need it.
"""

from __future__ import annotations

from workbench.replays.compare import compare_answers, recorded_turn
from workbench.replays.endpoint import Endpoint, is_allowed
from workbench.replays.errors import AuthenticationError, ProviderError, RateLimitError
from workbench.replays.presets import PRESETS, Preset, endpoint_at
from workbench.replays.record import Exchange, LocatedRefusal, Moment, NotARecordError, ReplayRecord, open_record

__all__ = [
    "PRESETS",
    "AuthenticationError",
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
]
