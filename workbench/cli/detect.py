"""`workbench detect`: report each file's format, how certain it is, and which other formats are possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from workbench.cli.inputs import Opened, ReadOptions, every_conversation
from workbench.cli.parameters import output_option, reading_options
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from rich.text import Text

    from workbench.conversation import Conversation
    from workbench.json.text import Json

_MAX_ODD = 10


@click.command("detect", epilog="Example: workbench detect chat.json logs/ --output json")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|- …")
@reading_options
@output_option("text", "json")
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...], format_: str | None, partial: bool, output: str) -> None:
    """Detect the format and the source of conversations.

    Also reports the dialect, how certain the detection is, and which other formats are possible. The exit code is 2 if
    a file cannot be read or is in no known format.
    """
    from workbench.loading import LoadError

    items = list(every_conversation(paths, ReadOptions(format_, partial), "reading"))
    counts = Counter(item.file for item in items if not isinstance(item.content, LoadError))
    if output == "json":
        from workbench.outputs.as_json import indented

        click.echo(indented({"files": [_as_json(item, counts[item.file]) for item in items]}))
    else:
        screen = terminal()
        for item in items:
            for line in _as_text(item, format_ is not None):
                screen.print(line, soft_wrap=True)
    is_unknown = any(isinstance(item.content, LoadError) or not item.content.detection.recognised for item in items)
    context.exit(2 if is_unknown else 0)


def _as_json(item: Opened, conversations: int) -> dict[str, Json]:
    """Return one row; `conversations` is the number of conversations in the file."""
    from workbench.loading import LoadError

    names: dict[str, Json] = {"file": item.file}
    if item.conversation_name:
        names["conversation"] = item.conversation_name
    if isinstance(item.content, LoadError):
        return names | {"source": item.content.source, "conversations": conversations, "error": str(item.content)}
    detection = item.content.detection
    return (
        names
        | _origin(item.content)
        | {
            "conversations": conversations,
            "recognised": detection.recognised,
            "description": detection.description or None,
            "format": detection.known_format,
            "dialect": detection.dialect if detection.recognised else None,
            "confidence": detection.confidence if detection.recognised else 0.0,
            "ambiguous": detection.ambiguous,
            "candidates": list(detection.candidates),
            "messages": len(item.content.messages),
            "mixed": [{"message_index": index, "format": name} for index, name in detection.odd],
            "notes": [{"kind": note.kind, "text": note.text, "at": note.at} for note in item.content.notes],
        }
    )


def _origin(conversation: Conversation) -> dict[str, Json]:
    """Return the source of a conversation and the facts that help to choose it from a list."""
    origin = conversation.origin
    if origin is None:
        return {"source": None}
    facts = origin.facts
    return {
        "source": origin.source,
        "remark": origin.remark,
        "branches": len(origin.branches) + 1,
        "subagent_of": origin.started_by or None,
        "title": facts.title,
        "model": facts.model,
        "when": facts.when,
        "who": facts.who,
    }


def _as_text(item: Opened, is_given: bool) -> Iterator[Text]:
    from rich.text import Text

    from workbench.loading import LoadError
    from workbench.outputs.visible import visible

    title = visible(item.conversation_name or item.file)
    if isinstance(item.content, LoadError):
        yield Text.assemble(("error", "bold red"), f": {visible(str(item.content))}")
        return
    detection, count = item.content.detection, len(item.content.messages)
    dialect = f" {detection.dialect}" if detection.dialect else ""
    certainty = "as given" if is_given else f"{detection.confidence:.0%} sure"
    size = f"{count} message{'' if count == 1 else 's'}"
    origin = item.content.origin
    source = f"{', '.join(filter(None, (origin.title, origin.remark)))}; " if origin else ""
    if not detection.recognised:
        yield Text.assemble((title, "bold"), f": {source}", ("no known format", "yellow"), f" ({size})")
        yield Text(f"  {visible(detection.description)}; choose a format with --format if it has one")
        return
    form = (f"{detection.format}{dialect}", "cyan")
    yield Text.assemble((title, "bold"), f": {source}", form, f" ({certainty}, {size})")
    if detection.ambiguous:
        others = ", ".join(name for name in detection.candidates if name != detection.format)
        yield Text(f"  ambiguous; could also be {others}")
    for index, name in detection.odd[:_MAX_ODD]:
        yield Text.assemble(("  mixed", "yellow"), f": message {index} is {name}")
    if len(detection.odd) > _MAX_ODD:
        yield Text(f"  … and {len(detection.odd) - _MAX_ODD} more messages in another format")
    for note in item.content.notes:
        place = f"{note.at}: " if note.at else ""
        yield Text(f"  note: {visible(place + note.text)}")
