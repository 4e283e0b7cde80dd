"""`workbench shrink`: the smallest conversation that still shows the same finding."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import Reading, only_one
from workbench.cli.parameters import TARGET, one_conversation_options, output_option, rules_named
from workbench.cli.screen import terminal
from workbench.cli.writing import write_changed

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.shrinking.shrink import Shrunk
    from workbench.shrinking.sought import Sought


@click.command("shrink", epilog="Example: workbench shrink chat.json --target anthropic --out small.json")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Who will receive it. Default: the format's own provider.")
@click.option("--rule", metavar="RULE", help="Keep the first finding of this rule: its name or code.")
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

    The result is in the format of the file. Leaves out messages, then parts of messages and settings, then the ends
    of long texts, and checks after every step. Keeps the first finding, or the first of --rule. Prints the
    conversation unless --out or --output json is given.
    """
    from workbench.outputs.as_json import indented
    from workbench.outputs.shrink_report import shrunk_as_json
    from workbench.shrinking.shrink import shrink

    conversation = only_one(file, Reading(format_, partial, target), number)
    sought = _sought(conversation, target, rule)
    with _progress(len(conversation.messages)) as tell:
        shrunk = shrink(conversation, sought, tell)
    if out is not None or output != "json":
        write_changed(file, conversation, shrunk.conversation, out, "remaining")
    if output == "json":
        click.echo(indented(shrunk_as_json(conversation, shrunk)))
    else:
        _tell(conversation, shrunk)


def _sought(conversation: Conversation, target: str | None, rule: str | None) -> Sought:
    from workbench.checks.check import check
    from workbench.outputs.verdict_sentence import verdict_sentence
    from workbench.shrinking.sought import sought_in

    if rule is not None:
        rules_named([rule])
    report = check(conversation, target)
    sought = sought_in(report, rule)
    if sought is None:
        found = f"no finding of {rule}" if rule else "no error and no warning"
        raise Failure(f"there is {found} to keep. {verdict_sentence(report)}")
    return sought


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int, int], None]]:
    """On a terminal, how many messages are left, as it goes."""
    if not sys.stderr.isatty():
        yield lambda left, checks: None
        return
    from rich.progress import Progress, TextColumn

    words = TextColumn("{task.description}")
    with Progress(words, console=terminal(stderr=True), transient=True) as shown:
        task = shown.add_task(f"{count:,} messages")
        yield lambda left, checks: shown.update(task, description=f"{left:,} of {count:,} messages, {checks:,} checks")


def _tell(before: Conversation, shrunk: Shrunk) -> None:
    from workbench.outputs.shrink_report import shrunk_as_text

    screen = terminal(stderr=True)
    for line in shrunk_as_text(before, shrunk):
        screen.print(line, soft_wrap=True)
