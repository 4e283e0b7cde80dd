"""The severity of a rule for a target."""

from __future__ import annotations

from typing import Final, Literal

Severity = Literal["error", "warning", "info"]

ERROR: Final[Severity] = "error"
WARNING: Final[Severity] = "warning"
INFO: Final[Severity] = "info"
