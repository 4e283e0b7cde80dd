"""`workbench trace`: show where a conversion carries every value."""

from __future__ import annotations

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import FORMAT, one_conversation_options, output_option, sent_by_option
from workbench.cli.screen import terminal


@click.command("trace", epilog="Example: workbench trace chat.json --to openai-chat --message 3")
@click.argument("file", metavar="FILE|-")
@click.option("--to", type=FORMAT, required=True, help="The format to convert to.")
@one_conversation_options
@click.option(
    "--via", type=FORMAT, multiple=True, help="Convert through this format, even if there is a shorter route."
)
@sent_by_option
@click.option(
    "--message", type=click.IntRange(min=0), multiple=True, metavar="N", help="Trace only this message, counted from 0."
)
@output_option("text", "json")
def command(
    file: str,
    to: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    via: tuple[str, ...],
    sent_by: str,
    message: tuple[int, ...],
    output: str,
) -> None:
    """Show where every value goes: links, losses and inventions.

    The result is observed: single values are changed, and the effects on the converted messages are compared.
    """
    from workbench.converters import NoRouteError
    from workbench.converters.document import hops
    from workbench.outputs.as_json import indented
    from workbench.outputs.trace import trace_as_json, trace_as_tables
    from workbench.provenance.route import RouteTracer
    from workbench.stages import columns_along

    conversation = one_conversation(file, ReadOptions(format_, partial), number)
    count = len(conversation.messages)
    if beyond := [number for number in message if number >= count]:
        raise Failure(f"there is no message {beyond[0]}: {file} has {count}, counted from 0.")
    try:
        tracer = RouteTracer(columns_along(conversation, hops(conversation.format, to, via, sent_by)))
    except NoRouteError as error:
        raise Failure(f"{error}.") from error
    indexes = message or range(count)
    if output == "json":
        click.echo(indented(trace_as_json(conversation, tracer, file, indexes)))
        return
    screen = terminal()
    for block in trace_as_tables(conversation, tracer, indexes):
        screen.print(block)
