"""Parts that the routes to several targets share are converted, read and traced once."""

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


def test_routes_with_the_same_first_hops_share_columns_and_tracers() -> None:
    journeys = Journeys(HISTORY)
    one, other = journeys.to(TARGETS["openai"]), journeys.to(TARGETS["anthropic"])
    assert one.stages.columns[1] is other.stages.columns[1]
    assert one.tracer.tracers[0] is other.tracer.tracers[0]
    assert one.stages.wire is not other.stages.wire
    assert one.internal is other.internal


def test_targets_of_one_route_share_the_entire_journey() -> None:
    journeys = Journeys(HISTORY)
    assert journeys.to(TARGETS["deepseek"]) is journeys.to(TARGETS["qwen"])


def test_a_verdict_does_not_depend_on_the_other_targets_checked() -> None:
    journeys = Journeys(HISTORY)
    for target in TARGETS:
        shared, alone = check(HISTORY, target, journeys=journeys), check(HISTORY, target)
        assert [(finding.rule, finding.at, finding.text) for finding in shared.findings] == [
            (finding.rule, finding.at, finding.text) for finding in alone.findings
        ]
