"""One call in two pieces: a stream was put together wrongly, and the rest of a call became a call of its own."""

from __future__ import annotations

from workbench.checks.findings import Fix
from workbench.formats.contract import Event
from workbench.json.patch import remove, replace
from workbench.json.text import is_json_object
from workbench.rules.editing.context import RepairContext


def rejoined(context: RepairContext, call: Event | None) -> Fix | None:
    """The call with both pieces of its arguments, where only one order makes an object of them.

    The other piece has neither a name nor an id, so it is no call; and neither piece can be read alone.
    """
    if call is None or not call.path or not isinstance(call.path[-1], int):
        return None
    pieces = [event for event in context.events(call.message) if event.kind == "call" and _is_broken(event)]
    whole = [event for event in pieces if event.name and event.id]
    rest = [event for event in pieces if not event.name and not event.id]
    if len(whole) != 1 or len(rest) != 1 or call.path not in (whole[0].path, rest[0].path):
        return None
    orders = (f"{whole[0].value}{rest[0].value}", f"{rest[0].value}{whole[0].value}")
    readable = [text for text in orders if is_json_object(text)]
    if len(readable) != 1:
        return None
    patch = (replace(context.at(whole[0], "value"), readable[0]), remove(context.at(rest[0])))
    why = "Neither piece is JSON; together they are, in one order only, and the second has no name and no id."
    return Fix("Join the two pieces of the call", patch, True, why, 0.9)


def _is_broken(event: Event) -> bool:
    return isinstance(event.value, str) and bool(event.value.strip()) and not is_json_object(event.value)
