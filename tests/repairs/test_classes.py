"""All faults of a class are repaired at once, however many there are, and accepted requests are not changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_samples import INDEX, opened
from workbench.checks.check import check
from workbench.checks.pairing import pairs_of
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import compact
from workbench.repairs.fixes import fix_for
from workbench.repairs.guard import broken_promises
from workbench.repairs.repair import _Run, repair
from workbench.rules.editing.context import NO_RESULT

ASKED: Any = {"role": "user", "content": "Look."}


def conversation(messages: list[Any], format_name: str) -> Conversation:
    return detected(Conversation("a", messages, messages), format_name)


def call(call_id: str, arguments: str = "{}") -> Any:
    return {"id": call_id, "type": "function", "function": {"name": "ls", "arguments": arguments}}


def calling(*calls: Any) -> Any:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def answer(call_id: str, text: str) -> Any:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


@pytest.mark.parametrize("count", [1, 128])
def test_every_unanswered_call_is_answered_in_its_order(count: int) -> None:
    ids = [f"call_{number}" for number in range(count)]
    messages = [ASKED, calling(*(call(one) for one in ids)), ASKED]
    repaired = repair(conversation(messages, "openai-chat"), "openai", mind_others=False)
    too_many = {"tool-calls-too-many"} if count > 128 else set()
    assert {finding.rule for finding in repaired.remaining} == too_many
    assert repaired.conversation.messages[2:-1] == [answer(one, NO_RESULT) for one in ids]


def test_every_pair_gets_its_own_id_if_all_calls_share_one() -> None:
    pairs = [[calling(call("call_1", f'{{"n": {number}}}')), answer("call_1", f"r{number}")] for number in range(110)]
    messages = [ASKED, *(message for pair in pairs for message in pair)]
    before = conversation(messages, "openai-chat")
    repaired = repair(before, "openai", select=frozenset({"tool-id-duplicate"}), mind_others=False)
    after = check(repaired.conversation, "openai")
    assert "tool-id-duplicate" not in {finding.rule for finding in after.findings}
    chat = after.journey.internal
    answered = pairs_of(chat, "contiguous").of_calls(chat.calls)
    assert [(one.value, result.value) for one, result in answered] == [
        (f'{{"n": {number}}}', f"r{number}") for number in range(110)
    ]


def test_an_id_that_many_calls_share_is_rewritten_by_one_fix_for_all_of_them() -> None:
    pairs = [[calling(call("call_1")), answer("call_1", f"r{number}")] for number in range(30)]
    before = conversation([ASKED, *(message for pair in pairs for message in pair)], "openai-chat")
    report = check(before, "mistral")
    refused = [finding for finding in report.errors if finding.rule == "tool-id-format-mistral"]
    fixes = {id(fix_for(report, finding)) for finding in refused}
    assert (len(refused) > 1, len(fixes)) == (True, 1)


def test_every_orphan_of_one_message_is_preserved() -> None:
    results: list[Any] = [
        {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": f"word{number}"} for number in range(300)
    ]
    before = conversation([ASKED, {"role": "user", "content": results}], "anthropic")
    repaired = repair(before, "anthropic", mind_others=False)
    assert repaired.remaining == ()
    written = compact(repaired.conversation.payload)
    assert all(f'"word{number}"' in written for number in range(300))


def test_the_titles_name_the_ids_that_are_written() -> None:
    entry = next(entry for entry in INDEX if entry["file"].endswith("four-ids.json"))
    repaired = repair(opened(entry), "openai", mind_others=False)
    written = compact(repaired.conversation.payload)
    named = [fix.title.split()[4] for fix in repaired.applied if fix.title.startswith("Rewrite the id to ")]
    assert len(named) == 3
    assert all(f'"{new}"' in written for new in named)


def test_an_accepted_request_is_not_changed() -> None:
    messages = [ASKED, calling(call("call_1", compact('{"a":1}'))), answer("call_1", "{'a': None}"), ASKED]
    before = conversation(messages, "openai-chat")
    report = check(before, "openai")
    assert {finding.severity for finding in report.findings} == {"warning"}
    assert repair(before, "openai", mind_others=False).conversation.payload == messages


@pytest.mark.parametrize("target", ["gemini", "openai", "anthropic"])
def test_results_with_an_unknown_role_are_not_repeated_in_every_round(target: str) -> None:
    made = {"functionCall": {"name": "f", "args": {}}}
    result = {"functionResponse": {"name": "f", "response": {"r": "42"}}}
    messages: list[Any] = [
        {"role": "user", "parts": [{"text": "hi"}]},
        {"role": "model", "parts": [made]},
        {"role": "tool", "parts": [result, {"text": "and go on"}]},
    ]
    before = conversation(messages, "gemini")
    repaired = repair(before, target, mind_others=False)
    assert list(broken_promises(check(before, target), check(repaired.conversation, target))) == []
    assert compact(repaired.conversation.payload).count("functionResponse") <= 1
    assert len(repaired.conversation.messages) <= 4


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["file"])
def test_the_repair_of_every_sample_keeps_every_promise(entry: Any) -> None:
    before = opened(entry)
    repaired = repair(before, entry["target"], mind_others=False)
    assert list(broken_promises(check(before, entry["target"]), check(repaired.conversation, entry["target"]))) == []


def counted_searches(monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """A list that gets an item for each search for something better, of which a repair makes one too many."""
    searches: list[Report] = []
    better = _Run.better

    def counting(run: _Run, report: Report) -> Any:
        searches.append(report)
        return better(run, report)

    monkeypatch.setattr(_Run, "better", counting)
    return searches


@pytest.mark.parametrize("target", ["gemini", "openai", "anthropic"])
@pytest.mark.parametrize("count", [2, 30])
def test_every_surplus_result_of_a_turn_is_kept_at_once(
    target: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gemini pairs by position. After a conversion, a surplus result is known only by its message."""
    searches = counted_searches(monkeypatch)
    calls = [{"functionCall": {"name": "seats", "args": {"room": room}}} for room in ("Blue", "Garden")]
    answers = [
        {
            "role": "user",
            "parts": [{"functionResponse": {"name": "seats", "response": {"free": 7 * at + half}}} for half in (0, 1)],
        }
        for at in range(count)
    ]
    asked = {"role": "user", "parts": [{"text": "Is there a free seat?"}]}
    messages: list[Any] = [asked, {"role": "model", "parts": calls}, *answers]
    repaired = repair(conversation(messages, "gemini"), target, mind_others=False)
    assert repaired.remaining == ()
    assert len(searches) <= 3
    written = compact(repaired.conversation.payload).replace("\\", "")
    assert all(f'"free":{7 * at + half}}}' in written for at in range(count) for half in (0, 1))


@pytest.mark.parametrize("target", ["openai", "anthropic", "moonshot", "mistral", "gemini"])
def test_all_results_of_one_call_are_joined_at_once(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searches = counted_searches(monkeypatch)
    texts = [f"page {number}" for number in range(1, 31)]
    results = [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": text}]} for text in texts
    ]
    made = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
    messages: list[Any] = [ASKED, {"role": "assistant", "content": [made]}, {"role": "user", "content": results}]
    repaired = repair(conversation(messages, "anthropic"), target, mind_others=False)
    assert repaired.remaining == ()
    assert len(searches) <= 3
    (joined,) = repaired.conversation.messages[2]["content"]
    assert [part["text"] for part in joined["content"]] == texts
