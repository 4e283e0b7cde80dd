"""`workbench explain`: explain a rule, or find the place that a provider's error refers to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import STANDARD_INPUT, ReadOptions, one_conversation
from workbench.cli.parameters import one_conversation_options, output_option
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from workbench.conversation import Conversation


@click.command(
    "explain",
    epilog='Examples: workbench explain TC101 · workbench explain chat.json --error "400 messages.38.content.1: …"',
)
@click.argument("subject", required=False, metavar="[RULE|FILE|-]")
@click.option("--error", help="The provider's error: the sentence, the JSON body or the log line.")
@one_conversation_options
@output_option("text", "json")
def command(
    subject: str | None, error: str | None, format_: str | None, partial: bool, number: int | None, output: str
) -> None:
    """Explain a rule, or find the place that an error refers to.

    Pass the provider's error with --error, or give a file that contains it: a HAR file or log with the refused
    request, or a text with the error above the conversation.
    """
    if error is None and subject is None:
        raise Failure("name a rule (`workbench explain TC101`), or give an error with --error.")
    is_file = subject is not None and (subject == STANDARD_INPUT or Path(subject).exists())
    if error is None and not is_file:
        _explain_rule(subject or "", output)
        return
    conversation = one_conversation(subject, ReadOptions(format_, partial), number) if subject else None
    _explain_error(conversation, error or _recorded_error(conversation, subject), output)


def _recorded_error(conversation: Conversation | None, subject: str | None) -> str:
    from workbench.locating.recorded import refusal_text

    text = refusal_text(conversation) if conversation else ""
    if not text:
        raise Failure(f"{subject} contains no error; pass the error with --error, or use `workbench check`.")
    return text


def _explain_rule(name: str, output: str) -> None:
    from workbench.outputs.as_json import indented
    from workbench.outputs.rule_page import rule_as_json, rule_page
    from workbench.rule_names import unknown_rule
    from workbench.rules import rule_named

    rule = rule_named(name)
    if rule is None:
        raise Failure(str(unknown_rule(name)))
    if output == "json":
        click.echo(indented(rule_as_json(rule)))
        return
    screen = terminal()
    for line in rule_page(rule):
        screen.print(line, soft_wrap=True)


def _explain_error(conversation: Conversation | None, error: str, output: str) -> None:
    from workbench.locating import locate
    from workbench.outputs.as_json import indented
    from workbench.outputs.error_location import located_as_json, located_as_text

    location = locate(conversation, error)
    if output == "json":
        click.echo(indented(located_as_json(location, conversation)))
        return
    screen = terminal()
    for line in located_as_text(location, conversation, screen.width):
        screen.print(line, soft_wrap=True)
