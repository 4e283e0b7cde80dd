"""A fault that our conversion repairs leaves the verdict open; a mere difference in shape does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.preflight import preflight
from workbench.cli import main
from workbench.loading import load
from workbench.samples import sample_named
from workbench.view.repairs import nothing_to_repair
from workbench.view.verdict import headline

USER = {"role": "user", "content": "Go on."}
CALL = {"id": "functions.read:0", "type": "function", "function": {"name": "read", "arguments": "{}"}}
HEALED: list[Any] = [
    USER,
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "functions.read:0", "content": "ok"},
    USER,
]
SENTENCE = (
    "Anthropic may refuse this after conversion to anthropic: 1 warning."
    " It depends on the program that converts the history."
)
PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"


def test_the_command_line_the_json_the_table_and_the_page_agree(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(HEALED), encoding="utf-8")

    def printed(*options: str) -> str:
        return CliRunner().invoke(main, ["check", str(file), *options], env={"COLUMNS": "400"}).output

    row = json.loads(printed("--target", "anthropic", "--output", "json"))["files"][0]
    assert (row["verdict"], row["verdict_sentence"], row["provider_error"]) == ("may-refuse", SENTENCE, None)
    assert SENTENCE in printed("--target", "anthropic")
    (line,) = [line for line in printed("--target", "all").splitlines() if line.startswith("anthropic ")]
    assert line.split(maxsplit=1)[1].startswith("may refuse")
    report = check(load(json.dumps(HEALED)), "anthropic")
    assert f"{headline(report)['text']}." == SENTENCE
    assert nothing_to_repair(report, repaired=False) == f"{SENTENCE} For this conversion, nothing needs repair."
    (of_all,) = verdicts(report.conversation, ["anthropic"])
    assert (of_all.outcome, of_all.words, of_all.depends_on) == (
        report.verdict.outcome,
        report.verdict.words,
        report.verdict.depends_on,
    )


def test_the_converted_conversation_is_accepted() -> None:
    assert preflight(load(json.dumps(HEALED)), "anthropic").report.verdict.outcome == "accepted"


def test_a_doubt_about_the_file_itself_precedes_a_fault_that_the_conversion_repairs() -> None:
    report = check(load(json.dumps(HEALED[:2])), "anthropic")
    assert (report.verdict.outcome, report.verdict.depends_on) == ("may-refuse", "")


@pytest.mark.parametrize(
    ("history", "target"),
    [
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": PIXEL}}]}], "anthropic"),
        ([{"role": "user", "content": [{"type": "input_image", "image_url": PIXEL}]}], "gemini"),
        (
            [
                {
                    "id": "1",
                    "role": "user",
                    "content": "",
                    "experimental_attachments": [{"contentType": "image/png", "url": PIXEL}],
                },
                {"id": "2", "role": "assistant", "content": "A pixel."},
                {"id": "3", "role": "user", "content": "Thanks."},
            ],
            "anthropic",
        ),
        (
            [
                {"speaker": "human", "blocks": [{"type": "text", "text": "Hi"}]},
                {"speaker": "ai", "blocks": [{"type": "text", "text": "Hello"}]},
                {"speaker": "ai", "blocks": [], "metadata": {"usage": {"promptTokens": 1}}},
                {"speaker": "human", "blocks": [{"type": "text", "text": "Bye"}]},
            ],
            "anthropic",
        ),
    ],
    ids=["data URL of a chat", "data URL of an item", "attachment beside empty content", "entry that reports usage"],
)
def test_a_different_shape_is_not_a_fault(history: list[Any], target: str) -> None:
    report = check(load(json.dumps(history)), target)
    assert [finding.rule for finding in report.findings if finding.severity != "info"] == []
    assert report.verdict.outcome == "accepted"


READ = "call_1"
IN_FRAMEWORKS: dict[str, list[Any]] = {
    "pydantic-ai": [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Read it."}]},
        {
            "kind": "response",
            "parts": [{"part_kind": "tool-call", "tool_name": "read", "tool_call_id": READ, "args": '{"path": "a"}'}],
        },
        {
            "kind": "request",
            "parts": [{"part_kind": "tool-return", "tool_name": "read", "tool_call_id": READ, "content": "ok"}],
        },
    ],
    "otel-genai": [
        {"role": "user", "parts": [{"type": "text", "content": "Read it."}]},
        {
            "role": "assistant",
            "parts": [{"type": "tool_call", "id": READ, "name": "read", "arguments": '{"path": "a"}'}],
        },
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": READ, "response": "ok"}]},
    ],
}


@pytest.mark.parametrize("target", ["anthropic", "gemini"])
@pytest.mark.parametrize("name", IN_FRAMEWORKS)
def test_the_messages_of_a_framework_are_never_sent_as_they_are(name: str, target: str, tmp_path: Path) -> None:
    """Arguments as a text are usual there, and the framework itself converts them to an object."""
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(IN_FRAMEWORKS[name]), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(file), "--target", target, "--output", "json"])
    row = json.loads(result.output)["files"][0]
    assert (row["format"], row["verdict"], result.exit_code) == (name, "accepted", 0)


@pytest.mark.parametrize("target", ["ai@4", "ai@5", "ai@6", "ai@7"])
def test_a_role_of_another_format_is_not_a_fault(target: str) -> None:
    sample = sample_named("a2a/healthy-adk")
    assert sample is not None
    assert check(sample.load(), target).verdict.outcome == "accepted"
