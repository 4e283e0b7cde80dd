"""What becomes of a file that the target does not take: the bytes, the place or at least the address is kept."""

from __future__ import annotations

from typing import Any

from workbench import library

PNG = "iVBORw0KGgoAAAANSUhEUgAA"
PNG_TWICE = "aVZCT1J3MEtHZ29BQUFBTlNVaEVVZ0FB"


def asked(*parts: Any) -> Any:
    return {
        "model": "gpt-5-mini",
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "x"}, *parts]}],
    }


def on_bedrock(model: str, *blocks: Any) -> Any:
    call = {"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}
    tool = {"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}
    messages = [
        {"role": "user", "content": [{"text": "Go."}]},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": list(blocks)},
    ]
    return {"modelId": model, "messages": messages, "toolConfig": {"tools": [tool]}}


def test_an_image_that_was_encoded_twice_is_decoded_once() -> None:
    url = f"data:image/png;base64,{PNG_TWICE}"
    body = {
        "model": "gpt-4o",
        "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}],
    }
    repaired = library.repair(body, "openai").conversation.payload
    assert repaired["messages"][0]["content"][0]["image_url"]["url"] == f"data:image/png;base64,{PNG}"


def test_what_is_no_file_inside_of_base64_is_left_as_it_is() -> None:
    data = "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ="
    source = {"type": "base64", "media_type": "image/png", "data": data}
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": [
        {"type": "text", "text": "x"}, {"type": "image", "source": source}]}]}  # fmt: skip
    assert library.repair(body, "anthropic").conversation.payload == body


def test_the_address_of_a_recording_that_the_model_cannot_hear_stays_as_text() -> None:
    recording = {"type": "input_file", "file_url": "https://files.example/voice.mp3", "filename": "voice.mp3"}
    repaired = library.repair(asked(recording), "openai-responses").conversation.payload
    kept = {"type": "input_text", "text": "voice.mp3 https://files.example/voice.mp3"}
    assert repaired["input"][0]["content"][1] == kept
    assert list(library.check(repaired, "openai-responses").errors) == []


def test_the_bytes_of_a_recording_are_only_left_out_if_the_user_agrees() -> None:
    data = "data:audio/mpeg;base64,SUQzBAAAAAAAI1RTU0UAAAAPAAAD"
    body = asked({"type": "input_file", "filename": "song.mp3", "file_data": data})
    (error,) = library.check(body, "openai-responses").errors
    assert error.fix is not None
    assert (error.fix.title, error.fix.safe) == ("Leave out the audio", False)
    assert error.fix.reason == "This model does not accept it, but the content of the audio would be lost."
    assert library.repair(body, "openai-responses").conversation.payload == body


def test_a_document_in_a_result_moves_next_to_it_for_a_model_that_takes_it_only_there() -> None:
    source = {"s3Location": {"uri": "s3://files/plan.pdf"}}
    document = {"document": {"name": "Plan", "format": "pdf", "source": source}}
    result = {"toolResult": {"toolUseId": "a", "content": [document]}}
    body = on_bedrock("us.amazon.nova-2-lite-v1:0", result)
    blocks = library.repair(body, "bedrock").conversation.payload["messages"][2]["content"]
    assert blocks[0]["toolResult"]["content"] == [{"text": "The file follows the result."}]
    assert blocks[1:] == [{"text": "(file attached)"}, document]


def test_an_image_in_a_result_moves_next_to_it_for_a_model_that_takes_it_only_there() -> None:
    image = {"image": {"format": "png", "source": {"bytes": PNG}}}
    result = {"toolResult": {"toolUseId": "a", "content": [{"text": "Done."}, image]}}
    body = on_bedrock("mistral.pixtral-large-2502-v1:0", result)
    blocks = library.repair(body, "bedrock").conversation.payload["messages"][2]["content"]
    assert blocks[0]["toolResult"]["content"] == [{"text": "Done."}]
    assert image in blocks[1:]


def test_an_image_for_a_model_that_sees_none_is_one_finding_wherever_it_is() -> None:
    image = {"image": {"format": "png", "source": {"bytes": PNG}}}
    result = {"toolResult": {"toolUseId": "a", "content": [image]}}
    errors = library.check(on_bedrock("openai.gpt-oss-120b-1:0", result), "bedrock").errors
    assert [error.rule for error in errors] == ["image-unsupported-by-model"]


def test_a_file_with_half_of_a_type_gets_the_type_that_its_bytes_show() -> None:
    data = "JVBERi0xLjQKJSBhIGRvY3VtZW50"
    parts = [{"text": "Read."}, {"inlineData": {"mimeType": "pdf", "data": data}}]
    body = {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": parts}]}
    repaired = library.repair(body, "gemini").conversation.payload
    assert repaired["contents"][0]["parts"][1] == {"inlineData": {"mimeType": "application/pdf", "data": data}}
