"""How severe a rule is for a target."""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
