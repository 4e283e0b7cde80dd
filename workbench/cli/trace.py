"""`workbench trace`: show where a conversion carries every value."""

from __future__ import annotations

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import FORMAT, one_conversation_options, output_option, sent_by_option
from workbench.cli.screen import terminal


@click.command("trace", epilog="Example: workbench trace chat.json --to openai-chat --message 3")
@click.argument("file", metavar="FILE|-")
@click.option("--to", type=FORMAT, help="The format to convert to. Without it, only the steps from the file are shown.")
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
    to: str | None,
    format_: str | None,
    partial: bool,
    number: int | None,
    via: tuple[str, ...],
    sent_by: str,
    message: tuple[int, ...],
    output: str,
) -> None:
    """Show where every value comes from and where it goes.

    A session, a trace or an export begins with its file: which records became a message, which are not sent, and what
    the program added. The conversion follows if --to is given. The result is observed: values are compared, and
    single values are changed to see the effects on the converted messages.
    """
    from workbench.conversion import hops
    from workbench.converters import NoRouteError
    from workbench.outputs.as_json import indented
    from workbench.outputs.file_stage import file_stage_as_json, file_stage_as_tables
    from workbench.outputs.trace import trace_as_json, trace_as_tables
    from workbench.provenance.route import RouteTracer
    from workbench.records.versions import file_stage_of
    from workbench.stages import columns_along

    conversation = one_conversation(file, ReadOptions(format_, partial), number)
    count = len(conversation.messages)
    if beyond := [number for number in message if number >= count]:
        raise Failure(f"there is no message {beyond[0]}: {file} has {count}, counted from 0.")
    stage = file_stage_of(conversation)
    if to is None and stage is None:
        raise Failure(
            "name a format with --to: this file already contains the messages in the form in which they are sent."
        )
    try:
        route = () if to is None else hops(conversation.format, to, via, sent_by)
        tracer = RouteTracer(columns_along(conversation, route))
    except NoRouteError as error:
        raise Failure(f"{error}.") from error
    indexes = message or range(count)
    if output == "json":
        from_file = {"from_file": file_stage_as_json(stage, indexes)} if stage else {}
        click.echo(indented({**trace_as_json(conversation, tracer, file, indexes if to else ()), **from_file}))
        return
    screen = terminal()
    for block in file_stage_as_tables(stage, indexes) if stage else ():
        screen.print(block)
    for block in trace_as_tables(conversation, tracer, indexes) if to else ():
        screen.print(block)
