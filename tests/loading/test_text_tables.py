"""YAML and tables are read if they contain messages; other text stays text."""

from __future__ import annotations

import json

import pytest

from tests.sources.documents import all_of, conversations, only
from workbench.conversation import Conversation
from workbench.loading import LoadError

YAML = (
    b"model: gpt-4o\nmessages:\n  - role: user\n    content: It is 2026-01-01\n  - role: assistant\n    content: Yes.\n"
)
QUESTION = [{"role": "user", "content": "Weather?"}]


def test_messages_in_yaml_are_read_and_dates_stay_strings() -> None:
    conversation = only(YAML)
    assert [message["content"] for message in conversation.messages] == ["It is 2026-01-01", "Yes."]
    assert conversation.settings == {"model": "gpt-4o"}


@pytest.mark.parametrize(
    "table",
    ["role,content\nuser,Weather?\nassistant,\"Sunny, warm.\"\n", "role\tcontent\nuser\tWeather?\nassistant\tSunny.\n"],
)  # fmt: skip
def test_a_table_with_a_message_on_each_line_is_a_conversation(table: str) -> None:
    assert [message["role"] for message in only(table.encode()).messages] == ["user", "assistant"]


def test_the_rows_of_a_table_are_grouped_by_conversation() -> None:
    table = b"session_id,role,content\na,user,Hi\nb,user,Hello\na,assistant,Yo\n"
    assert [(item.name, len(item.messages)) for item in conversations(table)] == [("file#a", 2), ("file#b", 1)]


def test_json_in_a_column_is_opened() -> None:
    cell = json.dumps(QUESTION).replace('"', '""')
    assert only(f'id,messages\n1,"{cell}"\n'.encode()).messages == QUESTION


@pytest.mark.parametrize(
    ("content", "described"),
    [
        (b"name,email\nJoe,a@x.org\nAnn,b@x.org\n", "a list of 2 objects with name and email"),
        (b"Dear all, this is a letter, with commas.\nIt goes on, and on.\n", "the text 'Dear all"),
        (b"Note: this is prose\nwith a colon\n", "the text 'Note: this"),
    ],
)
def test_a_text_without_messages_is_described_in_the_error(content: bytes, described: str) -> None:
    (refused,) = all_of(content)
    assert isinstance(refused, LoadError)
    assert described in str(refused)


def test_references_in_yaml_are_not_followed() -> None:
    bomb = b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nmessages: [{role: user, content: hi}]\n"
    assert not [item for item in all_of(bomb, "bomb.yaml") if isinstance(item, Conversation) and len(item.messages) > 1]
