"""`workbench check`: what is wrong, where, who will refuse it and in which words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli.inputs import Opened, files_named, opened
from workbench.cli.words import TARGET_OR_ALL, format_option, output_option

if TYPE_CHECKING:
    from workbench.report.row import Row


@click.command(
    "check",
    epilog="Example: workbench check chat.json fixtures/ --target anthropic --output github",
)
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|- …")
@format_option
@click.option("--target", type=TARGET_OR_ALL, help="Who will receive it, or `all`. Default: the format's own provider.")
@click.option("--select", multiple=True, metavar="RULE", help="Only these rules: names, codes or families (TC).")
@click.option("--ignore", multiple=True, metavar="RULE", help="All rules but these.")
@output_option("text", "json", "github", "sarif", "junit")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    target: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    output: str,
) -> None:
    """Find what is wrong with conversations.

    Says what is wrong, where it was made, who will refuse it and in which words. Exits with 1 if there is an error,
    with 2 if a file could not be read.
    """
    from workbench.report.as_json import json_report
    from workbench.report.row import exit_code

    chosen = _Question(format_, target, frozenset(select), frozenset(ignore))
    rows = [row for file in files_named(paths) for row in chosen.rows(file)]
    click.echo(json_report(rows))
    context.exit(exit_code(rows))


class _Question:
    """What is asked of every file."""

    def __init__(self, format_name: str | None, target: str | None, select: frozenset[str], ignore: frozenset[str]):
        self.format_name, self.target, self.select, self.ignore = format_name, target, select, ignore

    def rows(self, file: str) -> Iterator[Row]:
        for item in opened(file, self.format_name, self.target):
            yield from self._judged(item)

    def _judged(self, item: Opened) -> Iterator[Row]:
        from workbench.check import check
        from workbench.load import LoadError
        from workbench.report.row import Row

        if isinstance(item.content, LoadError):
            yield Row(item.file, item.conversation_name, error=str(item.content))
            return
        for target in self._targets():
            report = check(item.content, target, self.select, self.ignore)
            yield Row(item.file, item.conversation_name, report)

    def _targets(self) -> Sequence[str | None]:
        from workbench.targets import TARGETS

        return list(TARGETS) if self.target == "all" else [self.target]
