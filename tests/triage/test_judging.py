"""A conversation is a row with its verdict, its cause in plain words and two paragraphs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

import workbench as wb
from workbench.loading import LoadError
from workbench.rules import RULES
from workbench.samples import Sample, samples
from workbench.targets import TARGETS
from workbench.targets.customer_names import customer_name
from workbench.triage.cluster_paragraphs import cluster_customer_paragraph
from workbench.triage.clusters import Cluster
from workbench.triage.documents import BatchFile
from workbench.triage.judging import judge, refusing_sentence, refusing_targets, unreadable
from workbench.triage.repaired_copies import repaired_copies
from workbench.triage.table import matching, table

CALL = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
RENAMED: list[Any] = [
    {"role": "user", "content": "Is the dome open?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "toolu_1", "content": "open"},
    {"role": "user", "content": "Close it."},
]
ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
BROKEN = [sample for sample in samples() if sample.expected]
_CODE = re.compile(r"[A-Z]{2}\d{3}|[{}\[\]`]|\"\w+\":|tool-result|/\d|\b[a-z]+[A-Z][a-z]")


def test_a_row_has_its_name_its_verdict_and_its_cause_in_plain_words() -> None:
    case = judge(wb.load(RENAMED, name="chat-00417.json"), "chat-00417.json", 0, "openai")
    assert (case.name, case.outcome, case.target_title) == ("chat-00417.json", "refused", "OpenAI")
    assert case.cause == "The answer from the tool “dome_log” can no longer be matched to its question."
    assert (case.messages, case.calls, case.first_bad, case.fixable) == (4, 1, 2, "yes")
    assert (case.refused_by, case.pattern) == (("OpenAI",), "prefix call_ became toolu_")


def test_the_time_is_the_one_recorded_in_the_first_message() -> None:
    stamped = [{**RENAMED[0], "timestamp": "2026-11-14T09:12:00Z"}, *RENAMED[1:]]
    in_milliseconds = [{**RENAMED[0], "createdAt": 1794647520000}, *RENAMED[1:]]
    assert judge(wb.load(stamped), "chat.json", 0, "openai").when == "2026-11-14T09:12:00Z"
    assert judge(wb.load(in_milliseconds), "chat.json", 0, "openai").when == "2026-11-14T09:12:00+00:00"
    beside = {"created_at": "2026-11-14T09:12:00Z", "messages": RENAMED}
    assert judge(wb.load(beside), "chat.json", 0, "openai").when == "2026-11-14T09:12:00Z"
    assert judge(wb.load(RENAMED), "chat.json", 0, "openai").when == ""


def _export(title: str = "A chat") -> list[Any]:
    """An export of ChatGPT with one conversation."""
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}}
    nodes = {"root": {"id": "root", "children": ["m"]}, "m": {"id": "m", "parent": "root", "message": message}}
    return [{"title": title, "update_time": 1731575520.25, "mapping": nodes, "current_node": "m", "id": "c1"}]


def test_the_time_of_an_export_is_shown_as_a_date() -> None:
    """ChatGPT writes Unix times."""
    assert table([judge(wb.load(_export()), "conversations.json", 0)])["when"][0] == "2024-11-14 09:12"


def test_a_row_has_the_title_of_the_conversation_or_the_first_words_of_the_user() -> None:
    assert judge(wb.load(_export("Dome log")), "conversations.json", 0).title == "Dome log"
    assert judge(wb.load(RENAMED), "chat.json", 0).title == "Is the dome open?"
    after_a_result = [*RENAMED[1:3], {"role": "user", "content": " \n"}, {"role": "user", "content": "Close\nit " * 20}]
    assert judge(wb.load(after_a_result), "chat.json", 0).title == "Close it " * 6 + "Close …"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "<command-message>init is running…</command-message>\n<command-name>/init</command-na",
            "init is running… /init",
        ),
        ("<system-reminder></system-reminder> Close the dome.", "Close the dome."),
        ("Why does <div> not close?", "Why does <div> not close?"),
        ("<3 from all of us", "<3 from all of us"),
    ],
)
def test_a_title_has_no_tags_of_a_program(text: str, title: str) -> None:
    assert judge(wb.load([{"role": "user", "content": text}]), "chat.json", 0).title == title


def test_a_conversation_is_found_by_its_title() -> None:
    cases = [judge(wb.load(_export(title)), "conversations.json", 0) for title in ("Dome log", "Invoice 17")]
    assert [case.title for case in matching(cases, "invoice")] == ["Invoice 17"]


def test_the_customers_paragraph_states_what_happened_what_it_means_and_what_to_do() -> None:
    case = judge(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer == (
        "The answer from the tool “dome_log” can no longer be matched to its question. "
        "Because of that, OpenAI refuses to continue this chat as it is. "
        "It can be repaired without losing anything that was written. After that, the chat can continue."
    )


def test_the_paragraph_after_the_repair_states_what_was_done() -> None:
    case = judge(wb.load(RENAMED), "chat.json", 0, "openai")
    assert case.customer_repaired == (
        "What was wrong: the answer from the tool “dome_log” can no longer be matched to its question. "
        "Because of that, OpenAI would have refused to continue this chat. "
        "It was repaired, and nothing that was written is lost. The chat can continue."
    )


def test_a_fault_of_the_application_is_not_repaired_with_the_chat_alone() -> None:
    """A setting is sent with every request, so the repair of one of them does not last."""
    fixable = {"model": "gpt-4o", "messages": RENAMED[:1], "tools": []}
    assert judge(wb.load(fixable), "chat.json", 0, "openai").customer == (
        "The application sends an empty list of tools, which this service does not accept. Because of that, OpenAI "
        "refuses to continue this chat as it is. It can be repaired in this chat without losing anything that was "
        "written. The problem does not come from a message but from the application, so an engineer also needs to "
        "correct the application, or the chat may stop again."
    )
    assert judge(wb.load(fixable), "chat.json", 0, "openai").customer_repaired.endswith("or the chat may stop again.")
    not_fixable = {"model": "gpt-4o", "messages": RENAMED[:1], "stop": ["a", "b", "c", "d", "e"]}
    assert judge(wb.load(not_fixable), "chat.json", 0, "openai").customer.endswith(
        "The problem does not come from a message but from the application, so an engineer needs to correct the "
        "application."
    )


def test_a_chat_that_was_accepted_did_not_stop_before_its_repair() -> None:
    sample = next(sample for sample in samples() if sample.name == "a2a/python-repr-output")
    assert judge(sample.load(), "chat.json", 0, "openai").customer_repaired == (
        "What was wrong: the answer from the tool “programme” is stored in a way that only one programming language "
        "can read. OpenAI would have accepted this chat all the same. It was repaired, and nothing that was written "
        "is lost."
    )


def test_an_answer_that_may_still_arrive_is_not_reported_as_damage() -> None:
    case = judge(wb.load(RENAMED[:2]), "chat.json", 0, "openai")
    assert case.customer == (
        "The assistant asked the tool “dome_log” for something, and no answer is recorded yet. The tool may still be "
        "at work. OpenAI may refuse to continue this chat because of that; the file does not show whether it will. "
        "If the chat does not continue, an engineer needs to look at it."
    )


def test_a_chat_that_is_accepted_with_a_loss_can_continue() -> None:
    sample = next(sample for sample in samples() if sample.name == "icontent/assistant-image")
    assert judge(sample.load(), "chat.json", 0, "openai").customer == (
        "A part of a message is lost when the chat is sent. OpenAI still accepts this chat, so it can continue. "
        "If this matters, an engineer needs to look at it: there is no automatic repair that is certain to keep "
        "everything."
    )


def test_the_engineers_paragraph_has_the_rule_the_place_the_error_message_and_the_fix() -> None:
    paragraph = judge(wb.load(RENAMED), "chat.json", 0, "openai").engineer
    for part in ("ID305 tool-id-mismatch at /2/tool_call_id", "'tool_call_id' of 'toolu_1' not found", "Re-thread to"):
        assert part in paragraph


@pytest.mark.parametrize("target", TARGETS)
def test_the_customer_reads_who_refuses_the_chat_without_apis_and_versions(target: str) -> None:
    name = customer_name(target)
    assert not re.search(r"\b(API|SDK|ADK|Responses|after|backend)\b|[()]|^An? |\b[a-z]+[A-Z][a-z]", name), name


def test_a_program_that_refuses_messages_is_part_of_the_application_for_the_customer() -> None:
    sample = next(sample for sample in samples() if sample.name == "vercel-v4-ui/no-parts-for-version-6")
    case = judge(sample.load(), "chat.json", 0, sample.target)
    assert "Because of that, the application's software refuses to continue this chat as it is. " in case.customer
    accepted = judge(wb.load([{"role": "user", "content": "hi"}]), "chat.json", 0, "openai-compatible")
    assert accepted.customer == (
        "Nothing is wrong with this chat. The service accepts it as it is; there is nothing to do."
    )


def test_a_chat_that_may_be_accepted_is_not_said_to_be_unacceptable() -> None:
    two = [{"role": "user", "content": "Hi."}, {"role": "user", "content": "Close it."}]
    case = judge(wb.load({"model": "meta.llama3-8b-instruct-v1:0", "messages": two}), "chat.json", 0, "bedrock")
    assert case.outcome == "may-refuse"
    assert case.cause == "Two messages in a row are from the same speaker, which this service may not allow."


def test_a_fault_that_only_some_programs_repair_is_safely_fixable() -> None:
    """The page of the conversation offers the same fix."""
    image = {"type": "media", "mimeType": "image/png", "encoding": "base64", "data": ONE_PIXEL}
    history = [{"speaker": "human", "blocks": [{"type": "text", "text": "Look."}, image]}]
    case = judge(wb.load(history), "chat.json", 0, "openai")
    assert (case.outcome, case.rule, case.fixable) == ("may-refuse", "image-no-data-prefix", "yes")
    (copy,) = next(repaired_copies([BatchFile("a.json", json.dumps(history).encode())], "openai")).copies
    assert wb.check(wb.load(copy.content), target="openai").verdict.outcome == "accepted"


def test_a_refusal_without_a_known_reason_is_not_blamed_on_the_application() -> None:
    (example,) = (example for example in RULES["refusal-unexplained"].examples if example.kind == "Bad")
    case = judge(wb.load(example.expanded), "chat.json", 0)
    assert case.outcome == "refused"
    expected = (
        "The service refused to continue, and the reason was not found. "
        "An engineer needs to look at the error message of the service."
    )
    assert case.customer == expected
    both = Cluster((case, replace(case, document="b.json")))
    assert cluster_customer_paragraph(both) == f"2 chats have the same problem. {expected}"


@pytest.mark.parametrize(
    ("content", "next_step"),
    [
        ('[{"role": "user", "cont', "Please send us the file again, exactly as the application saved it."),
        ("", "Please send us the file again, exactly as the application saved it."),
        ("A note.", "Please send us the file in which the application saved the chat."),
        ('{"theme": "dark"}', "Please send us the file in which the application saved the chat."),
        ("\x00\x01\x02", "Please send us the file in which the application saved the chat."),
    ],
)
def test_a_customer_is_asked_for_another_file_unless_it_is_damaged(content: str, next_step: str) -> None:
    with pytest.raises(LoadError) as error:
        wb.load(content.encode())
    assert unreadable(error.value, "a.json", 0).customer.endswith(next_step)


def test_nobody_is_asked_for_a_file_that_is_only_not_read_here() -> None:
    of_a_program = LoadError("a Slack export", "a conversation", source="slack")
    assert unreadable(of_a_program, "a.json", 0).customer.endswith("An engineer needs to look at it.")


def test_a_healthy_conversation_needs_nothing() -> None:
    case = judge(wb.load([{"role": "user", "content": "hi"}]), "chat.json", 0, "openai")
    assert (case.outcome, case.rule, case.fixable) == ("accepted", "", "")
    assert "there is nothing to do" in case.customer


def test_recorded_tokens_are_summed_and_never_estimated() -> None:
    answer = {"role": "assistant", "content": "hello", "usage": {"prompt_tokens": 7, "completion_tokens": 5}}
    counted = [{"role": "user", "content": "hi"}, answer, {"role": "user", "content": "and?"}, answer]
    assert judge(wb.load(counted), "chat.json", 0, "openai").tokens == 24
    assert judge(wb.load(RENAMED), "chat.json", 0, "openai").tokens is None


def test_every_target_that_would_refuse_it_is_named() -> None:
    assert {"OpenAI", "Anthropic", "DeepSeek"} <= set(refusing_targets(wb.load(RENAMED)))


def test_the_shorter_list_is_named_those_that_refuse_or_the_exceptions() -> None:
    titles = [target.title for target in TARGETS.values()]
    known = f"of {len(titles)} known services and programs would refuse it"
    assert refusing_sentence([]) == f"0 {known}."
    assert refusing_sentence(titles[:1]) == f"1 {known}: OpenAI."
    assert refusing_sentence(titles[1:]) == f"{len(titles) - 1} {known}, all but OpenAI."
    assert refusing_sentence(titles) == f"All {len(titles)} known services and programs would refuse it."


def test_a_tool_name_cannot_put_control_characters_into_a_sentence() -> None:
    hostile = [RENAMED[0], {**RENAMED[1], "tool_calls": [{**CALL, "function": {"name": "a\x1b[2Jb" * 40}}]}]
    case = judge(wb.load([*hostile, *RENAMED[2:]]), "chat.json", 0, "openai")
    assert "\x1b" not in case.cause + case.customer + case.engineer
    assert len(case.cause) < 250


@pytest.mark.parametrize("sample", BROKEN, ids=lambda sample: sample.name)
def test_every_broken_sample_has_a_cause_and_two_paragraphs_that_agree_with_its_verdict(sample: Sample) -> None:
    conversation = sample.load()
    verdict = wb.check(conversation, sample.target).verdict
    case = judge(conversation, sample.name, 0, sample.target)
    assert case.outcome == verdict.outcome.value
    if any(expected.severity != "info" for expected in sample.expected):
        assert case.rule in RULES
        assert case.customer.startswith(case.cause)
        assert case.rule in case.engineer
        assert RULES[case.rule].code in case.engineer
    assert not _CODE.search(case.customer.replace(case.cause, "")), case.customer
    assert ("refuses to continue" in case.customer) == verdict.refused
    assert bool(case.fixes) == (case.fixable in ("yes", "partly"))


@pytest.mark.parametrize("rule", RULES)
def test_the_bad_example_of_every_rule_has_both_paragraphs(rule: str) -> None:
    bad = next(example for example in RULES[rule].examples if example.kind == "Bad")
    case = judge(wb.load(bad.expanded), "chat.json", 0, bad.target)
    for paragraph in filter(None, (case.customer, case.customer_repaired)):
        assert not _CODE.search(paragraph.replace(case.cause, "")), paragraph
        assert "  " not in paragraph
    assert case.customer.startswith(case.cause) or not case.rule
    assert not case.rule or f"{RULES[case.rule].code} {case.rule}" in case.engineer


def test_a_quoted_error_message_ends_before_the_next_sentence() -> None:
    unanswered = [*RENAMED[:2], {"role": "user", "content": "Well?"}]
    assert "call_1”. Safe fixes: " in judge(wb.load(unanswered), "chat.json", 0, "openai").engineer


def test_with_another_problem_it_is_the_chat_that_can_be_repaired() -> None:
    sample = next(sample for sample in samples() if sample.name == "vercel-v4-core/mixed-ui-and-core")
    case = judge(sample.load(), "chat.json", 0, "ai@4")
    assert "There is one other problem too. The chat can be repaired without losing anything" in case.customer
    assert "There was one other problem too. The chat was repaired, and nothing" in case.customer_repaired


def test_with_another_problem_it_is_still_the_problem_that_comes_from_the_application() -> None:
    request = {"model": "gpt-4o", "messages": RENAMED[:2], "tools": [], "stop": ["a", "b", "c", "d", "e"]}
    case = judge(wb.load(request), "chat.json", 0, "openai")
    for paragraph in (case.customer, case.customer_repaired):
        assert "other problem" in paragraph
        assert "Part of the chat " in paragraph
        assert "The problem does not come from a message but from the application" in paragraph
        assert "The chat does not come" not in paragraph
