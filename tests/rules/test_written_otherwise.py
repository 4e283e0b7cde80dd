"""What a refused setting, name or file becomes: the same words, in another place or another form."""

from __future__ import annotations

from typing import Any

from workbench.detection import detected
from workbench.json.text import compact
from workbench.loading import load
from workbench.repairs.repair import repair

USER = {"role": "user", "content": "Is the ferry on time?"}
PIER = {"name": "dock", "input_schema": {"type": "object", "properties": {"pier": {"type": "string"}}}}


def repaired(request: Any, target: str) -> Any:
    return repair(detected(load(compact(request)), target=target), target, mind_others=False).conversation.payload


def test_a_refused_name_is_the_same_in_definition_choice_call_and_result() -> None:
    call = {"role": "model", "parts": [{"functionCall": {"name": "port dock", "args": {}}}]}
    result = {"role": "user", "parts": [{"functionResponse": {"name": "port dock", "response": {"n": 2}}}]}
    request = {
        "model": "gemini-2.5-flash",
        "contents": [{"role": "user", "parts": [{"text": "Which?"}]}, call, result],
        "tools": [{"functionDeclarations": [{"name": "port dock"}, {"name": "sail"}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["sail", "port dock"]}},
    }
    fixed = repaired(request, "gemini")
    assert fixed["tools"][0]["functionDeclarations"][0]["name"] == "port_dock"
    assert fixed["contents"][1]["parts"][0]["functionCall"]["name"] == "port_dock"
    assert fixed["contents"][2]["parts"][0]["functionResponse"]["name"] == "port_dock"
    assert fixed["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"] == ["sail", "port_dock"]


def test_a_refused_name_does_not_take_the_name_of_another_tool() -> None:
    tools = [{**PIER, "name": "port.dock"}, {**PIER, "name": "port_dock"}]
    request = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [USER], "tools": tools}
    assert repaired(request, "anthropic") == request


def test_a_choice_of_schemas_becomes_optional_fields_and_a_sentence() -> None:
    branches = [
        {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]},
        {"type": "object", "properties": {"number": {"type": "string"}, "name": {"type": "string"}}},
    ]
    tool = {"name": "dock", "input_schema": {"type": "object", "description": "A pier.", "oneOf": branches}}
    request = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [USER], "tools": [tool]}
    schema = repaired(request, "anthropic")["tools"][0]["input_schema"]
    assert schema["properties"] == {
        "number": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "name": {"type": "string"},
    }
    sentence = f"The arguments must match exactly one of these schemas: {compact(branches)}"
    assert schema["description"] == f"A pier.\n\n{sentence}"


def test_a_forced_tool_is_demanded_in_the_system_prompt() -> None:
    request = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9000,
        "system": "Be brief.",
        "messages": [USER],
        "thinking": {"type": "enabled", "budget_tokens": 2000},
        "tools": [PIER],
        "tool_choice": {"type": "tool", "name": "dock", "disable_parallel_tool_use": True},
    }
    fixed = repaired(request, "anthropic")
    assert fixed["tool_choice"] == {"disable_parallel_tool_use": True, "type": "auto"}
    assert [block["text"] for block in fixed["system"]] == ["Be brief.", "Answer with a call of dock."]


def test_a_json_answer_is_asked_for_in_the_system_prompt_with_its_schema() -> None:
    schema = {"type": "OBJECT", "properties": {"late": {"type": "BOOLEAN"}}}
    request = {
        "model": "gemini-2.5-flash",
        "contents": [{"role": "user", "parts": [{"text": "Late?"}]}],
        "tools": [{"functionDeclarations": [{"name": "dock"}]}],
        "generationConfig": {"temperature": 0.2, "responseMimeType": "application/json", "responseSchema": schema},
    }
    fixed = repaired(request, "gemini")
    assert fixed["generationConfig"] == {"temperature": 0.2}
    assert compact(schema) in fixed["systemInstruction"]["parts"][0]["text"]


def test_a_second_spelling_of_the_system_prompt_is_not_added_beside_the_first() -> None:
    request = {
        "model": "gemini-2.5-flash",
        "contents": [{"role": "user", "parts": [{"text": "Late?"}]}],
        "system_instruction": {"parts": [{"text": "Be brief."}]},
        "tools": [{"functionDeclarations": [{"name": "dock"}]}],
        "generationConfig": {"responseMimeType": "application/json"},
    }
    assert "systemInstruction" not in repaired(request, "gemini")


def test_the_user_turn_after_a_last_answer_states_only_that_there_is_none() -> None:
    request = {"model": "mistral-large-latest", "messages": [USER, {"role": "assistant", "content": "Yes."}]}
    last = repaired(request, "mistral")["messages"][-1]
    assert (last["role"], last["content"][0]["text"]) == ("user", "No message of the user follows this answer.")


def test_an_empty_type_is_left_out_where_all_of_json_schema_is_accepted() -> None:
    parameters = {"type": "OBJECT", "properties": {"pier": {"type": "", "description": "Which one"}}}
    request = {
        "contents": [{"role": "user", "parts": [{"text": "Late?"}]}],
        "tools": [{"functionDeclarations": [{"name": "dock", "parameters": parameters}]}],
    }
    moved = repaired(request, "vertex-gemini")["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"]
    assert moved["properties"] == {"pier": {"description": "Which one"}}


def test_the_name_of_a_speaker_stays_before_the_text() -> None:
    request = {"model": "mistral-large-latest", "messages": [{"role": "user", "name": "Ada", "content": "Late?"}]}
    assert repaired(request, "mistral")["messages"] == [{"role": "user", "content": "Ada: Late?"}]


def test_an_image_of_a_tool_server_gets_the_source_that_the_api_reads() -> None:
    image = {"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAA", "mimeType": "image/png"}
    request = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": [image, {"type": "text", "text": "Which pier?"}]}],
    }
    source = {"type": "base64", "media_type": "image/png", "data": image["data"]}
    assert repaired(request, "anthropic")["messages"][0]["content"][0] == {"type": "image", "source": source}


def test_two_tools_of_one_name_keep_their_definitions() -> None:
    tools = [{"functionDeclarations": [{"name": "dock", "description": text}]} for text in ("One", "Another")]
    request = {"contents": [{"role": "user", "parts": [{"text": "Late?"}]}], "tools": tools}
    fixed = repaired(request, "gemini")["tools"]
    assert [tool["functionDeclarations"][0]["name"] for tool in fixed] == ["dock", "dock_2"]


def test_a_tool_that_was_called_is_not_renamed_beside_another_of_its_name() -> None:
    tools = [{"functionDeclarations": [{"name": "dock", "description": text}]} for text in ("One", "Another")]
    contents = [
        {"role": "user", "parts": [{"text": "Late?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "dock", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "dock", "response": {"n": 2}}}]},
    ]
    request = {"model": "gemini-2.5-flash", "contents": contents, "tools": tools}
    assert repaired(request, "gemini") == request


def test_without_its_thinking_a_turn_is_sent_with_thinking_off() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "dock", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Two"}
    request = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9000,
        "messages": [USER, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}],
        "thinking": {"type": "enabled", "budget_tokens": 2000},
        "tools": [PIER],
    }
    fixed = repaired(request, "anthropic")
    assert fixed["thinking"] == {"type": "disabled"}
    assert fixed["messages"] == request["messages"]
