"""One verdict for a conversation and a target: every surface gives the same one, including the embedded model."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest
from click.testing import CliRunner
from rich.table import Table

from tests.test_samples import FOLDER, INDEX
from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.preflight import preflight
from workbench.checks.report import Report
from workbench.checks.verdict import Verdict
from workbench.cli import main
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.loading import load
from workbench.outputs.as_json import json_report
from workbench.outputs.matrix import matrix_report
from workbench.outputs.preflight import preflight_as_json
from workbench.outputs.row import Row
from workbench.outputs.sarif import sarif_report
from workbench.outputs.text import text_report
from workbench.outputs.verdict_sentence import table_label, verdict_sentence
from workbench.rehearsal.judge import judge
from workbench.rehearsal.library_targets import is_library
from workbench.replays.endpoint import Endpoint
from workbench.replays.request import Options, build_request
from workbench.replays.run import replay
from workbench.targets import TARGETS
from workbench.view.conversions import conversion, formats_to
from workbench.view.verdict import headline, verdict_rows

SAMPLES = {sample["file"]: sample for sample in INDEX}
EVERY_SAMPLE = pytest.mark.parametrize("file", SAMPLES, scope="module")
"""All tests of one sample run before those of the next, so that they share its reports."""


@lru_cache(1)
def opened(file: str) -> Conversation:
    return load(FOLDER / file, format=SAMPLES[file]["format"])


@lru_cache(1)
def answers(file: str) -> dict[str, Verdict]:
    return {verdict.target: verdict for verdict in verdicts(opened(file))}


@lru_cache(1)
def reports(file: str) -> dict[str, Report]:
    found = {}
    for name in TARGETS:
        try:
            found[name] = check(opened(file), name)
        except NoRouteError:
            continue
    return found


@EVERY_SAMPLE
def test_the_command_line_the_page_and_the_matrix_give_the_same_verdict(file: str) -> None:
    matrix = {row["target"]: row for row in verdict_rows(list(answers(file).values()))}
    for name, report in reports(file).items():
        verdict, page = report.verdict, headline(report)
        assert (verdict.outcome, verdict.words) == (answers(file)[name].outcome, answers(file)[name].words), name
        assert page["outcome"] == matrix[name]["outcome"] == verdict.outcome
        assert page["text"] == verdict_sentence(report).removesuffix(".")
        assert matrix[name]["label"] == table_label(verdict)


@EVERY_SAMPLE
def test_text_json_sarif_and_the_printed_matrix_give_the_same_verdict(file: str) -> None:
    rows = [Row(str(FOLDER / file), report=report) for report in reports(file).values()]
    as_json = json.loads(json_report(rows))["files"]
    as_sarif = sarif_report(rows)["runs"][0]
    (matrix,) = matrix_report(rows)
    assert isinstance(matrix, Table)
    labels = [str(cell) for cell in matrix.columns[1].cells]
    for row, written, listed, shown in zip(rows, as_json, as_sarif["properties"]["verdicts"], labels, strict=True):
        assert row.report is not None
        verdict, sentence = row.report.verdict, verdict_sentence(row.report)
        assert (written["verdict"], written["verdict_sentence"]) == (verdict.outcome, sentence)
        assert written["provider_error"] == (verdict.words if verdict.refused else None)
        assert (listed["target"], listed["verdict"], listed["sentence"]) == (verdict.target, verdict.outcome, sentence)
        assert shown == table_label(verdict)
        assert sentence in "\n".join(block.plain for block in text_report([row], 200))
    properties = [result["properties"] for result in as_sarif["results"]]
    outcomes = {row.report.target.name: row.report.verdict.outcome for row in rows if row.report}
    assert all(outcomes[each["target"]] == each["verdict"] for each in properties)


@EVERY_SAMPLE
def test_the_command_line_prints_the_verdict_of_the_check(file: str) -> None:
    arguments = ["check", str(FOLDER / file), "--format", SAMPLES[file]["format"], "--target", SAMPLES[file]["target"]]
    sentence = verdict_sentence(check(opened(file), SAMPLES[file]["target"]))
    assert sentence in " ".join(CliRunner().invoke(main, arguments).stdout.split())


@EVERY_SAMPLE
def test_a_preflight_and_the_page_judge_a_conversion_as_the_check_judges_the_converted_file(file: str) -> None:
    """Only formats of an API are checked: the memory of a framework has no settings in its file."""
    conversation = opened(file)
    for to in formats_to(conversation):
        if FORMATS[to].wire is None:
            continue
        flight = preflight(conversation, to)
        converted = load(compact(flight.document), format=to)
        report = check(converted, flight.report.target.name)
        assert flight.report.verdict.outcome == report.verdict.outcome, to
        assert flight.report.verdict.words == report.verdict.words, to
        assert preflight_as_json(flight)["verdict"] == report.verdict.outcome
        assert conversion(conversation, to, flight.report.target.name).verdict == headline(report)


def body_sent(conversation: Conversation, target: str) -> tuple[str, Any]:
    endpoint = Endpoint("", conversation.model or "", target=target, embedded=True)
    request = build_request(conversation, endpoint, Options(stream=False))
    return request.format.name, {key: value for key, value in request.body.items() if key != "model" or value}


@EVERY_SAMPLE
def test_the_embedded_model_refuses_with_the_error_that_the_check_predicts(file: str) -> None:
    """For a library target, the embedded model acts as the provider that the library calls, with its own verdict."""
    for name, report in reports(file).items():
        if is_library(report.target):
            continue
        refused = judge(*body_sent(opened(file), name), report.target.name)
        expected = report.when_sent
        assert (refused is not None) == expected.refused, (name, refused, expected.words)
        if refused is not None and expected.deciding is not None:
            assert refused.message == (expected.words or expected.deciding.text), name


NOBODY = "http://127.0.0.1:9/v1"
"""An address where nothing answers: a request that is sent there fails, and is not refused."""


@EVERY_SAMPLE
def test_a_replay_through_a_library_is_refused_before_sending_with_the_error_that_the_check_predicts(file: str) -> None:
    for name, report in reports(file).items():
        expected = report.when_sent
        if is_library(report.target) and expected.refused and not expected.must_be_converted:
            record = replay(opened(file), Endpoint(NOBODY, "any-model", target=name, embedded=True))
            assert expected.deciding is not None
            assert (record.ended, record.error and record.error.words) == (
                "refused",
                expected.words or expected.deciding.text,
            ), name
