"""Views of checked samples and small histories, for the tests."""

from __future__ import annotations

from typing import Any

from workbench.checks.check import check
from workbench.json.text import compact
from workbench.loading import load
from workbench.samples import sample_named
from workbench.view.window import View


def view_of_sample(name: str) -> View:
    sample = sample_named(name)
    assert sample is not None
    return View(check(sample.load(), sample.target))


def view_of(history: list[Any] | dict[str, Any], target: str) -> View:
    return View(check(load(compact(history).encode(), "test"), target))
