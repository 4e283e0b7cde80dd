"""Recorded requests to real providers. They are not in the repository; `WORKBENCH_VERDICTS` names their folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.converters import test_anthropic_to_icontent
from tests.converters.provider_round_trip import as_the_provider_reads_it, there_and_back
from tests.recorded_requests import needs_recorded_requests, recorded_requests
from workbench.converters import route
from workbench.detection import detect
from workbench.formats import FORMATS
from workbench.json.pointer import leaves
from workbench.json.text import compact

pytestmark = needs_recorded_requests

BLOCKS: dict[str, Callable[[Any], list[Any]]] = {
    "anthropic": test_anthropic_to_icontent.blocks,
    "bedrock-converse": list,
}
EXPECTED_OTHERS = {"tool_reference", "tool_addition", "compaction", "cachePoint"}
BOTH = pytest.mark.parametrize("name", list(BLOCKS))


@cache
def recorded(name: str) -> list[Any]:
    return [row for row in recorded_requests() if row["format"] == name]


def accepted(name: str) -> list[tuple[list[Any], dict[str, Any]]]:
    bodies = [row["history"] for row in recorded(name) if row["status"] == 200]
    return [(body["messages"], {key: body[key] for key in body if key != "messages"}) for body in bodies]


@BOTH
def test_every_block_is_read_as_an_event(name: str) -> None:
    read = FORMATS[name].read
    others = Counter(
        event.name
        for messages, _ in accepted(name)
        for at, message in enumerate(messages)
        for event in read(message, at)
        if event.kind == "other"
    )
    assert set(others) <= EXPECTED_OTHERS


@BOTH
def test_every_request_is_recognised_and_fits_the_model(name: str) -> None:
    for messages, settings in accepted(name):
        assert detect(messages, settings).format == name
        assert detect(messages, {}).odd == ()
        for message in messages:
            FORMATS[name].model().validate_python(message)
            assert name in detect([message], {}).candidates or detect([message], settings).format == name


@BOTH
def test_the_round_trip_through_icontent_preserves_every_request(name: str) -> None:
    (there,), (back,) = route(name, "icontent"), route("icontent", name)
    for messages, settings in accepted(name):
        system, returned = there_and_back(there, back, messages, settings)
        blocks = BLOCKS[name]
        assert as_the_provider_reads_it(returned, blocks) == as_the_provider_reads_it(messages, blocks)
        asked = settings.get("system") or []
        assert system == (blocks(asked) if name == "anthropic" else asked)


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
        missing = [
            path for path, value in leaves(response) if compact(value) not in kept and path[-1] not in ("role", "type")
        ]
        assert missing == []
