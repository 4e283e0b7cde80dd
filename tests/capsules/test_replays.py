"""Replays in a capsule are restored, readable without the workbench, and redacted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest

from tests.redaction.test_redact import contents_of, findings_of
from tests.replays.servers import server, sse
from workbench.capsules.capsule import capsule_of, what_leaves
from workbench.capsules.page import page_of
from workbench.conversation import Conversation, KeptReplay
from workbench.detection import detected
from workbench.json.text import compact
from workbench.loading import load, load_value
from workbench.redaction.redact import KINDS
from workbench.rehearsal import Rehearsal
from workbench.replays import Endpoint, ReplayRecord
from workbench.replays.embedded_model import add_recording, endpoint_for_conversation
from workbench.replays.proof import send_both
from workbench.replays.record import AS_IT_WAS, record_from_json
from workbench.replays.run import replay
from workbench.replays.sending import ReplaySettings
from workbench.samples import Sample, samples
from workbench.view.exchanges import exchange_row, proof_of

SECRET = "sk-proj-Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk"
CALL: Any = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": '{"folder": "Ravensworth"}'}}
BROKEN: list[Any] = [
    {"role": "user", "content": "List the Ravensworth folder for Mildred."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "hist_tool_1", "content": "a.txt"},
]


@pytest.fixture(scope="module")
def rehearsal() -> Iterator[Rehearsal]:
    with Rehearsal() as running:
        yield running


def sent(conversation: Conversation, *records: ReplayRecord) -> list[KeptReplay]:
    count = len(conversation.messages)
    return [KeptReplay(record.as_json(), count, record.variant == AS_IT_WAS) for record in records]


def both(conversation: Conversation) -> list[KeptReplay]:
    proof = send_both(conversation, ReplaySettings())
    return sent(conversation, *(record for record in (proof.repaired, proof.original) if record is not None))


def records(conversation: Conversation) -> list[ReplayRecord]:
    return [record_from_json(kept.record) for kept in conversation.replays]


def test_replays_are_restored_unchanged_and_still_prove_the_repair() -> None:
    before = load_value(BROKEN, "chat")
    kept = both(before)
    after = load(page_of(capsule_of(before, replays=kept)).encode(), "case.html")
    assert after.replays == tuple(kept)
    assert [(one.ended, one.variant) for one in records(after)] == [("answered", "repaired"), ("refused", "as-it-was")]
    proof = proof_of(records(after))
    assert proof is not None
    assert proof.conclusion == "The repair works: the original was refused, and the repaired conversation was answered."


def test_the_page_shows_each_replay_and_the_response_columns_without_scripts() -> None:
    before = load_value([BROKEN[0], {"role": "assistant", "content": "Yes?"}, BROKEN[0]], "chat")
    shown = page_of(capsule_of(before, replays=both(before))).partition("<script")[0]
    assert "<th>API response<small>OpenAI Chat Completions</small></th>" in shown
    assert "<th>Back-converted<small>OpenAI Chat Completions</small></th>" in shown
    assert "<small>reconstructed</small>" in shown
    assert "<small>rehearsed</small>" in shown
    assert "<small>the same message</small>" in shown
    assert "the embedded model" in shown
    assert "This is a rehearsal" in shown
    assert "<summary>Response, HTTP 200</summary>" in shown


def test_request_settings_have_their_own_rows() -> None:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "system": "Be brief.", "messages": BROKEN[:1]}
    shown = page_of(capsule_of(load_value(body, "chat"), "anthropic")).partition("<script")[0]
    assert "<th>system</th>" in shown
    assert "<th>parameters</th>" in shown
    assert "<th>tools</th>" not in shown


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_redacted_page_with_replays_has_none_of_the_contents_and_can_be_loaded(
    sample: Sample, rehearsal: Rehearsal
) -> None:
    before = detected(sample.load(), target=sample.target)
    endpoint = endpoint_for_conversation(rehearsal, before, sample.target)
    add_recording(rehearsal, before, endpoint)
    record = replay(before, endpoint)
    page = page_of(capsule_of(before, sample.target, kinds=KINDS, replays=sent(before, record)))
    escaped = {text: json.dumps(text, ensure_ascii=False)[1:-1] for text in contents_of(before)}
    assert [text for text, as_json in escaped.items() if as_json in page or escape(text) in page] == []
    after = load(page.encode(), "case.html")
    assert findings_of(after, sample.target) == findings_of(before, sample.target)
    (again,) = records(after)
    assert (again.ended, again.wire, again.target) == (record.ended, record.wire, record.target)
    assert [one.status for one in again.exchanges] == [one.status for one in record.exchanges]
    row, row_before = exchange_row(again), exchange_row(record)
    assert (row.mark, row.endpoint, row.tokens) == (row_before.mark, row_before.endpoint, row_before.tokens)


def test_a_redacted_refusal_keeps_the_text_of_the_provider_and_replaces_its_quotations() -> None:
    before = load_value(BROKEN, "chat")
    (record,) = records(load(page_of(capsule_of(before, kinds=KINDS, replays=both(before)[1:])).encode(), "case.html"))
    assert record.error is not None
    assert record.error.words.startswith("Invalid parameter: 'tool_call_id' of '")
    assert "hist_tool_1" not in record.error.words
    assert record.located is not None
    assert record.located.message_index == 2


def test_a_secret_that_is_only_in_an_answer_or_the_note_is_not_shared_even_in_chunks() -> None:
    pieces = ["Your key is sk-proj-", "Zk3vQ8wLm2Np5", "Rt7Yx1Bc4Df6Gh9Jk", "."]
    chunks = [{"choices": [{"index": 0, "delta": {"role": "assistant", "content": piece}}]} for piece in pieces]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    before = load_value(BROKEN[:1], "chat")
    with server(sse(*map(compact, chunks), "[DONE]")) as url:
        record = replay(before, Endpoint(url, "m", retries=0))
    assert record.text == f"Your key is {SECRET}."
    assert any(moment.kind == "chunk" for moment in record.events)
    other = "ghp_Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9JkAbCdEf"
    page = page_of(capsule_of(before, replays=sent(before, record), note=f"My token is {other}"))
    assert SECRET not in page
    assert other not in page
    assert "Rt7Yx1Bc4Df6Gh9Jk" not in page
    (again,) = records(load(page.encode(), "case.html"))
    assert again.text.startswith("Your key is ")


def test_the_smallest_conversation_is_shared_without_replays() -> None:
    before = load_value([*BROKEN, {"role": "user", "content": "Mildred waits."}], "chat")
    capsule = capsule_of(before, smallest=True, replays=both(before))
    assert capsule.replays == ()
    assert "No replays, because each contains the entire conversation as it was sent." in list(what_leaves(capsule))
    assert "Mildred" not in page_of(capsule)
