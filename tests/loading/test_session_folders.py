"""A folder that is one session is read as one conversation, not file by file."""

from __future__ import annotations

import json
from pathlib import Path

from tests.sources.kinds import STRANDS
from workbench.conversation import Conversation
from workbench.loading import load_all


def conversations(folder: Path) -> list[Conversation]:
    return [item for item in load_all(folder) if isinstance(item, Conversation)]


def test_the_messages_of_a_strands_agent_are_one_conversation_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    messages = tmp_path / "session_1" / "agents" / "agent_a" / "messages"
    messages.mkdir(parents=True)
    for number in range(12):
        text = {"role": "user", "content": [{"text": str(number)}]}
        value = STRANDS[number] if number < 3 else {"message": text, "message_id": number}
        (messages / f"message_{number}.json").write_text(json.dumps(value))
    (found,) = conversations(tmp_path / "session_1")
    assert found.origin is not None
    assert (found.origin.source, len(found.messages)) == ("strands", 12)
    assert found.messages[10]["content"] == [{"text": "10"}]


def test_the_storage_of_opencode_is_joined_into_its_sessions(tmp_path: Path) -> None:
    files = {
        "session/p/ses_1.json": {"id": "ses_1", "title": "one"},
        "session/p/ses_2.json": {"id": "ses_2", "title": "two"},
        "message/ses_1/msg_1.json": {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1}},
        "message/ses_1/msg_2.json": {"id": "msg_2", "sessionID": "ses_1", "role": "assistant", "time": {"created": 2}},
        "message/ses_2/msg_3.json": {"id": "msg_3", "sessionID": "ses_2", "role": "user", "time": {"created": 1}},
        "part/msg_1/prt_1.json": {"id": "prt_1", "messageID": "msg_1", "type": "text", "text": "hi"},
        "part/msg_2/prt_2.json": {"id": "prt_2", "messageID": "msg_2", "type": "text", "text": "yo"},
        "part/msg_3/prt_3.json": {"id": "prt_3", "messageID": "msg_3", "type": "text", "text": "you"},
    }
    for name, value in files.items():
        path = tmp_path / "opencode" / "storage" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    (tmp_path / "note.json").write_text(json.dumps([{"role": "user", "content": "Hi."}]))
    note, *found = conversations(tmp_path)
    assert note.name == str(tmp_path / "note.json")
    assert conversations(tmp_path / "opencode" / "storage") == conversations(tmp_path / "opencode") == found
    assert [(item.origin.source if item.origin else None, len(item.messages)) for item in found] == [
        ("opencode", 2),
        ("opencode", 1),
    ]
