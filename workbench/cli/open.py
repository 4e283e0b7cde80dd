"""`workbench [FILE]`: open the page in the browser, with a conversation if one is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import TARGET

if TYPE_CHECKING:
    from workbench.triage.documents import BatchFile


@click.command("open", epilog="Example: workbench open chat.json --target anthropic")
@click.argument("file", required=False)
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on; by default the first free one from 8501."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--target", type=TARGET, help="Who will receive the conversation.")
@click.option("--no-store", is_flag=True, help="Save nothing on disk, and show nothing saved earlier.")
def command(file: str | None, port: int | None, no_browser: bool, target: str | None, no_store: bool) -> None:
    """Open the page in the browser, with FILE if one is given.

    A folder, or an archive of several files, opens in triage. Only this computer can reach the page. Opened
    conversations with their repairs, replays and notes are stored in your data folder, or in the folder in
    WORKBENCH_HOME, until you delete them on the start page. API keys are never saved.
    """
    from workbench.app.serve import PortTakenError, bound_socket, serve

    try:
        listening = bound_socket(port)  # before the file is read, which can take a long time
    except PortTakenError as error:
        raise Failure(str(error)) from error
    if no_store:
        from workbench.app.store import STORE

        STORE.keep_nothing()
    with listening:
        query = _query(file, target or "") if file else ""
        serve(listening, query, browser=not no_browser, say=lambda sentence: click.echo(sentence, err=True))


def _query(file: str, target: str) -> str:
    """Return the query of the page that shows the file: one conversation in the workbench, many in triage."""
    from workbench.conversation import Conversation
    from workbench.loading import LoadError, load_all
    from workbench.triage.documents import batch_files, size_in_documents

    if not Path(file).exists():
        raise Failure(f"there is no file {file!r}.")
    sources = batch_files([file], below=True)
    if size_in_documents(sources) > 1:
        return _triage_query(file, sources, target)
    from workbench.app.opening import MOST_AT_ONCE, open_together
    from workbench.doctor.previewed_repair import opened_file

    on_disk = opened_file(Path(file))  # opened first, so that a later change is detected
    conversations: list[Conversation] = []
    errors: list[LoadError] = []
    for item in load_all(Path(file)):
        if isinstance(item, Conversation):
            conversations.append(item)
        else:
            errors.append(item)
        if len(conversations) > MOST_AT_ONCE:
            return _triage_query(file, sources, target)
    if not conversations:
        raise Failure(str(errors[0]))
    from workbench.app.serve import prepare

    opened = open_together(conversations, errors, target, on_disk)[0]
    prepare(opened)
    return f"?c={opened.key}"


def _triage_query(file: str, sources: list[BatchFile], target: str) -> str:
    """Start a batch and return the query of its page."""
    from workbench.app.batches import BATCHES

    return f"?batch={BATCHES.begin(sources, target, paths=[file]).key}"
