"""What the ways to several targets have in common is converted, read and traced once."""

from __future__ import annotations

from workbench.checks.check import check
from workbench.checks.journeys import Journeys
from workbench.json.text import compact
from workbench.loading import load
from workbench.targets import TARGETS

TOOL = {"type": "tool-read", "toolCallId": "c1", "state": "output-available", "input": {"path": "a.ts"}, "output": "x"}
HISTORY = load(
    compact(
        [
            {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Read it."}]},
            {"id": "m2", "role": "assistant", "parts": [{"type": "step-start"}, TOOL]},
        ]
    ).encode()
)


def test_routes_that_begin_alike_share_their_first_columns_and_tracers() -> None:
    journeys = Journeys(HISTORY)
    one, other = journeys.to(TARGETS["openai"]), journeys.to(TARGETS["anthropic"])
    assert one.stages.columns[1] is other.stages.columns[1]
    assert one.tracer.tracers[0] is other.tracer.tracers[0]
    assert one.stages.wire is not other.stages.wire
    assert one.internal is other.internal


def test_targets_of_one_route_share_all_of_it() -> None:
    journeys = Journeys(HISTORY)
    assert journeys.to(TARGETS["deepseek"]) is journeys.to(TARGETS["qwen"])


def test_a_target_is_told_the_same_whoever_else_is_asked() -> None:
    journeys = Journeys(HISTORY)
    for target in TARGETS:
        shared, alone = check(HISTORY, target, journeys=journeys), check(HISTORY, target)
        assert [(finding.rule, finding.at, finding.text) for finding in shared.findings] == [
            (finding.rule, finding.at, finding.text) for finding in alone.findings
        ]
