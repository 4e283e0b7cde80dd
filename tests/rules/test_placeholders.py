"""A template fills in some values later. What they will be is not known, so they are doubts and not faults."""

from __future__ import annotations

import json

import pytest

from workbench.checks.check import check
from workbench.json.text import Json
from workbench.loading import load

OPENAI = {"type": "image_url", "image_url": {"url": "{{url}}"}}
DATA_URL = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,{{ image }}"}}
RESPONSES = {"type": "input_image", "image_url": "{{image_url}}"}
ANTHROPIC = {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": "{{image}}"}}


@pytest.mark.parametrize("image", [OPENAI, DATA_URL, RESPONSES, ANTHROPIC])
def test_an_image_that_a_template_fills_in_is_a_doubt(image: dict[str, Json]) -> None:
    report = check(load(json.dumps([{"role": "user", "content": [image]}])))
    assert report.verdict.outcome == "may-refuse"
    assert [finding.text for finding in report.findings] == [
        "A template fills in this value later, so its data is not known."
    ]


def test_a_word_that_is_no_placeholder_is_still_a_fault() -> None:
    image = {"type": "image_url", "image_url": {"url": "{url}"}}
    assert check(load(json.dumps([{"role": "user", "content": [image]}]))).verdict.refused
