"""All samples by topic: the family of the first rule they violate, or the format of a healthy sample."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.rules import RULES
from workbench.samples import Sample, samples
from workbench.targets.contract import ERROR

HEALTHY = "Nothing is wrong"


def topics() -> dict[str, list[Sample]]:
    """Map topics to their samples, in the order of the index. The healthy samples come last."""
    by_topic: dict[str, list[Sample]] = {}
    for sample in samples():
        by_topic.setdefault(topic_of(sample), []).append(sample)
    return dict(sorted(by_topic.items(), key=lambda item: (item[0].startswith(HEALTHY), item[0])))


def topic_of(sample: Sample) -> str:
    expected = sorted(sample.expected, key=lambda finding: finding.severity != ERROR)
    if not expected:
        return f"{HEALTHY}: {FORMATS[sample.format].title}"
    return RULES[expected[0].rule].family.capitalize()
