"""Tests that draw their examples say what holds, never how fast: a loaded machine does not fail them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

_LUCK = [HealthCheck.too_slow, HealthCheck.filter_too_much]
"""What depends on the machine, and on which examples are drawn first, and says nothing about the code."""

settings.register_profile("context", deadline=None, suppress_health_check=_LUCK)
settings.load_profile("context")
