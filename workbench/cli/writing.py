"""A changed conversation written as the file that it was read from: no other character of the file changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.inputs import STANDARD_INPUT

if TYPE_CHECKING:
    from workbench.conversation import Conversation

BOM = "\ufeff"


def original_text(file: str) -> str:
    """The text of the file, with a byte order mark if it has one; empty if it is no UTF-8."""
    if file == STANDARD_INPUT or not Path(file).is_file():
        return ""
    try:
        return Path(file).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return ""


def changed_text(file: str, before: Conversation, after: Conversation) -> str:
    """The text of the file with the change in it. Raises `CannotBeWrittenError` where its program could not read it."""
    from workbench.outputs.own_format import in_own_format
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of

    original = original_text(file)
    text = original.removeprefix(BOM)
    if not text:
        return in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    return original[: len(original) - len(text)] + in_own_format(text, before, after)


def write_changed(file: str, before: Conversation, after: Conversation, out: Path | None, what: str) -> None:
    """Print the changed file, or write it to `out`; its messages alone where the file's format cannot hold them."""
    from workbench.files import write_whole
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of
    from workbench.sources.writing.changes import CannotBeWrittenError

    try:
        text = changed_text(file, before, after)
    except CannotBeWrittenError as reason:
        click.echo(f"note: these are only the {what} messages, because {reason}.", err=True)
        text = in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_whole(out, text.encode())
