"""Property tests assert what holds, never how fast: a busy machine does not fail them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from workbench import defects

defects.HIDDEN = False
_MACHINE_DEPENDENT = [HealthCheck.too_slow, HealthCheck.filter_too_much]
"""Checks that depend on the machine and on which examples come first, not on the code."""

settings.register_profile("thorough", deadline=None, suppress_health_check=_MACHINE_DEPENDENT)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=5)
settings.load_profile("thorough")
