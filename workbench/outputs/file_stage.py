"""Show which records of a file became messages and which are not sent, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from workbench.json.pointer import Path, follow, readable, to_pointer
from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened, visible
from workbench.readable_place import readable_message
from workbench.records.stage import FileStage

_MAX_VALUE = 40
_MAX_LISTED = 5


def file_stage_as_json(stage: FileStage, messages: Sequence[int]) -> Json:
    """Return the file stage as JSON. `at` and `from` point into the file, `to` and `added` into the messages."""
    gaps = stage.unsent.items()
    return {
        "source": stage.origin.source,
        "records": stage.count,
        "differs": stage.differs,
        "messages": [_message_as_json(stage, index) for index in messages],
        "not_sent": [_unsent_as_json(stage, number, before) for before, numbers in gaps for number in numbers],
    }


def _message_as_json(stage: FileStage, index: int) -> Json:
    linked = stage.linked(index)
    pointer = stage.conversation.pointer
    return {
        "index": index,
        "records": [_record_as_json(stage, number) for number in stage.records_of(index)],
        "links": [
            {
                "from": to_pointer(stage.path(link.record) + link.place),
                "to": pointer(index, link.target),
                "how": link.how,
            }
            for link in linked.links
        ],
        "added": [pointer(index, path) for path in linked.added],
    }


def _record_as_json(stage: FileStage, number: int) -> dict[str, Json]:
    at = to_pointer(stage.path(number))
    return {"at": at, "line": stage.origin.line_of(at), "type": stage.kind(number) or None}


def _unsent_as_json(stage: FileStage, number: int, before: int) -> Json:
    return {**_record_as_json(stage, number), "before_message": before, "why": stage.reason(number) or None}


def file_stage_as_tables(stage: FileStage, messages: Iterable[int]) -> Iterator[Table | Text]:
    count = len(stage.conversation.messages)
    yield Text(f"{stage.origin.title} → {stage.conversation.format}", "bold")
    yield Text(f"  {stage.count:,} records, {count:,} messages", "dim")
    shown = list(messages)
    for index in shown:
        yield from _gap(stage, index)
        yield _table(stage, index)
    if shown and shown[-1] == count - 1:
        yield from _gap(stage, count)


def _gap(stage: FileStage, before: int) -> Iterator[Text]:
    numbers = stage.unsent.get(before, [])
    if not numbers:
        return
    yield Text(f"\n{visible(stage.sentence(numbers))}", "yellow")
    for number in numbers[:_MAX_LISTED]:
        reason = stage.reason(number)
        line = f"  {stage.name(number)}: {' '.join(filter(None, (stage.kind(number), reason and f'({reason})')))}"
        yield Text(visible(line.removesuffix(": ")), "dim")
    if len(numbers) > _MAX_LISTED:
        yield Text(f"  and {len(numbers) - _MAX_LISTED:,} more", "dim")


def _table(stage: FileStage, index: int) -> Table:
    records = ", ".join(stage.name(number) for number in stage.records_of(index)) or "added by the program"
    title = Text(f"\n{visible(readable_message(stage.conversation, index))} ← {visible(records)}", "bold")
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("in the file", "in the message", "how", "value"):
        table.add_column(heading, overflow="fold")
    linked = stage.linked(index)
    message = stage.conversation.messages[index]
    for link in linked.links:
        place = stage.place_name(stage.path(link.record) + link.place)
        table.add_row(Text(visible(place)), _place_name(link.target), link.how, _short(message, link.target))
    for path in linked.added:
        table.add_row(Text("–"), _place_name(path), Text("added by the program", "yellow"), _short(message, path))
    return table


def _place_name(path: Path) -> Text:
    return Text(visible(readable(to_pointer(path))))


def _short(message: Json, path: Path) -> Text:
    value = follow(message, path)
    return Text(visible(shortened(value if isinstance(value, str) else compact(value), _MAX_VALUE)))
