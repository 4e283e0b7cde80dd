"""Make an endpoint from a preset, a key and a model."""

from __future__ import annotations

from workbench.replays.endpoint import Endpoint
from workbench.targets.presets import PRESETS, Preset


def endpoint_at(preset: Preset, model: str = "", key: str = "", base_url: str = "") -> Endpoint:
    return Endpoint(
        base_url=base_url or preset.base_url,
        model=model or preset.model,
        key=key,
        title=preset.title,
        target=preset.target,
        key_variable=preset.key_variable,
        stream_usage=preset.stream_usage,
    )


__all__ = ["PRESETS", "Preset", "endpoint_at"]
