"""Which format a history is in: look-alikes, ties, mixed histories, the settings' evidence and the user's word."""

from __future__ import annotations

import json
import os
from pathlib import Path

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.look_alikes import LOOK_ALIKES, PLAIN_TEXTS, LookAlike
from tests.recorded_requests import needs_recorded_requests, recorded_requests
from tests.strategies import HISTORIES
from tests.strategies.json_values import json_values
from workbench.detection import detect, detected
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, NO_EVIDENCE
from workbench.json.text import Json
from workbench.loading import load
from workbench.names import UnknownNameError
from workbench.samples import Sample, samples
from workbench.shapes import shape_of

CASES = os.environ.get("WORKBENCH_CASES")
CALL: Json = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CERTAIN_ONES = [row for row in LOOK_ALIKES if len(row.formats) == 1]


@pytest.mark.parametrize("row", LOOK_ALIKES, ids=lambda row: row.name)
def test_histories_that_look_alike_are_told_apart(row: LookAlike) -> None:
    detection = detect(row.messages, {})
    assert (detection.candidates if detection.ambiguous else (detection.format,)) == row.formats
    assert detection.dialect == row.dialect or row.dialect is None


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_sample_is_what_its_index_says(sample: Sample) -> None:
    conversation = detected(sample.load(), target=sample.target)
    assert conversation.format == sample.format
    assert sample.dialect in (None, conversation.dialect)


def test_every_format_has_a_look_alike_and_a_sample() -> None:
    assert {row.formats[0] for row in CERTAIN_ONES} == {sample.format for sample in samples()} == set(FORMATS)


# --- ties ---------------------------------------------------------------------------------------------------------


def test_plain_texts_are_honestly_ambiguous() -> None:
    detection = detect(PLAIN_TEXTS, {})
    assert detection.ambiguous
    assert detection.format == detection.candidates[0] == "openai-chat"
    assert detection.confidence == pytest.approx(1 / len(detection.candidates), abs=0.01)
    assert detection.runner_up == detection.candidates[1]


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
        ("nobody knows it", "openai-chat"),
    ],
)
def test_a_given_target_breaks_the_tie(target: str, expected: str) -> None:
    assert detect(PLAIN_TEXTS, {}, target=target).format == expected


@pytest.mark.parametrize("row", CERTAIN_ONES, ids=lambda row: row.name)
@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini", "ai@4"])
def test_a_target_does_not_overrule_what_the_messages_show(row: LookAlike, target: str) -> None:
    assert detect(row.messages, {}, target=target).format == row.formats[0]


def test_nothing_at_all_is_ambiguous_and_of_no_confidence() -> None:
    nothing: list[list[Json]] = [[], [1, None], [{}], [[]]]
    for messages in nothing:
        detection = detect(messages, {})
        assert (detection.ambiguous, detection.confidence, detection.runner_up) == (True, 0.0, None)


def test_one_telling_message_decides_over_many_plain_ones() -> None:
    messages = [*PLAIN_TEXTS * 50, {"role": "assistant", "content": None, "tool_calls": [CALL]}]
    detection = detect(messages, {})
    assert (detection.format, detection.ambiguous, detection.odd) == ("openai-chat", False, ())
    assert detection.confidence > 0.5


# --- the user's word, confidence and the runner-up ------------------------------------------------------------------


@pytest.mark.parametrize("row", LOOK_ALIKES, ids=lambda row: row.name)
@pytest.mark.parametrize("said", list(FORMATS))
def test_the_word_of_the_user_overrules_the_vote(row: LookAlike, said: str) -> None:
    detection = detect(row.messages, {}, format=said)
    assert (detection.format, detection.confidence, detection.ambiguous) == (said, 1.0, False)
    assert detection.candidates[0] == said


def test_a_format_that_nobody_has_is_the_callers_mistake() -> None:
    with pytest.raises(UnknownNameError, match="there is no format 'zzz'; there are: openai-chat, "):
        detect(PLAIN_TEXTS, {}, format="zzz")


def test_what_the_vote_would_have_said_is_the_runner_up() -> None:
    row = next(row for row in LOOK_ALIKES if row.name == "anthropic, a tool")
    assert detect(row.messages, {}, format="vercel-v4-core").runner_up == "anthropic"


def test_a_certain_format_has_full_confidence_and_no_runner_up() -> None:
    detection = detect([{"speaker": "human", "blocks": []}], {})
    assert (detection.confidence, detection.runner_up, detection.candidates) == (1.0, None, ("icontent",))


def test_more_evidence_gives_more_confidence() -> None:
    file: Json = {"role": "user", "content": [{"type": "file", "data": "AAAA", "mimeType": "application/pdf"}]}
    options: Json = {"role": "user", "content": "hello", "providerOptions": {}}
    both = detect([file, options], {})
    alone = detect([options, options], {})
    assert (both.format, both.runner_up) == ("vercel-v4-core", None)
    assert alone.ambiguous
    assert both.confidence > alone.confidence


# --- mixed histories --------------------------------------------------------------------------------------------------


def test_a_screen_message_among_model_messages_is_named() -> None:
    core = next(row for row in LOOK_ALIKES if row.name == "core, a tool").messages
    ui = next(row for row in LOOK_ALIKES if row.name == "ui 4, invocations before there were parts").messages
    detection = detect([*core, *ui, *core], {})
    assert (detection.format, detection.mixed, detection.odd) == ("vercel-v4-core", True, ((2, "vercel-v4-ui"),))


def test_the_flat_tool_message_among_core_messages_is_named() -> None:
    core = next(row for row in LOOK_ALIKES if row.name == "core, a tool").messages
    flat = {"role": "tool", "tool_call_id": "c1", "content": "1"}
    assert detect([*core, *core, flat], {}).odd == ((4, "openai-chat"),)


@pytest.mark.parametrize("row", CERTAIN_ONES, ids=lambda row: row.name)
def test_a_history_of_one_format_is_not_mixed(row: LookAlike) -> None:
    assert not detect([*row.messages, *row.messages], {}).mixed


@pytest.mark.parametrize("one", CERTAIN_ONES, ids=lambda row: row.name)
def test_a_stranger_in_a_long_history_is_named_with_its_index(one: LookAlike) -> None:
    stranger: Json = {"speaker": "human", "blocks": [{"type": "text", "text": "hello"}]}
    if one.formats[0] == "icontent":
        stranger = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    messages = one.messages * 5
    detection = detect([*messages, stranger, *messages], {})
    assert detection.format == one.formats[0]
    assert [index for index, _ in detection.odd] == [len(messages)]


# --- what is beside the messages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beside", "expected"),
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
def test_the_settings_decide_where_the_messages_are_plain(beside: dict[str, Json], expected: str) -> None:
    detection = detect(PLAIN_TEXTS, beside)
    assert (detection.format, detection.ambiguous) == (expected, False)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}, "gemini"),
        ({"input": [{"role": "user", "content": "hello"}]}, "openai-responses"),
        ({"messages": [{"role": "user", "content": [{"text": "hello"}]}], "toolConfig": {}}, "bedrock-converse"),
    ],
)
def test_the_name_of_the_list_speaks_too(body: Json, expected: str) -> None:
    assert load(orjson.dumps(body)).format == expected


# --- whatever comes in ----------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(messages=st.lists(json_values, max_size=6), beside=st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_no_json_makes_it_raise(messages: list[Json], beside: dict[str, Json]) -> None:
    assert detect(messages, beside).format in FORMATS


@pytest.mark.parametrize("name", list(HISTORIES))
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_generated_history_that_one_message_proves_and_none_denies_is_its_format(
    name: str, data: st.DataObject
) -> None:
    messages = data.draw(HISTORIES[name])
    evidence = [FORMATS[name].recognise(shape_of(message)) for message in messages]
    assume(CERTAIN in evidence and NO_EVIDENCE not in evidence)
    assert (detect(messages, {}).format, detect(messages, {}).odd) == (name, ())


# --- recorded requests and cases, where their place is given ----------------------------------------------------------


@needs_recorded_requests
def test_recorded_requests_are_detected_right() -> None:
    known = [row for row in recorded_requests() if row["format"] in FORMATS]
    wrong = [
        row["source"]
        for row in known
        if detected(load(orjson.dumps(row["history"])), target=row["target"]).format != row["format"]
    ]
    assert len(wrong) <= len(known) / 100, wrong


@pytest.mark.skipif(not CASES, reason="WORKBENCH_CASES does not say where the broken histories are")
def test_broken_histories_are_detected_right() -> None:
    for path in sorted(Path(CASES or "").glob("*.json")):
        case = json.loads(path.read_bytes())
        detection = detected(load(json.dumps(case["history"]).encode()), target=case["target"]).detection
        fitting = detection.candidates if detection.ambiguous else (detection.format,)
        mixed = case["format"] == "mixed" or (case["format"].endswith("-mixed") and detection.mixed)
        assert mixed or case["format"] in fitting, (path.name, detection)


def test_settings_do_not_speak_for_a_format_that_keeps_its_messages_under_another_key() -> None:
    body = b'{"messages": [{"role": "user", "content": "Hello"}], "instructions": "Be brief."}'
    assert "openai-responses" not in load(body).detection.candidates[:1]


def test_one_misspelt_role_among_many_messages_is_judged_and_a_program_s_own_words_are_not() -> None:
    turns = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."}]
    misspelt = load(json.dumps([*turns, {"role": "usr", "content": "Now?"}, *turns]).encode())
    own_words = load(
        json.dumps([{"role": "user", "content": "Hi."}, {"role": "bot", "content": "Hello."}] * 2).encode()
    )
    assert misspelt.detection.recognised
    assert not own_words.detection.recognised
