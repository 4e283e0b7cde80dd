"""Recorded requests to Responses and Gemini. `WORKBENCH_VERDICTS` names the folder that they are in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.converters.test_gemini_to_icontent import parts_in_order
from tests.converters.test_openai_responses_to_icontent import as_the_provider_reads_it
from tests.recorded_requests import needs_recorded_requests, recorded_requests
from tests.strategies.gemini import in_snake_case
from workbench.converters import route
from workbench.detection import detect
from workbench.formats import FORMATS
from workbench.formats.openai_responses.items import OTHER_ITEMS
from workbench.json.pointer import leaves
from workbench.json.text import compact, object_or_none

pytestmark = needs_recorded_requests

READ: dict[str, Callable[[list[Any]], Any]] = {
    "openai-responses": lambda items: [as_the_provider_reads_it(item) for item in items],
    "gemini": lambda contents: in_snake_case(parts_in_order(contents)),
}
"""Functions that reduce a history to what its provider reads."""
BOTH = pytest.mark.parametrize("name", list(READ))


@cache
def recorded(name: str) -> list[Any]:
    return [row for row in recorded_requests() if row["format"] == name]


def accepted(name: str) -> list[tuple[list[Any], dict[str, Any]]]:
    key = FORMATS[name].list_key
    bodies = [row["history"] for row in recorded(name) if row["status"] == 200]
    return [(body[key], {other: body[other] for other in body if other != key}) for body in bodies]


@BOTH
def test_every_item_and_part_is_read_as_an_event(name: str) -> None:
    events = [e for messages, _ in accepted(name) for message in messages for e in FORMATS[name].read(message, 0)]
    assert {event.name for event in events if event.kind == "other"} <= set(OTHER_ITEMS)


@BOTH
def test_every_request_is_recognised_and_fits_the_model(name: str) -> None:
    for messages, settings in accepted(name):
        assert detect(messages, settings, list_key=FORMATS[name].list_key).format == name
        assert detect(messages, {}).odd == ()
        assert name in detect(messages, {}).candidates
        for message in messages:
            FORMATS[name].model().validate_python(message)
            assert name in detect([message], {}).candidates


@BOTH
def test_the_round_trip_through_icontent_preserves_every_request(name: str) -> None:
    (there,), (back,) = route(name, "icontent"), route("icontent", name)
    for messages, settings in accepted(name):
        contents = [row.message for row in there.convert(messages, settings)]
        rows = list(back.convert(contents, {}))
        assert READ[name]([row.message for row in rows if row.slot == "messages"]) == READ[name](messages)
        beside = FORMATS[name].write_system([row.message for row in rows if row.slot == "system"])
        if name == "openai-responses":
            assert beside.get("instructions") == settings.get("instructions")


@BOTH
def test_every_response_becomes_icontent_with_every_value(name: str) -> None:
    (there,) = route(name, "icontent")
    messages_of_response = FORMATS[name].messages_of_response
    assert messages_of_response is not None
    responses = [row["response"] for row in recorded(name) if row.get("response")]
    assert responses
    for response in responses:
        contents = [row.message for row in there.convert(messages_of_response(response), {})]
        kept = {compact(value) for _, value in leaves(contents)}
        kept |= {
            compact(block["parameters"]) for content in contents for block in content["blocks"] if "parameters" in block
        }
        assert [path for path, value in values_of(response) if not kept.intersection(value)] == []


def values_of(response: Any) -> list[tuple[Any, set[str]]]:
    """Return all values except null and type names, in each form that may be stored: arguments may be parsed."""
    return [
        (path, {compact(value), compact(object_or_none(value)) if path[-1] == "arguments" else ""})
        for path, value in leaves(response)
        if value is not None and path[-1] not in ("role", "type", "object", "thought")
    ]
