"""A changed conversation written as the file that it was read from: no other character of the file changes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
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


def changed_text(file: str, before: Conversation, after: Conversation, target: str | None = None) -> str:
    """The text of the file with the change in it. Raises `CannotBeWrittenError` where its program could not read it."""
    from workbench.outputs.own_format import in_own_format
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of

    original = original_text(file)
    text = original.removeprefix(BOM)
    if not text:  # standard input, an archive or a folder
        return in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    return original[: len(original) - len(text)] + in_own_format(text, [(before, after)], target)


def write_changed(
    file: str, before: Conversation, after: Conversation, out: Path | None, what: str, target: str | None = None
) -> None:
    """Print the changed file, or write it to `out`; its messages alone where the file's format cannot hold them."""
    from workbench.files import write_whole
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of
    from workbench.sources.writing.changes import CannotBeWrittenError

    try:
        if before.origin is not None and Path(file).is_file() and not original_text(file):
            _write_stored(Path(file), before, after, out)
            return
        text = changed_text(file, before, after, target)
    except CannotBeWrittenError as reason:
        if out is not None and _is_same(out, file):
            raise Failure(f"{out} is not replaced, because it would lose what else is in it: {reason}.") from reason
        click.echo(f"note: these are only the {what} messages, because {reason}.", err=True)
        text = in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_whole(out, text.encode())


def _is_same(out: Path, file: str) -> bool:
    return file != STANDARD_INPUT and out.exists() and out.samefile(file)


def _write_stored(file: Path, before: Conversation, after: Conversation, out: Path | None) -> None:
    """A database or an archive: the same bytes where nothing changed, a database with the changed rows."""
    from workbench.files import write_whole
    from workbench.json.text import compact
    from workbench.sources.contract import TABLES
    from workbench.sources.writing.changes import CannotBeWrittenError
    from workbench.sources.writing.database import STORES, copy_database, write_to_database

    origin = before.origin
    assert origin is not None
    unchanged = compact(before.payload) == compact(after.payload)
    is_store = origin.kind == TABLES and origin.source in STORES
    if out is None or not (unchanged or is_store):
        raise CannotBeWrittenError(
            "a file of bytes is not printed"
            if is_store or unchanged
            else f"{origin.title} files are read and not written"
        )
    if unchanged:
        write_whole(out, file.read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:  # rows are changed in place, and `out` is written whole or not at all
        copy = Path(folder) / file.name
        copy_database(file, copy)
        write_to_database(copy, before, after)
        write_whole(out, copy.read_bytes())
