"""Text that people paste is read the way they meant it."""

from __future__ import annotations

import json

import pytest

from tests.loading.documents import BODY, BODY_TEXT, MESSAGES, MESSAGES_TEXT, all_conversations, failure, kinds
from workbench.loading import load

BODY_LINE = json.dumps(BODY)
LOG_OF_SPEC_004 = """\
  { // This is message 1
    "role": "user",
    "content": "start a doc"
  },
  // ... other messages ...
  {
    "role": "tool",
    "content": [ { "type": "tool-result", "toolCallId": "call_1", "result": "{\\"status\\":\\"ok\\"}", } ]
  },
  ...
  { // the last
    "role": "user",
    "content": "hi, you there still?"
  }
  // the whole history is sent.
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(repr(BODY), id="Python literal"),
        pytest.param(f"body = {BODY!r}\nclient.create(**body)\n", id="Python snippet"),
        pytest.param(f"Look:\n\n```json\n{BODY_TEXT}\n```\n\nand the answer\n\n```\n{{'a': 1}}\n```\n", id="fence"),
        pytest.param(f"2026-01-02 [pid 7] ERROR request failed: {BODY_LINE} status={{'code': 400}}", id="log line"),
        pytest.param(
            f"it's [ok]\n[x] sent {BODY_LINE}\n{{ [Error: 400] status: 400, headers: Headers {{}} }}", id="log"
        ),
        pytest.param(f"export const body: Body[] = {BODY_TEXT} as const;\n", id="TypeScript"),
        pytest.param(BODY_TEXT.replace('",\n', '", // why\n').replace("]\n", "],\n"), id="comments, trailing commas"),
        pytest.param("\ufeff" + BODY_TEXT, id="BOM in a text"),
    ],
)
def test_a_body_is_found_in(text: str) -> None:
    loaded = load(text)
    assert loaded.payload == BODY
    assert loaded.base == "/messages"
    assert "stringified" not in kinds(loaded)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        pytest.param(json.dumps(BODY_TEXT), 1, id="once"),
        pytest.param(json.dumps(json.dumps(json.dumps(BODY_TEXT))), 3, id="three times"),
        pytest.param(json.dumps(BODY_TEXT)[1:-1], 1, id="without the outer quotes"),
        pytest.param(f"DEBUG body={json.dumps(BODY_LINE)} sent", 1, id="in a log line"),
        pytest.param(repr(BODY_LINE.encode()), 1, id="Python bytes"),
    ],
)
def test_json_that_was_stringified_too_often_is_unwrapped_with_a_note(text: str, times: int) -> None:
    loaded = load(text)
    assert loaded.payload == BODY
    assert kinds(loaded) == ["stringified"] * times


def test_a_truncated_stringified_document_still_offers_its_messages() -> None:
    text = json.dumps(MESSAGES_TEXT)
    assert failure(text[:-20]).messages == MESSAGES[:2]


def test_the_log_of_spec_004_is_one_conversation() -> None:
    loaded = load(LOG_OF_SPEC_004)
    assert [message["role"] for message in loaded.messages] == ["user", "tool", "user"]
    assert loaded.base == ""
    assert kinds(loaded) == ["no-brackets"]


def test_a_truncated_log_offers_the_messages_before_the_cut() -> None:
    error = failure(LOG_OF_SPEC_004[: LOG_OF_SPEC_004.index("hi, you")])
    assert [message["role"] for message in error.messages] == ["user", "tool"]


def test_the_fence_with_the_most_messages_is_read() -> None:
    fences = [json.dumps(MESSAGES[0]), LOG_OF_SPEC_004, '{"not": "one"}', "Error: no"]
    text = "\n\n".join(f"```json\n{fence}\n```" for fence in fences)
    assert len(load(text).messages) == 3


def test_a_fault_inside_a_fence_has_its_line_in_the_full_text() -> None:
    error = failure('Look:\n\n```json\n[\n{"role": "user" "content": 1}\n]\n```\n')
    assert (error.line, error.column) == (5, 17)


def test_messages_in_separate_log_lines_are_one_conversation() -> None:
    text = "\n".join(f"12:0{index} sent {json.dumps(message)}" for index, message in enumerate(MESSAGES))
    assert load(text).messages == MESSAGES


def test_printed_sdk_objects_are_read_as_their_fields() -> None:
    loaded = load(
        "[{'role': 'user', 'content': 'hi'}, ChatCompletionMessage(content=None, role='assistant', tool_calls="
        "[ToolCall(id='call_1', function=Function(arguments='{}', name='ls'), type='function')])]"
    )
    assert loaded.messages[1]["tool_calls"][0]["function"] == {"arguments": "{}", "name": "ls"}
    assert set(kinds(loaded)) == {"python-object"}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(f"curl https://host/v1/chat -H 'a: b' \\\n  -d '{BODY_LINE}'", id="bash"),
        pytest.param(f"$ curl --json='{BODY_LINE}' https://host", id="json option"),
        pytest.param("curl https://host --data-raw $'" + BODY_LINE.replace("\\", "\\\\") + "'", id="dollar quotes"),
        pytest.param("curl https://host -d @- <<'EOF'\n" + BODY_TEXT + "\nEOF\n", id="here document"),
        pytest.param(
            'curl "https://host" ^\r\n  --data-raw "' + BODY_LINE.replace("\\", "\\\\").replace('"', '\\"') + '"',
            id="Windows",
        ),
        pytest.param("curl.exe https://host `\n  --data-binary '" + BODY_LINE + "'", id="PowerShell"),
    ],
)
def test_the_body_of_a_curl_command_is_read(command: str) -> None:
    loaded = load(command)
    assert loaded.payload == BODY
    assert loaded.notes == ()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("curl https://host -d @body.json", "load the file body.json itself"),
        ("curl https://host", "a curl command without a body"),
        ("curl https://host -d '{", "a quote is probably not closed"),
    ],
)
def test_the_error_of_a_curl_command_without_a_body_explains_why(command: str, sentence: str) -> None:
    assert sentence in str(failure(command))


def test_an_event_stream_of_an_unknown_api_is_described() -> None:
    error = failure('event: x\ndata: {"choices": []}\n\ndata: [DONE]\n')
    assert error.found == "a streamed answer (server-sent events, 1 pieces)"


def test_concatenated_bodies_are_several_conversations() -> None:
    assert [item.payload for item in all_conversations(f"{BODY_TEXT}\n{BODY_TEXT}")] == [BODY, BODY]


def test_plain_prose_is_refused() -> None:
    error = failure("please help, it's {broken} [sic]")
    assert "was expected" in str(error)
    assert str(error).count("\n") == 0


PROGRAM = "def total(values):\n    return sum(values)\n\n\n" * 40


@pytest.mark.parametrize(
    "call",
    [
        'client.create(messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": question}])',
        'client.create({model: "m", messages: [{role: "user", content: prompt}, {role: "assistant", content: said}]})',
    ],
)
def test_a_program_whose_variables_have_the_words_is_no_conversation(call: str) -> None:
    assert "its messages are program code, whose variables have the words" in str(failure(PROGRAM + call))
    assert len(load(call).messages) == 2


def test_messages_without_variables_in_a_long_text_are_a_conversation() -> None:
    call = 'client.create(messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}])'
    assert len(load(PROGRAM + call).messages) == 2
