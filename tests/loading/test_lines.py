"""JSONL has either a conversation or a message per line; reading continues after a bad line."""

from __future__ import annotations

import json

from tests.loading.documents import BODY, MESSAGES, all_conversations, kinds
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import LoadError, load, load_all


def lines(*values: object) -> str:
    return "\r\n".join(value if isinstance(value, str) else json.dumps(value) for value in values) + "\r\n"


def test_each_line_with_a_body_or_a_list_is_a_conversation() -> None:
    batch = {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": BODY}
    tuning = {"messages": MESSAGES}
    found = all_conversations(lines(batch, tuning, MESSAGES, "", "# note"))
    assert [item.messages for item in found] == [MESSAGES] * 3
    assert [item.base for item in found] == ["/body/messages", "/messages", ""]
    assert [item.name for item in found] == ["pasted text:1", "pasted text:2", "pasted text:3"]


def test_lines_with_a_message_each_are_one_conversation() -> None:
    (found,) = all_conversations(lines(*MESSAGES))
    assert found.messages == found.payload == MESSAGES
    assert (found.base, found.places, found.notes) == ("", None, ())


def test_a_bad_line_is_reported_with_its_number_and_the_other_lines_are_read() -> None:
    first, bad, wrong, last = load_all(lines(BODY, '{"messages": [{"role"', {"a": 1}, BODY), name="f.jsonl")
    assert isinstance(first, Conversation)
    assert isinstance(last, Conversation)
    assert last.name == "f.jsonl:4"
    assert isinstance(bad, LoadError)
    assert (bad.name, bad.line, bad.column) == ("f.jsonl", 2, 23)
    assert isinstance(wrong, LoadError)
    assert (wrong.line, wrong.found) == (3, "an object with a")


def test_a_log_without_any_messages_is_reported_in_one_sentence() -> None:
    (refused,) = load_all(lines(*({"level": "info", "text": f"step {number}"} for number in range(9))), name="f.jsonl")
    assert isinstance(refused, LoadError)
    described = "f.jsonl: 9 lines, the first of which is an object with level and text: no messages were found in it"
    assert str(refused).startswith(described)


def test_a_bad_line_among_messages_is_a_note() -> None:
    loaded = load(lines(MESSAGES[0], '{"role": ', MESSAGES[1]))
    assert loaded.messages == MESSAGES[:2]
    assert kinds(loaded) == ["unreadable-line"]
    assert "line 2, column" in loaded.notes[0].text


def test_a_nearly_json_line_is_read_tolerantly() -> None:
    loaded = load(lines(MESSAGES[0], "{'role': 'assistant', 'content': None, 'content': 'x',}"))
    assert loaded.messages[1] == {"role": "assistant", "content": "x"}
    assert [(note.kind, note.at) for note in loaded.notes] == [("duplicate-key", "/1/content")]


def test_a_recorded_session_keeps_the_place_of_each_wrapped_message() -> None:
    entries = [{"type": "summary", "text": "x"}, *({"type": "turn", "message": message} for message in MESSAGES)]
    loaded = load(lines(*entries))
    assert loaded.messages == MESSAGES
    assert loaded.pointer(0, ("content",)) == "/1/message/content"
    assert kinds(loaded) == ["skipped-line"]


def test_turns_of_unknown_speakers_are_not_left_out() -> None:
    """Without them, the few turns of known speakers would be judged as if they were the conversation."""
    turns = [{"speaker": who, "message": "words"} for who in ("pupil", "system", "tutor", "pupil", "tutor")]
    loaded = load(lines(*turns))
    assert loaded.messages == turns
    assert detected(loaded).detection.known_format is None
    assert load(lines({"session": 7}, *turns)).messages == turns


def test_a_header_line_among_messages_is_left_out() -> None:
    loaded = load(lines({"session": 7}, *MESSAGES))
    assert loaded.messages == MESSAGES
    assert loaded.places == ("/1", "/2", "/3")


def test_the_first_lines_decide_which_program_wrote_a_file_whatever_its_last_line_is() -> None:
    asked = {"type": "human", "content": "Tide?", "response_metadata": {}}
    said = [asked, {**asked, "type": "ai"}] * 12
    (found,) = all_conversations(lines({"note": "start"}, *said, {"note": "end"}))
    assert (found.format, found.messages) == ("langchain", said)
    assert found.in_file("/0") == "/1"


def test_many_lines_without_messages_are_counted_instead_of_listed() -> None:
    found = list(load_all(lines(BODY, *({"level": "info", "n": n} for n in range(2000))), name="f.jsonl"))
    assert [isinstance(item, LoadError) for item in found] == [False, True, True, True, True]
    assert "1,997 more lines without messages" in str(found[-1])
