"""IContent → Bedrock Converse: the result fits the service model."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

from botocore.loaders import Loader  # type: ignore[import-untyped]  # botocore publishes no types
from botocore.model import ServiceModel  # type: ignore[import-untyped]
from botocore.validate import ParamValidator  # type: ignore[import-untyped]
from hypothesis import given, settings

from tests.strategies.icontent import history
from workbench.converters.icontent_to_bedrock_converse import icontent_to_bedrock_converse
from workbench.formats import FORMATS


@cache
def converse_input() -> Any:
    """Return the shape of a Converse request from the service model that botocore publishes."""
    service = Loader().load_service_model("bedrock-runtime", "service-2")
    return ServiceModel(service, "bedrock-runtime").operation_model("Converse").input_shape


def validation_errors(messages: list[Any]) -> str:
    request = {"modelId": "amazon.nova-lite-v1:0", "messages": messages}
    return str(ParamValidator().validate(request, converse_input()).generate_report())


def converted(contents: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_bedrock_converse(contents, {}) if row.slot == "messages"]


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_service_model(contents: list[Any]) -> None:
    assert validation_errors(converted(contents)) == ""


def test_the_service_model_reports_an_invalid_message() -> None:
    assert "Unknown parameter" in validation_errors([{"role": "user", "content": [{"type": "text", "text": "Hi"}]}])


@settings(deadline=None, max_examples=60)
@given(history)
def test_turns_alternate_and_ids_are_legal(contents: list[Any]) -> None:
    messages = converted(contents)
    assert all(one != other or one == "system" for one, other in pairwise(message["role"] for message in messages))
    for at, message in enumerate(messages):
        for event in FORMATS["bedrock-converse"].read(message, at):
            assert event.kind not in ("call", "result") or re.fullmatch("[a-zA-Z0-9_.:-]{1,64}", str(event.id))


def test_all_results_of_a_turn_are_in_one_message() -> None:
    contents = [
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "a", "result": {"degrees": 20}}]},
        {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "b", "result": [1, 2], "error": "late"}]},
    ]
    (row,) = icontent_to_bedrock_converse(contents, {})
    assert row.sources == (0, 1)
    assert row.message["content"] == [
        {"toolResult": {"toolUseId": "a", "content": [{"json": {"degrees": 20}}]}},
        {"toolResult": {"toolUseId": "b", "content": [{"text": "[1,2]"}, {"text": "late"}], "status": "error"}},
    ]


def test_an_image_of_a_result_is_sent_inside_it() -> None:
    response = {"type": "tool_response", "callId": "a", "result": "the page"}
    image = {"type": "image", "data": "data:image/jpg;base64,AAAA", "callId": "a"}
    (message,) = converted([{"speaker": "tool", "blocks": [response, image]}])
    assert message["content"] == [
        {
            "toolResult": {
                "toolUseId": "a",
                "content": [{"text": "the page"}, {"image": {"format": "jpeg", "source": {"bytes": "AAAA"}}}],
            }
        }
    ]


def test_an_image_given_by_address_is_dropped() -> None:
    (message,) = converted([{"speaker": "human", "blocks": [{"type": "image", "data": "https://a.b/c.png"}]}])
    assert message["content"] == []


def test_a_document_gets_a_legal_name() -> None:
    medium = {"type": "media", "mimeType": "application/pdf", "data": "JVBERi0=", "encoding": "base64"}
    (message,) = converted([{"speaker": "human", "blocks": [{**medium, "filename": "my_report.v2.pdf"}, medium]}])
    named, nameless = (block["document"]["name"] for block in message["content"])
    assert named == "my-report-v2-pdf"
    assert re.fullmatch("document-[0-9a-f]{8}", nameless)
