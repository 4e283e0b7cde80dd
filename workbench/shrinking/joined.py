"""Messages that go together: a call with its results. Half of such a pair would be a fault that was not there."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.checks.report import Report


def joined_by_calls(report: Report, indexes: Iterable[int]) -> list[list[int]]:
    """The messages in groups, in the order of their first: those of one id, and of all ids that they share."""
    staying = list(indexes)
    group_of = {index: [index] for index in staying}
    chat = report.journey.internal
    for one_id, calls in chat.calls_by_id.items():
        events = (*calls, *chat.results_by_id.get(one_id, ()))
        messages = sorted({event.message for event in events} & group_of.keys())
        for other in messages[1:]:
            _join(group_of, messages[0], other)
    return list({id(group): sorted(group) for group in (group_of[index] for index in staying)}.values())


def _join(group_of: dict[int, list[int]], one: int, other: int) -> None:
    into, gone = group_of[one], group_of[other]
    if into is not gone:
        into += gone
        group_of |= dict.fromkeys(gone, into)
