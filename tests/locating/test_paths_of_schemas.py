"""Paths as schema libraries write them: below an unnamed list, or in the schema itself."""

from __future__ import annotations

import json

import pytest

from workbench.detection import detected
from workbench.loading import load
from workbench.locating import locate
from workbench.locating.paths import places_in

ERROR = (
    'AI_TypeValidationError: Type validation failed: [{"code":"invalid_type","path":[1,"parts",0,"errorText"],'
    '"message":"Invalid input: expected string, received undefined"}]'
)
HISTORY = """[{"id": "1", "role": "user", "parts": [{"type": "text", "text": "Dock?"}]},
 {"id": "2", "role": "assistant", "parts": [{"type": "tool-dock", "toolCallId": "c1", "state": "output-error",
   "input": {"pier": "2"}}]}, {"id": "3", "role": "user", "parts": [{"type": "text", "text": "And?"}]}]"""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("'path': [1, 'parts', 0, 'errorText']", "messages[1].parts[0].errorText"),
        ("'path': [2, 'content', 0]", "messages[2].content[0]"),
        ("'path': [2, 'function', 'parameters']", "tools[2].function.parameters"),
    ],
)
def test_the_field_tells_whether_the_list_is_one_of_messages_or_of_tools(text: str, place: str) -> None:
    assert [str(found) for found in places_in(text)] == [place]


def test_an_error_about_the_history_before_its_conversion_leads_to_the_part() -> None:
    located = locate(detected(load(HISTORY)), ERROR)
    assert located.at == "/1/parts/0"


def test_a_place_in_the_schema_of_the_request_leads_to_the_value() -> None:
    """Copilot names the place in its JSON Schema, without indexes."""
    image = {"type": "image_url", "image_url": {"url": None}}
    chat = {"model": "gemini-3-pro", "messages": [{"role": "user", "content": [image, {"type": "text", "text": "x"}]}]}
    error = (
        "invalid request body, failed to validate schema: (1) Reason: got null, want string, Location: /properties/"
        "messages/items/properties/content/oneOf/1/items/properties/image_url/properties/url/type."
    )
    assert locate(load(json.dumps(chat)), error).at == "/messages/0/content/0/image_url/url"
