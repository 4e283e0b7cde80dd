"""Settings that only influence an answer may be left out without losing a word; everything else may not."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from tests.call_counting import calls_made
from workbench.checks.findings import Fix
from workbench.conversation import Conversation
from workbench.json.patch import remove
from workbench.json.pointer import containers, leaves, to_pointer
from workbench.loading import load
from workbench.repairs.guard import words_lost_by
from workbench.repairs.repair import repair
from workbench.repairs.steering import is_steering, steering_places

USER = {"role": "user", "content": "Hello"}


def request(required: list[Any], count: int = 1) -> Conversation:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": required}
    tools = [{"type": "function", "function": {"name": f"look_{n}", "parameters": schema}} for n in range(count)]
    body = {"messages": [USER], "temperature": 0.5, "reasoning": {"effort": "low", "summary": "auto"}, "tools": tools}
    body |= {"context_management": {"edits": [{"type": "clear"}]}}
    return load(json.dumps(body).encode())


def test_a_single_place_is_judged_as_in_the_list_of_all_places() -> None:
    conversation = request(["city", "two words", 3])
    listed = {pointer for pointer, _, _ in steering_places(conversation)}
    everywhere = {to_pointer(path) for path, _ in (*leaves(conversation.payload), *containers(conversation.payload))}
    assert {pointer for pointer in everywhere if is_steering(conversation, pointer)} == listed
    assert listed == {
        "/temperature", "/reasoning", "/reasoning/effort", "/reasoning/summary",
        "/tools/0/function/parameters/required/0",
        "/context_management",
        "/context_management/edits", "/context_management/edits/0", "/context_management/edits/0/type",
    }  # fmt: skip


def test_each_place_has_its_container_and_its_key_or_index_there() -> None:
    container: Any
    for pointer, container, key in steering_places(request(["city", "name"])):
        assert pointer.endswith(f"/{key}")
        assert container[key] is not None


def test_a_required_name_can_be_removed_without_losing_a_word_but_a_sentence_cannot() -> None:
    conversation = request(["city", "the name of a city"])
    at = "/tools/0/function/parameters/required"
    lost = [words_lost_by(conversation, Fix("", (remove(f"{at}/{index}"),), True, "")) for index in (0, 1)]
    assert lost[0] == []
    assert "name" in lost[1]


def test_the_cost_per_faulty_tool_is_the_same_for_many_tools_as_for_a_few() -> None:
    """The tools are not read again for every fix and every finding."""
    few, many = (calls_made(partial(repair, request(["city", 3], count), "anthropic")) for count in (30, 120))
    assert many < 4.6 * few
