"""`workbench explain`: what a rule means, or what a provider's error means in this file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import Reading, only_one
from workbench.cli.parameters import one_conversation_options, output_option
from workbench.cli.screen import terminal
from workbench.names import unknown_rule

if TYPE_CHECKING:
    from workbench.conversation import Conversation


@click.command(
    "explain",
    epilog='Examples: workbench explain TC101 · workbench explain chat.json --error "400 messages.38.content.1: …"',
)
@click.argument("subject", required=False, metavar="[RULE|FILE|-]")
@click.option("--error", help="The provider's error as it was printed: the sentence, the JSON body or the log line.")
@one_conversation_options
@output_option("text", "json")
def command(
    subject: str | None, error: str | None, format_: str | None, partial: bool, number: int | None, output: str
) -> None:
    """Explain a rule by its name or code; or, with --error, find what a provider's error means in a file."""
    if error is None and subject is None:
        raise Failure("name a rule (`workbench explain TC101`), or give an error with --error.")
    if error is None:
        _explain_rule(subject or "", output)
    else:
        reading = Reading(format_, partial)
        conversation = only_one(subject, reading, number) if subject else None
        _explain_error(conversation, error, output)


def _explain_rule(word: str, output: str) -> None:
    from workbench.outputs.as_json import indented
    from workbench.outputs.rule_page import rule_as_json, rule_page
    from workbench.rules import rule_named

    rule = rule_named(word)
    if rule is None:
        if Path(word).exists():
            raise Failure(f"{word} is a file; give the error to find in it with --error, or use `workbench check`.")
        raise Failure(str(unknown_rule(word)))
    if output == "json":
        click.echo(indented(rule_as_json(rule)))
        return
    screen = terminal()
    for line in rule_page(rule):
        screen.print(line, soft_wrap=True)


def _explain_error(conversation: Conversation | None, error: str, output: str) -> None:
    from workbench.locating import locate
    from workbench.outputs.as_json import indented
    from workbench.outputs.located import located_as_json, located_as_text

    found = locate(conversation, error)
    if output == "json":
        click.echo(indented(located_as_json(found)))
        return
    screen = terminal()
    for line in located_as_text(found, conversation, screen.width):
        screen.print(line, soft_wrap=True)
