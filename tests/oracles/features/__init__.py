"""One history per feature of a format: short, healthy, and each with one thing that the others do not have."""

from __future__ import annotations

from typing import Any

from tests.oracles.features import vercel_v4_core, vercel_v4_ui, vercel_v5_model, vercel_v5_ui

FEATURES: dict[str, dict[str, list[Any]]] = {
    "vercel-v4-core": vercel_v4_core.HISTORIES,
    "vercel-v4-ui": vercel_v4_ui.HISTORIES,
    "vercel-v5-model": vercel_v5_model.HISTORIES,
    "vercel-v5-ui": vercel_v5_ui.HISTORIES,
}
