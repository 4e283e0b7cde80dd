"""`workbench [FILE]`: open the page in the browser, with a conversation if one is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import TARGET

if TYPE_CHECKING:
    from workbench.triage.documents import Given

_MOST_AT_ONCE = 64
"""So many conversations of one file are a list to choose from; more are a batch."""


@click.command("open", epilog="Example: workbench open chat.json --target anthropic")
@click.argument("file", required=False)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; by default the first free one from 8501."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--target", type=TARGET, help="Who will receive the conversation.")
@click.option("--no-store", is_flag=True, help="Keep nothing on the disk, and show nothing that was kept.")
def command(file: str | None, port: int | None, no_browser: bool, target: str | None, no_store: bool) -> None:
    """Open the page in the browser, with FILE if one is given.

    A folder, or an archive of several files, opens in triage. The page listens on this computer only. What is
    opened there, its repairs, replays and notes are kept in the user's data directory, or in the one that
    WORKBENCH_HOME names, until they are deleted on the first screen. Keys are never kept.
    """
    from workbench.app.serve import PortTakenError, bound_socket, serve

    try:
        listening = bound_socket(port)  # first of all: a taken port is no use, whatever the file holds
    except PortTakenError as error:
        raise Failure(str(error)) from error
    if no_store:
        from workbench.app.store import STORE

        STORE.keep_nothing()
    with listening:
        query = _address(file, target or "") if file else ""
        serve(listening, query, browser=not no_browser, say=lambda words: click.echo(words, err=True))


def _address(file: str, target: str) -> str:
    """Where the page shows what the file holds: one conversation in the workbench, a folder of many in triage."""
    from workbench.conversation import Conversation
    from workbench.loading import LoadError, load_all
    from workbench.triage.documents import given, size_in_documents

    if not Path(file).exists():
        raise Failure(f"there is no file {file!r}.")
    sources = given([file], below=True)
    if size_in_documents(sources) > 1:
        return _begun(sources, target)
    loaded: list[Conversation] = []
    failures: list[LoadError] = []
    for item in load_all(Path(file)):
        if isinstance(item, Conversation):
            loaded.append(item)
        else:
            failures.append(item)
        if len(loaded) > _MOST_AT_ONCE:
            return _begun(sources, target)
    if not loaded:
        raise Failure(str(failures[0]))
    from workbench.app.serve import prepare
    from workbench.app.store import STORE

    opened = STORE.put(loaded, target)[0]
    prepare(opened)
    return f"?c={opened.key}"


def _begun(sources: list[Given], target: str) -> str:
    from workbench.app.batches import BATCHES

    return f"?batch={BATCHES.begin(sources, target).key}"
