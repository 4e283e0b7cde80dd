"""`workbench capsule`: write a case to one file that can be sent."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import REDACTED_KIND, REPLACE_HELP, TARGET, one_conversation_options, redacted_kinds


@click.command("capsule", epilog="Example: workbench capsule chat.json --shrink --replace texts --out case.html")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Who will receive the conversation. Default: the format's own provider.")
@click.option("--shrink", is_flag=True, help="Include only the messages that the first finding needs.")
@click.option("--replace", multiple=True, type=REDACTED_KIND, help=REPLACE_HELP)
@click.option("--note", default="", metavar="TEXT", help="A note for the reader.")
@click.option(
    "--replay",
    "replays",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A saved replay to include.",
)
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The HTML file to write.")
def command(
    file: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    target: str | None,
    shrink: bool,
    replace: tuple[str, ...],
    note: str,
    replays: tuple[Path, ...],
    out: Path,
) -> None:
    """Write a case to one HTML file that anybody can read.

    The file contains the conversation, its verdict and its repair. Anybody can read it in a browser, without the
    workbench; in the workbench it opens as the conversation. Secrets are always replaced; --replace replaces more.
    The command lists everything that the file contains.
    """
    from workbench.capsules.capsule import capsule_of, what_leaves
    from workbench.capsules.page import page_of
    from workbench.conversation import KeptReplay
    from workbench.files import write_atomically
    from workbench.outputs.visible import visible
    from workbench.replays.record import AS_IT_WAS, NotARecordError, open_record

    conversation = one_conversation(file, ReadOptions(format_, partial, target), number)
    try:
        records = [open_record(path) for path in replays]
    except NotARecordError as error:
        raise Failure(f"{error}.") from error
    kinds = redacted_kinds(replace)
    count = len(conversation.messages)
    earlier_replays = [KeptReplay(record.as_json(), count, record.variant == AS_IT_WAS) for record in records]
    capsule = capsule_of(conversation, target, kinds=kinds, smallest=shrink, replays=earlier_replays, note=note)
    write_atomically(out, page_of(capsule).encode("utf-8", "replace"))
    click.echo(f"{out} contains:", err=True)
    for sentence in what_leaves(capsule):
        click.echo(f"- {visible(sentence)}", err=True)
