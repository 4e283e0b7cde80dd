"""Read the questions of the page. They come from a browser, so every field is checked before it is used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar, get_args

from workbench.json.text import Json
from workbench.view.comparison import Compared
from workbench.view.comparison.listing import CHANGES
from workbench.view.full_value import Reading
from workbench.view.listing import Filter
from workbench.view.request_rows import REQUEST_LEVEL
from workbench.view.ticket import customer_text, ticket_text
from workbench.view.window import CHAT, STAGES, Look, Panel, View, ViewName

Name = TypeVar("Name", bound=str)

PANELS: tuple[Panel, ...] = get_args(Panel)
VIEWS: tuple[ViewName, ...] = (STAGES, CHAT)
_FILTERS = ("all", "problems", CHANGES, "thread", "role")
_MAX_OPENED = 400
_LONGEST_QUERY = 500
_BEFORE, _AFTER = 6, 16


@dataclass(frozen=True, slots=True)
class Answer:
    """Where the page should go, what it should put on the clipboard, and what it should open in the reader."""

    look: Look
    position: int | None = None
    clipboard: str | None = None
    reading: Reading | None = None


def parse_look(ask: object, count: int) -> Look:
    """Return the look that a question describes; an invalid field gets its default."""
    if not isinstance(ask, dict):
        return Look()
    chosen, opened = ask.get("filter"), ask.get("opened")
    chosen = chosen if isinstance(chosen, dict) else {}
    opened = opened if isinstance(opened, list) else []
    return Look(
        first=_natural_number(ask.get("first"), 0),
        last=_natural_number(ask.get("last"), _AFTER),
        filter=Filter(one_of(chosen.get("kind"), _FILTERS), str(chosen.get("value", ""))[:40], _text(ask.get("query"))),
        selected=selected if (selected := _natural_number(ask.get("selected"), -1)) in range(count) else None,
        opened=frozenset(name for name in opened[:_MAX_OPENED] if isinstance(name, str)),
        panel=one_of(ask.get("panel"), PANELS),
        view=one_of(ask.get("view"), VIEWS),
        all_causes=ask.get("all") is True,
        why=_text(ask.get("why")),
    )


def around(view: View | Compared, look: Look, index: int) -> Answer:
    """Return the look that shows a message: in the filtered list if it is there, otherwise in the full list."""
    rows = view.listing.rows(look.filter)
    position = view.listing.position(rows, index)
    if not rows or rows[position] != index:
        look = replace(look, filter=Filter())
        rows = view.listing.rows(look.filter)
        position = view.listing.position(rows, index)
    first = max(0, position - _BEFORE)
    return Answer(replace(look, selected=index, first=first, last=position + _AFTER), position)


def run_command(view: View | Compared, look: Look, command: dict[str, Json], live: Any = None) -> Answer:
    """Run a command that only moves the look or reads a value; ignore any other command."""
    count = len(view.report.conversation.messages)
    name = command.get("name")
    if name in ("next", "previous"):
        start = _natural_number(command.get("from"), -1)
        problem = view.listing.next_problem(start, 1 if name == "next" else -1)
        return around(view, look, problem) if problem is not None else Answer(look)
    if name == "goto" and (index := _natural_number(command.get("index"), -1)) in range(count):
        return around(view, look, index)
    if name in ("copy", "read"):
        message = command.get("message")
        message = message if message == REQUEST_LEVEL else _natural_number(message, 0)
        spot = (_natural_number(command.get("column"), 0), message, _text(command.get("pointer")))
        holder = _version(view, command.get("other") is True)
        if name == "read":
            return Answer(look, reading=holder.values.reading(*spot, live))
        return Answer(look, clipboard=holder.values.text(*spot, live))
    if name == "report":
        return Answer(look, clipboard=ticket_text(view.report))
    if name == "customer":
        return Answer(look, clipboard=customer_text(view.report))
    return Answer(look)


def _version(view: View | Compared, other: bool) -> View:
    """Return the version that contains a value."""
    if isinstance(view, Compared):
        return view.other if other else view.own
    return view


def continued_command(command: dict[str, Json], seen: object, selected: int | None) -> dict[str, Json]:
    """Return a command for the next problem so that it starts at the result of the last one, which is not shown yet."""
    if command.get("name") not in ("next", "previous") or selected is None or not isinstance(seen, int):
        return command
    return {**command, "from": selected} if seen < _natural_number(command.get("number"), 0) - 1 else command


def _natural_number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else otherwise


def one_of(value: object, known: tuple[Name, ...]) -> Name:
    """Return the known name that equals the value, or else the first one."""
    return next((name for name in known if name == value), known[0])


def _text(value: object) -> str:
    return value[:_LONGEST_QUERY] if isinstance(value, str) else ""
