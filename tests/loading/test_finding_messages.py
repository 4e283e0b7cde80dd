"""The messages are found in every kind of document, together with the settings and the recorded answer."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tests.loading.documents import BODY, MESSAGES, MESSAGES_TEXT, all_conversations, failure, kinds
from workbench.conversation import Conversation
from workbench.json.pointer import resolve
from workbench.loading import LoadError, load, load_all

ANSWER: dict[str, Any] = {"role": "assistant", "content": "warm"}
COMPLETION = {"object": "chat.completion", "choices": [{"index": 0, "message": ANSWER}]}
HELLO = {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "hi"}]}
REPLY = {"kind": "message", "messageId": "m2", "role": "agent", "parts": [{"kind": "text", "text": "ho"}]}
ARTIFACT = {"artifactId": "a1", "parts": [{"kind": "text", "text": "done"}]}


def loaded(value: Any) -> Conversation:
    """Return the conversation, after checking that every pointer leads to its message and the payload is unchanged."""
    conversation = load(json.dumps(value))
    assert conversation.payload == value
    for index, message in enumerate(conversation.messages):
        assert resolve(conversation.payload, conversation.pointer(index)) is message
    return conversation


@pytest.mark.parametrize("key", ["messages", "contents", "input", "history"])
def test_a_request_body_keeps_everything_else_as_settings(key: str) -> None:
    conversation = loaded({"model": "m", key: MESSAGES, "tools": []})
    assert conversation.messages == MESSAGES
    assert conversation.base == f"/{key}"
    assert conversation.settings == {"model": "m", "tools": []}


def test_a_bare_array_and_an_empty_one_have_no_settings() -> None:
    assert (loaded(MESSAGES).base, loaded(MESSAGES).settings) == ("", {})
    assert loaded([]).messages == []
    assert loaded({"model": "m", "messages": []}).base == "/messages"


CLAUDE = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "warm"}],
    "stop_reason": "end_turn",
}
ITEM = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "warm"}]}


@pytest.mark.parametrize("body", [{"object": "response", "output": []}, {"output": [ITEM]}])
def test_a_responses_answer_is_recognised_by_its_name_or_by_its_messages(body: Any) -> None:
    conversation = loaded(body)
    assert (conversation.messages, conversation.base) == (body["output"], "/output")
    assert conversation.response == body


@pytest.mark.parametrize(
    "message",
    [
        {key: value for key, value in CLAUDE.items() if key != "stop_reason"},
        {**CLAUDE, "type": "other"},
        {**CLAUDE, "role": "user"},
        {**CLAUDE, "content": "warm"},
    ],
    ids=["no sign of an answer", "not a message", "the user's", "content as a text"],
)
def test_a_message_of_a_history_is_not_a_recorded_response(message: Any) -> None:
    conversation = loaded(message)
    assert (conversation.messages, conversation.response) == ([message], None)


@pytest.mark.parametrize(
    "body",
    [{"output": "warm"}, {"output": {"text": "warm"}}, {"output": [1, 2]}, {"output": []}, {"choices": []},
     {"choices": [{}]}, {"candidates": {"0": {"content": {}}}}],
)  # fmt: skip
def test_an_object_without_a_message_is_not_a_response(body: Any) -> None:
    assert failure(json.dumps(body)).found == f"an object with {next(iter(body))}"


@pytest.mark.parametrize(("key", "is_base"), [("input", True), ("history", True), ("items", False), ("chat", False)])
def test_an_empty_list_is_a_history_only_under_a_key_that_requests_use(key: str, is_base: bool) -> None:
    document = json.dumps({"id": 7, key: []})
    if is_base:
        assert load(document).base == f"/{key}"
    else:
        assert failure(document).found == f"an object with id and {key}"


def test_a_text_under_messages_is_a_prompt_only_next_to_a_model() -> None:
    assert loaded({"model": "m", "messages": "hi"}).places == ("/messages",)
    assert failure('{"messages": "hi"}').guess == "its 'messages' is the text 'hi' instead of a list of messages"


@pytest.mark.parametrize("key", ["input", "contents", "messages"])
def test_a_single_message_in_place_of_the_list_is_a_conversation_of_one(key: str) -> None:
    conversation = loaded({key: ANSWER, "other": 1})
    assert (conversation.messages, conversation.places) == ([ANSWER], (f"/{key}",))
    assert conversation.settings == {"other": 1}


@pytest.mark.parametrize(
    ("recorded", "answer"),
    [("warm", None), ({}, None), ([], None), (7, None), ("[]", None), ({"a": 1}, {"a": 1}), ('{"a": 1}', {"a": 1})],
)
def test_an_answer_next_to_a_request_is_a_non_empty_object_or_list(recorded: Any, answer: Any) -> None:
    assert loaded({"messages": MESSAGES, "response": recorded}).response == answer


def test_a_request_with_its_output_is_read_as_the_request() -> None:
    conversation = loaded({"input": MESSAGES, "output": [ITEM]})
    assert (conversation.base, conversation.response) == ("/input", [ITEM])


@pytest.mark.parametrize("key", ["messages", "input", "history"])
@pytest.mark.parametrize(
    "mark",
    [{"response": "warm"}, {"output": "warm"}, {"latency": 3}, {"trace_id": "t"}, {"created_at": 1, "title": "Tea"}],
)
def test_only_the_parameters_in_the_record_of_a_run_are_settings(mark: dict[str, Any], key: str) -> None:
    conversation = loaded({"model": "m", key: MESSAGES, "tools": [], "score_of_judge": 3, **mark})
    assert (conversation.messages, conversation.settings) == (MESSAGES, {"model": "m", "tools": []})


def test_an_unknown_parameter_next_to_what_is_sent_stays_a_setting() -> None:
    conversation = loaded({"model": "m", "messages": MESSAGES, "max_token": 3, "session_id": "s", "title": "Tea"})
    assert conversation.settings == {"model": "m", "max_token": 3, "session_id": "s", "title": "Tea"}


@pytest.mark.parametrize(
    "record",
    [
        {"model": "m", "input": "2+2?", "output": "4"},
        {"model": "m", "input": "2+2?", "expected_output": "4"},
        {"instructions": "Add.", "input": "2 and 2", "output": "4"},
        {"model": "m", "input": "2+2?", "output": "4", "trace_id": "t", "observations": [{"name": "add"}]},
    ],
)
def test_a_text_in_the_record_of_a_run_is_not_a_request(record: Any) -> None:
    with pytest.raises(LoadError, match="no messages were found"):
        load(json.dumps(record))


@pytest.mark.parametrize("mark", [{"kind": "task"}, {"type": "task"}, {"status": {"state": "working"}}])
def test_a_task_is_recognised_by_its_kind_or_its_state_alone(mark: dict[str, Any]) -> None:
    conversation = loaded({"id": "t1", **mark, "history": [HELLO, REPLY], "artifacts": [ARTIFACT]})
    assert conversation.messages == [HELLO, REPLY, ARTIFACT]
    assert conversation.places == ("/history/0", "/history/1", "/artifacts/0")


@pytest.mark.parametrize("other", [{"status": {"code": 200}}, {"artifact": {"name": "x"}}, {"status": "done"}])
def test_an_object_with_a_history_and_no_state_is_not_a_task(other: dict[str, Any]) -> None:
    conversation = loaded({**other, "history": [HELLO, REPLY]})
    assert (conversation.base, conversation.places) == ("/history", None)
    assert conversation.settings == other


@pytest.mark.parametrize("last", [{**REPLY, "messageId": None}, {"role": "agent", "parts": []}, "odd"])
def test_a_status_message_is_dropped_only_if_the_last_message_has_the_same_id(last: Any) -> None:
    current = {key: value for key, value in REPLY.items() if key != "messageId"}
    task = {"kind": "task", "history": [HELLO, last], "status": {"state": "working", "message": current}}
    assert loaded(task).messages == [HELLO, last, current]


def test_a_text_as_input_is_one_message() -> None:
    conversation = loaded({"model": "m", "input": "hi"})
    assert (conversation.messages, conversation.places) == (["hi"], ("/input",))


def test_a_single_message_is_a_conversation_of_one() -> None:
    conversation = loaded(ANSWER)
    assert (conversation.messages, conversation.places, conversation.response) == ([ANSWER], ("",), None)


def test_a_list_with_one_message_among_other_things_keeps_them_all() -> None:
    assert loaded(["hi", ANSWER, 3]).messages == ["hi", ANSWER, 3]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (COMPLETION, "/choices/0/message"),
        ({"candidates": [{"content": {"role": "model", "parts": [{"text": "x"}]}}]}, "/candidates/0/content"),
        ({"output": {"message": {"role": "assistant", "content": [{"text": "x"}]}}}, "/output/message"),
        ({"type": "message", "role": "assistant", "content": [{"type": "text", "text": "x"}], "usage": {}}, ""),
        ({"type": "message", "role": "assistant", "content": [], "stop_reason": None}, ""),
    ],
)
def test_a_response_body_is_its_message_and_the_recorded_response(body: Any, place: str) -> None:
    conversation = loaded(body)
    assert conversation.places == (place,)
    assert conversation.messages == [resolve(body, place)]
    assert conversation.response == body


def test_a_responses_answer_is_its_output_items() -> None:
    items = [{"type": "reasoning", "id": "rs_1", "summary": []}, {"type": "function_call", "call_id": "call_1"}]
    conversation = loaded({"object": "response", "id": "resp_1", "output": items})
    assert (conversation.messages, conversation.base) == (items, "/output")
    assert conversation.response == conversation.payload


@pytest.mark.parametrize(
    ("value", "base", "response"),
    [
        ({"request": BODY, "response": COMPLETION}, "/request/messages", COMPLETION),
        ({"request": {"url": "u", "body": BODY}, "response": {"status": 200, "body": COMPLETION}},
         "/request/body/messages", COMPLETION),
        ({"body": BODY}, "/body/messages", None),
        ({"kwargs": BODY}, "/kwargs/messages", None),
        ({"input": MESSAGES, "output": ANSWER}, "/input", ANSWER),
        ({"input": {"messages": MESSAGES}, "output": ANSWER}, "/input/messages", ANSWER),
        ({"messages": MESSAGES, "response": COMPLETION}, "/messages", COMPLETION),
        ({"id": 1, "title": "t", "messages": MESSAGES}, "/messages", None),
        ({"conversation": {"id": 1, "messages": MESSAGES}}, "/conversation/messages", None),
        ({"chat": {"history": {"messages": MESSAGES}}}, "/chat/history/messages", None),
        ({"export": {"messages": MESSAGES}}, "/export/messages", None),
    ],
)  # fmt: skip
def test_messages_are_found_inside_the_wrappers_people_paste(value: Any, base: str, response: Any) -> None:
    conversation = loaded(value)
    assert conversation.messages == MESSAGES
    assert (conversation.base, conversation.response) == (base, response)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({"model": "m", "messages": MESSAGES_TEXT}, "/messages"),
        ({"request": {"body": json.dumps(BODY)}}, "/request/body"),
    ],
)
def test_a_stringified_member_is_unwrapped_with_a_note_so_that_pointers_resolve(value: Any, at: str) -> None:
    conversation = load(json.dumps(value))
    assert conversation.messages == MESSAGES
    assert resolve(conversation.payload, conversation.pointer(1)) == MESSAGES[1]
    assert [(note.kind, note.at) for note in conversation.notes] == [("stringified", at)]


def test_a_string_in_a_string_is_unwrapped_from_the_outside_in() -> None:
    conversation = load(json.dumps({"request": json.dumps({"body": json.dumps({"messages": MESSAGES_TEXT})})}))
    assert conversation.messages == MESSAGES
    assert conversation.payload == {"request": {"body": {"messages": MESSAGES}}}
    places = ["/request", "/request/body", "/request/body/messages"]
    assert [(note.kind, note.at) for note in conversation.notes] == [("stringified", at) for at in places]


def task(status_message: Any | None, **members: Any) -> dict[str, Any]:
    status = {"state": "completed"} | ({"message": status_message} if status_message else {})
    return {"kind": "task", "id": "t1", "contextId": "c1", "status": status, **members}


def test_a_task_yields_its_history_then_its_status_message_then_its_artifacts() -> None:
    conversation = loaded(task(REPLY, history=[HELLO], artifacts=[ARTIFACT]))
    assert conversation.messages == [HELLO, REPLY, ARTIFACT]
    assert conversation.places == ("/history/0", "/status/message", "/artifacts/0")
    assert conversation.settings["contextId"] == "c1"


def test_a_status_message_that_ends_the_history_is_not_repeated() -> None:
    assert loaded(task(REPLY, history=[HELLO, REPLY])).places == ("/history/0", "/history/1")


@pytest.mark.parametrize(
    ("envelope", "place"),
    [
        ({"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": HELLO}}, "/params/message"),
        ({"jsonrpc": "2.0", "id": 1, "result": HELLO}, "/result"),
        ({"jsonrpc": "2.0", "id": 1, "result": task(None, history=[HELLO])}, "/result/history/0"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"task": task(HELLO)}}, "/result/task/status/message"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"kind": "artifact-update", "artifact": ARTIFACT}}, "/result/artifact"),
    ],
)
def test_a_json_rpc_envelope_is_opened(envelope: Any, place: str) -> None:
    assert loaded(envelope).places == (place,)


def test_a_list_of_conversations_yields_each_and_reports_the_odd_one() -> None:
    first, odd, last = load_all(json.dumps([BODY, {"a": 1}, MESSAGES]), name="many.json")
    assert isinstance(first, Conversation)
    assert isinstance(odd, LoadError)
    assert isinstance(last, Conversation)
    assert (first.payload, last.payload) == (BODY, MESSAGES)
    assert [item.name for item in (first, odd, last)] == ["many.json#/0", "many.json#/1", "many.json#/2"]


def test_notes_of_a_list_of_conversations_go_to_the_conversation_they_concern() -> None:
    first, second = all_conversations('[[{"role":"user","content":1}], [{"role":"user","content":1,"content":2}]]')
    assert first.notes == ()
    assert [(note.kind, note.at) for note in second.notes] == [("duplicate-key", "/0/content")]


def har(*entries: tuple[Any, Any]) -> str:
    def body(value: Any) -> Any:
        return {"text": value if isinstance(value, str) else json.dumps(value)}

    recorded = [
        {"request": {"url": "u", "postData": body(request)}, "response": {"content": body(response)}}
        for request, response in entries
    ]
    return json.dumps({"log": {"entries": recorded}})


def test_a_har_recording_yields_every_chat_request_with_its_response() -> None:
    recording = har(("a=1", {}), (BODY, COMPLETION), ({"model": "m"}, {}), (MESSAGES, 'data: {"delta": 1}\n\n'))
    first, second = all_conversations(recording)
    assert (first.payload, first.response) == (BODY, COMPLETION)
    assert (second.messages, second.response) == (MESSAGES, [{"delta": 1}])
    assert [first.name, second.name] == ["pasted text#/log/entries/1", "pasted text#/log/entries/3"]


def test_a_base64_response_in_a_har_recording_is_decoded() -> None:
    recording = json.loads(har((BODY, base64.b64encode(json.dumps(COMPLETION).encode()).decode())))
    recording["log"]["entries"][0]["response"]["content"]["encoding"] = "base64"
    assert load(json.dumps(recording)).response == COMPLETION


def test_the_error_of_a_har_recording_without_a_chat_states_that() -> None:
    assert "none of which contains messages" in str(failure(har(("a=1", {}))))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (5, "a number: no messages were found in it, so it was not judged"),
        ([1, 2], "a list of 2 numbers: no messages"),
        ({}, "an empty object: no messages"),
        ("hello", "found the text 'hello'"),
        ({"mesages": [1]}, "'mesages' should perhaps be 'messages'"),
        ({"comments": [{"author": "a", "body": "b"}]}, "no messages were found in it"),
        ({"message": "server started", "level": "info"}, "no messages were found in it"),
        ({"model": "form-1", "contents": [{"field": "name"}]}, "its 'contents' is a list of 1 object with field"),
        ("[12/01/2026, 10:01:22] Ana: Hola", "there is no JSON in it"),
        ("400 - {'error': {'message': 'no', 'type': 'invalid_request_error'}}", "a provider's error in it"),
        ({"messages": None}, "its 'messages' is null instead of a list of messages"),
        ({"model": "e", "input": ["a", "b"]}, "its 'input' is a list of 2"),
        ({"error": {"message": "no", "type": "invalid_request_error"}}, "a provider's error answer"),
        ([{"name": "A", "email": "a@b"}], "a list of 1 object with name and email"),
        ([{"name": "A", "email": "a@b"}], "no messages were found in it"),
        ([{"type": "text", "text": "x"}], "the content parts of one message"),
    ],
)
def test_a_value_that_is_not_a_conversation_is_described_with_advice(value: Any, sentence: str) -> None:
    error = failure(json.dumps(value))
    assert sentence in str(error)
    assert (error.line, error.column) == (1, 1)
    assert "a list of messages, or an object with messages, contents, input or history" in error.expected


def test_a_body_keeps_its_notes() -> None:
    assert kinds(load('{"messages": [], "a": NaN}')) == ["non-finite-number"]


def test_messages_are_found_at_any_depth_and_inside_strings() -> None:
    said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]
    hidden = json.dumps({"turns_seen": {"list": [said]}})
    (found,) = load_all(json.dumps({"a": {"b": {"c": {"d": {"e": [{"x": hidden}]}}}}}))
    assert isinstance(found, Conversation)
    assert found.messages == said
    assert found.base == "/a/b/c/d/e/0/x/turns_seen/list/0"


@pytest.mark.parametrize("place", ["prompt", "agentMessages", "description"])
def test_prompts_inside_another_document_are_not_a_conversation(place: str) -> None:
    prompt = [{"role": "system", "content": "Translate."}, {"role": "user", "content": "{{text}}"}]
    (found,) = load_all(json.dumps({"name": "translator", "steps": [{"id": 1, place: prompt}]}))
    assert isinstance(found, LoadError)
    assert "prompts without an answer" in str(found)


@pytest.mark.parametrize(
    "step",
    [
        {"prompt": [{"role": "user", "content": "Hi."}], "model": "gpt-4o"},
        {"messages": [{"role": "user", "content": "Hi."}]},
        {"prompt": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Yo."}]},
        {"prompt": [{"role": "user", "content": "Hi."}], "response": [{"role": "assistant", "content": "Yo."}]},
    ],
)
def test_what_was_sent_or_answered_inside_another_document_is_a_conversation(step: dict[str, Any]) -> None:
    (found,) = load_all(json.dumps({"name": "run", "steps": [step]}))
    assert isinstance(found, Conversation)


def test_every_nested_list_of_messages_is_a_conversation() -> None:
    chat = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]
    document = {"log": {"steps": [{"deep": {"deeper": {"seen": chat}}}, {"deep": {"deeper": {"seen": chat}}}]}}
    assert [item.base for item in load_all(json.dumps(document)) if isinstance(item, Conversation)] == [
        "/log/steps/0/deep/deeper/seen",
        "/log/steps/1/deep/deeper/seen",
    ]


def test_an_answer_in_an_unknown_trace_is_not_a_separate_conversation() -> None:
    asked = [{"role": "user", "content": "Hi."}]
    span = {"input": {"texts": asked}, "output": {"texts": [ANSWER]}}
    found = load_all(json.dumps({"spans": [{"meta": span}, {"meta": span}]}).encode(), "trace")
    pairs = [(item.messages, item.response) for item in found if isinstance(item, Conversation)]
    assert pairs == [(asked, [ANSWER])] * 2
