"""A field that the API refuses is not lost if somebody's words are in it."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb


def history(role: str, **fields: Any) -> list[Any]:
    return [
        {"role": "user", "content": "Hello"},
        {"role": role, "content": "Good morning", **fields},
        {"role": "user", "content": "How are you?"},
    ]


@pytest.mark.parametrize(
    ("target", "role", "field", "value", "text"),
    [
        ("mistral", "assistant", "reasoning_content", "Greet her.", "Greet her."),
        ("cohere", "assistant", "reasoning", "Greet her.", "Greet her."),
        ("groq", "assistant", "refusal", "I cannot do that.", "I cannot do that."),
    ],
)
def test_the_words_of_a_refused_field_stay_as_text(target: str, role: str, field: str, value: str, text: str) -> None:
    repaired = wb.repair(history(role, **{field: value}), target=target)
    message = repaired.conversation.messages[1]
    content = message["content"]
    texts = content if isinstance(content, str) else "\n".join(part["text"] for part in content)
    assert texts == f"{text}\nGood morning"
    assert message.keys() == {"role", "content"}
    assert not repaired.remaining


@pytest.mark.parametrize(
    ("target", "role", "name"),
    [("mistral", "user", "Ada"), ("openai", "user", "Ada Lovelace"), ("xai", "assistant", "researcher")],
)
def test_the_name_of_a_speaker_stays_before_the_text(target: str, role: str, name: str) -> None:
    repaired = wb.repair(history(role, name=name), target=target)
    assert repaired.conversation.messages[1] == {"role": role, "content": f"{name}: Good morning"}
    assert not repaired.remaining


def test_data_of_a_program_is_not_written_into_the_message() -> None:
    marked = history("assistant", metadata={"trace": "Tuesday, first attempt"})
    repaired = wb.repair(marked, target="groq")
    assert repaired.conversation.payload == marked
    assert [fix.title for fix in repaired.proposed] == ["Leave out metadata"]


def test_a_reasoning_model_gets_its_reasoning_as_a_part() -> None:
    request = {"model": "magistral-medium-latest", "messages": history("assistant", reasoning_content="Greet her.")}
    content = wb.repair(request, target="mistral").conversation.messages[1]["content"]
    assert content[0] == {"type": "thinking", "thinking": [{"type": "text", "text": "Greet her."}]}
