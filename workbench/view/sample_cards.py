"""The sample cards of the start page, each with its expected verdict."""

from __future__ import annotations

from functools import cache

from workbench.json.text import JsonObject
from workbench.outputs.verdict_sentence import counted
from workbench.samples import Sample, samples


@cache
def cards() -> list[JsonObject]:
    return [
        {"name": sample.name, "title": sample.title, "story": sample.story.partition("\n")[0], **_verdict(sample)}
        for sample in samples()
        if sample.card
    ]


def _verdict(sample: Sample) -> dict[str, str]:
    """Return the verdict that the sample index states; tests check that it is true."""
    for severity in ("error", "warning"):
        number = sum(expected.severity == severity for expected in sample.expected)
        if number:
            return {"severity": severity, "verdict": counted(number, severity)}
    return {"severity": "fine", "verdict": "no problems"}
