"""`workbench xray`: show what the user's own converter carries, loses and invents."""

from __future__ import annotations

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import FORMAT, output_option


@click.command("xray", epilog="Example: workbench xray my_app.convert:to_openai --from icontent --to openai-chat")
@click.argument("function", metavar="MODULE:FUNCTION")
@click.option("--from", "source", type=FORMAT, required=True, help="The format that the function reads.")
@click.option("--to", "target", type=FORMAT, required=True, help="The format that the function writes.")
@click.option("--each", is_flag=True, help="The function converts one message at a time, not a list.")
@output_option("text", "json", "html")
def command(function: str, source: str, target: str, each: bool, output: str) -> None:
    """Show what your own converter loses and invents.

    Also lists the ids that it rewrites and where it differs from the reference converter. MODULE can be a file
    (convert.py:to_openai). The function receives a list of messages and returns a list of messages. It runs in a
    separate process on the samples of its format.
    """
    from workbench.outputs.as_json import indented
    from workbench.xray import report
    from workbench.xray.run import XrayError, run_xray

    if ":" not in function:
        raise Failure(f"{function!r} is not a function: write module:function, or file.py:function.")
    try:
        result = run_xray(function, source, target, each=each)
    except XrayError as error:
        raise Failure(str(error)) from error
    if output == "json":
        click.echo(indented(result))
    elif output == "html":
        click.echo(report.page(result))
    else:
        click.echo("\n".join(report.lines(result)))
