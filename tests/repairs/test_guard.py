"""The last guard behind safe fixes: what a history said before, it still says after."""

from __future__ import annotations

import json

import pytest

from workbench.checks.findings import Finding, Fix
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.patch import remove
from workbench.json.text import Json
from workbench.repairs import repair as repairing
from workbench.repairs.fixes import fix_for
from workbench.repairs.guard import lost_words
from workbench.repairs.repair import repair


def chat(*messages: Json) -> Conversation:
    return detected(Conversation("chat", list(messages), list(messages)), "openai-chat")


def user(text: Json) -> Json:
    return {"role": "user", "content": text}


def calling(arguments: Json, call_id: str = "c1") -> Json:
    made = {"id": call_id, "type": "function", "function": {"name": "f", "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def result(content: Json) -> Json:
    return {"role": "tool", "tool_call_id": "c1", "content": content}


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (user("Hello"), user("Hell"), ["Hello"]),
        (user("one"), calling("{}"), ["one"]),  # Python writes null as None
        (user("role"), user(True), ["role"]),
        (user([{"type": "text", "text": "a1"}, {"type": "text", "text": "b2"}]), user("a1"), ["b2"]),
        (calling('{"path": "x.txt", "lines": 42}'), calling('{"path": "x.txt"}'), ["42"]),
        (calling('{"path": "x.txt"}'), calling('{"path": ""}'), ["x.txt"]),
        (calling('{"a": "one"}{"a": "two"}'), calling('{"a": "one"}'), ['"a": "two"}']),
        (result("The end."), result(""), ["The end."]),
        (result('{"deep": [{"er": "word"}]}'), result('{"deep": []}'), ["word"]),
        (result('"{\\"a\\": \\"twice\\"}"'), result(""), ["twice"]),
        (result("{'printed': 'by Python', 'flag': True}"), result("{}"), ["by Python"]),
        ({"role": "assistant", "content": "x", "reasoning_content": "I think"}, {"role": "assistant", "content": "x"},
         ["I think"]),
    ],
)  # fmt: skip
def test_what_was_said_and_is_gone_is_lost(before: Json, after: Json, lost: list[str]) -> None:
    assert lost_words(chat(before, user("end")), chat(after, user("end"))) == lost


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (user("Hello"), user("Hello")),
        (user("Hello"), user("Well: Hello there")),
        (user("  \n"), user("")),
        (user("line\nend"), user([{"type": "text", "text": "line\nend"}])),
        (calling('{"path": "x.txt", "n": 42}'), calling({"n": 42, "path": "x.txt"})),
        (calling('{"path": "x.txt"}'), calling(json.dumps('{"path": "x.txt"}'))),
        (calling('{"on": true, "off": null}'), calling("{}")),
        (result("{'printed': 'by Python', 'flag': True}"), result('{"printed": "by Python", "flag": true}')),
        (result('{"type": "image", "data": "AAAA", "url": "x"}'), result("{}")),
        (user("Hello"), {"role": "user", "content": "", "metadata": {"was": "Hello"}}),
        (user('say "hi"\nnow'), user("Kept: " + json.dumps({"was": 'say "hi"\nnow'}))),
        (result("[]"), result("{}")),
        (result('{"lines": 42}'), {"role": "user", "content": "", "metadata": {"lines": 42}}),
    ],
)
def test_what_was_moved_rewritten_or_put_into_a_longer_text_is_kept(before: Json, after: Json) -> None:
    assert lost_words(chat(before), chat(after)) == []


@pytest.mark.parametrize("thought", [7, None, ["I think"], {"a": "b"}])
def test_a_thought_that_is_no_text_says_nothing_and_harms_nothing(thought: Json) -> None:
    content = {"speaker": "ai", "blocks": [{"type": "thinking", "thought": thought}]}
    before = detected(Conversation("chat", [content], [content]), "icontent")
    assert lost_words(before, detected(Conversation("chat", [], []), "icontent")) == []


def test_a_word_may_move_to_another_message() -> None:
    before = chat(user("one"), calling("{}"), result("two"))
    assert lost_words(before, chat(user("two"), calling("{}"), result("one"))) == []
    assert lost_words(before, chat(user("two"), calling("{}"))) == ["one"]


def test_messages_that_stay_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stays, goes = user("stays"), user("goes")
    read: list[Json] = []

    def said(format_name: str, messages: list[Json]) -> list[str]:
        read.extend(messages)
        return []

    monkeypatch.setattr("workbench.repairs.guard._said", said)
    lost_words(chat(stays, goes), chat(stays))
    assert read == [goes]


def test_a_fix_that_says_it_is_safe_and_loses_words_is_not_applied_and_the_others_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history = chat(
        user("List them."),
        {"role": "tool", "tool_call_id": "call_8", "content": "first"},
        {"role": "tool", "tool_call_id": "call_9", "content": "second"},
    )

    def careless(report: Report, finding: Finding) -> Fix | None:
        if finding.rule == "tool-result-orphan" and finding.id == "call_8":
            return Fix("Take it out", (remove(finding.at.rpartition("/")[0]),), True, "It is in the way.")
        return fix_for(report, finding)

    monkeypatch.setattr(repairing, "fix_for", careless)
    repaired = repair(history, "openai")
    assert "Take it out" not in [fix.title for fix in repaired.applied]
    said = json.dumps(repaired.conversation.messages)
    assert "first" in said
    assert "second" in said
    assert [finding.id for finding in repaired.remaining] == ["call_8"]
    assert len(repaired.applied) == 1
