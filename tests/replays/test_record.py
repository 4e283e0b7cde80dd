"""A record is saved, reopened and exported without changes."""

from __future__ import annotations

import ast
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.replays.histories import AGENT_RUN, BROKEN, KEY, agent_run, conversation
from workbench.json.text import compact, parse_or_none
from workbench.rehearsal import Rehearsal
from workbench.replays import NotARecordError, ReplayRecord, open_record
from workbench.replays.embedded_model import rehearsal_endpoint
from workbench.replays.export import EXPORTS, NotExportableError, export
from workbench.replays.run import replay


@pytest.fixture(scope="module")
def records(rehearsal: Rehearsal) -> dict[str, ReplayRecord]:
    endpoint = replace(rehearsal_endpoint(rehearsal, "openai"), key=KEY)
    return {
        "answered": replay(agent_run(), endpoint),
        "whole": replay(conversation(AGENT_RUN), endpoint, stream=False, temperature=0.5),
        "refused": replay(conversation(BROKEN), endpoint),
        "failed": replay(agent_run(), replace(endpoint, headers={"x-rehearsal-fault": "cut-stream"})),
        "live": replay(agent_run(), replace(endpoint, embedded=False, key_variable="MY_KEY")),
    }


@pytest.mark.parametrize("name", ["answered", "whole", "refused", "failed"])
def test_a_record_is_reopened_as_it_was_saved(records: dict[str, ReplayRecord], name: str, tmp_path: Path) -> None:
    record = records[name]
    record.save(tmp_path / "replay.json")
    again = open_record(tmp_path / "replay.json")
    assert again.as_json() == record.as_json()
    assert (again.ended, again.text, again.usage, again.located) == (
        record.ended,
        record.text,
        record.usage,
        record.located,
    )
    assert type(again.error) is type(record.error)
    assert str(again.error) == str(record.error)


@pytest.mark.parametrize("text", ["{}", "[]", "not json", '{"replay": 99, "located": null}'])
def test_a_file_that_is_not_a_record_is_rejected(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(NotARecordError):
        open_record(tmp_path / "x.json")


@pytest.mark.parametrize("kind", EXPORTS)
@pytest.mark.parametrize("name", ["answered", "whole", "refused", "failed", "live"])
def test_no_export_contains_the_key(records: dict[str, ReplayRecord], kind: str, name: str) -> None:
    code = export(records[name], kind)
    assert KEY not in code
    assert len(code) > 100


def test_curl_sends_the_same_body(records: dict[str, ReplayRecord]) -> None:
    record = records["live"]
    words = shlex.split(export(record, "curl").replace("\\\n", " "))
    assert words[:3] == ["curl", "-sS", "-N"]
    assert words[3] == record.endpoint["base_url"] + "/chat/completions"
    assert "Authorization: Bearer $MY_KEY" in words
    assert parse_or_none(words[-1]) == record.request


@pytest.mark.parametrize("kind", ["python", "pytest"])
@pytest.mark.parametrize("name", ["answered", "whole", "refused", "live"])
def test_python_code_contains_the_same_request(records: dict[str, ReplayRecord], kind: str, name: str) -> None:
    code = export(records[name], kind)
    tree = ast.parse(code)
    request = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    sent = records[name].request
    expected = {key: value for key, value in sent.items() if kind == "python" or not key.startswith("stream")}
    assert compact(ast.literal_eval(request)) == compact(expected)


def test_typescript_reads_the_key_from_the_environment(records: dict[str, ReplayRecord]) -> None:
    code = export(records["live"], "typescript")
    assert "apiKey: process.env.MY_KEY" in code
    assert '"toolName": "weather"' in code
    assert "streamText({" in code
    assert "generateText({" in export(records["whole"], "typescript")
    assert "temperature: 0.5," in export(records["whole"], "typescript")


def test_exported_tests_pass(records: dict[str, ReplayRecord], tmp_path: Path) -> None:
    (tmp_path / "test_refused.py").write_text(export(records["refused"], "pytest"), encoding="utf-8")
    (tmp_path / "test_answered.py").write_text(export(records["whole"], "pytest"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=False,
    )
    assert "2 passed" in run.stdout, run.stdout + run.stderr


def test_a_replay_that_sent_nothing_cannot_be_exported(records: dict[str, ReplayRecord]) -> None:
    with pytest.raises(NotExportableError):
        export(replace(records["refused"], exchanges=()), "curl")
