"""`workbench check`: what is wrong, where, who will refuse it and in which words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import Opened, Reading, every_conversation
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
@click.option("--select", multiple=True, metavar="RULE", help="Only these rules: names, codes or families (TC).")
@click.option("--ignore", multiple=True, metavar="RULE", help="All rules except these.")
@click.option("--statistics", is_flag=True, help="One line for each cause: how often, in how many conversations.")
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
    """Find what is wrong with conversations.

    Says what is wrong, where it was made, who will refuse it and in which words. Exits with 1 if there is an error,
    with 2 if a file could not be read.
    """
    from workbench.outputs.row import exit_code

    if statistics and output not in ("text", "json"):
        raise Failure("--statistics prints text or JSON.")
    is_table = target == "all" and output == "text" and not statistics
    question = _Question(target, rules_named(select), rules_named(ignore), verdicts_only=is_table)
    items = every_conversation(paths, Reading(format_, partial, target), "checking")
    rows = [row for item in items for row in question.rows(item)]
    if statistics:
        from workbench.outputs.statistics import statistics_report

        click.echo(statistics_report(rows, output))
    else:
        _print(rows, output, target == "all")
    context.exit(exit_code(rows))


def _print(rows: list[Row], output: str, every_target: bool) -> None:
    """A conversation that an output fails on is an error in its place: the others are printed."""
    from workbench.outputs.border import rendered

    if output == "json":
        from workbench.outputs.as_json import json_report

        lines = rendered(output, lambda rows: [json_report(rows)], rows)
    elif output == "github":
        from workbench.outputs.github import github_report

        lines = rendered(output, github_report, rows)
    elif output == "sarif":
        from workbench.outputs.as_json import indented
        from workbench.outputs.sarif import sarif_report

        lines = rendered(output, lambda rows: [indented(sarif_report(rows))], rows)
    elif output == "junit":
        from workbench.outputs.junit import junit_report

        lines = rendered(output, lambda rows: [junit_report(rows)], rows)
    else:
        _print_text(rows, every_target)
        return
    for line in lines:
        click.echo(line)


def _print_text(rows: list[Row], every_target: bool) -> None:
    from workbench.outputs.border import rendered
    from workbench.outputs.matrix import matrix_report
    from workbench.outputs.text import text_report

    screen = terminal()
    if every_target:
        for table in rendered("text", matrix_report, rows):
            screen.print(table)
    else:
        for block in rendered("text", lambda rows: text_report(rows, screen.width), rows):
            screen.print(block, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of every conversation."""

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
        journeys = Journeys(item.content)  # many targets are reached by the same way
        ask = partial(check, item.content, select=self.select, ignore=self.ignore, journeys=journeys)
        for target in self._targets():
            try:
                report = ask(target, with_information=not self.verdicts_only)
                yield Row(item.file, item.conversation_name, report if self.verdicts_only else with_fixes(report))
            except Exception as defect:  # noqa: BLE001 - a defect met in one file leaves the others
                defect_text = report_defect(Part.RULE, "the check of this conversation", defect)
                yield Row(item.file, item.conversation_name, error=defect_text)

    def _targets(self) -> Sequence[str | None]:
        from workbench.targets import TARGETS

        return list(TARGETS) if self.target == "all" else [self.target]
