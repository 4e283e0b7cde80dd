"""One verdict for a conversation and a target: every surface gives the same one, the embedded model included."""

from __future__ import annotations

import json
from functools import cache

import pytest
from click.testing import CliRunner

from tests.test_samples import FOLDER, INDEX
from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.report import Report
from workbench.checks.verdict import Verdict
from workbench.cli import main
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.json.text import Json
from workbench.loading import load
from workbench.outputs.verdict_sentence import label, verdict_sentence
from workbench.rehearsal.judge import judge
from workbench.rehearsal.library_targets import is_library
from workbench.replays.endpoint import Endpoint
from workbench.replays.request import Options, build_request
from workbench.targets import TARGETS
from workbench.view.verdict import headline, verdict_rows

SAMPLES = {sample["file"]: sample for sample in INDEX}


@cache
def opened(file: str) -> Conversation:
    return load(FOLDER / file, format=SAMPLES[file]["format"])


@cache
def answers(file: str) -> dict[str, Verdict]:
    return {verdict.target: verdict for verdict in verdicts(opened(file))}


def reports(file: str) -> dict[str, Report]:
    found = {}
    for name in TARGETS:
        try:
            found[name] = check(opened(file), name)
        except NoRouteError:
            continue
    return found


@pytest.mark.parametrize("file", SAMPLES)
def test_the_command_line_the_page_and_the_matrix_give_the_same_verdict(file: str) -> None:
    matrix = {row["target"]: row for row in verdict_rows(list(answers(file).values()))}
    for name, report in reports(file).items():
        verdict, page = report.verdict, headline(report)
        assert (verdict.outcome, verdict.words) == (answers(file)[name].outcome, answers(file)[name].words), name
        assert page["outcome"] == matrix[name]["outcome"] == verdict.outcome
        assert page["text"] == verdict_sentence(report).removesuffix(".")
        assert matrix[name]["label"] == label(verdict)


def printed(*arguments: str) -> str:
    return CliRunner().invoke(main, list(arguments)).stdout


@pytest.mark.parametrize("file", SAMPLES)
def test_text_json_and_sarif_give_the_same_verdict(file: str) -> None:
    path, form = str(FOLDER / file), SAMPLES[file]["format"]
    target = SAMPLES[file]["target"]
    arguments = ("check", path, "--format", form, "--target", target, "--output")
    (row,) = json.loads(printed(*arguments, "json"))["files"]
    report = check(opened(file), target)
    assert (row["verdict"], row["verdict_sentence"]) == (report.verdict.outcome, verdict_sentence(report))
    assert row["verdict_sentence"] in " ".join(printed(*arguments, "text").split())
    results = json.loads(printed(*arguments, "sarif"))["runs"][0]["results"]
    assert {result["properties"]["verdict"] for result in results} <= {report.verdict.outcome}


def body_sent(conversation: Conversation, target: str) -> tuple[str, Json]:
    endpoint = Endpoint("", conversation.model or "", target=target, embedded=True)
    request = build_request(conversation, endpoint, Options(stream=False))
    return request.format.name, {key: value for key, value in request.body.items() if key != "model" or value}


@pytest.mark.parametrize("file", SAMPLES)
def test_the_embedded_model_refuses_what_the_check_predicts_in_the_same_words(file: str) -> None:
    """Of a library target the embedded model plays the provider behind it, which has a verdict of its own."""
    for name, report in reports(file).items():
        if is_library(report.target):
            continue
        refused = judge(*body_sent(opened(file), name), report.target.name)
        expected = report.when_sent
        assert (refused is not None) == expected.refused, (name, refused, expected.words)
        if refused is not None and expected.deciding is not None:
            assert refused.message == (expected.words or expected.deciding.text), name
