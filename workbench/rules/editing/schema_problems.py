"""Which problem with the schema does a finding report?"""

from __future__ import annotations

from workbench.checks.findings import Finding
from workbench.checks.request_problems import request_problems
from workbench.checks.schema import MISSING, Problem
from workbench.json.pointer import Path, to_pointer
from workbench.rules.editing.context import RepairContext


def problem_at(context: RepairContext, finding: Finding, kind: str) -> Problem | None:
    """Return the problem of this kind at the place of a finding."""
    return context.once(("problems by place", kind), lambda: _problems_by_place(context, kind)).get(finding.at)


def _problems_by_place(context: RepairContext, kind: str) -> dict[str, Problem]:
    """Map each pointer to the first problem of this kind there: each of thousands of findings looks for its own."""
    found: dict[str, Problem] = {}
    for problem in request_problems(context.chat, context.target, kind):
        path = problem.path[:-1] if kind == MISSING else problem.path
        found.setdefault(_pointer(context, path), problem)
    return found


def _pointer(context: RepairContext, path: Path) -> str:
    if len(path) > 1 and path[0] == context.format.list_key and isinstance(path[1], int):
        return context.pointer(path[1], path[2:])
    return context.conversation.body + to_pointer(path)
