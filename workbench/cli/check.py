"""`workbench check`: what is wrong, where, who will refuse it and in which words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

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
@click.option("--ignore", multiple=True, metavar="RULE", help="All rules but these.")
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
    output: str,
) -> None:
    """Find what is wrong with conversations.

    Says what is wrong, where it was made, who will refuse it and in which words. Exits with 1 if there is an error,
    with 2 if a file could not be read.
    """
    from workbench.outputs.row import exit_code

    question = _Question(target, rules_named(select), rules_named(ignore))
    items = every_conversation(paths, Reading(format_, partial, target), "checking")
    rows = [row for item in items for row in question.rows(item)]
    _print(rows, output, target == "all")
    context.exit(exit_code(rows))


def _print(rows: list[Row], output: str, every_target: bool) -> None:
    if output == "json":
        from workbench.outputs.as_json import json_report

        click.echo(json_report(rows))
    elif output == "github":
        from workbench.outputs.github import github_report

        for line in github_report(rows):
            click.echo(line)
    elif output == "sarif":
        from workbench.outputs.as_json import indented
        from workbench.outputs.sarif import sarif_report

        click.echo(indented(sarif_report(rows)))
    elif output == "junit":
        from workbench.outputs.junit import junit_report

        click.echo(junit_report(rows))
    else:
        from workbench.outputs.matrix import matrix_report
        from workbench.outputs.text import text_report

        screen = terminal()
        for block in matrix_report(rows) if every_target else text_report(rows, screen.width):
            screen.print(block, soft_wrap=not every_target)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of every conversation."""

    target: str | None
    select: frozenset[str]
    ignore: frozenset[str]

    def rows(self, item: Opened) -> Iterator[Row]:
        from workbench.checks.check import check
        from workbench.loading import LoadError
        from workbench.outputs.row import Row
        from workbench.repairs.fixes import with_fixes

        if isinstance(item.content, LoadError):
            yield Row(item.file, item.conversation_name, error=str(item.content), source=item.content.source)
            return
        for target in self._targets():
            report = check(item.content, target, self.select, self.ignore)
            yield Row(item.file, item.conversation_name, with_fixes(report))

    def _targets(self) -> Sequence[str | None]:
        from workbench.targets import TARGETS

        return list(TARGETS) if self.target == "all" else [self.target]
