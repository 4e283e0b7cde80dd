"""Rewrite an id on its call and its results at once, so that they stay together."""

from __future__ import annotations

from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def rewrite_id(context: RepairContext, old: Json, new: Json) -> tuple[Json, ...]:
    places = {
        context.at(event, "id"): None
        for event in (*context.chat.calls, *context.chat.results)
        if type(event.id) is type(old) and event.id == old and "id" in event.places
    }
    return tuple(replace(place, new) for place in places)
