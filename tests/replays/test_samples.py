"""Every sample makes the round trip without a key; a broken one yields the provider's message and the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.loading import load
from workbench.rehearsal import Rehearsal
from workbench.rehearsal.library_targets import is_library
from workbench.replays import ReplayRecord
from workbench.replays.embedded_model import add_recording, endpoint_for_conversation
from workbench.replays.run import replay
from workbench.stages import stages
from workbench.targets import target_for

SAMPLES = Path(__file__).parents[2] / "sample_histories"
INDEX = json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))


def replayed(rehearsal: Rehearsal, sample: Any, stream: bool) -> ReplayRecord:
    conversation = load(SAMPLES / sample["file"], format=sample["format"])
    endpoint = endpoint_for_conversation(rehearsal, conversation, sample["target"])
    add_recording(rehearsal, conversation, endpoint)
    return replay(conversation, endpoint, stream=stream)


@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
@pytest.mark.parametrize("sample", INDEX, ids=lambda sample: sample["file"])
def test_every_sample_makes_the_round_trip_or_is_refused_with_the_providers_message(
    rehearsal: Rehearsal, sample: Any, stream: bool
) -> None:
    conversation = load(SAMPLES / sample["file"], format=sample["format"])
    report = check(conversation, sample["target"])
    record = replayed(rehearsal, sample, stream)
    verdict = report.when_sent
    if verdict.refused and not verdict.must_be_converted:
        assert record.ended == "refused"
        assert record.error is not None
        assert verdict.deciding is not None
        assert record.error.words == (verdict.words or verdict.deciding.text)
        assert record.located is not None
        assert record.located.at in {finding.at for finding in report.findings}
        assert record.located.rule in {finding.rule for finding in report.findings}
        return
    if is_library(report.target) and record.ended == "refused":  # the SDK accepts it, but its provider does not
        assert record.located is not None
        return
    assert record.ended == "answered", record.error
    assert record.contents[-1]["metadata"]["usage"]["outputTokens"] > 0
    journey = stages(
        conversation, target_for("openai", "openai-chat") if record.wire == "openai-chat" else report.target
    )
    back = journey.response(0, live=record.response)
    assert back is not None
    assert back.origin == "live"
    assert back.back
