"""The conversation as a chat: complete texts, each call together with its result, pictures, folded thoughts.

Everything is read through the format's events, so all formats look the same. A message without events is shown as
JSON, so nothing is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from workbench.checks.findings import SEVERITIES
from workbench.checks.report import Report
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import Path, PointerError, follow
from workbench.json.text import Json, compact, parse_or_none
from workbench.outputs.as_json import indented
from workbench.stages import Response
from workbench.view.drawn_rows import ChatBlock
from workbench.view.lines import pointer_of
from workbench.view.pictures import LARGEST_THUMBNAIL, image_at
from workbench.view.threads import Threads

LONGEST = 20_000
_LONGEST_NAME = 200

Marks = Callable[[int], Mapping[str, str]]
"""Message → the pointers in it that findings refer to, with their severity."""


class Chat:
    """Draws messages of one checked conversation as blocks."""

    def __init__(self, report: Report, threads: Threads) -> None:
        self.report, self.threads = report, threads
        self.conversation = report.conversation
        self.read = FORMATS[report.conversation.format].read

    def blocks(self, index: int, marks: Marks) -> list[ChatBlock]:
        message = self.conversation.messages[index]
        events = self.read(message, index)
        blocks = [self._own(event, message, marks) for event in events]
        # A result whose call is in the same message is shown in the card of that call.
        blocks = [block for block in blocks if block.get("answers") != index]
        return blocks or [_raw_block(message, index, 0)]

    def answer(self, index: int, response: Response, column: int) -> list[ChatBlock]:
        """Return the answer of a model after a message. `column` is its column in the table."""
        back = response.back
        if isinstance(back, list):
            return [_raw_block(back, index, column)]
        events = self.read(back, index)
        blocks = [self._block(event, back, lambda _: {}, column) for event in events]
        return blocks or [_raw_block(back, index, column)]

    def _own(self, event: Event, message: object, marks: Marks) -> ChatBlock:
        block = self._block(event, message, marks)
        if event.kind.endswith("call"):
            block["results"] = [
                self._block(result, self.conversation.messages[result.message], marks)
                for result in self._results_of(event)
            ]
        elif event.kind.endswith("result") and (call := self._call_of.get(_key(event))) is not None:
            block["answers"] = call.message
            block["text"] = ""
        return block

    def _block(self, event: Event, message: object, marks: Marks, column: int = 0) -> ChatBlock:
        where = f"{column}:{event.message}:"
        block: ChatBlock = {
            "kind": event.kind,
            "place": where + pointer_of(event.at("value")),
            "message": event.message,
            "text": "",
        }
        if event.kind == "image":
            _draw_picture(block, event, message)
        else:
            _write(block, event.value)
        if isinstance(event.name, str) and event.name:
            block["name"] = event.name[:_LONGEST_NAME]
        if isinstance(event.id, str):
            block["tool_id"] = event.id[:_LONGEST_NAME]
            block["id_place"] = where + pointer_of(event.at("id"))
            if (number := self.threads.number_of(event.id)) is not None:
                block["thread"] = number
        if event.failed:
            block["failed"] = True
        anchor = pointer_of(event.path or event.at("value"))
        inside = f"{anchor}/"
        severities = [mark for at, mark in marks(event.message).items() if at == anchor or at.startswith(inside)]
        if severities:
            block["severity"] = min(severities, key=SEVERITIES.index)
        return block

    def _results_of(self, call: Event) -> Iterable[Event]:
        return self._pairs.get(_key(call), ())

    @cached_property
    def _call_of(self) -> dict[tuple[int, Path], Event]:
        """Map each result to the call whose card shows it."""
        return {_key(result): self._events[call] for call, results in self._pairs.items() for result in results}

    @cached_property
    def _events(self) -> dict[tuple[int, Path], Event]:
        return {_key(event): event for event in self.report.journey.internal.events if event.kind.endswith("call")}

    @cached_property
    def _pairs(self) -> dict[tuple[int, Path], list[Event]]:
        """Map each call to its results: those of its thread, even if an id was rewritten. Without ids, these are the
        results of the same tool in the same or the next message."""
        pairs: dict[tuple[int, Path], list[Event]] = defaultdict(list)
        for thread in self.threads.all:
            for number, result in enumerate(thread.results):
                if thread.calls:
                    pairs[_key(thread.calls[min(number, len(thread.calls) - 1)])].append(result)
        waiting: list[Event] = []
        for event in self.report.journey.internal.events:
            if isinstance(event.id, str):
                continue
            waiting = [call for call in waiting if event.message <= call.message + 1]
            if event.kind == "call":
                waiting.append(event)
            elif event.kind == "result" and (call := next((item for item in waiting if item.name == event.name), None)):
                waiting.remove(call)
                pairs[_key(call)].append(event)
        return pairs


def _key(event: Event) -> tuple[int, Path]:
    return event.message, event.at("value")


def _write(block: ChatBlock, value: object) -> None:
    text = value if isinstance(value, str) else "" if value is None else indented(value)
    if block["kind"].endswith("call") and isinstance(arguments := parse_or_none(text), dict):
        text = _arguments_text(arguments)
    block["text"] = text[:LONGEST]
    if len(text) > LONGEST:
        block["cut"] = f"The first {LONGEST:,} of {len(text):,} characters."


def _arguments_text(arguments: dict[str, Json]) -> str:
    """Return arguments in a readable form: `telescope: 2, lines: 20`."""
    values = {name: value if isinstance(value, str) else compact(value) for name, value in arguments.items()}
    return ", ".join(f"{name}: {value}" for name, value in values.items())


def _draw_picture(block: ChatBlock, event: Event, message: object) -> None:
    picture = picture_at(message, event.at("value"))
    if picture is not None:
        block["text"], block["url"] = picture
    elif isinstance(event.value, str):
        block["text"] = f"{event.value[:120]} (a URL; the page never loads remote pictures)"[:LONGEST]


def picture_at(message: object, path: Path, largest: int = LARGEST_THUMBNAIL) -> tuple[str, str] | None:
    """Return the caption and the data URL of a picture whose bytes are in the message."""
    try:
        value, holder = follow(message, path), follow(message, path[:-1])
    except PointerError:
        return None
    around = {(*path[:-1], key): member for key, member in holder.items()} if isinstance(holder, dict) else {}
    picture = image_at(value, around, path, largest)
    return (picture["text"], picture.get("url", "")) if picture else None


def _raw_block(message: object, index: int, column: int) -> ChatBlock:
    block: ChatBlock = {"kind": "other", "place": f"{column}:{index}:", "message": index, "text": ""}
    _write(block, message)
    return block
