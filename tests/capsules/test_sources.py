"""A conversation from a program's file is shared without the file and has the same verdict."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.redaction.test_redact import contents_of, findings_of
from tests.sources.documents import conversations, lines, source_of
from tests.sources.kinds import KINDS as FILES
from tests.sources.kinds import Kind
from tests.sources.test_claude_code import line
from workbench.capsules.capsule import capsule_of
from workbench.capsules.page import page_of
from workbench.checks.check import check
from workbench.cli import main
from workbench.loading import load
from workbench.redaction import redact as redaction
from workbench.redaction.redact import KINDS, redact


@pytest.mark.parametrize("kind", FILES.values(), ids=FILES)
def test_a_shared_conversation_of_a_program_has_the_same_findings(kind: Kind) -> None:
    for before in conversations(kind.content):
        after = load(page_of(capsule_of(before)).encode(), "case.html")
        assert (source_of(after), after.format) == (source_of(before), before.format)
        assert after.origin is not None
        assert after.origin.document is None
        target = check(before).target.name
        assert check(after).target.name == target
        assert findings_of(after, target) == findings_of(before, target)


@pytest.mark.parametrize("kind", FILES.values(), ids=FILES)
def test_a_redacted_capsule_has_none_of_the_contents(kind: Kind) -> None:
    for before in conversations(kind.content):
        target = check(before).target.name
        page = page_of(capsule_of(before, target, kinds=KINDS))
        shown = re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)
        escaped = {text: json.dumps(text, ensure_ascii=False)[1:-1] for text in contents_of(before)}
        assert [text for text, as_json in escaped.items() if as_json in shown or escape(text) in shown] == []
        assert findings_of(load(page.encode(), "case.html"), target) == findings_of(before, target)


def test_values_are_replaced_even_if_the_findings_cannot_stay_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = conversations(FILES["claude-code"].content)[0]
    numbers = count()
    monkeypatch.setattr(redaction, "_findings", lambda *_: [("X", str(next(numbers)), "error")])
    redacted = redact(before, "anthropic", KINDS)
    assert (redacted.kept, redacted.same_findings) == ((), False)
    assert "Weather" not in json.dumps(redacted.conversation.payload)


def test_a_capsule_of_a_session_is_repaired_as_messages_and_not_as_a_session(tmp_path: Path) -> None:
    whole = conversations(FILES["claude-code"].content)[0]
    call = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}
    unanswered = [{"role": "assistant", "content": [call]}, {"role": "user", "content": "And now?"}]
    broken = whole.with_payload([{"role": "user", "content": "Weather?"}, *unanswered])
    file = tmp_path / "case.html"
    file.write_text(page_of(capsule_of(broken)), encoding="utf-8")
    printed = CliRunner().invoke(main, ["fix", str(file)])
    assert "these are only the repaired messages" in printed.stderr
    assert "No result was recorded" in json.dumps(json.loads(printed.stdout))
    refused = CliRunner().invoke(main, ["fix", str(file), "--in-place"])
    assert refused.exit_code == 2
    assert "can only be read; use --messages and --out" in refused.stderr


def test_each_message_of_a_session_names_its_lines() -> None:
    session = lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [{"type": "text", "text": "I look."}], message_id="m"),
        line("c", "b", "assistant", [{"type": "text", "text": "Sunny."}], message_id="m"),
    )
    (before,) = conversations(session)
    capsule = capsule_of(before)
    assert capsule.lines == ("line 1", "line 2, 3")
    assert "<th>1<small>line 2, 3</small></th>" in page_of(capsule)
