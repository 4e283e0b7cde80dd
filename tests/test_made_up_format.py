"""A format that only exists in the tests: one package, its edges and one target, supported by the whole product."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import workbench as wb
from tests.made_up.edges import EDGES as OWN_EDGES
from tests.made_up.letters import FORMAT
from tests.made_up.target import TARGET
from workbench.cli import main
from workbench.converters import EDGES
from workbench.formats import FORMATS
from workbench.mutations import MUTATIONS, inject
from workbench.stages import stages
from workbench.targets import TARGETS
from workbench.view.lines import Drawing, message_lines
from workbench.view.responses import response_lines
from workbench.view.threads import Threads
from workbench.view.window import Look, View

ARGUMENTS = '{"day": "Monday"}'
HELLO: Any = {"from": "reader", "lines": [{"say": "When is high tide?"}]}
ASKING: Any = {
    "from": "writer",
    "lines": [{"say": "I look it up."}, {"ask": {"ref": "a1", "tool": "tides", "with": ARGUMENTS}}],
}
REPLYING: Any = {"from": "toolbox", "lines": [{"reply": {"ref": "a1", "got": "at noon"}}]}
ANSWERING: Any = {"from": "writer", "lines": [{"say": "At noon."}]}
THANKS: Any = {"from": "reader", "lines": [{"say": "Thank you."}]}
HEALTHY: Any = {"letters": [HELLO, ASKING, REPLYING, ANSWERING, THANKS]}
UNANSWERED: Any = {"letters": [HELLO, ASKING, ANSWERING, THANKS]}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(FORMATS, FORMAT.name, FORMAT)
    monkeypatch.setitem(TARGETS, TARGET.name, TARGET)
    EDGES.extend(OWN_EDGES)
    yield
    del EDGES[-len(OWN_EDGES) :]


def test_it_is_detected_in_a_body_and_in_a_bare_list() -> None:
    for source in (HEALTHY, HEALTHY["letters"]):
        detection = wb.detect(json.dumps(source))
        assert (detection.format, detection.recognised, detection.ambiguous) == ("letters", True, False)


def test_its_own_target_accepts_a_healthy_history() -> None:
    report = wb.check(HEALTHY)
    assert (report.target.name, report.verdict.outcome, report.findings) == ("post-office", "accepted", ())
    wb.assert_accepted(HEALTHY, "openai")


def test_it_is_refused_in_its_targets_words_at_the_place_of_the_fault() -> None:
    report = wb.check(UNANSWERED)
    assert report.verdict.outcome == "refused"
    assert [(finding.rule, finding.at, finding.provider_error) for finding in report.errors] == [
        ("tool-result-missing", "/letters/1/lines/1", "nobody replied to a1")
    ]


def test_it_is_shown_in_all_four_stages() -> None:
    way = stages(wb.load(HEALTHY), TARGETS["openai"])
    assert [column.format for column in way.columns] == ["letters", "openai-chat"]
    assert way.wire.messages[1]["tool_calls"][0]["function"] == {"name": "tides", "arguments": ARGUMENTS}
    response = way.response(3)
    assert response is not None
    assert response.body["choices"][0]["message"]["content"] == "At noon."
    assert response.back == ANSWERING


def test_the_page_has_a_column_for_each_stage_and_something_in_each() -> None:
    view = View(wb.check(HEALTHY))
    assert view.columns() == [["internal", "letters"], ["response", "letters"], ["back", "letters"]]
    converted = View(wb.check(HEALTHY, "anthropic"))
    assert [kind for kind, _ in converted.columns()] == ["internal", "converted", "converted", "response", "back"]
    for shown in (view, converted):
        row = shown.window(Look())["rows"][3]
        assert row["role"] == "writer"
        assert all(cell["messages"] for cell in row["cells"])


def test_its_own_response_is_drawn_with_its_answer_first() -> None:
    response = stages(wb.load(HEALTHY), TARGET).response(3)
    assert response is not None
    assert response.body == {"delivered": ANSWERING, "because": "finished"}
    lines = response_lines("letters", response.body, Drawing(), Threads(wb.check(HEALTHY)))
    pointers = [segment["pointer"] for line in lines for segment in line["segments"] if "pointer" in segment]
    assert "/delivered/lines/0/say" in pointers
    assert "/because" in pointers
    assert not any("…" in str(segment["text"]) for line in lines for segment in line["segments"])
    assert message_lines(ASKING, Drawing())[1]["tag"] == "ask"


def test_it_is_repaired_and_then_accepted() -> None:
    repaired = wb.repair(UNANSWERED)
    assert repaired.conversation.messages[2] == {
        "from": "toolbox",
        "lines": [{"reply": {"ref": "a1", "got": "No result was recorded for this call."}}],
    }
    assert wb.check(repaired.conversation).verdict.outcome == "accepted"


def test_broken_arguments_are_kept_in_the_text_that_the_format_has_for_them() -> None:
    broken = {
        "letters": [HELLO, {**ASKING, "lines": [{"ask": {"ref": "a1", "tool": "tides", "with": '{"day'}}]}, REPLYING]
    }
    repaired = wb.repair(broken)
    assert repaired.conversation.messages[1]["lines"][0]["ask"]["with"] == '{"_raw":"{\\"day"}'


def test_it_is_replayed_against_the_embedded_model_over_its_own_wire() -> None:
    record = wb.replay(HEALTHY, "post-office")
    assert (record.ended, record.wire) == ("answered", "letters")
    assert record.response["because"] == "finished"
    assert record.response["postage"].keys() == {"sent", "received"}
    recorded = wb.replay(HEALTHY, "post-office", up_to=3)
    assert recorded.response["delivered"] == ANSWERING


def test_the_embedded_model_calls_its_tools_and_refuses_in_its_words() -> None:
    offering = {**HEALTHY, "letters": [HELLO], "toolbox": {"tides": {"type": "object", "properties": {}}}}
    record = wb.replay(offering, "post-office")
    assert record.response["delivered"]["lines"][0]["ask"]["tool"] == "tides"
    refused = wb.replay(UNANSWERED, "post-office")
    assert refused.ended == "refused"
    assert refused.error is not None
    assert refused.error.words == "nobody replied to a1"


def test_it_is_traced_value_by_value() -> None:
    traced = wb.trace(HEALTHY, "anthropic")
    assert traced.route == ("letters", "openai-chat", "anthropic")
    carried = {link.source.path for link in traced.messages[1].links}
    assert {("lines", 1, "ask", "ref"), ("lines", 1, "ask", "tool")} <= carried


def test_it_can_be_broken_on_purpose_and_the_fault_is_found() -> None:
    conversation = wb.load(HEALTHY)
    broken = inject(conversation, MUTATIONS["drop-result"], 1)
    assert broken is not None
    assert {finding.rule for finding in wb.check(broken.conversation).errors} == {"tool-result-missing"}


def test_the_command_line_knows_it(tmp_path: Path) -> None:
    file = tmp_path / "letters.json"
    file.write_text(json.dumps(UNANSWERED), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(file), "--target", "post-office", "--output", "json"])
    (row,) = json.loads(result.output)["files"]
    assert (row["format"], row["target"], row["verdict"]) == ("letters", "post-office", "refused")
    converted = CliRunner().invoke(main, ["convert", str(file), "--to", "openai-chat"])
    assert '"tool_calls"' in converted.output
