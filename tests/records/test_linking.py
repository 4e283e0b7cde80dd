"""Each value of a message is linked with its place in the file, and with what happened to it in between."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines, only
from tests.sources.kinds import KINDS
from tests.sources.test_claude_code import line
from workbench.json.pointer import readable, to_pointer
from workbench.records.stage import FileStage


def origins(stage: FileStage, index: int) -> dict[str, list[str]]:
    """Map each value of a message to its places in the file and how it was derived from them."""
    places: dict[str, list[str]] = {}
    for link in stage.linked(index).links:
        place = f"{stage.name(link.record)} {readable(to_pointer(link.place))}".rstrip()
        places.setdefault(to_pointer(link.target), []).append(f"{place}: {link.how}")
    return places


def test_a_value_is_copied_from_its_line() -> None:
    stage = FileStage(only(lines(line("a", None, "user", "Weather?"), line("b", "a", "assistant", "Sunny."))))
    assert origins(stage, 1) == {
        "/role": ["line 2 message.role: copied"],
        "/content": ["line 2 message.content: copied"],
    }
    assert stage.linked(1).added == ()


def test_arguments_of_a_call_are_serialised_from_an_object() -> None:
    events = [
        {"type": "user.message", "data": {"content": "Weather?"}},
        {"type": "assistant.message", "data": {"content": "", "toolRequests": [
            {"toolCallId": "call_1", "name": "weather", "arguments": {"city": "Oslo"}}]}},
    ]  # fmt: skip
    stage = FileStage(only(lines(*events)))
    assert origins(stage, 1)["/tool_calls/0/function/arguments"] == [
        "line 2 data.toolRequests[0].arguments: serialised"
    ]
    assert stage.linked(1).added == (("content",), ("tool_calls", 0, "type"))


def test_texts_of_two_nodes_are_joined_into_one_result() -> None:
    def node(parent: str | None, role: str, content: Any, recipient: str = "all") -> Any:
        return {
            "parent": parent,
            "message": {"author": {"role": role}, "content": content, "recipient": recipient},
        }

    mapping = {
        "ask": node(None, "user", {"content_type": "text", "parts": ["Weather?"]}),
        "call": node("ask", "assistant", {"content_type": "code", "text": "search('Oslo')"}, "browser"),
        "page": node("call", "tool", {"content_type": "text", "parts": ["A long page."]}),
        "quote": node("page", "tool", {"content_type": "text", "parts": ["Its quote."]}),
    }
    stage = FileStage(only({"mapping": mapping, "current_node": "quote"}))
    assert origins(stage, 2) == {
        "/role": ["mapping.page message.author.role: copied"],
        "/tool_call_id": ["mapping.page parent: renamed"],
        "/content": [
            "mapping.page message.content.parts[0]: joined",
            "mapping.quote message.content.parts[0]: joined",
        ],
    }


def test_a_text_inside_a_json_string_is_found() -> None:
    stage = FileStage(conversations(KINDS["mlflow"].content)[0])
    place = next(iter(origins(stage, 0)["/content"]))
    assert place.endswith("content: copied")


def test_a_value_that_no_record_has_was_added_by_the_program() -> None:
    parts = [{"id": "p1", "type": "tool", "callID": "call_1", "tool": "weather",
              "state": {"status": "completed", "input": {}, "output": "sunny", "time": {"compacted": 5}}}]  # fmt: skip
    message = {"info": {"id": "msg_1", "role": "assistant", "time": {"created": 1}}, "parts": parts}
    stage = FileStage(only({"info": {"id": "ses_1"}, "messages": [message]}))
    assert stage.linked(0).added == (("parts", 0, "output"),)


def test_a_call_without_an_id_takes_the_key_of_its_node() -> None:
    def node(parent: str | None, role: str, recipient: str = "all") -> Any:
        content = {"content_type": "text", "parts": [f"said by {role}"]}
        return {
            "parent": parent,
            "message": {"author": {"role": role}, "content": content, "recipient": recipient},
        }

    nodes = {
        "ask-1": node(None, "user"),
        "call-1": node("ask-1", "assistant", "browser"),
        "done": node("call-1", "tool"),
    }
    stage = FileStage(only({"mapping": nodes, "current_node": "done"}))
    assert origins(stage, 1)["/tool_calls/0/id"] == ["mapping.call-1: taken from its key"]
