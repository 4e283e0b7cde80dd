"""`workbench xray`: what a converter of your own carries, loses and invents."""

from __future__ import annotations

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import FORMAT, output_option


@click.command("xray", epilog="Example: workbench xray my_app.convert:to_openai --from icontent --to openai-chat")
@click.argument("function", metavar="MODULE:FUNCTION")
@click.option("--from", "source", type=FORMAT, required=True, help="The format that it reads.")
@click.option("--to", "target", type=FORMAT, required=True, help="The format that it writes.")
@click.option("--each", is_flag=True, help="It converts one message at a time, not the list.")
@output_option("text", "json", "html")
def command(function: str, source: str, target: str, each: bool, output: str) -> None:
    """Probe a converter of your own: what it loses and invents.

    Also lists the ids it rewrites and where it departs from the reference converter. MODULE may be a file
    (convert.py:to_openai). The function is called in a process of its own, with a list of messages, and returns a
    list of messages. It is probed on the samples of its format.
    """
    from workbench.outputs.as_json import indented
    from workbench.xray import report
    from workbench.xray.run import XrayError, run_xray

    if ":" not in function:
        raise Failure(f"{function!r} is not a function: write module:function, or file.py:function.")
    try:
        seen = run_xray(function, source, target, each=each)
    except XrayError as error:
        raise Failure(str(error)) from error
    if output == "json":
        click.echo(indented(seen))
    elif output == "html":
        click.echo(report.page(seen))
    else:
        click.echo("\n".join(report.lines(seen)))
