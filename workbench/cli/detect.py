"""`workbench detect`: which format each file is in, how sure that is, and what else it could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.inputs import Opened, Reading, every_conversation
from workbench.cli.parameters import output_option, reading_options
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from rich.text import Text

    from workbench.conversation import Conversation

_MOST_ODD = 10


@click.command("detect", epilog="Example: workbench detect chat.json logs/ --output json")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|- …")
@reading_options
@output_option("text", "json")
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...], format_: str | None, partial: bool, output: str) -> None:
    """Name the format and the source of conversations.

    Also names the dialect, how sure the detection is, and what else the file could be.
    """
    from workbench.loading import LoadError

    items = list(every_conversation(paths, Reading(format_, partial), "reading"))
    counts = Counter(item.file for item in items if not isinstance(item.content, LoadError))
    if output == "json":
        from workbench.outputs.as_json import indented

        click.echo(indented({"files": [_as_json(item, counts[item.file]) for item in items]}))
    else:
        screen = terminal()
        for item in items:
            for line in _as_text(item, format_ is not None):
                screen.print(line, soft_wrap=True)
    context.exit(2 if any(isinstance(item.content, LoadError) for item in items) else 0)


def _as_json(item: Opened, conversations: int) -> dict[str, Any]:
    """`conversations` is how many the file holds, on each of their rows."""
    from workbench.loading import LoadError

    named: dict[str, Any] = {"file": item.file}
    if item.conversation_name:
        named["conversation"] = item.conversation_name
    if isinstance(item.content, LoadError):
        return named | {"source": item.content.source, "conversations": conversations, "error": str(item.content)}
    detection = item.content.detection
    return (
        named
        | _origin(item.content)
        | {
            "conversations": conversations,
            "recognised": detection.recognised,
            "format": detection.format,
            "dialect": detection.dialect,
            "confidence": detection.confidence,
            "ambiguous": detection.ambiguous,
            "candidates": list(detection.candidates),
            "messages": len(item.content.messages),
            "mixed": [{"message_index": index, "format": name} for index, name in detection.odd],
            "notes": [{"kind": note.kind, "text": note.text, "at": note.at} for note in item.content.notes],
        }
    )


def _origin(conversation: Conversation) -> dict[str, Any]:
    """Where it was found, and what a picker shows of it."""
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


def _as_text(item: Opened, given: bool) -> Iterator[Text]:
    from rich.text import Text

    from workbench.loading import LoadError
    from workbench.outputs.visible import visible

    title = visible(item.conversation_name or item.file)
    if isinstance(item.content, LoadError):
        yield Text.assemble(("error", "bold red"), f": {visible(str(item.content))}")
        return
    detection, count = item.content.detection, len(item.content.messages)
    dialect = f" {detection.dialect}" if detection.dialect else ""
    sure = "as given" if given else f"{detection.confidence:.0%} sure"
    size = f"{count} message{'' if count == 1 else 's'}"
    origin = item.content.origin
    where = f"{', '.join(filter(None, (origin.title, origin.remark)))}; " if origin else ""
    yield Text.assemble((title, "bold"), f": {where}", (f"{detection.format}{dialect}", "cyan"), f" ({sure}, {size})")
    if detection.ambiguous:
        others = ", ".join(name for name in detection.candidates if name != detection.format)
        yield Text(f"  ambiguous; could also be {others}")
    for index, name in detection.odd[:_MOST_ODD]:
        yield Text.assemble(("  mixed", "yellow"), f": message {index} is {name}")
    if len(detection.odd) > _MOST_ODD:
        yield Text(f"  … and {len(detection.odd) - _MOST_ODD} more messages of another format")
    for note in item.content.notes:
        where = f"{note.at}: " if note.at else ""
        yield Text(f"  note: {visible(where + note.text)}")
