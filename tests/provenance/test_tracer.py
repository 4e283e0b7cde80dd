"""The trace of one message over one edge: an example of each kind of link, loss and invention."""

from __future__ import annotations

from typing import Any

import pytest

from tests.call_counting import calls_made
from workbench.converters import EDGES, Edge
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import compact
from workbench.provenance import Trace, Tracer, patterns

PNG = "iVBORw0KGgoAAAANSUhEUg=="
ASK: Any = {"speaker": "human", "blocks": [{"type": "text", "text": "what is in a.py?"}]}
CALL: Any = {
    "speaker": "ai",
    "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "read_file", "parameters": {"path": "a.py"}}],
}
ANSWER: Any = {
    "speaker": "tool",
    "blocks": [{"type": "tool_response", "callId": "hist_tool_1", "result": "print(1)"}],
}


def edge(source: str, target: str) -> Edge:
    return next(edge for edge in EDGES if (edge.source, edge.target) == (source, target))


TO_CORE = edge("icontent", "vercel-v4-core")


def links(trace: Trace) -> dict[tuple[str, str], str]:
    """Map (message and pointer of the source, message and pointer of the target) to the label of the link."""
    return {(location(*link.source), location(*link.target)): link.how for link in trace.links}


def location(message: int, path: Path) -> str:
    return f"{message}{to_pointer(path)}"


def lost(trace: Trace) -> dict[str, bool]:
    """Map the pointer of each loss to whether its presence had an effect."""
    return {to_pointer(loss.source.path): loss.presence_only for loss in trace.losses}


def test_a_text_is_carried() -> None:
    trace = Tracer(TO_CORE, [ASK], {}).trace(0)
    assert links(trace) == {("0/blocks/0/text", "0/content"): "renamed"}
    assert (trace.losses, trace.inventions) == ((), ())


def test_the_label_of_a_rewritten_prefix_names_the_line_of_the_spec() -> None:
    trace = Tracer(TO_CORE, [CALL], {}).trace(0)
    assert links(trace) == {
        ("0/blocks/0/id", "0/content/0/toolCallId"): "prefix rewritten: `hist_tool_` → `call_`, spec 001 line 10",
        ("0/blocks/0/name", "0/content/0/toolName"): "renamed",
        ("0/blocks/0/parameters/path", "0/content/0/args/path"): "copied",
    }


def test_the_name_of_a_result_is_looked_up_in_its_call() -> None:
    trace = Tracer(TO_CORE, [CALL, ANSWER], {}).trace(1)
    assert links(trace) == {
        ("1/blocks/0/callId", "1/content/0/toolCallId"): "prefix rewritten: `hist_tool_` → `call_`, spec 001 line 10",
        ("0/blocks/0/name", "1/content/0/toolName"): "looked up",
        ("1/blocks/0/result", "1/content/0/result"): "copied",
    }


def test_the_call_of_a_result_may_be_far_away() -> None:
    messages = [CALL, *[ASK] * 100, ANSWER]
    assert links(Tracer(TO_CORE, messages, {}).trace(101))["0/blocks/0/name", "101/content/0/toolName"] == "looked up"


def test_the_text_of_an_error_is_lost_and_its_presence_is_carried() -> None:
    block = {**ANSWER["blocks"][0], "error": "denied"}
    trace = Tracer(TO_CORE, [{"speaker": "tool", "blocks": [block]}], {}).trace(0)
    assert links(trace)["0/blocks/0/error", "0/content/0/isError"] == "presence only"
    assert lost(trace) == {"/blocks/0/error": True}


def test_two_values_that_have_no_effect_alone_are_removed_together() -> None:
    block = {**ANSWER["blocks"][0], "status": "error", "error": "denied"}
    trace = Tracer(TO_CORE, [{"speaker": "tool", "blocks": [block]}], {}).trace(0)
    assert lost(trace) == {"/blocks/0/status": True, "/blocks/0/error": True}
    assert links(trace)["0/blocks/0/status", "0/content/0/isError"] == "presence only"
    assert links(trace)["0/blocks/0/error", "0/content/0/isError"] == "presence only"


def test_a_value_that_reaches_no_target_value_is_lost() -> None:
    message = {**ASK, "metadata": {"model": "m", "tags": []}}
    assert lost(Tracer(TO_CORE, [message], {}).trace(0)) == {"/metadata/model": False, "/metadata/tags": False}


def test_a_dropped_message_loses_every_value_except_its_discriminators() -> None:
    trace = Tracer(TO_CORE, [{"speaker": "tool", "blocks": [{"type": "text", "text": "a"}]}], {}).trace(0)
    assert lost(trace) == {"/blocks/0/text": False}


def test_texts_are_joined() -> None:
    message = {"speaker": "ai", "blocks": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}
    trace = Tracer(edge("icontent", "openai-chat"), [message], {}).trace(0)
    assert set(links(trace).values()) == {"joined"}
    assert {source for source, _ in links(trace)} == {"0/blocks/0/text", "0/blocks/1/text"}


def test_arguments_are_serialised_there_and_parsed_back() -> None:
    there = Tracer(edge("icontent", "openai-chat"), [CALL], {})
    assert links(there.trace(0))["0/blocks/0/parameters/path", "0/tool_calls/0/function/arguments"] == "serialised"
    back = Tracer(edge("openai-chat", "icontent"), [there.rows[0].message], {})
    assert links(back.trace(0))["0/tool_calls/0/function/arguments", "0/blocks/0/parameters/path"] == "parsed"


def test_every_value_of_large_arguments_is_parsed_and_none_invented() -> None:
    arguments = {f"key{number}": number for number in range(60)}
    function = {"name": "f", "arguments": compact(arguments)}
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": function}],
    }
    trace = Tracer(edge("openai-chat", "icontent"), [message], {}).trace(0)
    reached = {target for (source, target), how in links(trace).items() if how == "parsed"}
    assert reached == {f"0/blocks/0/parameters/{key}" for key in arguments}
    assert trace.inventions == ()


@pytest.mark.parametrize("target", ["vercel-v4-core", "openai-chat", "anthropic", "gemini"])
def test_a_large_result_is_linked_leaf_by_leaf_in_linear_time(target: str) -> None:
    def work(count: int) -> int:
        table = [{"row": number, "name": f"n{number}"} for number in range(count)]
        block = {**ANSWER["blocks"][0], "result": {"table": table}}
        tracer = Tracer(edge("icontent", target), [CALL, {"speaker": "tool", "blocks": [block]}], {})
        calls = calls_made(lambda: tracer.trace(1))
        trace = tracer.trace(1)
        sources = {link.source for link in trace.links if link.source.path[:3] == ("blocks", 0, "result")}
        assert (len(sources), trace.losses) == (2 * count, ())
        return calls

    assert work(800) < 3 * work(400)


def test_a_target_value_that_no_source_value_changes_is_invented() -> None:
    trace = Tracer(edge("openai-chat", "a2a"), [{"role": "user", "content": "hello"}], {}).trace(0)
    assert [location(*spot) for spot in trace.inventions] == ["0/messageId"]


def test_ids_that_count_messages_do_not_make_shapes_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_shared_caches", {})
    messages = [{"role": "user", "content": f"hello {number}"} for number in range(200)]
    tracer = Tracer(edge("openai-chat", "a2a"), messages, {})
    assert [location(*tracer.trace(index).inventions[0]) for index in (0, 7, 199)] == [
        "0/messageId",
        "7/messageId",
        "199/messageId",
    ]
    assert len(tracer._patterns._cache) == 1


def test_each_of_two_merged_turns_is_linked_to_its_own_values() -> None:
    messages = [{"role": "user", "content": "one"}, {"role": "user", "content": "two", "name": "Eve"}]
    tracer = Tracer(edge("openai-chat", "anthropic"), messages, {})
    first, second = tracer.trace(0), tracer.trace(1)
    assert tracer.rows[0].sources == (0, 1)
    assert links(first) == {("0/content", "0/content/0/text"): "renamed"}
    assert links(second) == {("1/content", "0/content/1/text"): "renamed"}
    assert lost(second) == {"/name": False}
    assert first.inventions == second.inventions == ()


def test_merged_turns_with_the_same_text_are_distinguished() -> None:
    messages = [{"role": "user", "content": "yes"}, {"role": "user", "content": "yes"}]
    tracer = Tracer(edge("openai-chat", "anthropic"), messages, {})
    assert links(tracer.trace(0)) == {("0/content", "0/content/0/text"): "renamed"}
    assert links(tracer.trace(1)) == {("1/content", "0/content/1/text"): "renamed"}
    assert tracer.trace(0).inventions == tracer.trace(1).inventions == ()


def test_a_message_merged_from_hundreds_is_traced_in_linear_time() -> None:
    def work(count: int) -> int:
        messages = [{"role": "user", "content": f"line {number}"} for number in range(2 * count)]
        tracer = Tracer(edge("openai-chat", "anthropic"), messages, {})
        calls = calls_made(lambda: tracer.trace(count))
        trace = tracer.trace(count)
        assert links(trace) == {(f"{count}/content", f"0/content/{count}/text"): "renamed"}
        assert trace.inventions == ()
        return calls

    assert work(400) < 3 * work(200)


def test_a_system_prompt_outside_the_messages_has_a_negative_number() -> None:
    messages = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hello"}]
    tracer = Tracer(edge("openai-chat", "anthropic"), messages, {})
    assert tracer.targets_of(0) == [-1]
    assert links(tracer.trace(0)) == {("0/content", "-1/text"): "renamed"}
    assert links(tracer.trace(1)) == {("1/content", "0/content"): "copied"}


def test_an_image_is_linked_to_its_type_and_its_bytes() -> None:
    url = f"data:image/png;base64,{PNG}"
    message = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}
    trace = Tracer(edge("openai-chat", "anthropic"), [message], {}).trace(0)
    assert links(trace) == {
        ("0/content/0/image_url/url", "0/content/0/source/media_type"): "taken from the data URL",
        ("0/content/0/image_url/url", "0/content/0/source/data"): "taken from the data URL",
    }


def test_ten_thousand_messages_of_three_shapes_are_probed_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_shared_caches", {})
    messages = [message for _ in range(3_334) for message in (ASK, CALL, ANSWER)]
    tracer = Tracer(TO_CORE, messages, {})
    traces = [tracer.trace(index) for index in range(len(messages))]
    assert len(tracer._patterns._cache) == 3
    assert traces[-1] == tracer.trace(len(messages) - 1, fresh=True)


SAME_SHAPE: list[tuple[str, str, str]] = [
    ("a text that is too short to be recognised", ":", ": and more"),
    ("a text that is the name of a role", "assistant", "something"),
    ("a text that is the name of a kind", "text", "textile"),
    ("a text that is a media type", "image/png", "image/pngs"),
]


@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: f"{edge.source} to {edge.target}")
@pytest.mark.parametrize(("one", "other"), [row[1:] for row in SAME_SHAPE], ids=[row[0] for row in SAME_SHAPE])
def test_a_text_that_occurs_in_the_target_by_coincidence_does_not_change_the_trace(
    edge: Edge, one: str, other: str
) -> None:
    for messages in (_with_unused_texts(one, other), _with_unused_texts(other, one)):
        tracer = Tracer(edge, messages, {})
        cached = [tracer.trace(index) for index in range(len(messages))]
        assert cached == [tracer.trace(index, fresh=True) for index in range(len(messages))]


def _with_unused_texts(*texts: str) -> list[Any]:
    """Return pairs of messages of one shape, whose text is also in fields that converters leave out."""
    return [
        message
        for role in ("user", "assistant")
        for text in texts
        for message in (
            {"role": role, "id": "m1", "content": text, "parts": [{"type": "text", "text": text}]},
            {"role": role, "id": "m1", "content": text, "parts": [{"type": "text", "text": "else"}]},
            {"role": role, "content": [{"type": "text", "text": "else", "title": text}], "reason": text},
            {"role": role, "content": "else", "reasoning": text, "title": text},
        )
    ]


def test_a_text_that_is_the_name_of_a_role_was_not_carried_to_the_role() -> None:
    message = {"role": "assistant", "content": "yes", "title": "assistant"}
    trace = Tracer(edge("openai-chat", "anthropic"), [message], {}).trace(0)
    assert lost(trace) == {"/title": False}
