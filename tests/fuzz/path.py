"""One input through the whole product, as a user could take it: everything that reads, shows or writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.attempts import TIME_LIMIT, Attempts, Failure
from tests.fuzz.promises import File, keep_promises
from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.preflight import preflight
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.conversion import converted_document, hops
from workbench.formats import FORMATS
from workbench.json.style import PLAIN_STYLE, in_the_style_of, unified_diff
from workbench.json.text import compact
from workbench.loading import LoadError, load_all
from workbench.locating import locate
from workbench.outputs.as_json import json_report
from workbench.outputs.error_location import located_as_json, located_as_text
from workbench.outputs.github import github_report
from workbench.outputs.junit import junit_report
from workbench.outputs.matrix import matrix_report
from workbench.outputs.preflight import preflight_as_json, preflight_as_text
from workbench.outputs.repair_report import repaired_as_text
from workbench.outputs.row import Row
from workbench.outputs.sarif import sarif_report
from workbench.outputs.text import text_report
from workbench.outputs.trace import trace_as_json, trace_as_tables
from workbench.provenance.route import RouteTracer
from workbench.repairs.fixes import with_fixes
from workbench.repairs.repair import Repaired
from workbench.stages import columns_along
from workbench.targets import TARGETS, default_target
from workbench.view.differences import difference
from workbench.view.repairs import checklist, repaired_and_followed
from workbench.view.window import Look, View

_MOST_CONVERSATIONS = 3
_ERROR = "400 messages.1: tool_use_id 'call_1' has no corresponding tool_use block"
_RENDERERS: Mapping[str, Callable[[list[Row]], object]] = {
    "json": json_report,
    "github": lambda rows: list(github_report(rows)),
    "sarif": sarif_report,
    "junit": junit_report,
    "text": lambda rows: list(text_report(rows, 100)),
    "matrix": lambda rows: list(matrix_report(rows)),
}


ROTATING = {
    "every target": 1,
    "others": 1,
    "outputs": 2,
    "page": 3,
    "preflight": 2,
    "trace": 3,
    "locate": 2,
}
"""What each input gets only one of, drawn by its number, what costs much less often. `every target` judges the history
for each; `others` asks after a repair who accepted the history before and refuses it now."""
_CONVERSIONS = 4
"""Formats that each input is converted to, of those that there are."""


class Choice(NamedTuple):
    """What rotates among the inputs, because it is costly; a file that is tried alone gets all of it.

    Every input is loaded, converted, and checked and repaired for the provider of its own format and for one other
    target: planned, applied, loaded and checked again, repaired again.
    """

    targets: tuple[str | None, ...]
    """None is the provider of the file's own format."""
    formats: tuple[str, ...]
    """What the history is converted to."""
    operations: frozenset[str] = frozenset(ROTATING)


def chosen(chance: Random) -> Choice:
    target = chance.choice(list(TARGETS))
    operation = chance.choices(list(ROTATING), list(ROTATING.values()))
    return Choice((None, target), tuple(chance.sample(list(FORMATS), _CONVERSIONS)), frozenset(operation))


def failures_of(data: bytes, choice: Choice, time_limit: float = TIME_LIMIT) -> list[Failure]:
    """Everything that fails with this input."""
    attempts = Attempts(time_limit)
    items = attempts.make("load", "", lambda: list(load_all(data, "input.json"))) or []
    for number, item in enumerate(items[:_MOST_CONVERSATIONS]):
        if isinstance(item, LoadError):
            attempts.make("load error", "", partial(_failed_file, item))
        else:
            _carry_through(attempts, File(data, number), item, choice)
    return attempts.failures


def _failed_file(error: LoadError) -> None:
    for render in _RENDERERS.values():
        render([Row("input.json", error=str(error))])


def _carry_through(attempts: Attempts, file: File, conversation: Conversation, choice: Choice) -> None:
    before = compact(conversation.payload)
    if "every target" in choice.operations:
        attempts.make("verdicts", "", lambda: verdicts(conversation))
    for target in dict.fromkeys(name or default_target(conversation) for name in choice.targets):
        report = attempts.make("check", target, partial(check, conversation, target))
        repaired = report and keep_promises(attempts, report, file, mind_others="others" in choice.operations)
        if report and repaired:
            _show(attempts, report, repaired, choice.operations)
    for name in choice.formats:
        attempts.make("convert", name, partial(converted_document, conversation, name))
    for name in choice.formats[: None if choice.operations >= ROTATING.keys() else 1]:
        if "preflight" in choice.operations:
            attempts.make("preflight", name, partial(_preflight, conversation, name))
        if "trace" in choice.operations:
            attempts.make("trace", name, partial(_trace, conversation, name))
    if compact(conversation.payload) != before:
        attempts.fail("the input was changed in place", conversation.format, "", "")


def _show(attempts: Attempts, report: Report, repaired: Repaired, operations: frozenset[str]) -> None:
    target = report.target.name
    if "outputs" in operations:
        attempts.make("outputs", target, partial(_rendered, report, repaired))
    if "page" in operations:
        attempts.make("page", target, partial(_page, report))
    if "locate" in operations:
        attempts.make("locate", target, partial(_locate, report))


def _rendered(report: Report, repaired: Repaired) -> None:
    rows = [Row("input.json", "one", with_fixes(report))]
    for render in _RENDERERS.values():
        render(rows)
    before, after = report.conversation.payload, repaired.conversation.payload
    _exhaust(repaired_as_text(repaired, is_preview=True))
    _exhaust(unified_diff(before, after, "input.json"))
    in_the_style_of(PLAIN_STYLE, after).encode()


def _page(report: Report) -> None:
    conversation, target = report.conversation, report.target.name
    view = View(report)
    view.head(Look())
    window = view.window(Look())
    view.threads.broken_among(window["rows"])
    for panel in ("mapping", "trip", "raw", "steps", "threads"):
        view.panel(Look(selected=0, panel=panel))
    compact(window)
    rows = checklist(conversation, target)
    all_but_the_first = [row for row in rows if row.fix.safe][1:]
    difference(conversation, repaired_and_followed(conversation, target, rows, all_but_the_first)[0])


def _preflight(conversation: Conversation, to: str) -> None:
    flight = preflight(conversation, to)
    compact(preflight_as_json(flight))
    _exhaust(preflight_as_text(flight))


def _trace(conversation: Conversation, to: str) -> None:
    tracer = RouteTracer(columns_along(conversation, hops(conversation.format, to)))
    every = range(len(conversation.messages))
    compact(trace_as_json(conversation, tracer, "input.json", every))
    _exhaust(trace_as_tables(conversation, tracer, every))


def _locate(report: Report) -> None:
    """The error that this very file is predicted to get, or else one of another file."""
    words = next((finding.provider_error for finding in report.errors if finding.provider_error), _ERROR)
    found = locate(report.conversation, words)
    compact(located_as_json(found))
    _exhaust(located_as_text(found, report.conversation, 100))


def _exhaust(items: Iterable[Any]) -> None:
    for _ in items:
        pass
