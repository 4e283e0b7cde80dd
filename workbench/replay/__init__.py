"""Replay a conversation against a live model, or against the embedded one, and keep everything that came.

`openai` is imported when the first replay runs: reading a saved record or a preset needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.replay.compare import Comparison, compare_answers, recorded_turn
from workbench.replay.endpoint import Endpoint, is_allowed
from workbench.replay.errors import AuthenticationError, ProviderError, RateLimitError
from workbench.replay.presets import PRESETS, Preset
from workbench.replay.record import Exchange, LocatedFault, Moment, NotARecordError, ReplayRecord, open_record

if TYPE_CHECKING:
    from workbench.replay.run import replay


def __getattr__(name: str) -> object:
    if name == "replay":
        from workbench.replay.run import replay

        return replay
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "PRESETS",
    "AuthenticationError",
    "Comparison",
    "Endpoint",
    "Exchange",
    "LocatedFault",
    "Moment",
    "NotARecordError",
    "Preset",
    "ProviderError",
    "RateLimitError",
    "ReplayRecord",
    "compare_answers",
    "is_allowed",
    "open_record",
    "recorded_turn",
    "replay",
]
