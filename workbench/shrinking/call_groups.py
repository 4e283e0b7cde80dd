"""Group messages that must be removed together: a call with its results. Half of a pair would be a new fault."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.checks.report import Report


def grouped_by_calls(report: Report, indexes: Iterable[int]) -> list[list[int]]:
    """Group messages that share call ids, directly or indirectly, in the order of their first message."""
    ordered = list(indexes)
    group_of = {index: [index] for index in ordered}
    chat = report.journey.internal
    for call_id, calls in chat.calls_by_id.items():
        events = (*calls, *chat.results_by_id.get(call_id, ()))
        messages = sorted({event.message for event in events} & group_of.keys())
        for message in messages[1:]:
            _merge_groups(group_of, messages[0], message)
    return list({id(group): sorted(group) for group in (group_of[index] for index in ordered)}.values())


def _merge_groups(group_of: dict[int, list[int]], first: int, second: int) -> None:
    target, merged = group_of[first], group_of[second]
    if target is not merged:
        target += merged
        group_of |= dict.fromkeys(merged, target)
