"""`workbench fix`: repair a conversation without losing anything."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import STANDARD_INPUT, ReadOptions, one_conversation
from workbench.cli.parameters import TARGET, one_conversation_options, rules_named
from workbench.cli.screen import terminal
from workbench.cli.writing import changed_text, encoding_of_file, original_text, write_changed, write_messages

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.repairs.repair import Repaired

_MESSAGES = "--messages"
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("fix", epilog="Example: workbench fix chat.json --target anthropic --diff")
@click.argument("file", metavar="FILE|DIR|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Who will receive it. Default: the format's own provider.")
@click.option("--diff", is_flag=True, help="Show what would change, without changing anything.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the repaired file here.")
@click.option(
    "--out-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="For a folder or archive: write repaired copies and a report to this new folder.",
)
@click.option(
    "--messages",
    is_flag=True,
    help="Write only the repaired messages, not the file around them.",
)
@click.option("--in-place", is_flag=True, help="Replace the file; the original is kept next to it (.orig).")
@click.option("--unsafe", is_flag=True, help="Also apply fixes that lose content or state something unknown.")
@click.option("--select", multiple=True, metavar="RULE", help="Fix only these rules: names, codes or families (TC).")
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
    out_dir: Path | None,
    messages: bool,
    in_place: bool,
    unsafe: bool,
    select: tuple[str, ...],
) -> None:
    """Repair a conversation with fixes that lose nothing.

    A safe fix loses nothing and states nothing that is not known. Prints the repaired document unless --diff, --out
    or --in-place is given, and reports the fixes on standard error. --out writes the format of the file; of a file
    that can only be read, --messages writes the repaired messages. Exits with 1 if errors remain, with 2 if the
    conversation was not judged.
    """
    from workbench.checks.verdict import Outcome
    from workbench.repairs.repair import repair

    if diff + in_place + (out is not None) + (out_dir is not None) > 1:
        raise Failure("--diff, --out, --out-dir and --in-place cannot be combined.")
    if messages and (diff or in_place or out_dir is not None):
        raise Failure("--messages can be combined only with --out.")
    if out_dir is not None:
        has_other_options = bool(unsafe or select or number or format_)
        context.exit(_fix_folder(Path(file), out_dir, target, has_other_options))
    conversation = one_conversation(file, ReadOptions(format_, partial, target), number)
    if in_place:
        _require_replaceable(file, conversation)
    repaired = repair(conversation, target, unsafe, rules_named(select))
    if diff:
        _show_difference(file, conversation, repaired)
    elif in_place:
        _replace(Path(file), conversation, repaired)
    elif messages:
        write_messages(file, repaired.conversation, out)
    else:
        write_changed(file, conversation, repaired.conversation, out, "repaired", target, instead=_MESSAGES)
    _report(repaired, is_preview=diff)
    not_judged = repaired.report.verdict.outcome is Outcome.NOT_JUDGED
    context.exit(2 if not_judged else 1 if repaired.remaining else 0)


def _fix_folder(path: Path, out_dir: Path, target: str | None, has_other_options: bool) -> int:
    from workbench.cli.fix_folder import fix_folder

    if has_other_options:
        raise Failure("--out-dir applies the safe fixes to every conversation; it can be combined only with --target.")
    if not path.exists():
        raise Failure(f"there is no file {str(path)!r}.")
    return fix_folder(path, out_dir, target)


def _require_replaceable(file: str, conversation: Conversation) -> None:
    """Raise if replacing the file would destroy it: a recording or an archive contains more than the messages."""
    from workbench.sources.writing import can_be_written

    if file == STANDARD_INPUT:
        raise Failure("standard input cannot be replaced; use --out.")
    if conversation.origin is not None and not can_be_written(conversation):
        raise Failure(f"{file}: {conversation.origin.title} files can only be read; use {_MESSAGES} and --out.")
    if encoding_of_file(file) is None:
        raise Failure(f"{file} is not a text that can be changed in place; use --out.")


def _replace(path: Path, before: Conversation, repaired: Repaired) -> None:
    from workbench.files import replace_keeping_original
    from workbench.sources.writing.changes import CannotBeWrittenError

    if repaired.applied:
        try:
            text = changed_text(str(path), before, repaired.conversation, repaired.report.target.name)
        except CannotBeWrittenError as reason:
            raise Failure(f"{path} is not replaced: {reason}; use {_MESSAGES} and --out.") from reason
        original = replace_keeping_original(path, text.encode(encoding_of_file(str(path)) or "utf-8"))
        click.echo(f"{path} is replaced; the original is kept as {original}.", err=True)


def _show_difference(file: str, conversation: Conversation, repaired: Repaired) -> None:
    from rich.text import Text

    from workbench.outputs.visible import visible

    screen = terminal()
    for line in _difference(file, conversation, repaired):
        screen.print(Text(visible(line), _COLOURS.get(line[:1], "")), soft_wrap=True)


def _difference(file: str, conversation: Conversation, repaired: Repaired) -> Iterator[str]:
    """Return a diff of the file's own lines if a program's session is repaired, otherwise value by value."""
    from workbench.json.style import unified_diff
    from workbench.sequence_difference import unified_diff as difference_of_lines
    from workbench.sources.writing.changes import CannotBeWrittenError

    if conversation.origin is not None:
        with contextlib.suppress(CannotBeWrittenError):
            target = repaired.report.target.name
            new_lines = changed_text(file, conversation, repaired.conversation, target).split("\n")
            lines, name = original_text(file).split("\n"), file.lstrip("/")
            return difference_of_lines(lines, new_lines, f"a/{name}", f"b/{name}")
    return unified_diff(conversation.payload, repaired.conversation.payload, file)


def _report(repaired: Repaired, is_preview: bool) -> None:
    from workbench.outputs.repair_report import repaired_as_text

    screen = terminal(stderr=True)
    for line in repaired_as_text(repaired, is_preview):
        screen.print(line, soft_wrap=True)
