"""The titles of targets, which the page and the reports show in place of their names."""

from __future__ import annotations

from collections import Counter

from workbench.targets import TARGETS


def test_no_two_targets_have_the_same_title() -> None:
    titles = Counter(target.title for target in TARGETS.values())
    assert [title for title, count in titles.items() if count > 1] == []
