"""Leave out a setting for which the request is refused."""

from __future__ import annotations

from collections.abc import Callable

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.editing.context import RepairContext
from workbench.targets.severities import ERROR


def leaving_out(why: str, confidence: float = 0.9) -> Callable[[RepairContext, Finding], Fix | None]:
    """A fix that removes the setting that a finding points at.

    It is safe only for an error: if the finding is a warning, the provider may accept the request unchanged.
    """

    def leave_out(context: RepairContext, finding: Finding) -> Fix | None:
        if finding.message_index >= 0 or context.value(finding.at) is None:
            return None
        key = finding.at.rpartition("/")[2]
        return Fix(f"Leave out {key}", (remove(finding.at),), finding.severity == ERROR, why, confidence)

    return leave_out
