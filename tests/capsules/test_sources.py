"""A conversation out of a program's file: handed on without the file, and judged as it was there."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.redaction.test_redact import found, said
from tests.sources.documents import conversations, source_of
from tests.sources.kinds import KINDS as FILES
from tests.sources.kinds import Kind
from workbench.capsules.capsule import capsule_of
from workbench.capsules.page import page_of
from workbench.checks.check import check
from workbench.cli import main
from workbench.loading import load
from workbench.redaction import redact as redaction
from workbench.redaction.redact import KINDS, redact


@pytest.mark.parametrize("kind", FILES.values(), ids=FILES)
def test_a_conversation_of_a_program_is_judged_the_same_after_it_was_handed_on(kind: Kind) -> None:
    for before in conversations(kind.content):
        after = load(page_of(capsule_of(before)).encode(), "case.html")
        assert (source_of(after), after.format) == (source_of(before), before.format)
        assert after.origin is not None
        assert after.origin.document is None
        target = check(before).target.name
        assert check(after).target.name == target
        assert found(after, target) == found(before, target)


@pytest.mark.parametrize("kind", FILES.values(), ids=FILES)
def test_nothing_of_what_was_said_in_it_is_in_a_redacted_capsule(kind: Kind) -> None:
    for before in conversations(kind.content):
        target = check(before).target.name
        page = page_of(capsule_of(before, target, kinds=KINDS))
        shown = re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)
        written = {text: json.dumps(text, ensure_ascii=False)[1:-1] for text in said(before)}
        assert [text for text, as_json in written.items() if as_json in shown or escape(text) in shown] == []
        assert found(load(page.encode(), "case.html"), target) == found(before, target)


def test_what_was_to_be_replaced_is_replaced_also_where_the_findings_cannot_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = conversations(FILES["claude-code"].content)[0]
    numbers = count()
    monkeypatch.setattr(redaction, "_findings", lambda *_: [("X", str(next(numbers)), "error")])
    redacted = redact(before, "anthropic", KINDS)
    assert (redacted.kept, redacted.same_findings) == ((), False)
    assert "Weather" not in json.dumps(redacted.conversation.payload)


def test_a_capsule_of_a_session_is_repaired_as_messages_and_not_as_the_session(tmp_path: Path) -> None:
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
    assert "can only be read; use --out" in refused.stderr
