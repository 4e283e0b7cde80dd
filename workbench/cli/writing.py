"""Write a changed conversation into its file, without changing any other character of the file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import STANDARD_INPUT
from workbench.cli.streams import read_standard_input

if TYPE_CHECKING:
    from workbench.conversation import Conversation

BOM = "\ufeff"
_IN_FOLDER = "the session is a folder, which `workbench doctor --fix` repairs in its place"


def original_text(file: str) -> str:
    """Return the text of the file, including a byte order mark; empty if it is not text."""
    encoding = encoding_of_file(file)
    return _content(file).decode(encoding) if encoding else ""


def encoding_of_file(file: str) -> str | None:
    """Return the encoding of the text of a file, or None if it is a folder or not text."""
    from workbench.loading.decode import encoding_of

    content = _content(file)
    return encoding_of(content) if content else None


def _content(file: str) -> bytes:
    """Return the bytes of a file or of standard input; of a folder none."""
    if file == STANDARD_INPUT:
        return read_standard_input()
    return Path(file).read_bytes() if Path(file).is_file() else b""


def changed_text(file: str, before: Conversation, after: Conversation, target: str | None) -> str:
    """Return the text of the file with the change. Raises `CannotBeWrittenError` if its program could not read it."""
    from workbench.json.style import PLAIN_STYLE, in_the_style_of
    from workbench.outputs.repaired_file import repaired_file_text
    from workbench.sources.writing import why_read_only
    from workbench.sources.writing.changes import CannotBeWrittenError

    original = original_text(file)
    text = original.removeprefix(BOM)
    if text:
        return original[: len(original) - len(text)] + repaired_file_text(text, [(before, after)], target)
    if before.origin is None:  # a document in an archive or a folder
        return in_the_style_of(PLAIN_STYLE, after.payload) + "\n"
    raise CannotBeWrittenError(_IN_FOLDER if Path(file).is_dir() else why_read_only(before))


def messages_text(conversation: Conversation) -> str:
    """Return the messages as JSON: a bare list, or the request if it has settings as well. A prompt that is one text
    in the request stays one."""
    from workbench.json.pointer import follow_or_none, to_path
    from workbench.json.style import PLAIN_STYLE, in_the_style_of

    key = conversation.base.rpartition("/")[2] or "messages"
    settings, messages = conversation.settings, conversation.messages
    prompt = follow_or_none(conversation.payload, to_path(conversation.base))
    held = {**settings, key: prompt if messages == [prompt] else messages} if settings else messages
    return in_the_style_of(PLAIN_STYLE, held) + "\n"


def write_changed(
    file: str,
    before: Conversation,
    after: Conversation,
    out: Path | None,
    adjective: str,
    target: str | None = None,
    *,
    instead: str = "",
) -> None:
    """Print the changed file, or write it to `out`; if its format cannot be written, only the messages, with a note.

    `adjective` describes them in the note: "repaired", "remaining". A command with an option for the messages names it
    (`instead`), and without it a program's file is not written at all: whoever opens it expects what came in, and the
    messages alone are judged as a request, not as what the program would send.
    """
    from workbench.files import write_atomically
    from workbench.sources.writing.changes import CannotBeWrittenError

    try:
        if before.origin is not None and Path(file).is_file() and not original_text(file):
            _write_binary(Path(file), before, after, out)
            return
        text, encoding = changed_text(file, before, after, target), encoding_of_file(file) or "utf-8"
    except CannotBeWrittenError as reason:
        if out is not None and instead and before.origin is not None:
            raise Failure(
                f"{out} is not written: {reason}; {instead} writes the {adjective} messages alone."
            ) from reason
        if out is not None and _is_same(out, file):
            raise Failure(
                f"{out} is not replaced, because the rest of its content would be lost: {reason}."
            ) from reason
        click.echo(f"note: these are only the {adjective} messages, because {reason}.", err=True)
        text, encoding = messages_text(after), "utf-8"
    if out is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_atomically(out, text.encode(encoding))


def write_messages(file: str, conversation: Conversation, out: Path | None) -> None:
    """Print the messages of a conversation, or write them to `out`, which must be another file than the given one."""
    from workbench.files import write_atomically

    if out is None:
        click.echo(messages_text(conversation), nl=False)
    elif _is_same(out, file):
        raise Failure(f"{out} is not replaced, because the rest of its content would be lost.")
    else:
        write_atomically(out, messages_text(conversation).encode())


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
