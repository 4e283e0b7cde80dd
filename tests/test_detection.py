"""The format of a history is detected: look-alikes, ties, mixed histories, evidence of settings, the user's choice."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.benchmarks.histories import short_history
from tests.look_alikes import LOOK_ALIKES, PLAIN_TEXTS, LookAlike
from tests.random_documents import history_like
from tests.recorded_requests import needs_recorded_requests, recorded_requests
from tests.strategies import HISTORIES
from tests.strategies.json_values import json_values
from workbench import library
from workbench.detection import detect, detected, for_target
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, Format
from workbench.loading import load
from workbench.names import UnknownNameError
from workbench.samples import Sample, samples
from workbench.shapes import shape_of

CASES = os.environ.get("WORKBENCH_CASES")
CALL: Any = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CERTAIN_ROWS = [row for row in LOOK_ALIKES if len(row.formats) == 1]


@pytest.mark.parametrize("row", LOOK_ALIKES, ids=lambda row: row.name)
def test_histories_that_look_alike_are_distinguished(row: LookAlike) -> None:
    detection = detect(row.messages, {})
    assert (detection.candidates if detection.ambiguous else (detection.format,)) == row.formats
    assert detection.dialect == row.dialect or row.dialect is None


@pytest.mark.parametrize("others", [{}, {"id": "1", "name": "create", "metrics": {"tokens": 3}}])
def test_the_input_of_a_recorded_call_can_be_of_any_api(others: dict[str, Any]) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
    asked = [{"role": "user", "content": [{"type": "text", "text": "See?"}, image]}]
    answer = {"role": "assistant", "content": [{"type": "text", "text": "Yes."}]}
    assert load(json.dumps({**others, "input": asked, "output": answer})).format == "anthropic"
    assert load(json.dumps({"model": "gpt-4o", "input": [{"role": "user", "content": "Hi."}]})).format == (
        "openai-responses"
    )


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_sample_has_the_format_in_its_index_entry(sample: Sample) -> None:
    conversation = detected(sample.load(), target=sample.target)
    assert conversation.format == sample.format
    assert sample.dialect in (None, conversation.dialect)


def test_every_format_has_a_look_alike_and_a_sample() -> None:
    assert {row.formats[0] for row in CERTAIN_ROWS} == {sample.format for sample in samples()} == set(FORMATS)


# --- the target decides -------------------------------------------------------------------------------------------

COPIED = {
    "model": "z-ai/glm-5.1",
    "max_tokens": 1024,
    "thinking": {"type": "enabled", "budget_tokens": 2048},
    "messages": [{"role": "user", "content": "Hello"}],
}


def opened(document: object) -> Any:
    return load(json.dumps(document))


def test_a_setting_that_servers_copy_from_another_api_does_not_overrule_the_target() -> None:
    assert opened(COPIED).format == "anthropic"
    assert for_target(opened(COPIED), "nvidia").format == "openai-chat"
    assert for_target(opened(COPIED), "anthropic").format == "anthropic"
    assert library.check(json.dumps(COPIED), "nvidia").conversation.format == "openai-chat"


def test_a_loaded_conversation_keeps_the_format_that_the_user_chose() -> None:
    chosen = detected(opened(COPIED), format="anthropic")
    assert library.check(chosen, "nvidia").conversation.format == "anthropic"
    assert library.check(json.dumps(COPIED), "nvidia", format="anthropic").conversation.format == "anthropic"


def test_messages_of_another_format_are_not_overruled_by_the_target() -> None:
    blocks = {**COPIED, "messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1"}]}]}
    assert for_target(opened(blocks), "nvidia").format == "anthropic"
    prompted = {**COPIED, "system": "Be brief."}
    assert for_target(opened(prompted), "openai").format == "anthropic"


def test_a_request_with_unknown_roles_only_is_judged_for_a_given_target() -> None:
    request = {"model": "my-model", "messages": [{"role": "bot", "content": "Hi"}]}
    assert not opened(request).detection.recognised
    judged = for_target(opened(request), "sglang")
    assert (judged.format, judged.detection.recognised) == ("openai-chat", True)
    assert not for_target(opened(request["messages"]), "sglang").detection.recognised


# --- ties ---------------------------------------------------------------------------------------------------------


def test_plain_texts_are_ambiguous() -> None:
    detection = detect(PLAIN_TEXTS, {})
    assert detection.ambiguous
    assert detection.format == detection.candidates[0] == "openai-chat"
    assert detection.confidence == pytest.approx(1 / len(detection.candidates), abs=0.01)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("openai", "openai-chat"),
        ("anthropic", "anthropic"),
        ("ai@4", "vercel-v4-core"),
        ("ai@6", "vercel-v5-model"),
        ("openai-responses", "openai-responses"),
        ("deepseek", "openai-chat"),
        ("gemini", "openai-chat"),
        ("unknown-target", "openai-chat"),
    ],
)
def test_a_given_target_breaks_the_tie(target: str, expected: str) -> None:
    assert detect(PLAIN_TEXTS, {}, target=target).format == expected


@pytest.mark.parametrize("row", CERTAIN_ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini", "ai@4"])
def test_a_target_does_not_override_the_evidence_of_the_messages(row: LookAlike, target: str) -> None:
    assert detect(row.messages, {}, target=target).format == row.formats[0]


def test_a_history_without_evidence_is_ambiguous_and_has_no_confidence() -> None:
    histories: list[list[Any]] = [[], [1, None], [{}], [[]]]
    for messages in histories:
        detection = detect(messages, {})
        assert (detection.ambiguous, detection.confidence) == (True, 0.0)


def test_one_distinctive_message_outweighs_many_plain_ones() -> None:
    messages = [*PLAIN_TEXTS * 50, {"role": "assistant", "content": None, "tool_calls": [CALL]}]
    detection = detect(messages, {})
    assert (detection.format, detection.ambiguous, detection.odd) == ("openai-chat", False, ())
    assert detection.confidence > 0.5


# --- the choice of the user, confidence and the other candidates ------------------------------------------------------


@pytest.mark.parametrize("choice", list(FORMATS))
def test_the_choice_of_the_user_overrides_the_vote(choice: str) -> None:
    for row in LOOK_ALIKES:
        detection = detect(row.messages, {}, format=choice)
        assert (detection.format, detection.confidence, detection.ambiguous) == (choice, 1.0, False), row.name
        assert detection.candidates[0] == choice


def test_an_unknown_format_is_the_callers_mistake() -> None:
    with pytest.raises(UnknownNameError, match="there is no format 'zzz'; there are: openai-chat, "):
        detect(PLAIN_TEXTS, {}, format="zzz")


def test_the_detected_format_is_the_next_candidate_after_a_chosen_one() -> None:
    row = next(row for row in LOOK_ALIKES if row.name == "anthropic, a tool")
    assert detect(row.messages, {}, format="vercel-v4-core").candidates[1] == "anthropic"


def test_a_certain_format_has_full_confidence_and_is_the_only_candidate() -> None:
    detection = detect([{"speaker": "human", "blocks": []}], {})
    assert (detection.confidence, detection.candidates) == (1.0, ("icontent",))


def test_more_evidence_gives_more_confidence() -> None:
    file: Any = {"role": "user", "content": [{"type": "file", "data": "AAAA", "mimeType": "application/pdf"}]}
    options: Any = {"role": "user", "content": "hello", "providerOptions": {}}
    both = detect([file, options], {})
    alone = detect([options, options], {})
    assert (both.format, both.candidates) == ("vercel-v4-core", ("vercel-v4-core",))
    assert alone.ambiguous
    assert both.confidence > alone.confidence


# --- mixed histories --------------------------------------------------------------------------------------------------


def test_a_ui_message_among_core_messages_is_reported() -> None:
    core = next(row for row in LOOK_ALIKES if row.name == "core, a tool").messages
    ui = next(row for row in LOOK_ALIKES if row.name == "ui 4, invocations before there were parts").messages
    detection = detect([*core, *ui, *core], {})
    assert (detection.format, detection.mixed, detection.odd) == ("vercel-v4-core", True, ((2, "vercel-v4-ui"),))


def test_the_flat_tool_message_among_core_messages_is_reported() -> None:
    core = next(row for row in LOOK_ALIKES if row.name == "core, a tool").messages
    flat = {"role": "tool", "tool_call_id": "c1", "content": "1"}
    assert detect([*core, *core, flat], {}).odd == ((4, "openai-chat"),)


def test_a_message_of_another_format_is_reported_where_it_is_in_each_of_two_histories_with_the_same_messages() -> None:
    core = next(row for row in LOOK_ALIKES if row.name == "core, a tool").messages
    flat = {"role": "tool", "tool_call_id": "c1", "content": "1"}
    histories = [*core, flat, *core], [*core, *core, flat]
    assert [detect(messages, {}).odd for messages in histories] == [((2, "openai-chat"),), ((4, "openai-chat"),)]


@pytest.mark.parametrize("row", CERTAIN_ROWS, ids=lambda row: row.name)
def test_a_history_of_one_format_is_not_mixed(row: LookAlike) -> None:
    assert not detect([*row.messages, *row.messages], {}).mixed


@pytest.mark.parametrize("row", CERTAIN_ROWS, ids=lambda row: row.name)
def test_a_message_of_another_format_in_a_long_history_is_reported_with_its_index(row: LookAlike) -> None:
    odd_message: Any = {"speaker": "human", "blocks": [{"type": "text", "text": "hello"}]}
    if row.formats[0] == "icontent":
        odd_message = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    messages = row.messages * 5
    detection = detect([*messages, odd_message, *messages], {})
    assert detection.format == row.formats[0]
    assert [index for index, _ in detection.odd] == [len(messages)]


# --- settings of the request --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_settings", "expected"),
    [
        ({"tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}, "openai-chat"),
        ({"max_completion_tokens": 5}, "openai-chat"),
        ({"tools": [{"name": "f", "input_schema": {}}]}, "anthropic"),
        ({"model": "claude-opus-4-5", "max_tokens": 5}, "anthropic"),
        ({"system": "be brief", "max_tokens": 5}, "anthropic"),
        ({"anthropic_version": "bedrock-2023-05-31"}, "anthropic"),
        ({"tools": {"f": {"description": "", "inputSchema": {}}}}, "vercel-v5-model"),
        ({"tools": {"f": {"description": "", "parameters": {}}}}, "vercel-v4-core"),
    ],
)
def test_the_settings_decide_if_the_messages_are_plain(request_settings: dict[str, Any], expected: str) -> None:
    detection = detect(PLAIN_TEXTS, request_settings)
    assert (detection.format, detection.ambiguous) == (expected, False)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}, "gemini"),
        ({"input": [{"role": "user", "content": "hello"}]}, "openai-responses"),
        ({"messages": [{"role": "user", "content": [{"text": "hello"}]}], "toolConfig": {}}, "bedrock-converse"),
    ],
)
def test_the_key_of_the_list_of_messages_is_evidence_too(body: Any, expected: str) -> None:
    assert load(orjson.dumps(body)).format == expected


# --- any input ------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(
    messages=st.lists(json_values, max_size=6),
    request_settings=st.dictionaries(st.text(max_size=8), json_values, max_size=4),
)
def test_no_json_makes_detection_raise(messages: list[Any], request_settings: dict[str, Any]) -> None:
    assert detect(messages, request_settings).format in FORMATS


@pytest.mark.parametrize("name", list(HISTORIES))
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_generated_history_with_certain_evidence_and_no_contradiction_is_detected(
    name: str, data: st.DataObject
) -> None:
    messages = data.draw(HISTORIES[name])
    evidence = [FORMATS[name].recognise(shape_of(message)) for message in messages]
    assume(CERTAIN in evidence and NO_EVIDENCE not in evidence)
    assert (detect(messages, {}).format, detect(messages, {}).odd) == (name, ())


# --- recorded requests and cases, if their folder is given ------------------------------------------------------------


@needs_recorded_requests
def test_recorded_requests_are_detected_correctly() -> None:
    known = [row for row in recorded_requests() if row["format"] in FORMATS]
    wrong = [
        row["source"]
        for row in known
        if detected(load(orjson.dumps(row["history"])), target=row["target"]).format != row["format"]
    ]
    assert len(wrong) <= len(known) / 100, wrong


@pytest.mark.skipif(not CASES, reason="WORKBENCH_CASES does not name the folder of broken histories")
def test_broken_histories_are_detected_correctly() -> None:
    for path in sorted(Path(CASES or "").glob("*.json")):
        case = json.loads(path.read_bytes())
        detection = detected(load(json.dumps(case["history"]).encode()), target=case["target"]).detection
        candidates = detection.candidates if detection.ambiguous else (detection.format,)
        is_mixed = case["format"] == "mixed" or (case["format"].endswith("-mixed") and detection.mixed)
        assert is_mixed or case["format"] in candidates, (path.name, detection)


def test_settings_are_not_evidence_for_a_format_with_another_message_key() -> None:
    body = b'{"messages": [{"role": "user", "content": "Hello"}], "instructions": "Be brief."}'
    assert "openai-responses" not in load(body).detection.candidates[:1]


def test_a_model_is_no_evidence_for_a_format_with_another_message_key() -> None:
    for count in (1, 2):
        body = {"model": "gemini-2.5-pro", "messages": [{"role": "user", "content": "Hello"}] * count}
        assert load(json.dumps(body)).format == "openai-chat"


def test_parts_of_another_api_in_a_sent_request_are_read_as_what_the_key_of_its_messages_requires() -> None:
    message = {"role": "user", "content": [{"type": "input_text", "text": "Hello"}]}
    stored, sent = {"messages": [message] * 3}, {"model": "some-model", "messages": [message] * 3}
    assert load(json.dumps(stored)).format == "openai-responses"
    assert load(json.dumps(sent)).format == "openai-chat"
    assert detected(load(json.dumps(sent)), target="openai-responses").format == "openai-responses"


def test_a_history_with_one_misspelt_role_is_recognised_and_a_program_with_its_own_roles_is_not() -> None:
    turns = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."}]
    misspelt = load(json.dumps([*turns, {"role": "usr", "content": "Now?"}, *turns]).encode())
    own_roles = load(
        json.dumps([{"role": "user", "content": "Hi."}, {"role": "bot", "content": "Hello."}] * 2).encode()
    )
    assert misspelt.detection.recognised
    assert not own_roles.detection.recognised


def test_a_request_to_a_provider_is_in_its_format_whatever_its_messages_look_like() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": [image]}]}
    command = f"curl https://api.anthropic.com/v1/messages -d '{json.dumps(body | {'tools': [tool]})}'"
    report = library.check(command)
    assert report.conversation.format == "anthropic"
    assert [finding.at for finding in report.errors] == ["/tools/0/type", "/messages/0"]
    repaired = library.repair(command).conversation.payload
    assert repaired["messages"][0]["content"][0]["source"] == {"type": "url", "url": "https://example.org/cat.png"}
    assert repaired["tools"] == [{"name": "look", "input_schema": {"type": "object", "properties": {}}}]


@pytest.mark.parametrize(("limit", "name"), [({}, "openai-chat"), ({"max_tokens": 2048}, "anthropic")])
def test_a_thinking_budget_is_anthropic_only_with_the_limit_that_its_api_requires(
    limit: dict[str, int], name: str
) -> None:
    request = {"model": "some-model", "thinking": {"type": "enabled", "budget_tokens": 1024}, **limit}
    found = detect([{"role": "user", "content": "Hello"}], request, list_key="messages")
    assert found.format == name


@pytest.mark.parametrize(
    ("settings", "target", "format_name"),
    [
        ({"model": "claude-sonnet-4-5", "system": "Be brief."}, "anthropic", "anthropic"),
        ({"model": "claude-sonnet-4-5", "system": "Be brief."}, None, "openai-chat"),
        ({"model": "claude-sonnet-4-5", "system": "Be brief."}, "openai", "openai-chat"),
        ({"model": "anthropic/claude-sonnet-4-5", "system": "Be brief."}, "anthropic", "openai-chat"),
        ({"model": "claude-sonnet-4-5", "max_tokens": 9}, "anthropic", "openai-chat"),
    ],
)
def test_a_setting_of_the_targets_own_api_decides_how_it_reads_the_messages(
    settings: dict[str, Any], target: str | None, format_name: str
) -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
    turns = [{"role": "user", "content": [{"type": "text", "text": "Look."}, image]}] * 3
    body = {**settings, "messages": turns}
    assert detected(load(json.dumps(body).encode()), target=target).format == format_name


def _histories_by_chance() -> list[Any]:
    documents = [history_like(random.Random(seed)) for seed in range(800)]
    return [document for document in documents if isinstance(document, list)]


def _pieces(messages: list[Any]) -> list[list[Any]]:
    """The history and its messages alone, each also with one key of a message, or of its first part, left out."""
    alone = [[message] for message in messages[:6]]
    pieces = [messages, *alone]
    for message in messages[:6]:
        if isinstance(message, dict):
            pieces += [[{name: value for name, value in message.items() if name != left_out}] for left_out in message]
            parts = message.get("parts")
            if isinstance(parts, list) and parts and isinstance(parts[0], dict):
                pieces += [
                    [{**message, "parts": [{name: part for name, part in parts[0].items() if name != left_out}]}]
                    for left_out in parts[0]
                ]
    return pieces


@pytest.mark.parametrize("form", FORMATS.values(), ids=lambda form: form.name)
def test_a_first_look_is_certain_only_if_the_vote_would_find_nothing_else(form: Format) -> None:
    histories = [sample.load().messages for sample in samples()] + _histories_by_chance()
    for messages in (piece for history in histories for piece in _pieces(history)):
        if form.holds_only(messages):
            assert {form.recognise(shape_of(message)) for message in messages} <= {LIKELY, CERTAIN}


@pytest.mark.parametrize("name", ["langchain", "pydantic-ai", "otel-genai"])
def test_the_messages_of_a_framework_are_not_put_to_the_vote(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history = orjson.dumps(short_history(name, 1, 15))
    expected = load(history).detection
    monkeypatch.setattr("workbench.detection.shapes_of", lambda messages: pytest.fail("the shapes were compared"))
    found = load(history)
    assert (found.format, found.detection) == (name, expected)
    assert found.origin is not None


def test_a_message_of_another_format_among_those_of_a_framework_is_odd() -> None:
    human, answer = {"type": "human", "content": "Hello"}, {"type": "ai", "content": "Hi"}
    other = {"role": "assistant", "content": "Hi", "tool_calls": [CALL]}
    found = detect([human, answer, other], {}, format="langchain")
    assert found.odd == ((2, "openai-chat"),)
