"""A2A → Gemini for parts that only resemble those of google-adk."""

from __future__ import annotations

import workbench as wb


def test_a_part_marked_as_a_result_without_data_does_not_raise() -> None:
    part = {"metadata": {"adk_type": "function_response"}}
    message = {"role": "ROLE_USER", "messageId": "1", "parts": [part, {"text": "hi"}]}
    (content,) = wb.convert([message], "gemini", format="a2a")
    assert {"text": "hi"} in content["parts"]
