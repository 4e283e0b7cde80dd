"""Every sample, by topic: what is wrong with it, as the family of its first rule; the healthy ones by format."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.rules import RULES
from workbench.samples import Sample, samples
from workbench.targets.contract import ERROR

HEALTHY = "Nothing is wrong"


def topics() -> dict[str, list[Sample]]:
    """Topic → its samples, in the order of the index."""
    found: dict[str, list[Sample]] = {}
    for sample in samples():
        found.setdefault(topic_of(sample), []).append(sample)
    return dict(sorted(found.items()))


def topic_of(sample: Sample) -> str:
    expected = sorted(sample.expected, key=lambda one: one.severity != ERROR)
    if not expected:
        return f"{HEALTHY}: {FORMATS[sample.format].title}"
    return RULES[expected[0].rule].family.capitalize()
