"""`workbench [FILE]`: open the page in the browser, with a conversation if one is given."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import TARGET

_MOST_AT_ONCE = 64


@click.command("open")
@click.argument("file", required=False)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; by default the first free one from 8501."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--target", type=TARGET, help="Who will receive the conversation.")
def command(file: str | None, port: int | None, no_browser: bool, target: str | None) -> None:
    """Open the page, with FILE if one is given. It listens on this computer only."""
    from workbench.app.serve import PortTakenError, bound_socket, serve

    try:
        listening = bound_socket(port)  # first of all: a taken port is no use, whatever the file holds
    except PortTakenError as error:
        raise Failure(str(error)) from error
    with listening:
        query = f"?c={_kept(file, target or '')}" if file else ""
        serve(listening, query, browser=not no_browser, say=lambda words: click.echo(words, err=True))


def _kept(file: str, target: str) -> str:
    """The key under which the page finds what the file holds."""
    from workbench.conversation import Conversation
    from workbench.loading import LoadError, load_all

    if not Path(file).exists():
        raise Failure(f"there is no file {file!r}.")
    loaded: list[Conversation] = []
    failures: list[LoadError] = []
    rest = 0
    for item in load_all(Path(file)):
        if len(loaded) == _MOST_AT_ONCE:
            rest += 1
        elif isinstance(item, Conversation):
            loaded.append(item)
        else:
            failures.append(item)
    if rest:
        click.echo(f"note: {rest:,} more are not open in the page; `workbench check` reads them all.", err=True)
    if not loaded:
        raise Failure(str(failures[0]))
    from workbench.app.serve import prepare
    from workbench.app.store import STORE

    opened = STORE.put(loaded, target)[0]
    prepare(opened)
    return opened.key
