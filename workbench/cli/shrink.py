"""`workbench shrink`: find the smallest conversation that still has the same finding."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import TARGET, one_conversation_options, output_option, rules_named
from workbench.cli.screen import terminal
from workbench.cli.writing import write_changed

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.shrinking.shrink import Shrunk
    from workbench.shrinking.wanted_finding import WantedFinding


@click.command("shrink", epilog="Example: workbench shrink chat.json --target anthropic --out small.json")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Who will receive it. Default: the format's own provider.")
@click.option("--rule", metavar="RULE", help="Keep the first finding of this rule (name or code).")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@output_option("text", "json")
def command(
    file: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    target: str | None,
    rule: str | None,
    out: Path | None,
    output: str,
) -> None:
    """Find the smallest conversation with the same finding.

    Removes messages, then parts of messages and settings, then the ends of long texts, and checks after every step.
    Keeps the finding that check shows first, or the first one of --rule. The result has the format of the file; it is
    printed unless --out or --output json is given.
    """
    from workbench.outputs.as_json import indented
    from workbench.outputs.shrink_report import shrunk_as_json
    from workbench.shrinking.shrink import shrink

    conversation = one_conversation(file, ReadOptions(format_, partial, target), number)
    sought = _sought(conversation, target, rule)
    with _progress(len(conversation.messages)) as report_progress:
        shrunk = shrink(conversation, sought, report_progress)
    if out is not None or output != "json":
        write_changed(file, conversation, shrunk.conversation, out, "remaining")
    if output == "json":
        click.echo(indented(shrunk_as_json(conversation, shrunk)))
    else:
        _report(conversation, shrunk)


def _sought(conversation: Conversation, target: str | None, rule: str | None) -> WantedFinding:
    from workbench.checks.check import check
    from workbench.outputs.verdict_sentence import verdict_sentence
    from workbench.shrinking.wanted_finding import wanted_finding_in

    if rule is not None:
        rules_named([rule])
    report = check(conversation, target)
    sought = wanted_finding_in(report, rule)
    if sought is None:
        missing = f"no finding of {rule}" if rule else "no error and no warning"
        raise Failure(f"there is {missing} to keep. {verdict_sentence(report)}")
    return sought


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows on a terminal how many messages are left and how many checks were made."""
    if not sys.stderr.isatty():
        yield lambda remaining, checks: None
        return
    from rich.progress import Progress, TextColumn

    text = TextColumn("{task.description}")
    with Progress(text, console=terminal(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{count:,} messages")
        yield lambda remaining, checks: bar.update(
            task, description=f"{remaining:,} of {count:,} messages, {checks:,} checks"
        )


def _report(before: Conversation, shrunk: Shrunk) -> None:
    from workbench.outputs.shrink_report import shrunk_as_text

    screen = terminal(stderr=True)
    for line in shrunk_as_text(before, shrunk):
        screen.print(line, soft_wrap=True)
