"""`workbench fix`: mend a conversation without losing anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import STANDARD_INPUT, Reading, only_one
from workbench.cli.parameters import TARGET, one_conversation_options, rules_named
from workbench.cli.screen import terminal
from workbench.cli.writing import replaced_in_place

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.repairs.repair import Repaired

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("fix", epilog="Example: workbench fix chat.json --target anthropic --diff")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Who will receive it. Default: the format's own provider.")
@click.option("--diff", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the mended file here.")
@click.option("--in-place", is_flag=True, help="Replace the file; the original is kept beside it (.orig).")
@click.option("--unsafe", is_flag=True, help="Also apply fixes that lose or assert something.")
@click.option("--select", multiple=True, metavar="RULE", help="Mend only these rules: names, codes or families.")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    target: str | None,
    diff: bool,
    out: Path | None,
    in_place: bool,
    unsafe: bool,
    select: tuple[str, ...],
) -> None:
    """Mend a conversation for a target, with fixes that lose nothing and assert nothing.

    Prints the mended document unless --diff, --out or --in-place is given; what was done is told on standard error.
    Exits with 1 if errors remain.
    """
    from workbench.repairs.repair import repair

    if diff + in_place + (out is not None) > 1:
        raise Failure("--diff, --out and --in-place exclude each other.")
    conversation = only_one(file, Reading(format_, partial, target), number)
    if in_place:
        _refuse_unless_rewritable(file, conversation)
    repaired = repair(conversation, target, unsafe, rules_named(select))
    if diff:
        _show_difference(file, conversation, repaired)
    elif in_place:
        _rewrite(Path(file), repaired)
    else:
        _write(file, repaired.conversation, out)
    _tell(repaired, in_the_future=diff)
    context.exit(1 if repaired.remaining else 0)


def _original(file: str) -> str:
    if file == STANDARD_INPUT or not Path(file).is_file():
        return ""
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _refuse_unless_rewritable(file: str, conversation: Conversation) -> None:
    """A log, a recording or an archive would not be one any more."""
    from workbench.json.text import compact, parse_or_none

    if file == STANDARD_INPUT:
        raise Failure("standard input cannot be replaced; use --out.")
    if compact(parse_or_none(_original(file))) != compact(conversation.payload):  # `!=` gives up on deep documents
        raise Failure(f"{file} is not one JSON document as it stands, so it is not replaced; use --out.")


def _write(file: str, conversation: Conversation, out: Path | None) -> None:
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of

    text = in_the_style_of(_original(file) or PLAIN_STYLE, conversation.payload)
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        out.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8", newline="")


def _rewrite(path: Path, repaired: Repaired) -> None:
    from workbench.outputs.rewrite import in_the_style_of

    if repaired.applied:
        kept = replaced_in_place(path, in_the_style_of(_original(str(path)), repaired.conversation.payload))
        click.echo(f"{path} is replaced; the original is {kept}.", err=True)


def _show_difference(file: str, conversation: Conversation, repaired: Repaired) -> None:
    from rich.text import Text

    from workbench.outputs.rewrite import unified_diff
    from workbench.outputs.visible import visible

    screen = terminal()
    for line in unified_diff(conversation.payload, repaired.conversation.payload, file):
        screen.print(Text(visible(line), _COLOURS.get(line[:1], "")), soft_wrap=True)


def _tell(repaired: Repaired, in_the_future: bool) -> None:
    from workbench.outputs.repaired import repaired_as_text

    screen = terminal(stderr=True)
    for line in repaired_as_text(repaired, in_the_future):
        screen.print(line, soft_wrap=True)
