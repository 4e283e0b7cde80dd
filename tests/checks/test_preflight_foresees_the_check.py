"""The verdict that a preflight predicts is the verdict on the converted file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.test_samples import FOLDER, INDEX
from workbench.checks.preflight import preflight
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.library import check, load
from workbench.outputs.as_json import indented


@cache
def samples() -> list[Conversation]:
    return [load(FOLDER / entry["file"]) for entry in INDEX]


def outcome(report: Report) -> tuple[object, ...]:
    found = sorted((finding.rule, finding.at, finding.severity) for finding in report.findings)
    return report.target.name, report.verdict.outcome, found


@pytest.mark.parametrize("to", FORMATS)
def test_a_converted_file_gets_the_verdict_that_the_preflight_predicted(to: str, tmp_path: Path) -> None:
    file = tmp_path / "converted.json"
    differing = []
    for sample in samples():
        if sample.format != to:
            flight = preflight(sample, to)
            file.write_text(indented(flight.document))
            checked = check(file, format=to)
            if outcome(checked) != outcome(flight.report):
                differing.append((sample.name, outcome(flight.report), outcome(checked)))
    assert differing == []


@pytest.mark.parametrize("to", ["langchain", "pydantic-ai"])
def test_the_messages_of_a_framework_name_the_model_of_the_request(to: str) -> None:
    request = {
        "model": "deepseek-reasoner",
        "messages": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}],
    }
    flight = preflight(load(request), to)
    assert isinstance(flight.document, list)
    assert load(flight.document, format=to).model == "deepseek-reasoner"
    assert flight.settings_left_behind == ()
    assert flight.report.target.name == "deepseek"


def test_a_model_is_dropped_if_there_is_no_answer_to_name_it() -> None:
    request = {"model": "deepseek-reasoner", "messages": [{"role": "user", "content": "Hello"}]}
    assert preflight(load(request), "langchain").settings_left_behind == ("model",)
    assert preflight(load(request), "otel-genai").settings_left_behind == ("model",)
