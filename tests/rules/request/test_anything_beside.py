"""Whatever is beside the messages, judging it yields findings and never raises."""

from __future__ import annotations

import random

import pytest

from tests.random_settings import random_settings
from workbench.checks.check import check
from workbench.conversion import as_conversation
from workbench.formats import FORMATS
from workbench.json.pointer import resolve
from workbench.targets import TARGETS


@pytest.mark.parametrize("target", [name for name, one in TARGETS.items() if one.request.family])
def test_any_settings_are_judged(target: str) -> None:
    chance = random.Random(target)
    form = FORMATS[TARGETS[target].formats[0]]
    assert form.say is not None
    for _ in range(40):
        body = {form.list_key: [form.say(["Hello"])], **random_settings(chance)}
        conversation = as_conversation("a", body, form.name)
        for finding in check(conversation, target).findings:
            resolve(body, finding.at)
