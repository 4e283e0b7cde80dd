"""`workbench convert`: convert a conversation, or show what a conversion would change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import FORMAT, one_conversation_options, output_option, sent_by_option
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from workbench.checks.preflight import Preflight


@click.command("convert", epilog="Example: workbench convert chat.json --to anthropic --check")
@click.argument("file", metavar="FILE|-")
@click.option("--to", type=FORMAT, required=True, help="The format to convert to.")
@one_conversation_options
@click.option(
    "--via", type=FORMAT, multiple=True, help="Convert through this format, even if there is a shorter route."
)
@sent_by_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option(
    "--check", "check_", is_flag=True, help="Show what would be lost, renamed and invented, without converting."
)
@output_option("text", "json")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    to: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    via: tuple[str, ...],
    sent_by: str,
    out: Path | None,
    check_: bool,
    output: str,
) -> None:
    """Convert a conversation to another format.

    Prints the messages as a JSON array, or the entire request body if the input is one. With --check, shows what the
    conversion would change, and exits with 1 if the receiver would refuse the result.
    """
    from workbench.checks.preflight import preflight
    from workbench.conversion import converted_document
    from workbench.converters import NoRouteError
    from workbench.files import write_atomically
    from workbench.outputs.as_json import indented

    if check_ and out is not None:
        raise Failure("--check converts nothing, so there is nothing to write to --out.")
    conversation = one_conversation(file, ReadOptions(format_, partial), number)
    try:
        if check_:
            flight = preflight(conversation, to, via, sent_by)
            _print(flight, output)
            context.exit(0 if flight.accepted else 1)
        text = indented(converted_document(conversation, to, via, sent_by))
    except NoRouteError as error:
        raise Failure(f"{error}.") from error
    if out is None:
        click.echo(text)
    else:
        write_atomically(out, f"{text}\n".encode())


def _print(flight: Preflight, output: str) -> None:
    from workbench.outputs.as_json import indented
    from workbench.outputs.preflight import preflight_as_json, preflight_as_text

    if output == "json":
        click.echo(indented(preflight_as_json(flight)))
        return
    screen = terminal()
    for line in preflight_as_text(flight):
        screen.print(line, soft_wrap=True)
