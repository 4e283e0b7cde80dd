"""Capsules are complete, harmless and without secrets, and open as the same conversation."""

from __future__ import annotations

import json
import re
from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.redaction.test_redact import contents_of, findings_of
from workbench.capsules.capsule import capsule_of, shrinking_text, what_leaves
from workbench.capsules.page import page_of
from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import LoadError, load, load_value
from workbench.redaction.redact import KINDS
from workbench.samples import Sample, samples
from workbench.targets import default_target

SECRET = "sk-proj-Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk"
HOSTILE = "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)> & \x00"
ORPHAN: list[Any] = [
    {"role": "user", "content": HOSTILE},
    {"role": "assistant", "content": "Done."},
    {"role": "tool", "tool_call_id": "call_9", "content": f"key {SECRET}"},
]


class Elements(HTMLParser):
    """The names of a page's elements, and whether one of them is active."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.acting: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        given = dict(attrs)
        runs = tag == "script" and given.get("type") != "application/json"
        if runs or given.keys() & {"src", "href", "style"} or any(name.startswith("on") for name in given):
            self.acting.append(tag)


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_shared_sample_has_the_same_verdict_for_the_same_target(sample: Sample) -> None:
    before = detected(sample.load(), target=sample.target)
    page = page_of(capsule_of(before, sample.target))
    after = load(page.encode(), "case.html")
    assert (after.format, after.messages) == (before.format, before.messages)
    report = check(after)
    assert report.target.name == check(before, sample.target).target.name
    assert [(one.code, one.at) for one in report.findings] == [
        (one.code, one.at) for one in check(before, sample.target).findings
    ]


def test_the_page_executes_and_loads_nothing_whatever_the_conversation_contains() -> None:
    page = page_of(capsule_of(load_value(ORPHAN, "chat"), note=HOSTILE))
    elements = Elements(page)
    assert elements.acting == []
    assert elements.names.count("script") == 1
    assert "default-src 'none'" in page
    assert not re.search(r"url\(|@import", page)


def test_the_page_shows_the_verdict_the_findings_and_the_repair_without_scripts() -> None:
    call = {"id": "hist_tool_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    history = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
    ]
    page = page_of(capsule_of(load_value(history, "chat")))
    shown = page.partition("<script")[0]
    assert "OpenAI would refuse this" in shown
    assert "TC102" in shown
    assert '<span class="struck">' in shown
    assert "a.txt" in shown


def test_secrets_are_never_shared_and_texts_only_if_they_are_not_replaced() -> None:
    capsule = capsule_of(load_value(ORPHAN, "/home/anna/chat.json"), note=f"with {SECRET}")
    page = page_of(capsule)
    assert SECRET not in page
    assert "/home/anna" not in page
    assert "Done." in page
    redacted = page_of(capsule_of(load_value(ORPHAN, "chat"), kinds=["texts"]))
    assert "Done." not in redacted
    assert "1 secret" in " ".join(what_leaves(capsule))


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_redacted_page_has_none_of_the_contents_and_the_same_findings(sample: Sample) -> None:
    before = detected(sample.load(), target=sample.target)
    page = page_of(capsule_of(before, sample.target, kinds=KINDS))
    escaped = {text: json.dumps(text, ensure_ascii=False)[1:-1] for text in contents_of(before)}
    assert [text for text, as_json in escaped.items() if as_json in page or escape(text) in page] == []
    after = load(page.encode(), "case.html")
    assert findings_of(after, sample.target) == findings_of(before, sample.target)


def test_only_the_smallest_conversation_is_shared_on_request() -> None:
    capsule = capsule_of(load_value(ORPHAN, "chat"), smallest=True)
    assert len(capsule.conversation.messages) == 1
    assert "1 of 3 message" in next(iter(what_leaves(capsule)))


def test_the_note_and_the_target_are_restored() -> None:
    page = page_of(capsule_of(load_value(ORPHAN, "chat"), "mistral", note="Look at the last one."))
    opened = load(page.encode(), "case.html")
    assert default_target(opened) == "mistral"
    assert "Look at the last one." in [note.text for note in opened.notes]


@pytest.mark.parametrize("broken", ['"capsule":9', '"capsule":', '"payload":7,"was":'])
def test_a_damaged_capsule_is_reported_in_a_sentence(broken: str) -> None:
    page = page_of(capsule_of(load_value(ORPHAN, "chat")))
    damaged = page.replace('"payload":' if "payload" in broken else '"capsule":1', broken)
    with pytest.raises(LoadError, match="capsule"):
        load(damaged.encode(), "case.html")


def test_the_progress_of_shrinking_is_reported() -> None:
    history = [{"role": "user", "content": f"Question {number}"} for number in range(30)]
    history.append({"role": "tool", "tool_call_id": "call_9", "content": "ok"})
    reported: list[str] = []
    capsule_of(
        load_value(history, "long"),
        smallest=True,
        progress=lambda left, checks: reported.append(shrinking_text(left, len(history), checks)),
    )
    assert reported[-1].startswith("Shrinking: 1 of 31 messages left, ")
