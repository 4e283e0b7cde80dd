"""Write a changed conversation into its file, without changing any other character of the file."""

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
    """Return the text of the file, including a byte order mark; empty if it is not text."""
    encoding = encoding_of_file(file)
    return Path(file).read_bytes().decode(encoding) if encoding else ""


def encoding_of_file(file: str) -> str | None:
    """Return the encoding of the text of a file, or None if it is standard input, a folder or not text."""
    from workbench.loading.decode import encoding_of

    is_file = file != STANDARD_INPUT and Path(file).is_file()
    return encoding_of(Path(file).read_bytes()) if is_file else None


def changed_text(file: str, before: Conversation, after: Conversation, target: str | None = None) -> str:
    """Return the text of the file with the change. Raises `CannotBeWrittenError` if its program could not read it."""
    from workbench.outputs.repaired_file import repaired_file_text
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of

    original = original_text(file)
    text = original.removeprefix(BOM)
    if not text:  # standard input, an archive or a folder
        return in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    return original[: len(original) - len(text)] + repaired_file_text(text, [(before, after)], target)


def write_changed(
    file: str, before: Conversation, after: Conversation, out: Path | None, adjective: str, target: str | None = None
) -> None:
    """Print the changed file, or write it to `out`; if its format cannot be written, only the messages.

    `adjective` describes the messages in that note: "repaired", "remaining".
    """
    from workbench.files import write_atomically
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of
    from workbench.sources.writing.changes import CannotBeWrittenError

    try:
        if before.origin is not None and Path(file).is_file() and not original_text(file):
            _write_binary(Path(file), before, after, out)
            return
        text, encoding = changed_text(file, before, after, target), encoding_of_file(file) or "utf-8"
    except CannotBeWrittenError as reason:
        if out is not None and _is_same(out, file):
            raise Failure(
                f"{out} is not replaced, because the rest of its content would be lost: {reason}."
            ) from reason
        click.echo(f"note: these are only the {adjective} messages, because {reason}.", err=True)
        text, encoding = in_the_style_of(PLAIN_STYLE, after.payload) + "\n", "utf-8"
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_atomically(out, text.encode(encoding))


def _is_same(out: Path, file: str) -> bool:
    return file != STANDARD_INPUT and out.exists() and out.samefile(file)


def _write_binary(file: Path, before: Conversation, after: Conversation, out: Path | None) -> None:
    """Write a database with its changed rows, or the same bytes if nothing changed; an archive cannot be changed."""
    from workbench.files import write_atomically
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
            "a binary file cannot be printed" if is_store or unchanged else f"{origin.title} files cannot be written"
        )
    if unchanged:
        write_atomically(out, file.read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:  # rows change in place, but `out` must be written completely or not
        copy = Path(folder) / file.name
        copy_database(file, copy)
        write_to_database(copy, before, after)
        write_atomically(out, copy.read_bytes())
