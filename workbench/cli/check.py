"""`workbench check`: report what is wrong, where, who will refuse it and with which error message."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import Opened, ReadOptions, every_conversation
from workbench.cli.parameters import TARGET_OR_ALL, output_option, reading_options, rules_named
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from workbench.outputs.row import Row


@click.command(
    "check",
    epilog="Example: workbench check chat.json fixtures/ --target anthropic --output github",
)
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|- …")
@reading_options
@click.option("--target", type=TARGET_OR_ALL, help="Who will receive it, or `all`. Default: the format's own provider.")
@click.option("--select", multiple=True, metavar="RULE", help="Check only these rules: names, codes or families (TC).")
@click.option("--ignore", multiple=True, metavar="RULE", help="Check all rules except these.")
@click.option("--statistics", is_flag=True, help="Print only how often each rule is broken, in how many conversations.")
@output_option("text", "json", "github", "sarif", "junit")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    partial: bool,
    target: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    statistics: bool,
    output: str,
) -> None:
    """Find out what is wrong with conversations.

    Reports each problem, its place, who will refuse it and with which error message. Exits with 1 if there is an
    error, with 2 if a file could not be read or judged.
    """
    from workbench.outputs.row import exit_code

    if statistics and output not in ("text", "json"):
        raise Failure("--statistics prints text or JSON.")
    is_table = target == "all" and output == "text" and not statistics
    checker = _Checker(target, rules_named(select), rules_named(ignore), verdicts_only=is_table)
    items = every_conversation(paths, ReadOptions(format_, partial, target), "checking")
    rows = [row for item in items for row in checker.rows(item)]
    if statistics:
        from workbench.outputs.statistics import statistics_report

        click.echo(statistics_report(rows, output))
    else:
        _print(rows, output, target == "all")
    context.exit(exit_code(rows))


def _print(rows: list[Row], output: str, every_target: bool) -> None:
    """Print all rows. A row that cannot be printed becomes an error in its place."""
    from workbench.outputs.safe_rendering import render_safely

    if output == "json":
        from workbench.outputs.as_json import json_report

        lines = render_safely(output, lambda rows: [json_report(rows)], rows)
    elif output == "github":
        from workbench.outputs.github import github_report

        lines = render_safely(output, github_report, rows)
    elif output == "sarif":
        from workbench.outputs.as_json import indented
        from workbench.outputs.sarif import sarif_report

        lines = render_safely(output, lambda rows: [indented(sarif_report(rows))], rows)
    elif output == "junit":
        from workbench.outputs.junit import junit_report

        lines = render_safely(output, lambda rows: [junit_report(rows)], rows)
    else:
        _print_text(rows, every_target)
        return
    for line in lines:
        click.echo(line)


def _print_text(rows: list[Row], every_target: bool) -> None:
    from workbench.outputs.safe_rendering import render_safely

    screen = terminal()
    if every_target:
        from workbench.outputs.matrix import matrix_report  # tables are slow to import

        for table in render_safely("text", matrix_report, rows):
            screen.print(table)
    else:
        from workbench.outputs.text import text_report

        for block in render_safely("text", lambda rows: text_report(rows, screen.width), rows):
            screen.print(block, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class _Checker:
    """Checks every conversation with the same options."""

    target: str | None
    select: frozenset[str]
    ignore: frozenset[str]
    verdicts_only: bool
    """Whether neither fixes are shown nor what is only worth knowing."""

    def rows(self, item: Opened) -> Iterator[Row]:
        from workbench.checks.check import check
        from workbench.checks.journeys import Journeys
        from workbench.defects import Part, report_defect
        from workbench.loading import LoadError
        from workbench.outputs.row import Row
        from workbench.repairs.fixes import with_fixes

        if isinstance(item.content, LoadError):
            yield Row(item.file, item.conversation_name, error=str(item.content), source=item.content.source)
            return
        journeys = Journeys(item.content)  # many targets share a route
        check_for = functools.partial(check, item.content, select=self.select, ignore=self.ignore, journeys=journeys)
        for target in self._targets():
            try:
                report = check_for(target, with_information=not self.verdicts_only)
                yield Row(item.file, item.conversation_name, report if self.verdicts_only else with_fixes(report))
            except Exception as defect:  # noqa: BLE001 - a defect in one file must not stop the others
                defect_text = report_defect(Part.RULE, "the check of this conversation", defect)
                yield Row(item.file, item.conversation_name, error=defect_text)

    def _targets(self) -> Sequence[str | None]:
        from workbench.targets import TARGETS

        return list(TARGETS) if self.target == "all" else [self.target]
