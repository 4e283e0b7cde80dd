"""Leave out a setting that the request is refused for."""

from __future__ import annotations

from collections.abc import Callable

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.editing.context import RepairContext
from workbench.targets.severities import ERROR


def leaving_out(why: str, confidence: float = 0.9) -> Callable[[RepairContext, Finding], Fix | None]:
    """A fix that takes away the setting at which a finding beside the messages points.

    Where it is only doubted, the request may be taken as it is: then it is not for us to decide.
    """

    def leave_out(context: RepairContext, finding: Finding) -> Fix | None:
        if finding.message_index >= 0 or context.value(finding.at) is None:
            return None
        key = finding.at.rpartition("/")[2]
        return Fix(f"Leave out {key}", (remove(finding.at),), finding.severity == ERROR, why, confidence)

    return leave_out
