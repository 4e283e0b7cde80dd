"""A refusal recorded with the conversation is found in every layout, and explained next to the predicted one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.loading import load, load_all
from workbench.locating.recorded import recorded_refusal, refusal_text
from workbench.view.refusal import recorded, recorded_error, refusal_note

CALL = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
BODY: dict[str, Any] = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "user", "content": "And?"},
    ],
}
WORDS = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
    "The following tool_call_ids did not have response messages: call_1"
)
ERROR = {"error": {"message": WORDS, "type": "invalid_request_error", "param": "messages.[2].role", "code": None}}
BODY_LINE, ERROR_LINE = json.dumps(BODY), json.dumps(ERROR)
BODY_BLOCK, ERROR_BLOCK = json.dumps(BODY, indent=2), json.dumps(ERROR, indent=2)
TRACEBACK = (
    'Traceback (most recent call last):\n  File "/app/main.py", line 10, in <module>\n    client.create(**kwargs)\n'
    f"openai.BadRequestError: Error code: 400 - {ERROR!r}"
)


def har(status: int, text: str) -> str:
    request = {"method": "POST", "url": "https://api.openai.com/v1/chat/completions", "postData": {"text": BODY_LINE}}
    answer = {"status": status, "content": {"mimeType": "application/json", "text": text}}
    return json.dumps({"log": {"version": "1.2", "entries": [{"request": request, "response": answer}]}})


LAYOUTS = {
    "a traceback above indented JSON": f"{TRACEBACK}\n\n{BODY_BLOCK}",
    "a traceback below indented JSON": f"{BODY_BLOCK}\n\n{TRACEBACK}",
    "an indented error above an indented body": f"{ERROR_BLOCK}\n\n{BODY_BLOCK}",
    "an indented error below an indented body": f"{BODY_BLOCK}\n{ERROR_BLOCK}",
    "an error on a line above a body on a line": f"{ERROR_LINE}\n{BODY_LINE}",
    "an error on a line below a body on a line": f"{BODY_LINE}\n{ERROR_LINE}",
    "a sentence above a body": f"{WORDS}\n\n{BODY_BLOCK}",
    "a sentence above a body on a line": f"{WORDS}\n{BODY_LINE}",
    "a log line for each": f"2026-01-02 10:00:00 INFO sent: {BODY_LINE}\n2026-01-02 10:00:01 ERROR got: {ERROR_LINE}\n",
    "a log with blocks": f"request:\n{BODY_BLOCK}\nstatus=400\nresponse:\n{ERROR_BLOCK}\n",
    "a report with fences": f"I get this:\n\n```\n{WORDS}\n```\n\nwith\n\n```json\n{BODY_BLOCK}\n```\n",
    "a Python list and an exception": f"messages = {BODY['messages']!r}\n\nApiError: Error code: 400 - {ERROR!r}",
    "a JavaScript list and a stack": (
        f"const messages = {json.dumps(BODY['messages'], indent=2)};\n\nError: 400 {WORDS}\n    at f (file:///a.mjs:1:2)"
    ),
    "an event of a stream below": f"{BODY_BLOCK}\nevent: error\ndata: {ERROR_LINE}",
    "a record with a response": json.dumps({"request": BODY, "response": {"status": 400, "body": ERROR}}),
    "a record with texts": json.dumps(
        {"request": {"body": BODY_LINE}, "response": {"statusCode": 400, "body": ERROR_LINE}}
    ),
    "a record with an error": json.dumps({"request": BODY, "error": WORDS}),
    "a body with an error in it": json.dumps({**BODY, "error": ERROR["error"]}),
    "a HAR recording": har(400, ERROR_LINE),
    "a HAR recording with plain words": har(422, WORDS),
    "a command with its answer": f"curl https://api.openai.com/v1/chat/completions -d '{BODY_LINE}'\n{ERROR_LINE}",
    "a command with the whole answer": (
        f"$ curl -i https://api.openai.com/v1/chat/completions \\\n  -d '{BODY_LINE}'\nHTTP/2 400\n\n{ERROR_BLOCK}"
    ),
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_the_error_is_separated_from_the_conversation_and_located_in_it(text: str) -> None:
    assert [isinstance(item, Conversation) for item in load_all(text)] == [True]
    report = check(load(text))
    assert len(report.conversation.messages) == len(BODY["messages"])
    refusal = recorded_refusal(report)
    assert refusal is not None
    assert refusal.words.startswith("An assistant message with 'tool_calls'")
    assert (refusal.located.rule, refusal.located.message_index) == ("tool-result-missing", 1)
    assert refusal.foreseen
    assert refusal.predicted is not None
    assert refusal.predicted.startswith("An assistant message with 'tool_calls'")


@pytest.mark.parametrize(
    "text",
    [
        BODY_BLOCK,
        f"Here is my chat, can you look at the error in it?\n{BODY_BLOCK}",
        f'Judge the messages:\n{BODY_BLOCK}\nAnswer:\n{{"reason": "The answer is irrelevant.", "verdict": "no"}}',
        har(200, json.dumps({"choices": [{"message": {"role": "assistant", "content": "Done."}}]})),
        json.dumps({"request": BODY, "error": None, "response": {"status": 200, "body": {"choices": []}}}),
        json.dumps({"request": BODY, "status": 200, "error": "ignored"}),
    ],
)
def test_text_without_a_refusal_is_not_mistaken_for_one(text: str) -> None:
    conversation = load(text)
    assert refusal_text(conversation) == ""
    assert recorded(check(conversation)) is None


def test_an_error_that_was_not_predicted_is_still_located() -> None:
    healthy = {"messages": [{"role": "user", "content": "Hi."}], "temperature": 3, "model": "m"}
    error = {"error": {"message": "Invalid 'temperature': must be at most 2.", "param": "temperature"}}
    refusal = recorded_refusal(
        check(load(json.dumps({"request": healthy, "response": {"status": 400, "body": error}})))
    )
    assert refusal is not None
    assert refusal.located.at == "/request/temperature"


def test_each_line_of_a_log_keeps_its_own_refusal() -> None:
    answer = {"choices": [{"message": {"role": "assistant", "content": "Done."}}]}
    rows = [{"request": BODY, "response": {"status": 400, "body": ERROR}}, {"request": BODY, "response": answer}]
    first, second = load_all("\n".join(map(json.dumps, rows)))
    assert isinstance(first, Conversation)
    assert isinstance(second, Conversation)
    assert (bool(first.refusal), first.response) == (True, None)
    assert (second.refusal, second.response) == ("", answer)


def test_the_page_gets_the_recorded_and_the_predicted_refusal() -> None:
    report = check(load(LAYOUTS["a HAR recording"]))
    shown = recorded(report)
    assert shown is not None
    assert (shown["foreseen"], shown["message_index"]) == (True, 1)
    assert "tool-result-missing" in shown["sentence"]
    assert shown["words"].startswith("An assistant message")
    assert shown["predicted"].startswith("An assistant message")
    assert recorded_error(report.conversation) == json.dumps(ERROR, separators=(",", ":"))


def test_an_error_that_names_only_the_list_is_that_of_the_provider_with_these_words() -> None:
    """DeepSeek's error begins with the same words; older errors of OpenAI have no place in `param`."""
    named = {"error": {**ERROR["error"], "param": "messages"}}
    refusal = recorded_refusal(check(load(f"{BODY_BLOCK}\n\nopenai.BadRequestError: Error code: 400 - {named!r}")))
    assert refusal is not None
    assert refusal.foreseen
    assert refusal.predicted == WORDS
    repaired = [*BODY["messages"][:2], {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    refusal = recorded_refusal(
        check(load(f"{json.dumps(repaired)}\n\nopenai.BadRequestError: Error code: 400 - {named!r}"))
    )
    assert refusal is not None
    assert refusal.located.sentence.startswith("This is how OpenAI reports tool-result-missing (TC102)")


def test_the_prediction_is_that_of_the_chosen_target() -> None:
    words = (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        "(insufficient tool messages following tool_calls message)"
    )
    refusal = recorded_refusal(check(load(f"{BODY_BLOCK}\n\nBadRequestError: Error code: 400 - {words}"), "openai"))
    assert refusal is not None
    assert refusal.predicted == WORDS


def test_a_recorded_error_that_a_repair_removed_is_not_called_unpredicted() -> None:
    healthy = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
    report = check(load(f"{json.dumps(healthy)}\n\n{TRACEBACK}"))
    refusal = recorded(report)
    assert refusal is not None
    assert refusal_note(refusal)["lines"] == ["No refusal is predicted for what is shown here."]
