"""The texts of the page: the verdict, the findings, the selected message, the plan of repairs, the cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.call_counting import calls_made
from tests.view.checked_views import view_of, view_of_sample
from workbench.checks.check import check
from workbench.checks.findings import Fix
from workbench.conversation import Conversation
from workbench.converters.spec_branches import a2a_branch
from workbench.loading import LoadError, load, load_all
from workbench.repairs.repair import repair
from workbench.samples import samples
from workbench.view import message_details as selected_message
from workbench.view.differences import difference
from workbench.view.page_request import run_command
from workbench.view.patch_sentences import without_bytes
from workbench.view.plain_finding import plain_words
from workbench.view.proposals import propose
from workbench.view.repairs import (
    REPAIRED,
    PlanRow,
    checklist,
    file_name,
    nothing_to_repair,
    outcome,
    repaired_and_followed,
)
from workbench.view.sample_cards import cards
from workbench.view.unreadable_parts import unread, with_failures
from workbench.view.verdict import base_name, cause_rows, headline, rule_page
from workbench.view.window import Look, View


def test_the_verdict_is_a_sentence_with_the_providers_error() -> None:
    said = headline(view_of_sample("icontent/rethreaded-prefix").report)
    assert said["text"] == "OpenAI would refuse this: 1 error, first at message 3"
    assert said["words"].startswith("400 ")
    assert headline(view_of_sample("icontent/healthy-agent-run").report)["text"] == "OpenAI would accept this"


def test_a_warning_with_a_known_provider_error_is_not_an_acceptance() -> None:
    call = b'{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}'
    running = b'[{"role": "assistant", "tool_calls": [' + call + b"]}]"
    (conversation,) = load_all(running)
    assert isinstance(conversation, Conversation)
    assert headline(check(conversation, "openai"))["text"] == "OpenAI may refuse this: 1 warning"


def test_a_cause_between_two_messages_names_both() -> None:
    (row,) = cause_rows(view_of_sample("icontent/rethreaded-prefix").report)
    assert (row["where"], row["code"], row["index"]) == ("message 2 → 3", "ID302", 3)


def test_a_rule_is_documented_by_its_source() -> None:
    page = rule_page("tool-id-mismatch-created")
    assert page is not None
    assert page["code"] == "ID302"
    assert page["examples"]
    assert rule_page("no such rule") is None


def test_the_mapping_names_the_line_of_the_spec() -> None:
    rows = selected_message.mapping(view_of_sample("icontent/rethreaded-prefix").report, 3)
    how = "prefix rewritten: `toolu_` → `call_`, spec 001 line 16"
    assert ["blocks[0].callId", "[3] tool_call_id", how, '"toolu_1A7k"'] in rows


def test_the_steps_name_the_branch_and_the_outcome() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    steps: Any = selected_message.steps(view.report, view.journeys, 3, None)
    assert [step["title"][:2] for step in steps] == ["1.", "2."]
    assert "lines 26-27" in steps[0]["sentences"][0]
    assert steps[0]["sentences"][-1] == "It becomes one message."


def test_every_step_that_a_spec_describes_names_its_lines() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    steps: Any = selected_message.steps(view.report, view.journeys, 3, None)
    assert "spec 004, line 117" in steps[1]["sentences"][0]
    back: Any = selected_message.steps(view.report, view.journeys, 2, view.report.journey.stages.response(2))[-1]
    lines = ["lines 036-038", "line 087", "lines 046"]
    assert all(line in said for line, said in zip(lines, back["sentences"], strict=False))


def test_an_a2a_message_is_explained_by_the_table_of_its_spec() -> None:
    call = {"kind": "data", "data": {"tool_calls": [{"call_id": "call_1", "name": "f", "arguments": {}}]}}
    result = {"kind": "data", "data": {"tool_results": [{"call_id": "call_1", "name": "f", "output": "a"}]}}
    said = {
        "line 13": {"role": "user", "parts": [{"kind": "text", "text": "hi"}]},
        "line 14": {"role": "agent", "parts": [{"kind": "text", "text": "hi"}]},
        "line 15": {"role": "agent", "parts": [call]},
        "lines 16": {"role": "user", "parts": [result]},
        "does not cover": {"role": "user", "parts": []},
    }
    assert all(line in a2a_branch(message) for line, message in said.items())
    assert a2a_branch(None) == "Spec 002 does not cover a message like this."


def test_a_format_that_the_user_chose_is_not_called_recognised() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    assert view.head(Look())["known"] == "detected with 100 % confidence"
    assert view.head(Look(), "anthropic")["known"] == "read as IContent, as you chose; it looks like Anthropic Messages"


def test_the_round_trip_shows_what_was_added() -> None:
    view = view_of_sample("icontent/healthy-agent-run")
    response = view.report.journey.stages.response(4)
    rows = selected_message.round_trip(view.report, 4, response)
    assert ["metadata.finishReason", "", '"stop"', "added"] in rows


def test_the_plan_applies_the_ticked_fixes_and_shows_the_difference() -> None:
    report = view_of_sample("icontent/rethreaded-prefix").report
    rows = checklist(report.conversation, "openai")
    after, _ = repaired_and_followed(report.conversation, "openai", rows, rows)
    assert after.payload == repair(report.conversation, "openai").conversation.payload
    told = difference(report.conversation, after).splitlines()
    assert told[0] == "@@ message 3 @@"
    assert [line.split()[0] for line in told if line.startswith(("-", "+"))] == ["-", "+"]


def test_the_cards_show_the_verdicts_of_the_index() -> None:
    promised = {card["name"]: (card["severity"], card["verdict"]) for card in cards()}
    assert promised["icontent/rethreaded-prefix"] == ("error", "1 error")
    assert promised["icontent/healthy-agent-run"] == ("fine", "no problems")
    assert len(promised) == sum(sample.card for sample in samples())


def _switched(count: int) -> list[Any]:
    """Return a history in which every result has another prefix than its call: one fault in many places."""
    messages: list[Any] = []
    for number in range(count):
        call = {"id": f"call_{number}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"toolu_{number}", "content": "done"})
    return messages


def test_a_fault_in_many_messages_is_counted_and_listed_at_each() -> None:
    view = view_of(_switched(3), "openai")
    (row,) = cause_rows(view.report)
    assert headline(view.report)["text"] == "OpenAI would refuse this: 1 error in 3 places, first at message 1"
    assert (row["index"], row["more"], [other["index"] for other in row["others"]]) == (1, 2, [3, 5])
    assert view.listing.problems == [1, 3, 5]
    assert [note["text"] for note in view.rows.row(5)["notes"]] == [row["others"][1]["text"]]


@pytest.mark.slow
def test_showing_a_fault_in_every_message_takes_linear_work() -> None:
    def work(count: int) -> int:
        report = view_of(_switched(count), "openai").report

        def show() -> None:
            view = View(report)
            assert len(view.listing.problems) == count
            assert cause_rows(report)[0]["more"] == count - 1
            view.window(Look(first=count, last=count + 40))

        return calls_made(show)

    assert work(1600) < 5 * work(400)


def test_no_message_is_named_if_there_is_none() -> None:
    assert headline(view_of({"messages": []}, "openai").report)["text"] == "OpenAI would refuse this: 1 error"


def test_the_verdict_on_a_truncated_document_covers_its_readable_part() -> None:
    text = '[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho'
    (failure,) = load_all(text.encode(), "cut.json")
    assert isinstance(failure, LoadError)
    assert failure.partial is not None
    said = headline(check(failure.partial, "openai"))
    assert (said["severity"], said["text"]) == ("warning", "OpenAI would accept the readable part of this")
    assert unread(failure.partial) == ["Only a part was read: the document is cut off after the last of these messages"]


def test_unopened_members_are_listed_with_the_opened_ones() -> None:
    (failure,) = load_all(b"nothing", "bad.json")
    (loaded,) = load_all(b'[{"role": "user", "content": "hi"}]', "good.json")
    assert isinstance(failure, LoadError)
    assert isinstance(loaded, Conversation)
    first, second = with_failures([loaded, loaded], [failure])
    assert unread(first) == [f"Not opened: {failure}"]
    assert unread(second) == []


def test_the_repair_predicts_the_answer_of_the_target() -> None:
    report = view_of_sample("icontent/rethreaded-prefix").report
    rows = checklist(report.conversation, "openai")
    after, _ = repaired_and_followed(report.conversation, "openai", rows, rows)
    accepted = "With the ticked fixes, OpenAI would accept this."
    assert outcome(check(after, "openai")) == accepted
    still = outcome(report).splitlines()
    assert still[0].startswith("With the ticked fixes, OpenAI would refuse this: 1 error")
    assert still[1].startswith("Still wrong: message 2 → 3: The call became 'call_toolu_1A7k'")
    told = nothing_to_repair(check(after, "openai"), repaired=True)
    assert told == "The repair is applied. OpenAI would accept this: nothing more needs repair."
    assert nothing_to_repair(report, repaired=False).startswith("The rest cannot be repaired")


def test_the_download_is_named_after_the_file_and_its_changes() -> None:
    conversation = view_of_sample("icontent/rethreaded-prefix").report.conversation
    assert file_name(conversation, "icontent") == "rethreaded-prefix.json"
    repaired = replace(conversation, name=conversation.name + REPAIRED)
    assert file_name(repaired, "openai-chat") == "rethreaded-prefix-repaired-openai-chat.json"
    assert file_name(replace(conversation, name="../..\\<b>:7"), "icontent") == "b-7.json"
    assert file_name(replace(conversation, name=""), "icontent") == "conversation.json"


def test_one_of_several_in_a_file_is_named_after_the_file_and_its_place_there() -> None:
    conversation = view_of_sample("icontent/rethreaded-prefix").report.conversation
    recorded = replace(conversation, name="/home/me/traffic.har#/log/entries/0")
    assert base_name(recorded) == "traffic.har#/log/entries/0"
    assert file_name(recorded, "icontent") == "traffic.json"


def test_the_ticket_names_the_verdict_the_place_and_the_fix_and_no_folder() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    told = run_command(view, Look(), {"name": "report"}).clipboard
    assert told is not None
    assert told.startswith("OpenAI would refuse this: 1 error, first at message 3\n400 ")
    assert "  --> rethreaded-prefix.json  contents[3].blocks[0].callId" in told
    assert "fix: Re-thread to hist_tool_toolu_1A7k and keep the result" in told
    assert str(Path.cwd()) not in told


def test_the_paragraph_for_the_customer_is_the_one_of_triage() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    assert run_command(view, Look(), {"name": "customer"}).clipboard == (
        "The answer from the tool “dome_log” cannot be matched to its question once the chat is sent. Because of that, "
        "OpenAI refuses to continue this chat as it is. It can be repaired without losing anything that was written. "
        "After that, the chat can continue."
    )


def test_an_exception_of_a_program_has_no_status() -> None:
    sent = [{"role": "user", "content": "hi"}, {"role": "tool", "content": [{"type": "tool-result", "result": 1}]}]
    assert headline(view_of(sent, "ai@5").report)["words"].startswith("AI_InvalidPromptError: ")


def test_a_finding_has_plain_words_that_name_its_tool() -> None:
    (row,) = cause_rows(view_of_sample("icontent/rethreaded-prefix").report)
    assert (
        row["plain"] == "The answer from the tool “dome_log” cannot be matched to its question once the chat is sent."
    )
    assert row["words"].startswith("Invalid parameter: 'tool_call_id' of 'call_1A7k'")


def test_base64_is_shortened_in_diffs_and_descriptions_of_fixes() -> None:
    picture = "data:image/png;base64," + "iVBORw0KGgo" * 200
    assert without_bytes({"url": picture, "text": "word " * 100}) == {
        "url": "data:image/png;base64,iVBORw0KGgoiVBOR… (1.6 kB)",
        "text": "word " * 100,
    }


def test_an_unsafe_fix_lists_what_would_be_lost() -> None:
    sent = [{"role": "user", "content": "hi"}, {"role": "tool", "content": "The dome is closed."}]
    fix = Fix("Leave it out", ({"op": "remove", "path": "/1"},), False, "Nothing asked for it.")
    row = PlanRow(fix, "TC101", "tool-result-orphan", 1, "No message made the call.")
    assert row.explanation(view_of(sent, "openai").report.conversation).splitlines() == [
        "No message made the call. Nothing asked for it.",
        'Removes [1]: {"role":"tool","content":"The dome is closed."}',
        "Not safe: 4 words would be lost: the dome is closed",
    ]


def test_a_remaining_error_is_named_by_its_current_number_if_the_repair_adds_a_message() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    history = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "user", "content": "again"},
        {"role": "robot", "content": "?"},
    ]
    body = json.dumps({"model": "gpt-4.1", "messages": history}).encode()
    proposal = propose(View(check(load(body, "test"), "openai")))
    assert "Still wrong: message 4 (now message 3): " in proposal.outcome


def test_naming_the_tool_of_a_finding_takes_constant_work() -> None:
    def work(turns: int) -> int:
        call = {"type": "function", "function": {"name": "ls", "arguments": "{}"}}
        history: list[Any] = []
        for number in range(turns):
            made = {**call, "id": f"call_{number}"}
            history.append({"role": "assistant", "content": None, "tool_calls": [made]})
            history.append({"role": "tool", "tool_call_id": f"call_{number}", "content": "ok"})
        history.append({"role": "tool", "tool_call_id": "nobody", "content": "?"})
        report = check(load(json.dumps(history).encode(), "test"), "openai")
        orphan = next(finding for finding in report.findings if finding.id == "nobody")
        return calls_made(lambda: plain_words(report, orphan))

    assert work(400) < 2 * work(40)


def test_a_conversation_that_cannot_be_judged_is_not_called_accepted_by_every_target() -> None:
    view = view_of([], "openai")
    assert view.head(Look())["verdict"]["text"] == "Not judged: it has no messages"
    assert view.refusing() == ""


def test_one_target_refuses_and_two_refuse() -> None:
    view = view_of([{"role": "user", "content": "Is the dome open?"}], "openai")
    for refusing, text in ((1, "1 of 3 targets refuses"), (2, "2 of 3 targets refuse")):
        view.verdicts = [{"outcome": "refused" if number < refusing else "accepted"} for number in range(3)]
        assert view.refusing() == text


def test_the_headline_names_the_message_with_the_fault_and_not_where_a_provider_notices_it() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
    chat = [
        {"role": "user", "content": "Is the dome open?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "user", "content": "Well?"},
    ]
    view = view_of(chat, "openai")
    assert view.head(Look())["verdict"]["text"] == "OpenAI would refuse this: 1 error, first at message 1"


def test_a_fix_that_another_one_makes_possible_is_announced() -> None:
    call = {"id": "call_1A", "type": "function", "function": {"name": "humidity", "arguments": "{}"}}
    answer = {"role": "tool", "tool_call_id": "toolu_1A", "content": "93 %"}
    user = {"role": "user", "content": "Well?"}
    messages = [user, {"role": "assistant", "content": None, "tool_calls": [call]}, user, answer, user]
    proposal = propose(View(check(load(json.dumps(messages)), "openai")))
    assert [row.fix.title for row in proposal.chosen] == ["Re-thread to call_1A and keep the result"]
    assert proposal.outcome == (
        "With the ticked fixes, OpenAI would accept this.\n"
        "This includes what they make possible: Move the result after its call in message 1 and keep both."
    )
    assert propose(view_of_sample("icontent/rethreaded-prefix")).following == ()
